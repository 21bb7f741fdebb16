"""rate, thinktime and what they make of a job's time."""

import json
import os
import signal
import subprocess
import time

import pytest

from conftest import RUNNER, check_document

NULL = "ioengine=null\nsize=100g\ntime_based\nruntime=2\n"


def iops(job, direction):
    """By the program's own clock, and exact where it only reports whole ms."""
    return job[direction]["total_ios"] * 1000 / job[direction]["runtime"]


@pytest.fixture
def paced(result):
    """
    paced(text, seconds): the job of a run that ended when it was to. On a busy
    machine a worker may be kept from the CPU at its end, which no pace mends.
    """

    def run_paced(text, seconds):
        for _ in range(5):
            job = result(text)["jobs"][0]
            if job["job_runtime"] <= seconds * 1005:
                break
        return job

    return run_paced


def within(value, wanted, share=0.02):
    return abs(value - wanted) <= wanted * share


# R01, axboe/fio#1290
@pytest.mark.parametrize(
    "engine", ["null", "libaio\niodepth=4\nfilename=/dev/zero"]
)
def test_rate_iops_counts_ios_of_any_size(paced, engine):
    job = paced(
        f"[probe]\nioengine={engine}\nrw=randread\nsize=1g\nbs=4k-64k\n"
        "rate_iops=200\ntime_based\nruntime=4\n",
        4,
    )
    assert within(iops(job, "read"), 200)
    assert 4096 * 2 < job["read"]["io_bytes"] / job["read"]["total_ios"] < 65536


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
def test_each_direction_has_its_rate(paced, options, wanted, kind):
    job = paced(f"[a]\nrw={kind}\n{NULL}{options}\n", 2)
    assert within(iops(job, "read"), wanted[0])
    assert within(iops(job, "write"), wanted[1])


def test_a_direction_without_a_rate_is_not_held(paced):
    job = paced(f"[a]\nrw=randrw\n{NULL}rate_iops=100,\n", 2)
    assert within(iops(job, "read"), 100)
    assert iops(job, "write") > 10000


def test_rates_in_bytes_hold_for_mixed_sizes(paced):
    job = paced(
        f"[a]\nrw=randrw\nbs=4k-64k,8k-128k\n{NULL}rate=50m,10m\n",
        2,
    )
    for direction, wanted in ("read", 50), ("write", 10):
        moved = job[direction]
        bw = moved["io_bytes"] * 1000 / moved["runtime"]
        assert within(bw, wanted * 2**20)


def test_pacing_sleeps(result):
    job = result(f"[a]\nrw=read\n{NULL}rate_iops=200\n")["jobs"][0]
    assert job["usr_cpu"] + job["sys_cpu"] < 5


def test_poisson_keeps_the_rate_and_scatters(paced):
    text = (
        "[a]\nioengine=libaio\nfilename=/dev/zero\nsize=1g\niodepth=64\n"
        "rw=read\ntime_based\nruntime=3\nrate_iops=2000\n"
    )
    job = paced(text + "rate_process=poisson\n", 3)
    # The deviation of 6000 events is 77, or 1.3 %.
    assert within(iops(job, "read"), 2000, 0.05)


# T03, axboe/fio@f9fc7a27
def test_thinktime_does_not_overrun_the_runtime(result):
    doc = result(
        "[probe]\nioengine=null\nrw=read\nbs=4k\nsize=1g\ntime_based\n"
        "runtime=2\nthinktime=5s\nthinktime_blocks=1\n"
    )
    job = doc["jobs"][0]
    assert job["read"]["total_ios"] == 1
    assert 2000 <= job["job_runtime"] <= 2100


@pytest.mark.parametrize(
    "options, least, most",
    [
        ("thinktime=100ms", 18, 20),
        ("thinktime=100ms\nthinktime_blocks=5", 90, 100),
        ("thinktime=200ms\nthinktime_blocks=2\nthinktime_iotime=300ms", 18, 20),
        ("thinktime=100ms\nthinktime_blocks=10\nrate_iops=100", 180, 200),
        ("thinktime=100ms\nthinktime_blocks=10\nrate_iops=100\n"
         "rate_ignore_thinktime=1", 90, 110),
    ],
)
def test_thinktime_pauses_after_so_many_ios(result, options, least, most):
    job = result(f"[a]\nrw=read\n{NULL}{options}\n")["jobs"][0]
    assert least <= job["read"]["total_ios"] <= most


