"""rate, thinktime and what they make of a job's time."""

import json
import os
import re
import signal
import time

import pytest

from conftest import children, documents, intended, last_is_due_at, until

NULL = "ioengine=null\nsize=100g\ntime_based\nruntime=600ms\n"


def within(way, unit, rate, most_more):
    """
    What was moved in the time of the job: never more than its rate, and not far
    less, though a busy machine may keep a worker from the CPU at its end.
    """
    allowed = rate * way["runtime"] / 1000
    assert 0.4 * allowed <= way[unit] <= 1.005 * allowed + most_more


# R01, axboe/fio#1290
@pytest.mark.parametrize(
    "engine", ["null", "libaio\niodepth=4\nfilename=/dev/zero"]
)
def test_rate_iops_counts_ios_of_any_size(result, engine):
    document = result(
        f"[probe]\nioengine={engine}\nrw=randread\nsize=1g\nbs=4k-64k\n"
        "rate_iops=400\nnumber_ios=121\n"
    )
    read = document["jobs"][0]["read"]
    last_is_due_at(document, 300)
    assert 4096 * 2 < read["io_bytes"] / read["total_ios"] < 65536


# Each direction is held to its own rate, whatever the mix says.
@pytest.mark.parametrize(
    "options, wanted",
    [
        ("rate_iops=1000,500", (1000, 500)),
        ("rate_iops=100,300\nrwmixread=90", (100, 300)),
        ("rate_iops=300,100\nrwmixread=10", (300, 100)),
    ],
)
@pytest.mark.parametrize("kind", ["rw", "randrw"])
def test_each_direction_has_its_rate(result, options, wanted, kind):
    job = result(f"[a]\nrw={kind}\n{NULL}{options}\n")["jobs"][0]
    within(job["read"], "total_ios", wanted[0], 1)
    within(job["write"], "total_ios", wanted[1], 1)


def test_a_direction_without_a_rate_is_not_held(result):
    job = result(f"[a]\nrw=randrw\n{NULL}rate_iops=100,\n")["jobs"][0]
    within(job["read"], "total_ios", 100, 1)
    assert job["write"]["total_ios"] > 1000


def test_rates_in_bytes_hold_for_mixed_sizes(result):
    job = result(
        f"[a]\nrw=randrw\nbs=4k-64k,8k-128k\n{NULL}rate=50m,10m\n"
    )["jobs"][0]
    within(job["read"], "io_bytes", 50 << 20, 64 << 10)
    within(job["write"], "io_bytes", 10 << 20, 128 << 10)


def test_pacing_sleeps(result):
    job = result(f"[a]\nrw=read\n{NULL}rate_iops=200\n")["jobs"][0]
    assert job["usr_cpu"] + job["sys_cpu"] < 20


def test_poisson_keeps_the_rate_and_scatters(result, tmp_path):
    document = result(
        "[a]\nioengine=libaio\nfilename=/dev/zero\nsize=1g\niodepth=64\n"
        "rw=read\nnumber_ios=1001\nrate_iops=2000\nrate_process=poisson\n"
        "write_lat_log=x\nlog_offset=1\nlog_issue_time=1\n"
    )
    # The deviation of 1000 events is 32, or 3.2 %.
    last_is_due_at(document, 500, 60)
    rows = (tmp_path / "x_clat.1.log").read_text().splitlines()
    issued = [int(row.split(", ")[-1]) for row in rows]
    gaps = sorted(b - a for a, b in zip(issued, issued[1:]))
    # Half of the gaps are shorter than 0.69 of their mean, 5 % than 0.05 of it:
    # late ones are caught up with, which makes none longer.
    assert gaps[50] < 100_000


# T03, axboe/fio@f9fc7a27
def test_thinktime_does_not_overrun_the_runtime(result):
    doc = result(
        "[probe]\nioengine=null\nrw=read\nbs=4k\nsize=1g\ntime_based\n"
        "runtime=300ms\nthinktime=100s\nthinktime_blocks=1\n"
    )
    job = doc["jobs"][0]
    assert job["read"]["total_ios"] == 1
    assert 300 <= job["job_runtime"] <= 90000


# Pauses of 100 ms between so many I/Os: how many there are at the least, and
# far less than if there was one after each.
@pytest.mark.parametrize(
    "options, least, most",
    [
        ("number_ios=4\nthinktime=100ms", 300, None),
        ("number_ios=40\nthinktime=100ms\nthinktime_blocks=10", 300, 3000),
        ("number_ios=6\nthinktime=100ms\nthinktime_blocks=2\n"
         "thinktime_iotime=100s", 200, None),
    ],
)
def test_thinktime_pauses_after_so_many_ios(result, options, least, most):
    job = result(f"[a]\nioengine=null\nsize=100g\nrw=read\n{options}\n")["jobs"][0]
    assert least <= job["read"]["runtime"]
    assert not most or job["read"]["runtime"] < most


# Ten I/Os in 100 ms, and a pause of as long, in which others become due.
@pytest.mark.parametrize("ignore", [0, 1])
def test_rates_catch_up_with_thinktime_unless_told_not_to(result, ignore):
    document = result(
        "[a]\nioengine=null\nsize=100g\nrw=read\nnumber_ios=30\nrate_iops=100\n"
        "thinktime=100ms\nthinktime_blocks=10\n"
        f"rate_ignore_thinktime={ignore}\n"
    )
    last_is_due_at(document, 490 if ignore else 290)


def test_thinktime_iotime_pauses_by_the_clock(result):
    job = result(
        f"[a]\nrw=read\n{NULL}runtime=1\nthinktime=225ms\nthinktime_iotime=25ms\n"
    )["jobs"][0]
    assert job["read"]["total_ios"] > 100
    assert job["usr_cpu"] + job["sys_cpu"] < 40


