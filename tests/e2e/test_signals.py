"""Signals and deaths: what was done is told, and nobody is left behind."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import (
    RUNNER, SANITIZED, awaits, check_document, children, members, until,
)

# A worker that goes on for an hour if nobody stops it.
LONG = "ioengine=null\nrw=read\nbs=4k\nsize=1g\nrate_iops=100\ntime_based\nruntime=1h\n"
JSON = "--output-format=json"


def workers(process, count):
    """The pids of `count` workers, once they are all there."""

    def all_there():
        found = children(process.pid)
        return found if len(found) == count else None

    return until(all_there)


def running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][1] != "Z"
    except OSError:
        return False


def finish(process):
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def settle():
    """Time for workers to get from their start into the loop, as most do."""
    time.sleep(0.1)


# Sanitizers make an exit of a segmentation fault.
DEADLY = [signal.SIGKILL, signal.SIGABRT] + [signal.SIGSEGV] * (not SANITIZED)


@pytest.mark.parametrize("number", DEADLY)
def test_a_worker_that_dies_is_told_by_name(start, job, number):
    work = "ioengine=null\nsize=1m\nrate_iops=20\nnumber_ios=50\n"
    process = start(JSON, job(f"[one]\n{work}[two]\n{work}"))
    pid = workers(process, 2)[0]
    os.kill(pid, number)
    status, out, err = finish(process)
    assert status == 1
    document = check_document(out)
    pids = {name: copies[0]["pid"] for name, copies in members(document).items()}
    victim, other = ("one", "two") if pids["one"] == pid else ("two", "one")
    assert pids[victim] == pid
    units = {unit["jobname"]: unit for unit in document["jobs"]}
    assert units[other]["read"]["total_ios"] == 50
    assert units[other]["error"] == 0
    assert units[victim]["error"] == 4
    told = [line for line in err.splitlines() if victim in line]
    assert told and f"signal {number:d} (" in told[0]
    errors = [
        d["message"]
        for d in document["runner"]["diagnostics"]
        if d["severity"] == "error"
    ]
    assert any(victim in e and f"signal {number:d} (" in e for e in errors)


def test_what_a_killed_worker_had_done_is_in_the_report(start, job):
    process = start(job(f"[victim]\n{LONG}"))
    pid = workers(process, 1)[0]
    settle()
    os.kill(pid, signal.SIGKILL)
    status, out, err = finish(process)
    assert status == 1 and "victim" in err
    assert f"fio: pid={pid}, got signal=9\n" in out
    assert "\nRun status group 0 (all jobs):\n" in out


@pytest.mark.parametrize(
    "number, status",
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize(
    "text",
    [
        f"[a]\n{LONG}ramp_time=1h\n",
        f"[a]\nstartdelay=1h\n{LONG}[b]\n{LONG}",
        f"[a]\n{LONG}[b]\nstonewall\n{LONG}",
        f"[a]\n{LONG}thinktime=100s\n",
        f"[a]\n{LONG}numjobs=4\ngroup_reporting\n",
    ],
    ids=["ramp", "startdelay", "stonewall", "thinktime", "group"],
)
def test_an_interrupted_run_has_a_report(start, job, text, number, status):
    process = start(JSON, job(text))
    until(lambda: children(process.pid))
    settle()
    process.send_signal(number)
    code, out, _ = finish(process)
    assert code == status
    document = check_document(out)
    assert document["runner"]["interrupted"] == number.name
    assert document["jobs"][0]["jobname"] in ("a", "b")


def test_a_delay_before_everything_is_interrupted(start, job):
    process = start(JSON, job(f"[a]\nstartdelay=1h\n{LONG}"))
    until(lambda: awaits(process, signal.SIGINT))
    settle()
    process.send_signal(signal.SIGINT)
    code, out, _ = finish(process)
    assert code == 130
    assert check_document(out)["runner"]["interrupted"] == "SIGINT"


@pytest.mark.parametrize("serialize", [0, 1])
def test_a_layout_is_interrupted(start, job, tmp_path, serialize):
    process = start(
        JSON, job(f"[a]\nsize=2g\nnrfiles=2\ncreate_serialize={serialize}\n")
    )
    until(lambda: list(tmp_path.glob("a.*")))
    process.send_signal(signal.SIGINT)
    code, out, _ = finish(process)
    assert code == 130
    document = check_document(out)
    assert document["runner"]["interrupted"] == "SIGINT"
    for unit in document["jobs"]:
        assert unit["read"]["total_ios"] == 0
    assert not list(tmp_path.glob("a.*")), "nothing is left half made"


def test_real_files_are_drained_and_kept(start, job, tmp_path):
    process = start(
        JSON,
        job(
            "[a]\nioengine=libaio\ndirect=1\niodepth=16\nrw=randrw\n"
            "size=16m\ntime_based\nruntime=1h\nwrite_iops_log=x\nlog_avg_msec=20\n"
        ),
    )
    log = tmp_path / "x_iops.1.log"
    until(lambda: log.exists() and log.stat().st_size)
    process.send_signal(signal.SIGINT)
    code, out, err = finish(process)
    assert code == 130
    unit = check_document(out)["jobs"][0]
    assert unit["error"] == 0
    for way in ("read", "write"):
        assert unit[way]["io_bytes"] == 4096 * unit[way]["total_ios"]
    assert (tmp_path / "a.0.0").stat().st_size == 16 << 20


def test_the_text_report_of_an_interrupted_run(start, job, tmp_path):
    path = tmp_path / "f"
    process = start(
        job("[a]\nfilename=f\nrw=write\nsize=1g\nrate_iops=100\nfallocate=none\n")
    )
    until(lambda: path.exists() and path.stat().st_size > 8192)
    process.send_signal(signal.SIGINT)
    code, out, _ = finish(process)
    assert code == 130
    for line in ("a: (groupid=0, jobs=1): err= 0", "  write: IOPS=", "  WRITE: bw="):
        assert f"\n{line}" in out


def test_a_second_interrupt_kills(start, job):
    process = start(job(f"[a]\n{LONG}"))
    pid = workers(process, 1)[0]
    settle()
    # A worker that is stopped cannot end by itself.
    os.kill(pid, signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    settle()
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    finish(process)
    assert process.returncode in (130, -signal.SIGINT)
    until(lambda: not running(pid))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_the_run(start, job, number):
    process = start(job(f"[a]\n{LONG}numjobs=4\n"))
    pids = workers(process, 4)
    process.send_signal(number)
    finish(process)
    until(lambda: not any(map(running, pids)))


def test_a_layout_does_not_outlive_the_run(start, job, tmp_path):
    process = start(job("[a]\nsize=2g\n"))
    until(lambda: list(tmp_path.glob("a.*")))
    pids = children(process.pid)
    process.kill()
    finish(process)
    until(lambda: not any(map(running, pids)))
    # In which case a part of the file stays.
    (tmp_path / "a.0.0").unlink(missing_ok=True)


@pytest.mark.parametrize("number", [signal.SIGCHLD, signal.SIGWINCH, signal.SIGCONT])
def test_other_signals_do_not_matter(start, job, number):
    process = start(JSON, job(f"[a]\n{LONG}"))
    workers(process, 1)
    process.send_signal(number)
    settle()
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    code, out, _ = finish(process)
    assert code == 143
    assert check_document(out)["runner"]["interrupted"] == "SIGTERM"


def test_a_reader_that_goes_away_ends_the_run(start, job):
    process = start(job(f"[a]\n{LONG}"), "--eta=always")
    pids = workers(process, 1)
    process.stdout.close()
    # As any program whose pipe nobody reads, by SIGPIPE or with an error.
    assert process.wait(timeout=60) in (1, -signal.SIGPIPE)
    until(lambda: not any(map(running, pids)))


def test_a_shell_that_ignores_its_children_hangs_nothing(job, tmp_path):
    path = job("[a]\nioengine=null\nsize=4k\n")
    done = subprocess.run(
        ["sh", "-c", f"trap '' CHLD; exec {RUNNER} {path}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_signal_while_workers_are_set_up_fails_none(start, job):
    process = start(
        "--output-format=json",
        job(
            "[a]\nioengine=null\nsize=1g\nnumjobs=20\ntime_based\nruntime=30\n"
        ),
    )
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    if process.returncode == -signal.SIGINT:
        return  # it came before the program was ready for it
    assert (process.returncode, "killed" in err) == (130, False)
    assert all(j["error"] == 0 for j in check_document(out)["jobs"])
