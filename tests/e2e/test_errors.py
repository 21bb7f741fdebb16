"""What a bad job file gets: its place, a reason, and nothing done."""

import subprocess

import pytest

from conftest import RUNNER

PROBE = "[probe]\nioengine=null\nsize=64k\n"


@pytest.mark.parametrize(
    "text, message",
    [
        (
            PROBE + "iodpeth=4\n",
            "t.fio:4: error: unknown option 'iodpeth'\n"
            "t.fio:4: hint: did you mean 'iodepth'?\n",
        ),
        (PROBE + "bs=4kk\n", "t.fio:4: error: bs: '4kk' has an unknown unit\n"),
        (PROBE + "numjobs=0\n", "t.fio:4: error: numjobs: '0' is "),
        (PROBE + "bs\n", "t.fio:4: error: bs needs a value\n"),
        (
            PROBE + "ioengine=rbd\n",
            "t.fio:4: error: ioengine: 'rbd' is not " "supported: ",
        ),
        (PROBE + "include\n", "t.fio:4: error: include needs a value\n"),
        ("bs=4k\n" + PROBE, "t.fio:1: error: "),
        ("[a\n", "t.fio:1: error: "),
        (PROBE + "rw=sideways\n", "t.fio:4: error: rw: 'sideways' is not "),
        (PROBE + "size=10q\n", "t.fio:4: error: size: '10q' has an unknown " "unit\n"),
        (PROBE + "size=-1\n", "t.fio:4: error: size: '-1' is "),
        (
            PROBE + "nrfiles=1.5\n",
            "t.fio:4: error: nrfiles: '1.5' is not a " "whole number\n",
        ),
        (
            PROBE + "runtime=10x\n",
            "t.fio:4: error: runtime: '10x' has an " "unknown unit\n",
        ),
        (PROBE + "bs=8k junk\n", "t.fio:4: error: bs: '8k junk' has "),
        (PROBE + "iodepth=1e3\n", "t.fio:4: error: iodepth: '1e3' has "),
        (PROBE + "direct=maybe\n", "t.fio:4: error: direct: 'maybe' is "),
        (PROBE + "bs=\n", "t.fio:4: error: bs "),
        (PROBE + "bs=${NO_SUCH_VARIABLE}\n", "NO_SUCH_VARIABLE"),
    ],
)
def test_says_where_and_why(run, job, text, message):
    ran = run(job(text))
    assert ran.status == 2
    assert ran.out == ""
    assert message in ran.err
    assert sorted(p.name for p in ran.folder.iterdir()) == ["t.fio"]


def test_reports_every_error_of_every_file(run, job):
    a = job("[a]\nbs=4q\nrw=x\n", "a.fio")
    b = job("[b]\nnosuch=1\n", "b.fio")
    ran = run(a, b, "nowhere.fio")
    assert ran.status == 2
    assert ran.err.count(": error: ") == 4
    assert "nowhere.fio: error: " in ran.err


def test_nothing_is_made_when_one_job_of_many_is_wrong(run, job):
    ran = run(job("[good]\nsize=64k\nrw=write\n[bad]\nsize=64k\nbs=0\n"))
    assert ran.status == 2
    assert sorted(p.name for p in ran.folder.iterdir()) == ["t.fio"]


def test_errors_of_the_machine_are_all_reported_too(run, job):
    ran = run(
        job(
            "[a]\ndirectory=nowhere\nsize=64k\n"
            "[b]\nfilename=missing\n"
            "[c]\nfilename=t.fio/x\nsize=64k\n"
        )
    )
    assert ran.status == 2
    assert ran.err.count(": error: ") == 3
    assert "t.fio:2: error: directory: " in ran.err
    assert sorted(p.name for p in ran.folder.iterdir()) == ["t.fio"]


def test_messages_of_the_command_line_name_the_word(run):
    ran = run("--name=a", "--bs=4q")
    assert ran.status == 2
    assert ran.err.startswith(
        "command line: --bs=4q: error: bs: '4q' has an unknown unit\n"
    )


