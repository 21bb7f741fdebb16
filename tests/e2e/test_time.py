"""Runtimes, ramps, pauses and rates, by the program's own clock."""

import pytest

from conftest import last_is_due_at, members

NULL = "[a]\nioengine=null\nbs=4k\nsize=1g\n"
WAYS = ("read", "write", "trim")


def only(document):
    """The job of a document and its worker."""
    return document["jobs"][0], members(document)["a"][0]


def took(member):
    return member["ended_ms"] - member["started_ms"]


# A busy machine may be late by much, in ms: far less than without a bound.
LATE = 60000


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
    "options", ["rate_iops=10", "thinktime=500ms", "rate=4", "thinktime=1h"]
)
def test_runtime_bounds_waiting_too(result, options):
    unit, member = only(result(f"{NULL}time_based\nruntime=300ms\n{options}\n"))
    assert unit["read"]["total_ios"] <= 4
    assert took(member) <= 300 + LATE


# A pause is not caught up with, as a rate would be.
def test_a_ramp_is_not_measured(result):
    unit, member = only(
        result(f"{NULL}time_based\nramp_time=500ms\nruntime=200ms\nthinktime=2ms\n")
    )
    read = unit["read"]
    assert 200 <= read["runtime"] <= took(member) - 500 + 2
    assert read["total_ios"] <= read["runtime"] / 2 + 1
    assert read["clat_ns"]["N"] == read["total_ios"]


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
    assert unit["read"]["lat_ns"]["min"] < 10_000_000


# Never more than the rate, and what the start allows: one I/O.
def keeps(way, target, measured, one=1):
    expected = target * way["runtime"] / 1000
    assert 0.4 * expected - one <= measured <= 1.02 * expected + one


@pytest.mark.parametrize(
    "options, reads, writes",
    [
        ("rw=randrw\nrate_iops=500", 500, 500),
        ("rw=randrw\nrate_iops=600,300", 600, 300),
    ],
)
def test_a_rate_of_ios_is_kept_for_each_direction(result, options, reads, writes):
    unit, _ = only(result(f"{NULL}size=4m\ntime_based\nruntime=500ms\n{options}\n"))
    for name, target in (("read", reads), ("write", writes)):
        if target:
            keeps(unit[name], target, unit[name]["total_ios"])
        else:
            assert unit[name]["total_ios"] == 0


@pytest.mark.parametrize(
    "options, count, tolerance",
    [
        ("rw=read\nrate_iops=1000", 251, 0),
        ("rw=write\nrate_iops=1000", 251, 0),
        ("rw=read\nrate_iops=2000\nbs=1k-8k", 501, 0),
        ("rw=read\nrate_iops=1000\nioengine=libaio\niodepth=8\nfilename=f", 251, 0),
        ("rw=read\nrate=4m", 257, 0),
        ("rw=write\nrate=4m\nbs=64k", 17, 0),
        # The mean is 8.5 KiB.
        ("rw=read\nrate=8512k\nbs=1k-16k", 251, 40),
    ],
)
def test_a_rate_is_kept(result, options, count, tolerance):
    """All but the first I/O take a quarter of a second."""
    doc = result(f"{NULL}size=4m\nio_size=1g\n{options}\nnumber_ios={count}\n")
    last_is_due_at(doc, 250, tolerance)


def test_rates_of_bytes_are_kept_for_each_direction(result):
    unit, _ = only(
        result(f"{NULL}rw=randrw\nrate=2m,1m\ntime_based\nruntime=500ms\n")
    )
    keeps(unit["read"], 2 << 20, unit["read"]["io_bytes"], 4096)
    keeps(unit["write"], 1 << 20, unit["write"]["io_bytes"], 4096)


def test_a_rate_holds_for_each_copy(result):
    doc = result(f"{NULL}numjobs=3\nrate_iops=300\ntime_based\nruntime=500ms\n")
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
            f"{NULL}time_based\nruntime=1\nrate_iops=1000\nbwavgtime=50\n"
            "iopsavgtime=125\n"
        )
    )
    read = unit["read"]
    # No more than there is time for.
    assert 2 <= read["bw_samples"] <= read["runtime"] / 50
    assert 1 <= read["iops_samples"] <= read["runtime"] / 125
    assert read["bw_min"] <= read["bw_mean"] <= read["bw_max"]
    assert read["iops_min"] <= read["iops_mean"] <= read["iops_max"]
    # 4000 KiB/s, whatever share of the time the windows cover.
    assert 1000 <= read["bw_mean"] <= 16000
    assert 250 <= read["iops_mean"] <= 4000
    assert 0 < read["bw_agg"] <= 100
