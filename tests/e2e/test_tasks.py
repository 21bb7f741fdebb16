"""Jobs that do no I/O (cpuio, exec), and e4defrag, which moves files."""

import os
import subprocess

import pytest

from conftest import until


def read_of(ran, index=0):
    return ran.job(index)["read"]


def test_cpuio_uses_its_share_in_bursts(run, job):
    ran = run("--output-format=json", job(
        "[c]\nioengine=cpuio\ncpuload=20\ncpuchunks=10ms\nruntime=1\n"))
    unit, read = ran.job(), read_of(ran)
    # A cycle of 50 ms: 20 bursts, less where others have the CPU.
    assert 1 <= read["total_ios"] <= 21
    assert read["io_bytes"] == 0 and read["clat_ns"]["N"] == read["total_ios"]
    assert read["clat_ns"]["min"] >= 10_000_000
    assert unit["usr_cpu"] + unit["sys_cpu"] <= 25
    assert 1000 <= unit["job_runtime"]


@pytest.mark.parametrize("mode", ["noop", "qsort"])
def test_cpuio_ends_with_the_last_io(run, job, mode):
    ran = run(job(
        "[cpu]\nioengine=cpuio\ncpuload=10\ncpuchunks=2000\n"
        f"cpumode={mode}\nexit_on_io_done=1\n"
        "[io]\nioengine=null\nsize=40k\nrate_iops=50\n"
        "[later]\nioengine=null\nsize=4k\nstartdelay=400ms\n"))
    assert f"cpu ({mode}): ioengine=cpuio, cpuload=10, cpucycle=20000\n" \
        in ran.out
    assert "cpu: (g=" not in ran.out and "io: (g=0)" in ran.out
    assert "later: (groupid=0" in ran.out


def test_options_of_io_mean_nothing_to_tasks(run, job):
    text = ("[global]\nrw=randwrite\nbs=8k\nsize=1g\nverify=crc64\n"
            "write_bw_log\niodepth=8\nfsync=4\n"
            "[c]\nioengine=cpuio\ncpuload=50\ncpuchunks=1ms\nruntime=50ms\n")
    ran = run(job(text))
    assert ran.status == 0
    assert [p.name for p in ran.folder.iterdir()] == ["t.fio"]
    ran = run("--check", job(text))
    assert "\n  ioengine: cpuio\n  c (noop): ioengine=cpuio, cpuload=50, " \
        "cpucycle=2000\n" in ran.out
    assert "rw:" not in ran.out and "size:" not in ran.out


def test_cpuio_has_to_know_its_load(run, job):
    path = job("[c]\nioengine=cpuio\nruntime=1\n")
    ran = run("--parse-only", path)
    assert ran.status == 2
    assert f"{path}:2: error: ioengine=cpuio: cpuload is missing" in ran.err
    ran = run("--name=c", "--ioengine=cpuio", "--cpuload=101")
    assert ran.status == 2 and "0 to 100" in ran.err


def script(ran_in, text, name="script"):
    """A script of the shell, since a job file's lines end at a semicolon."""
    (ran_in / name).write_text(text)


def when_ready(ran_in):
    """A job that ends the other one, whose script is then as far as it tells."""
    script(ran_in, "until [ -e ready ]; do sleep 0.01; done\n", "wait")
    return "[w]\nioengine=exec\nprogram=sh\nexitall\narguments=wait\n"


def test_exec_runs_a_program_and_keeps_what_it_prints(run, job, tmp_path):
    script(tmp_path, 'printf "%s %s\\n" "$1" "$2"\necho bad >&2\n')
    ran = run("--output-format=json,normal", job(
        "[e]\nioengine=exec\nprogram=sh\nruntime=50\nnumjobs=2\n"
        "arguments=script 'is  \\'%n \"%r\"\n"))
    assert "e : program=sh, arguments=script " in ran.out
    assert ": stdout=e.stdout stderr=e.stderr\n" in ran.out
    for name in ("e", "e.1"):
        assert (ran.folder / f"{name}.stdout").read_text() == "is  \\e 50\n"
        assert (ran.folder / f"{name}.stderr").read_text() == "bad\n"