@pytest.mark.parametrize(
    "args, message",
    [
        (["--bogus=1"], "unknown option 'bogus'"),
        (
            [
                "--bw_a=1",
                "--name=a",
                "--iodept=4",
                "--siz=1m",
                "--ioeng=null",
                "--rat=1",
            ],
            "'rat' is the beginning of several options",
        ),
        (["--output-format=xml", "--name=a"], "'xml' is not a format"),
        (["--eta=perhaps", "--name=a"], "'perhaps' is not one of"),
        (["--max-jobs=0", "--name=a"], "max-jobs"),
        (["--client=x"], "client: is not supported"),
        (["--readonly=1"], "readonly takes no value"),
        (["--output"], "output needs a value"),
        (["--name=a", "--size=1m", "--bs"], "bs needs a value"),
        (["--name=a", "--bs", "--size=1m"], "bs needs a value"),
        ([], "no jobs"),
        (["--section=x", "--name=a", "--size=1m"], "no job has such a name"),
        (["--cmdhelp=bsz"], "'bsz' is not an option"),
        (["--enghelp=zzz"], "'zzz' is not an engine"),
        (["--enghelp=libaio,userspace_reep"], "did you mean 'userspace_reap'?"),
        (["--enghelp=psync,hipri"], "'hipri' is not an option of psync"),
        (["--set", "bs=4q", "--name=a", "--size=1m"], "bs: '4q' has an unknown unit"),
        (["--set", "=4", "--name=a"], "is not OPTION=VALUE"),
    ],
)
def test_refuses_a_bad_command_line(run, args, message):
    ran = run(*args)
    assert ran.status == 2
    assert ran.out == ""
    assert message in ran.err


def test_warnings_can_be_fatal(run, job):
    text = "[globalfoo]\nioengine=null\nsize=64k\n"
    assert run(job(text)).status == 0
    ran = run("--warnings-fatal", job(text))
    assert ran.status == 2
    assert "t.fio:1: warning: " in ran.err


def test_an_output_that_cannot_be_written_is_told_before_anything_runs(run, job):
    ran = run("--output=nowhere/out", job("[a]\nsize=64k\nrw=write\n"))
    assert ran.status == 2
    assert "nowhere/out: error: " in ran.err
    assert sorted(p.name for p in ran.folder.iterdir()) == ["t.fio"]


def test_the_report_does_not_overwrite_files_of_the_run(run, job, tmp_path):
    (tmp_path / "data").write_bytes(b"d" * 65536)
    path = job("[a]\nfilename=data\n")
    for output in (path, "data"):
        before = (tmp_path / output).read_bytes()
        ran = run(f"--output={output}", path)
        assert ran.status == 2
        assert f"{output}: error: is a file of the run" in ran.err
        assert (tmp_path / output).read_bytes() == before


def test_a_report_that_does_not_fit_is_an_error(run, job):
    ran = run("--output=/dev/full", job(PROBE))
    assert ran.status == 1
    assert "/dev/full: error: the report could not be written: No space" in ran.err


def test_help_that_cannot_be_written_is_an_error(tmp_path):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [RUNNER, "--help"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert "standard output can't be written: No space" in done.stderr


# Every option that is no flag, from the program's own list.
def test_options_that_need_a_value_say_so(run, job):
    listed = run("--cmdhelp").out
    names = [
        line.strip().split("=")[0]
        for line in listed.splitlines()
        if line.startswith("  ") and "=" in line.split()[0]
        and not line.split()[0].endswith("=0|1")
    ]
    assert len(names) > 40
    ran = run(job("".join(f"[p]\nioengine=null\nsize=64k\n{n}\n" for n in names)))
    assert ran.status == 2
    rest = [
        name
        for i, name in enumerate(names)
        if f"t.fio:{4 * i + 4}: error: {name} needs a value\n" not in ran.err
    ]
    assert len(names) - len(rest) > 40
    for name in rest:
        ran = run(job(f"[probe]\nioengine=null\nsize=64k\n{name}\n"))
        # A flag, that may need other options.
        assert ran.status == 0 or f": error: {name}: needs " in ran.err, name