def test_thinktime_iotime_pauses_by_the_clock(result):
    job = result(
        f"[a]\nrw=read\n{NULL}thinktime=450ms\nthinktime_iotime=50ms\n"
    )["jobs"][0]
    assert job["read"]["total_ios"] > 1000
    assert job["usr_cpu"] + job["sys_cpu"] < 30


@pytest.mark.parametrize("kind, single", [("complete", False), ("issue", True)])
def test_thinktime_blocks_can_count_either_end(result, kind, single):
    """Counting completions, the queue is filled before the first pause."""
    job = result(
        "[a]\nioengine=libaio\nfilename=/dev/zero\nsize=1g\nrw=read\n"
        "iodepth=4\ntime_based\nruntime=1\nthinktime=100ms\n"
        f"thinktime_blocks_type={kind}\n"
    )["jobs"][0]
    deep = 100 - job["iodepth_level"]["1"]
    assert (deep == 0) == single
    assert 8 <= job["read"]["total_ios"] <= 13


def test_thinktime_spin_uses_the_cpu(result):
    job = result(
        f"[a]\nrw=read\n{NULL}thinktime=100ms\nthinktime_spin=80ms\n"
    )["jobs"][0]
    # 80 %, were the machine ours.
    assert job["usr_cpu"] + job["sys_cpu"] > 10
    assert 15 <= job["read"]["total_ios"] <= 20


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
            f"runtime=20\nthinktime=100ms\n{option}\nrate_cycle=300\n"
        ),
    )
    assert ran.status == 1
    assert ran.err.startswith(f"t.fio:1: error: a: {name}=")
    assert "was not met: " in ran.err and "a second in 3" in ran.err
    told = ran.job()
    assert told["error"] == 5
    assert 300 <= told["job_runtime"] <= 1500


def test_a_job_above_its_least_rate_does_not(result):
    result(
        f"[a]\nrw=randrw\n{NULL}rate_iops=500,200\nrate_iops_min=300,100\n"
        "rate_min=1m,400k\nrate_cycle=500\n"
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


def worker_of(process):
    """The one child of the program that has no child itself, once it is there."""
    path = f"/proc/{process.pid}/task/{process.pid}/children"
    for _ in range(200):
        with open(path, encoding="ascii") as children:
            pids = children.read().split()
        if pids:
            return int(pids[0])
        time.sleep(0.01)
    raise AssertionError("no worker")


@pytest.mark.parametrize(
    "engine", ["psync", "libaio\niodepth=4"], ids=["psync", "libaio"]
)
def test_a_stall_shows_in_the_latency_from_the_intended_start(job, tmp_path, engine):
    """300 ms without an I/O: 300 of 2000 were late, and few of them slow."""
    path = job(
        f"[a]\nioengine={engine}\nfilename=/dev/zero\nsize=1g\nrw=read\n"
        "rate_iops=1000\ntime_based\nruntime=2\npercentile_list=50:90:99:100\n"
    )
    process = subprocess.Popen(
        [RUNNER, "--output-format=json", path],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    pid = worker_of(process)
    time.sleep(0.7)
    os.kill(pid, signal.SIGSTOP)
    time.sleep(0.35)
    os.kill(pid, signal.SIGCONT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    document = check_document(out)
    read = document["jobs"][0]["read"]
    intended = document["runner"]["jobs"][0]["intended_lat_ns"]["read"]
    assert intended["N"] == read["clat_ns"]["N"] == read["total_ios"]
    assert intended["max"] >= 300e6
    assert intended["percentile"]["99.000000"] >= 150e6
    assert read["clat_ns"]["percentile"]["99.000000"] < 100e6


def test_only_a_rate_has_intended_starts(run, job):
    ran = run(
        "--output-format=json,normal",
        job(
            f"[global]\nrw=randrw\n{NULL}runtime=1\n[plain]\n"
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
