"""unified_rw_reporting: all directions reported as one."""

import re
import subprocess

import pytest

MIX = (
    "[a]\nioengine=null\nrw=randrw\nrwmixread=70\nsize=40m\n"
    "unified_rw_reporting={}\n"
)


def directions(job):
    return [d for d in ("read", "write", "trim", "sync", "mixed") if d in job]


@pytest.mark.parametrize(
    "mode, keys",
    [
        ("none", ["read", "write", "trim", "sync"]),
        ("0", ["read", "write", "trim", "sync"]),
        ("mixed", ["mixed"]),
        ("1", ["mixed"]),
        ("both", ["read", "write", "trim", "sync", "mixed"]),
        ("2", ["read", "write", "trim", "sync", "mixed"]),
    ],
)
def test_json_has_the_objects_of_the_mode(result, mode, keys):
    job = result(MIX.format(mode))["jobs"][0]
    assert directions(job) == keys
    if "mixed" not in keys:
        return
    mixed = job["mixed"]
    assert mixed["total_ios"] == 10240
    assert mixed["io_bytes"] == 40 * 2**20
    assert mixed["clat_ns"]["N"] == 10240
    if "read" in keys:
        parts = [job["read"], job["write"]]
        for key in "total_ios", "io_bytes", "io_kbytes":
            assert mixed[key] == sum(p[key] for p in parts)
        mean = sum(p["lat_ns"]["mean"] * p["lat_ns"]["N"] for p in parts) / 10240
        assert mixed["lat_ns"]["mean"] == pytest.approx(mean)
        assert mixed["lat_ns"]["max"] == max(p["lat_ns"]["max"] for p in parts)


def test_samples_are_of_all_directions_together(result):
    job = result(
        "[a]\nioengine=null\nrw=randrw\nsize=100g\nrate_iops=300,100\n"
        "time_based\nruntime=1\nunified_rw_reporting=both\n"
        "bw_avg_time=100\niops_avg_time=100\n"
    )["jobs"][0]
    assert job["mixed"]["iops_samples"] == job["read"]["iops_samples"] > 3
    assert job["mixed"]["bw_samples"] == job["read"]["bw_samples"] > 3
    whole = job["read"]["iops_mean"] + job["write"]["iops_mean"]
    # Rates of windows are whole numbers.
    assert job["mixed"]["iops_mean"] == pytest.approx(whole, abs=2)


def masked(text):
    """Words and layout alone."""
    text = re.sub(r"; 0 zone resets", "", text)
    text = re.sub(r"\d[\d.]*[kMGT]?", "N", text)
    return [l for l in text.splitlines() if re.match(r" *(mixed|MIXED|read|READ)", l)]


def test_the_lines_are_the_references(run, job, fio, tmp_path):
    path = job(MIX.format("mixed"))
    told = subprocess.run(
        [fio, path], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    units = re.compile("[KMG]i?B")
    ours = [units.sub("B", l) for l in masked(run(path).out)]
    assert ours == [units.sub("B", l) for l in masked(told)]
    assert len(ours) == 2


def test_an_intended_start_is_reported_as_one(result):
    doc = result(
        "[a]\nioengine=null\nrw=randrw\nsize=100g\nrate_iops=300,100\n"
        "time_based\nruntime=300ms\nunified_rw_reporting=mixed\n"
    )
    intended = doc["runner"]["jobs"][0]["intended_lat_ns"]
    assert list(intended) == ["mixed"]
    assert intended["mixed"]["N"] == doc["jobs"][0]["mixed"]["total_ios"]
