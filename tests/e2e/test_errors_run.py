"""Errors of I/O: which end a job, which are ignored, and how they are told."""

import errno
import os
import subprocess

import pytest

from conftest import RUNNER, check_document, members

FULL = "[a]\nfilename=/dev/full\nrw=write\nbs=4k\nsize=64k\n"
# What a write to /dev/full fails with: the kernel has no asynchronous I/O to it.
ENGINES = [("psync", errno.ENOSPC), ("sync", errno.ENOSPC), ("libaio", errno.EINVAL)]


def errors(document):
    return [
        d["message"]
        for d in document["runner"]["diagnostics"]
        if d["severity"] == "error"
    ]


def ran_json(run, job, text):
    return run("--output-format=json", job(text))


@pytest.mark.parametrize("engine, error", ENGINES)
def test_the_first_error_ends_the_job(run, job, engine, error):
    ran = ran_json(run, job, f"{FULL}ioengine={engine}\n[b]\nioengine=null\nsize=64k\n")
    assert ran.status == 1
    a, b = ran.json["jobs"]
    assert a["error"] == error
    assert (a["write"]["total_ios"], a["write"]["io_bytes"]) == (1, 0)
    assert b["error"] == 0 and b["read"]["total_ios"] == 16
    assert "total_err" not in a
    for text in (ran.err, *errors(ran.json)):
        assert "/dev/full" in text and os.strerror(error) in text
    assert "t.fio:1: error: " in ran.err
    assert members(ran.json)["a"][0]["error"] == error
    assert members(ran.json)["b"][0]["error"] == 0


def test_each_failed_job_is_told(run, job):
    ran = ran_json(run, job, FULL + FULL.replace("[a]", "[b]\nnumjobs=2"))
    assert ran.status == 1
    assert [u["error"] for u in ran.json["jobs"]] == [28, 28, 28]
    assert "t.fio:1: error: " in ran.err and "t.fio:6: error: " in ran.err


@pytest.mark.parametrize("engine, error", ENGINES)
@pytest.mark.parametrize(
    "ignore", [",{name}", "{name},{name}", ",{error}", ",EIO:{name}"]
)
def test_errors_can_be_ignored(run, job, engine, error, ignore):
    ignore = ignore.format(name=errno.errorcode[error], error=error)
    ran = ran_json(
        run,
        job,
        f"{FULL}ioengine={engine}\ncontinue_on_error=write\nignore_error={ignore}\n",
    )
    assert (ran.status, ran.err) == (0, "")
    unit = ran.job()
    assert unit["error"] == unit["first_error"] == error
    assert unit["total_err"] == 16
    assert (unit["write"]["total_ios"], unit["write"]["io_bytes"]) == (16, 0)
    assert errors(ran.json) == []


