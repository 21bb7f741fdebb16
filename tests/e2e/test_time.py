"""Runtimes, ramps, pauses and rates, by the program's own clock."""

import pytest

from conftest import members

NULL = "[a]\nioengine=null\nbs=4k\nsize=1g\n"
WAYS = ("read", "write", "trim")


def only(document):
    """The job of a document and its worker."""
    return document["jobs"][0], members(document)["a"][0]


def took(member):
    return member["ended_ms"] - member["started_ms"]


# A busy machine may be late by this much, in ms.
LATE = 300


@pytest.mark.parametrize("rw", ["read", "randwrite", "randrw", "trim"])
def test_runtime_bounds_a_job_that_would_go_on(result, rw):
    unit, _ = only(result(f"{NULL}size=1000t\nrw={rw}\nruntime=300ms\n"))
    longest = max(unit[way]["runtime"] for way in WAYS)
    assert 300 <= longest <= 300 + LATE


def test_a_job_that_is_done_does_not_wait_for_its_runtime(result):
    unit, member = only(result(f"{NULL}size=64k\nruntime=1h\n"))
    assert unit["read"]["total_ios"] == 16
    assert took(member) < 60000


@pytest.mark.parametrize("rw", ["read", "randread", "write"])
def test_time_based_jobs_go_on_in_passes(result, rw):
    unit, _ = only(
        result(f"[a]\nfilename=f\nsize=64k\nrw={rw}\ntime_based\nruntime=300ms\n")
    )
    way = unit["write" if rw == "write" else "read"]
    assert way["total_ios"] > 32
    assert 300 <= way["runtime"] <= 300 + LATE


def test_time_based_without_runtime_is_noted(run, job):
    ran = run("--output-format=json", job(f"{NULL}size=64k\ntime_based\n"))
    assert ran.status == 0
    assert ran.job()["read"]["total_ios"] == 16
    notes = [d["message"] for d in ran.json["runner"]["diagnostics"]]
    assert any("time_based" in note for note in notes)


@pytest.mark.parametrize(
    "options", ["rate_iops=10", "thinktime=500ms", "rate=4k", "thinktime=1h"]
)
def test_runtime_bounds_waiting_too(result, options):
    unit, member = only(result(f"{NULL}time_based\nruntime=700ms\n{options}\n"))
    assert unit["read"]["total_ios"] < 20
    assert took(member) <= 700 + LATE


def test_a_ramp_is_not_measured(result):
    unit, member = only(
        result(f"{NULL}time_based\nramp_time=500ms\nruntime=400ms\nrate_iops=1000\n")
    )
    assert took(member) >= 890
    assert 400 <= unit["read"]["runtime"] <= 400 + LATE
    assert unit["read"]["total_ios"] <= unit["read"]["runtime"] * 1.02 + 20
    assert unit["read"]["clat_ns"]["N"] == unit["read"]["total_ios"]


def test_a_ramp_does_not_use_up_the_size(result):
    unit, member = only(
        result(f"{NULL}size=1m\nio_size=1m\nramp_time=300ms\nrate_iops=1000\n")
    )
    assert unit["read"]["io_bytes"] == 1 << 20
    assert took(member) >= 300 + 200


def test_pauses_lie_between_ios(result):
    unit, member = only(result(f"{NULL}number_ios=11\nthinktime=20ms\n"))
    assert unit["read"]["total_ios"] == 11
    assert took(member) >= 200
    assert unit["read"]["runtime"] >= 200
    # A pause is not part of an I/O's latency.
    assert unit["read"]["lat_ns"]["mean"] < 10_000_000


# A rate is kept within two percent and what the start allows: one I/O.
def keeps(way, target, measured):
    expected = target * way["runtime"] / 1000
    assert 0.9 * expected - 1 <= measured <= 1.02 * expected + 1


@pytest.mark.parametrize(
    "options, reads, writes",
    [
        ("rw=read\nrate_iops=1000", 1000, 0),
        ("rw=write\nrate_iops=1000", 0, 1000),
        ("rw=randrw\nrate_iops=500", 500, 500),
        ("rw=randrw\nrate_iops=600,300", 600, 300),
        ("rw=read\nrate_iops=2000\nbs=1k-8k", 2000, 0),
        ("rw=read\nrate_iops=1000\nioengine=libaio\niodepth=8\nfilename=f", 1000, 0),
    ],
)
def test_a_rate_of_ios_is_kept(result, options, reads, writes):
    unit, _ = only(result(f"{NULL}size=4m\ntime_based\nruntime=1\n{options}\n"))
    for name, target in (("read", reads), ("write", writes)):
        if target:
            keeps(unit[name], target, unit[name]["total_ios"])
        else:
            assert unit[name]["total_ios"] == 0


@pytest.mark.parametrize(
    "options, reads, writes",
    [
        ("rw=read\nrate=4m", 4 << 20, 0),
        ("rw=write\nrate=4m\nbs=64k", 0, 4 << 20),
        ("rw=randrw\nrate=2m,1m", 2 << 20, 1 << 20),
        ("rw=read\nrate=8m\nbs=1k-16k", 8 << 20, 0),
    ],
)
def test_a_rate_of_bytes_is_kept(result, options, reads, writes):
    unit, _ = only(result(f"{NULL}time_based\nruntime=1\n{options}\n"))
    for name, target in (("read", reads), ("write", writes)):
        way = unit[name]
        if target:
            expected = target * way["runtime"] / 1000
            assert 0.9 * expected - 65536 <= way["io_bytes"]
            assert way["io_bytes"] <= 1.02 * expected + 65536


def test_a_rate_holds_for_each_copy(result):
    doc = result(f"{NULL}numjobs=3\nrate_iops=300\ntime_based\nruntime=1\n")
    for unit in doc["jobs"]:
        keeps(unit["read"], 300, unit["read"]["total_ios"])


@pytest.mark.parametrize("rw", ["read", "randwrite"])
def test_an_io_that_takes_too_long_ends_the_job(run, job, rw):
    ran = run(
        "--output-format=json",
        job(
            f"[a]\nfilename=f\nsize=1m\nrw={rw}\nmax_latency=1ns\n"
            "[b]\nioengine=null\nsize=64k\n"
        ),
    )
    assert ran.status == 1
    a, b = ran.json["jobs"]
    assert a["error"] == 110 and b["error"] == 0
    assert b["read"]["total_ios"] == 16
    assert "t.fio:" in ran.err and "max_latency" in ran.err


def test_an_io_that_is_fast_enough_does_not(result):
    unit, _ = only(result(f"{NULL}size=1m\nmax_latency=100s\n"))
    assert unit["read"]["total_ios"] == 256 and unit["error"] == 0


def test_windows_of_samples(result):
    unit, _ = only(
        result(
            f"{NULL}time_based\nruntime=1\nrate_iops=1000\nbwavgtime=100\n"
            "iopsavgtime=250\n"
        )
    )
    read = unit["read"]
    assert 5 <= read["bw_samples"] <= 10
    assert 2 <= read["iops_samples"] <= 4
    assert read["bw_min"] <= read["bw_mean"] <= read["bw_max"]
    assert read["iops_min"] <= read["iops_mean"] <= read["iops_max"]
    assert 3500 <= read["bw_mean"] <= 4500
    assert 0 < read["bw_agg"] <= 100