@pytest.mark.parametrize("kind, single", [("complete", False), ("issue", True)])
def test_thinktime_blocks_can_count_either_end(result, kind, single):
    """Counting completions, the queue is filled before the first pause."""
    job = result(
        "[a]\nioengine=libaio\nfilename=/dev/zero\nsize=1g\nrw=read\n"
        "iodepth=4\ntime_based\nruntime=500ms\nthinktime=100ms\n"
        f"thinktime_blocks_type={kind}\n"
    )["jobs"][0]
    deep = 100 - job["iodepth_level"]["1"]
    assert (deep == 0) == single
    assert job["read"]["total_ios"] <= 9


def test_thinktime_spin_uses_the_cpu(result):
    job = result(
        f"[a]\nrw=read\n{NULL}runtime=1\nthinktime=100ms\nthinktime_spin=80ms\n"
    )["jobs"][0]
    # 80 %, were the machine ours.
    assert job["usr_cpu"] + job["sys_cpu"] > 3
    assert job["read"]["total_ios"] <= 10


@pytest.mark.parametrize(
    "engine", ["null", "libaio\niodepth=8\nfilename=/dev/zero"]
)
@pytest.mark.parametrize(
    "option, unit", [("rate_min=500m", 4096), ("rate_iops_min=128000", 1)]
)
def test_a_job_below_its_least_rate_fails(run, job, engine, option, unit):
    name = option.split("=", 1)[0]
    ran = run(
        "--output-format=json",
        job(
            f"[a]\nioengine={engine}\nsize=1g\nrw=read\ntime_based\n"
            f"runtime=100\nthinktime=100ms\n{option}\nrate_cycle=300\n"
        ),
    )
    assert ran.status == 1
    assert ran.err.startswith(f"t.fio:1: error: a: {name}=")
    told = re.search(r"was not met: .* a second in (\d+) ms", ran.err)
    assert told and int(told[1]) >= 300
    told = ran.job()
    assert told["error"] == 5
    assert 300 <= told["job_runtime"] <= 90000


def test_a_job_above_its_least_rate_does_not(result):
    # One I/O in half a second is enough.
    result(
        f"[a]\nrw=randrw\n{NULL}runtime=1100ms\nrate_iops=500,200\n"
        "rate_iops_min=1,1\nrate_min=4k,4k\nrate_cycle=500\n"
    )


def test_what_the_pace_is_can_be_seen_before(run, job):
    ran = run(
        "--check",
        job(
            f"[a]\nrw=read\n{NULL}rate_iops=9\nrate_iops_min=8\n"
            "thinktime=1s\nthinktime_spin=1ms\nthinktime_blocks=7\n"
            "rate_process=poisson\nrate_cycle=250\nrate_ignore_thinktime\n"
        ),
    )
    assert ran.status == 0
    for line in (
        "  thinktime: 1000000000 ns",
        "  thinktime_spin: 1000000 ns",
        "  thinktime_blocks: 7 (complete)",
        "  rate_process: poisson",
        "  rate_ignore_thinktime: rates don't catch up",
        "  rate_iops_min: 8, 8, 8 I/Os a second (read, write, trim; 0: any)",
        "  rate_cycle: 250000000 ns",
    ):
        assert line in ran.out.splitlines()


@pytest.mark.parametrize(
    "engine", ["psync", "libaio\niodepth=4"], ids=["psync", "libaio"]
)
def test_a_stall_shows_in_the_latency_from_the_intended_start(
    start, job, tmp_path, engine
):
    """350 ms without an I/O: of 2000 at the most 350 were late, and few slow."""
    name = job(
        f"[a]\nioengine={engine}\nfilename=/dev/zero\nsize=1g\nrw=read\n"
        "rate_iops=1000\nnumber_ios=2000\npercentile_list=50:90:99:100\n"
    )
    process = start(
        "--output-format=json", "--output=o", "--status-file=s",
        "--status-interval=20ms", "--eta=never", name,
    )

    def done():
        lines = (tmp_path / "s").read_text().splitlines(True)
        return sum(json.loads(l)["read"]["ios"] for l in lines if l.endswith("\n"))

    until(lambda: (tmp_path / "s").exists() and done())
    (pid,) = children(process.pid)
    os.kill(pid, signal.SIGSTOP)
    time.sleep(0.35)
    os.kill(pid, signal.SIGCONT)
    until(lambda: done() >= 700)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    document = documents((tmp_path / "o").read_text())[-1]
    read = document["jobs"][0]["read"]
    assert intended(document)["N"] == read["clat_ns"]["N"] == read["total_ios"]
    assert intended(document)["max"] >= 300e6
    assert intended(document)["percentile"]["99.000000"] >= 150e6
    assert read["clat_ns"]["percentile"]["99.000000"] < 100e6


def test_only_a_rate_has_intended_starts(run, job):
    ran = run(
        "--output-format=json,normal",
        job(
            f"[global]\nrw=randrw\n{NULL}[plain]\n"
            "[paced]\nrate_iops=,500\n[thinks]\nthinktime=1ms\n"
            "[quiet]\nrate_iops=500\ndisable_lat=1\n"
        ),
    )
    assert ran.status == 0
    document, end = json.JSONDecoder().raw_decode(ran.out, ran.out.index("{"))
    told = [list(j.get("intended_lat_ns", ())) for j in document["runner"]["jobs"]]
    assert told == [[], ["write"], [], []]
    assert ran.out[end:].count("    intended lat (") == 1
    assert ran.out[end:].count("    intended lat percentiles (") == 1
