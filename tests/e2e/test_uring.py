"""ioengine=io_uring does what the other engines do, in all of its ways."""

import os

import pytest
from conftest import RUNNER, no_uring

ENGINES = ["psync", "libaio", "io_uring"]

WRITES = """[j]
ioengine={engine}
filename=f
size=1m
io_size=256k
rw={rw}
bs=4k
iodepth={depth}
randseed=11
{more}
"""


def blocks(path, size=4096):
    """The places of a file that aren't zero."""
    data = path.read_bytes()
    return [i for i in range(0, len(data), size) if data[i:i + size].strip(b"\0")]


@pytest.mark.parametrize("depth, more", [
    (1, ""), (16, "norandommap=1"), (16, "direct=1\nbs=4k-16k"), (16, "fsync=7"),
])
def test_the_same_places_are_written(uring, result, tmp_path, more, depth):
    seen = []
    for engine in ENGINES:
        (tmp_path / "f").write_bytes(b"\0" * (1 << 20))
        job = result(WRITES.format(engine=engine, rw="randwrite", depth=depth,
                                   more=more))["jobs"][0]
        seen.append((blocks(tmp_path / "f"), job["write"]["total_ios"],
                     job["write"]["io_bytes"], job["sync"]["total_ios"]))
    assert 30 < len(seen[0][0]) < 200
    assert seen[1] == seen[0] and seen[2] == seen[0]


def test_the_same_bytes_are_written(uring, result, tmp_path):
    seen = []
    for engine in ENGINES:
        result(WRITES.format(engine=engine, rw="randwrite", depth=1, more=""))
        seen.append((tmp_path / "f").read_bytes())
        (tmp_path / "f").unlink()
    assert seen[1] == seen[0] and seen[2] == seen[0]


def test_the_same_places_are_trimmed(uring, result, tmp_path):
    seen = []
    for engine in ENGINES:
        (tmp_path / "f").write_bytes(b"x" * (1 << 20))
        job = result(WRITES.format(engine=engine, rw="randtrim", depth=16,
                                   more=""))["jobs"][0]
        assert job["trim"]["total_ios"] == 64
        seen.append(blocks(tmp_path / "f"))
    assert len(seen[0]) == 192
    assert seen[1] == seen[0] and seen[2] == seen[0]


WAYS = [
    "fixedbufs=1\nregisterfiles=1\ndirect=1", "fixedbufs=0\nregisterfiles=0",
    "nonvectored=0", "nonvectored=1\nfixedbufs=0\nforce_async=3",
    "sqthread_poll=1", "registerfiles=1\nopenfiles=2", "openfiles=2\nfsync=3",
    "registerfiles=1\nunlink_each_loop=1\nloops=3\nrw=randwrite",
    "rw=randwrite\nsync_file_range=write:4",
    "iodepth_batch=8\niodepth_batch_complete_max=16",
]

MANY = """[j]
ioengine={engine}
filename=a:b:c:d:e
filesize=64k
rw=randrw
rwmixread=30
iodepth=8
randseed=3
{more}
"""


@pytest.mark.parametrize("more", WAYS, ids=[w.replace("\n", ",") for w in WAYS])
def test_all_ways_move_the_same(uring, result, more):
    found = []
    plain = "\n".join(
        line for line in more.split("\n")
        if line.split("=")[0] not in ("fixedbufs", "registerfiles",
                                      "nonvectored", "force_async",
                                      "sqthread_poll")
    )
    for engine, options in (("libaio", plain), ("io_uring", more)):
        job = result(MANY.format(engine=engine, more=options))["jobs"][0]
        found.append([
            (job[d]["total_ios"], job[d]["io_bytes"], job[d]["short_ios"])
            for d in ("read", "write")
        ] + [job["sync"]["total_ios"], job["error"]])
    assert found[0] == found[1]
    assert found[0][1][0] > 30


def test_a_file_that_ends_early_is_told(uring, run, job, tmp_path):
    (tmp_path / "f").write_bytes(b"x" * 8192)
    ran = run(job("[j]\nioengine=io_uring\nfilename=f\nrw=read\nsize=16k\n"
                  "allow_file_create=0\n"))
    assert ran.status != 0 and "f" in ran.err


def test_memory_that_cant_be_pinned_matters_only_if_asked_for(
    uring, run, job, tmp_path
):
    if os.geteuid() == 0:
        pytest.skip("root may pin all memory")
    text = ("[j]\nioengine=io_uring\nfilename=/dev/zero\nrw=read\nsize=1m\n"
            "bs=64k\niodepth=8\n")
    limited = ["-c", 'ulimit -l 256; exec "$0" "$@"', RUNNER]
    assert run(*limited, job(text), program="sh").status == 0
    ran = run(*limited, job(text + "fixedbufs=1\n"), program="sh")
    assert ran.status == 1
    assert "fixedbufs=1: 524288 bytes are more than" in ran.err


@pytest.mark.parametrize("more, message", [
    ("hipri=1", "hipri=1 is not possible"),
    ("iodepth=40000", "iodepth=40000: io_uring takes 32768 at most"),
])
def test_what_cant_be_is_refused_with_a_reason(uring, run, job, more, message):
    ran = run(job(f"[j]\nioengine=io_uring\nfilename=f\nrw=read\nsize=64k\n"
                  f"{more}\n"))
    assert ran.status == 1
    assert message in ran.err


def test_without_its_library_the_program_says_so(run, job):
    """What stands in the way is named, whatever it is."""
    if not no_uring():
        pytest.skip("io_uring works here")
    ran = run(job("[j]\nioengine=io_uring\nfilename=f\nrw=read\nsize=64k\n"))
    assert ran.status == 2
    assert ran.err.startswith("t.fio:2: error: ioengine: 'io_uring' can't be")
    assert any(cause in ran.err for cause in (
        "built without liburing", "kernel.io_uring_disabled", "seccomp",
        "this kernel has no io_uring", "ulimit -l",
    ))
