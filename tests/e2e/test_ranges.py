"""num_range: trims of several ranges, each one I/O of the report."""

import re

import pytest

JOB = "[j]\nioengine=null\nrw=randtrim\nsize=256k\nbs=4k\n"


@pytest.mark.parametrize("depth", [1, 4])
@pytest.mark.parametrize("more, ios, ranges", [
    ("num_range=8\n", 8, 64),
    ("num_range=10\n", 7, 64),
    ("num_range=8\nnumber_ios=3\n", 3, 24),
    ("num_range=8\nloops=2\n", 16, 128),
    ("num_range=8\nio_submit_mode=offload\n", 8, 64),
])
def test_a_trim_is_one_io(result, depth, more, ios, ranges):
    trim = result(f"{JOB}iodepth={depth}\n{more}")["jobs"][0]["trim"]
    assert trim["total_ios"] == ios
    assert trim["io_bytes"] == ranges * 4096
    assert trim["clat_ns"]["N"] == ios


@pytest.mark.parametrize("depth", [1, 4])
def test_a_pass_trims_each_block_once(run, job, depth):
    out = run("--debug=io", job(f"{JOB}iodepth={depth}\nnum_range=5\n")).out
    lines = re.findall(r"(queue|complete): \S+ \S+ off=0x(\w+),len=0x1000,"
                       r"ddir=2", out)
    for what in ("queue", "complete"):
        at = [int(offset, 16) // 4096 for w, offset in lines if w == what]
        assert sorted(at) == list(range(64))


def test_a_log_has_a_line_for_each_trim(run, job, tmp_path):
    ran = run(job(JOB + "num_range=8\nwrite_lat_log=x\nlog_offset=1\n"))
    assert ran.status == 0
    rows = (tmp_path / "x_clat.1.log").read_text().splitlines()
    assert [int(row.split(",")[3]) for row in rows] == [8 * 4096] * 8


@pytest.mark.parametrize("engine", ["psync", "io_uring", "libaio", "sg"])
def test_other_engines_refuse(run, job, engine):
    path = job(JOB + f"num_range=2\nioengine={engine}\n")
    ran = run("--check", path)
    assert ran.status == 2
    assert ran.err.startswith(
        f"{path}:6: error: num_range: ioengine={engine} trims one range at a "
        "time; io_uring_cmd can trim several\n")


def test_nvme_commands_can_have_several(run, job):
    text = JOB + "ioengine=io_uring_cmd\nfilename=/dev/ng0n1\nnum_range=256\n"
    assert run("--parse-only", job(text)).status == 0