def test_exec_counts_its_runs(run, job):
    ran = run("--output-format=json", job(
        "[e]\nioengine=exec\nprogram=true\nloops=3\n"))
    assert read_of(ran)["total_ios"] == 3


@pytest.mark.parametrize("program, what", [
    ("arguments=-c 'exit 3'", "sh ended with status 3"),
    ("arguments=-c 'kill -9 $$'", "sh was killed by signal 9 (Killed)"),
    ("program=/nowhere", "/nowhere can't be run: No such file or directory"),
])
def test_exec_fails_as_its_program_does(run, job, program, what):
    path = job(f"[e]\nioengine=exec\nprogram=sh\n{program}\n")
    ran = run(path)
    assert ran.status == 1
    assert ran.err == f"{path}:1: error: e: {what}\n"


def test_exec_ends_its_program_with_the_job(run, job, tmp_path):
    script(tmp_path, "trap 'echo over; exit 0' TERM\n: >ready\nsleep 60 & wait\n")
    run(job("[e]\nioengine=exec\nprogram=sh\narguments=script\n"
            + when_ready(tmp_path)))
    assert (tmp_path / "e.stdout").read_text() == "over\n"


def test_exec_ends_its_program_with_the_runtime(run, job):
    ran = run("--output-format=json", job(
        "[e]\nioengine=exec\nprogram=sleep\narguments=1000\nruntime=300ms\n"))
    assert 300 <= ran.job()["job_runtime"] < 60000


def test_exec_kills_what_does_not_end(run, job, tmp_path):
    script(tmp_path, "trap '' TERM\necho $$\n: >ready\nwhile :; do sleep 9; done\n")
    ran = run(job(
        "[e]\nioengine=exec\nprogram=sh\ngrace_time=0\narguments=script\n"
        + when_ready(tmp_path)))
    pid = int((ran.folder / "e.stdout").read_text())
    until(lambda: not os.path.exists(f"/proc/{pid}"))


@pytest.mark.parametrize("line, what", [
    ("program=sh\narguments='a", "arguments: a quote is not closed"),
    ("grace_time=1", "program is missing"),
])
def test_exec_refuses_what_it_can_not_start(run, job, line, what):
    ran = run("--parse-only", job(f"[e]\nioengine=exec\n{line}\n"))
    assert ran.status == 2 and f": error: ioengine=exec: {what}" in ran.err


DEFRAG = "[d]\nioengine=e4defrag\nfilename={file}\nsize=256k\nbs=64k\n" \
    "rw=write\ndonorname={donor}\ninplace={inplace}\n"


def type_of(folder):
    return subprocess.run(["stat", "-f", "-c", "%T", folder],
                          capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("inplace", [0, 1])
def test_e4defrag_moves_blocks_and_leaves_data(run, job, tmp_path, inplace):
    if type_of(tmp_path) != "ext2/ext3":
        pytest.skip("the folder is not on ext4")
    data = os.urandom(256 << 10)
    (tmp_path / "f").write_bytes(data)
    (tmp_path / "donor").write_text("mine")
    path = job(DEFRAG.format(file="f", donor="donor", inplace=inplace))
    ran = run("--output-format=json", path)
    assert ran.job()["write"]["total_ios"] == 4
    assert (tmp_path / "f").read_bytes() == data
    assert (tmp_path / "donor").read_text() == "mine"


@pytest.mark.skipif(type_of("/dev/shm") != "tmpfs", reason="no tmpfs here")
def test_e4defrag_needs_ext4(run, job):
    name = f"/dev/shm/defrag.{os.getpid()}"
    path = job(DEFRAG.format(file=name, donor=name + ".d", inplace=0)
               + "unlink=1\n")
    ran = run(path)
    assert ran.status == 1
    assert f"{path}:1: error: d: ioengine=e4defrag: only files on ext4" \
        in ran.err
    assert not os.path.exists(name + ".d")
    if os.path.exists(name):
        os.unlink(name)


def test_e4defrag_needs_a_donor(run, job):
    ran = run("--parse-only", job("[d]\nioengine=e4defrag\nrw=write\nsize=4k\n"))
    assert ran.status == 2 and "donorname is missing" in ran.err
