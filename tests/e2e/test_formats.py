"""Formats besides text and JSON: terse, csv, json+, and several at once."""

import csv
import io
import os
import re
import subprocess

import pytest

from conftest import check_document

NULL = ("--name=a", "--ioengine=null", "--rw=randrw", "--size=1m", "--bs=4k")


def shape(line):
    """What kind of field each is: how many decimals, a percentage, words."""
    fields = []
    for field in line.split(";"):
        if "%=" in field:
            field = field.split("=")[0]
        elif re.fullmatch(r"[\d.]+%?", field):
            field = re.sub(r"\d", "N", re.sub(r"\d+(?=\.|%|$)", "N", field, 1))
        elif field.startswith("fio-"):
            field = "version"
        fields.append(field)
    return fields


@pytest.mark.parametrize(
    "version, extra",
    [
        (2, "--continue_on_error=all --description=hi"),
        (3, ""),
        (3, "--percentile_list=50:99.5 --lat_percentiles=1 --numjobs=2"),
        (3, "--unified_rw_reporting=mixed"),
        (4, "--clat_percentiles=0 --numjobs=2 --group_reporting"),
        (4, "--unified_rw_reporting=both"),
        (5, "--continue_on_error=all --description=hi"),
        (5, "--unified_rw_reporting=both"),
    ],
)
def test_terse_is_the_references(run, fio, tmp_path, version, extra):
    args = ("--minimal", f"--terse-version={version}", *NULL, *extra.split())
    told = subprocess.run(
        [fio, *args], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    ours = run(*args).out
    assert [shape(l) for l in ours.splitlines()] == [
        shape(l) for l in told.splitlines()
    ]


def test_terse_and_json_say_the_same(run):
    ran = run(
        "--output-format=json,terse",
        "--name=a",
        "--filename=f",
        "--rw=write",
        "--size=4m",
        "--bs=64k",
    )
    line, text = ran.out.split("\n", 1)
    doc = check_document(text)
    fields = line.split(";")
    job, disks = doc["jobs"][0], doc.get("disk_util", [])
    assert len(fields) == 121 + 9 * len(disks)
    assert fields[:6] == ["3", doc["fio version"], "a", "0", "0", "0"]
    write = job["write"]
    assert fields[46] == str(write["io_kbytes"]) == "4096"
    assert fields[47] == str(write["bw"])
    assert fields[48] == str(int(write["iops"]))
    assert fields[54] == str(write["clat_ns"]["min"] // 1000)
    assert float(fields[56]) == pytest.approx(write["clat_ns"]["mean"] / 1000)
    assert fields[58:75] == [
        f"{p}%={v // 1000}" for p, v in write["clat_ns"]["percentile"].items()
    ]
    assert fields[87] == f"{job['usr_cpu']:f}%"
    assert [f[:3] for f in fields[121::9]] == [d["name"][:3] for d in disks]


def test_formats_come_in_one_order(run):
    ran = run("--output-format=csv,normal,json+,terse", *NULL)
    first = [
        ran.out.index(mark)
        for mark in ("a: (g=0)", "3;fio-", "direction,", "\n{\n", "a: (groupid=0")
    ]
    assert first == sorted(first)


@pytest.mark.parametrize(
    "args, has",
    [
        (["--append-terse"], ["normal", "terse"]),
        (["--minimal"], ["terse"]),
        (["--output-format=json", "--append-terse"], ["json", "terse"]),
        (["--append-terse", "--output-format=json"], ["json"]),
        (["--output-format=json", "--minimal"], ["terse"]),
        (["--output-format=normal,json"], ["normal", "json"]),
    ],
)
def test_options_add_up(run, args, has):
    out = run(*args, *NULL).out
    marks = {"normal": "a: (groupid=0", "terse": "3;fio-", "json": "\n  \"jobs\""}
    assert [f for f, mark in marks.items() if mark in out] == sorted(
        has, key=list(marks).index
    )


@pytest.mark.parametrize("value", ["1", "6", "x", ""])
def test_a_version_of_terse_that_is_none_is_refused(run, value):
    ran = run(f"--terse-version={value}", *NULL)
    assert ran.status == 2 and "terse-version" in ran.err


def test_histograms_add_up(run):
    ran = run(
        "--output-format=json+",
        "--name=a",
        "--filename=f",
        "--rw=randrw",
        "--size=4m",
        "--fsync=16",
        "--lat_percentiles=1",
        "--percentile_list=50:99:100",
    )
    job = ran.json["jobs"][0]
    kinds = [job[d][k] for d in ("read", "write") for k in ("clat_ns", "lat_ns")]
    for l in kinds + [job["sync"]["lat_ns"]]:
        bins = {int(k): v for k, v in l["bins"].items()}
        assert sum(bins.values()) == l["N"]
        assert list(bins) == sorted(bins)
        assert min(bins) == pytest.approx(l["min"], rel=1 / 128)
        assert max(bins) == pytest.approx(l["max"], rel=1 / 128)
        assert l["percentile"]["100.000000"] == l["max"]
        below = sum(v for k, v in bins.items() if k < l["percentile"]["50.000000"])
        assert below <= l["N"] / 2
    assert "bins" not in job["read"]["slat_ns"]
    assert "bins" not in job["trim"]["clat_ns"]


def test_plain_json_has_no_histograms(run):
    assert '"bins"' not in run("--output-format=json", *NULL).out


def test_csv_has_a_row_for_each_job_and_direction(run):
    ran = run("--output-format=csv", *NULL, "--name=b, c", "--ioengine=null",
              "--size=4k", "--rw=write")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [(r["jobname"], r["direction"]) for r in rows] == [
        ("a", "read"),
        ("a", "write"),
        ("b, c", "write"),
    ]
    assert all(None not in r and None not in r.values() for r in rows)
    moved = int(rows[0]["read_io_bytes"]) + int(rows[1]["write_io_bytes"])
    assert moved == 2**20
    assert rows[2]["write_total_ios"] == "1"
    assert rows[0]["write_bw_bytes_per_s"] == ""
    assert int(rows[1]["write_bw_bytes_per_s"]) > 0


@pytest.mark.parametrize("what", ["system", "percpu"])
def test_idle_cpus_are_reported(run, what):
    ran = run(f"--idle-prof={what}", "--output-format=json,normal", *NULL)
    text, idle = ran.out[ran.out.rindex("\n}\n") + 3 :], None
    doc = check_document(ran.out[ran.out.index("\n{\n") : ran.out.rindex("\n}\n") + 3])
    idle = doc["cpu_idleness"]
    cpus = [v for k, v in idle.items() if k.startswith("cpu-")]
    assert list(idle)[0] == "system" and idle["unit_mean"] > 0
    assert 0 <= idle["system"] <= 100
    assert "\nCPU idleness:\n  system: " in text
    assert re.search(r"\n  unit work: mean=[\d.]+us, stddev=[\d.]+\n", text)
    if what == "percpu":
        assert len(cpus) == len(os.sched_getaffinity(0))
        assert sum(cpus) / len(cpus) == pytest.approx(idle["system"], abs=1e-4)
        assert len(re.search(r"  percpu: (.*)", text)[1].split(", ")) == len(cpus)
    else:
        assert not cpus and "percpu" not in text


def test_calibration_runs_no_job(run):
    out = run("--idle-prof=calibrate").out
    assert re.fullmatch(
        r"CPU idleness:\n  unit work: mean=[\d.]+us, stddev=[\d.]+\n", out
    )
    ran = run("--idle-prof=all")
    assert ran.status == 2 and "percpu" in ran.err