@pytest.mark.parametrize("kind", ["", "read", "verify", "none"])
def test_errors_of_the_list_are_ignored_whatever_else_is(run, job, kind):
    option = f"continue_on_error={kind}\n" if kind else ""
    ran = ran_json(run, job, f"{FULL}{option}ignore_error=,ENOSPC\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.job()["write"]["total_ios"] == 16
    notes = [d["message"] for d in ran.json["runner"]["diagnostics"]]
    assert not any("no effect" in note for note in notes)


@pytest.mark.parametrize(
    "options",
    [
        "continue_on_error=all",  # ENOSPC is not among those that may be ignored
        "continue_on_error=write\nignore_error=ENOSPC",
        "continue_on_error=write\nignore_error=,EIO",
        "continue_on_error=write\nignore_error=ENOSPC,EIO,ENOSPC",
    ],
)
def test_other_errors_are_not(run, job, options):
    ran = ran_json(run, job, f"{FULL}{options}\n")
    assert ran.status == 1
    assert ran.job()["error"] == 28
    assert ran.job()["write"]["total_ios"] == 1


def test_ignored_errors_are_told_on_request(run, job):
    text = f"{FULL}continue_on_error=write\nignore_error=,ENOSPC\n"
    quiet = ran_json(run, job, text)
    told = ran_json(run, job, f"{text}error_dump=1\n")
    assert quiet.status == told.status == 0

    def about_full(ran):
        return [
            d
            for d in ran.json["runner"]["diagnostics"]
            if "No space left on device" in d["message"]
        ]

    assert not about_full(quiet) and about_full(told)


def test_errors_that_do_not_happen_are_no_matter(run, job):
    ran = ran_json(run, job, "[a]\nioengine=null\nsize=64k\ncontinue_on_error=all\n")
    assert ran.status == 0
    unit = ran.job()
    assert (unit["error"], unit["total_err"], unit["first_error"]) == (0, 0, 0)


@pytest.mark.parametrize("value", ["EBOGUS", "ENOSPC,", ",,,EIO", "28:", "-5"])
def test_names_of_errors_are_checked(run, job, value):
    ran = run(job(f"{FULL}ignore_error={value}\n"))
    if value == "ENOSPC,":  # nothing for writes: fine, and of no use here
        assert ran.status == 1
    else:
        assert ran.status == 2
        assert "t.fio:6: error: ignore_error: " in ran.err


def test_a_character_device_is_read(run, job):
    ran = ran_json(run, job, "[a]\nfilename=/dev/zero\nsize=64k\n")
    assert ran.status == 0, ran.err
    assert ran.job()["read"]["io_bytes"] == 65536


def test_a_failing_sync_fails_the_job(run, job):
    ran = ran_json(run, job, "[a]\nfilename=/dev/zero\nrw=write\nsize=64k\nfsync=4\n")
    # Character devices have no fsync.
    assert ran.status == 1
    assert ran.job()["error"] == 22
    assert "fsync" in ran.err


@pytest.mark.parametrize("engine, error", ENGINES)
def test_reports_of_both_formats_after_an_error(run, job, engine, error):
    ran = run("--output-format=normal,json", job(f"{FULL}ioengine={engine}\n"))
    assert ran.status == 1
    assert "\nfio: pid=" in ran.out and f", err={error}/file:t.fio:1, func=" in ran.out
    assert "\n{\n" in ran.out and "\n}\n" in ran.out
    assert f"a: (groupid=0, jobs=1): err={error} (file:t.fio:1, func=" in ran.out


def test_a_group_carries_the_first_error(run, job):
    ran = ran_json(
        run,
        job,
        f"[global]\ngroup_reporting\n[b]\nioengine=null\nsize=64k\n{FULL}",
    )
    assert ran.status == 1
    assert len(ran.json["jobs"]) == 1
    assert ran.job()["error"] == 28
    assert ran.job()["read"]["total_ios"] == 16


def test_a_stopped_run_of_many_goes_on_behind_the_wall(run, job):
    ran = ran_json(run, job, f"{FULL}[b]\nstonewall\nioengine=null\nsize=64k\n")
    assert ran.status == 1
    assert ran.json["jobs"][1]["read"]["total_ios"] == 16


def test_a_file_that_may_not_be_opened_is_told(run, job, tmp_path):
    (tmp_path / "dir").mkdir()
    ran = run(job("[a]\nfilename=dir\nsize=64k\n[b]\nfilename=t.fio/x\nsize=64k\n"))
    assert ran.status == 2
    assert ran.err.count(": error: ") == 2
    assert "t.fio:2: error: " in ran.err and "t.fio:5: error: " in ran.err


def test_a_file_that_may_not_grow_is_an_error_with_its_name(job, tmp_path):
    path = job("[a]\nfilename=f\nrw=write\nsize=1m\nfallocate=none\n")
    done = subprocess.run(
        ["prlimit", "--fsize=65536", RUNNER, "--output-format=json", path],
        cwd=tmp_path, capture_output=True, text=True, timeout=100,
    )
    assert done.returncode == 1
    assert "File too large" in done.stderr
    assert check_document(done.stdout)["jobs"][0]["error"] == errno.EFBIG
