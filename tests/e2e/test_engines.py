"""Every engine does the same I/O, in its own way."""

import json
import subprocess

import pytest
from conftest import no_uring

DATA = ["psync", "pvsync", "pvsync2", "sync", "vsync", "mmap", "posixaio",
        "splice", "libaio"] + ([] if no_uring() else ["io_uring"])
FAMILY = {
    "file": ["create", "stat", "delete"],
    "dir": ["create", "stat", "delete"],
}

JOB = """[j]
ioengine={engine}
filename=f
size=512k
bs=4k
iodepth=8
randseed=7
{more}
"""


def numbers(job):
    """What a job moved: I/Os and bytes by direction, and syncs."""
    found = {
        d: (job[d]["total_ios"], job[d]["io_bytes"], job[d]["short_ios"])
        for d in ("read", "write", "trim")
    }
    return {**found, "sync": job["sync"]["total_ios"], "error": job["error"]}


def made(folder):
    return sorted(p.name for p in folder.iterdir() if p.name != "t.fio")


def reference(fio, folder, text):
    (folder / "r.fio").write_text(text)
    done = subprocess.run(
        [fio, "--output-format=json", "r.fio"], cwd=folder,
        capture_output=True, text=True, timeout=100,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    document = done.stdout[done.stdout.index("{\n"):]
    return json.loads(document)["jobs"][0]


WORK = [
    "rw=read", "rw=write", "rw=randread", "rw=randwrite",
    "rw=write\nfsync=16",
    "rw=randwrite\nfdatasync=10\nend_fsync=1", "rw=read\nsize=500k\nbs=12k",
    "rw=write\ndirect=1",
    "rw=write\nnrfiles=4\nfilename=a:b:c:d\nopenfiles=2",
    "rw=randread\niodepth=1", "rw=write\nsync=1\nsize=128k", "rw=read\nloops=2",
    "rw=write\nloops=2\nunlink_each_loop=1", "rw=write\ncreate_on_open=1",
    "rw=read\niodepth_batch=8\niodepth_batch_complete_max=3",
]


@pytest.mark.parametrize("more", WORK, ids=[w.replace("\n", ",") for w in WORK])
def test_all_engines_move_the_same(result, more):
    """One after the other, in one run."""
    jobs = result("".join(
        JOB.format(engine=engine, more=f"{more}\nstonewall") for engine in DATA
    ))["jobs"]
    assert len(jobs) == len(DATA)
    expected = numbers(jobs[0])
    assert sum(expected[d][1] for d in ("read", "write")) > 0
    for engine, job in zip(DATA, jobs):
        assert numbers(job) == expected, engine


# What is drawn depends on the job's number, too.
DRAWN = ["rw=randrw\nrwmixread=50", "rw=rw", "rw=randrw\nnrfiles=4\nfilename=a:b:c:d"]


@pytest.mark.parametrize("more", DRAWN, ids=[w.replace("\n", ",") for w in DRAWN])
def test_all_engines_do_the_same_mix(result, more):
    first, *others = (
        numbers(result(JOB.format(engine=engine, more=more))["jobs"][0])
        for engine in DATA
    )
    assert first["read"][0] and first["write"][0]
    assert others == [first] * len(others)


@pytest.mark.parametrize("engine", DATA)
def test_what_is_written_is_what_is_in_the_file(run, job, tmp_path, engine):
    (tmp_path / "f").write_bytes(b"\0" * 65536)
    ran = run(job(
        f"[w]\nioengine={engine}\nfilename=f\nsize=64k\nbs=8k\nrw=randwrite\n"
        "iodepth=4\n"
    ))
    assert ran.status == 0
    data = (tmp_path / "f").read_bytes()
    assert len(data) == 65536
    blocks = {data[i:i + 8192] for i in range(0, 65536, 8192)}
    assert len(blocks) == 8 and b"\0" * 8192 not in blocks


SAME = ["rw=read", "rw=write", "rw=randread", "rw=randwrite",
        "rw=write\ndirect=1", "rw=write\nfsync=16"]


@pytest.mark.parametrize("more", SAME, ids=[w.replace("\n", ",") for w in SAME])
@pytest.mark.parametrize("engine", ["pvsync", "pvsync2", "vsync", "mmap",
                                    "splice"])
def test_the_reference_does_the_same(fio, result, tmp_path, engine, more):
    # With a depth the reference loses count of what vsync moved.
    text = JOB.format(engine=engine, more=more + "\niodepth=1")
    ours = numbers(result(text)["jobs"][0])
    theirs = numbers(reference(fio, tmp_path, text))
    assert ours == theirs


ALLOCATE = [
    ("falloc", "rw=read"), ("falloc", "rw=write"), ("falloc", "rw=randtrim"),
    ("falloc", "rw=trim"), ("ftruncate", "rw=write"),
    ("ftruncate", "rw=randwrite"),
]


@pytest.mark.parametrize("engine, more", ALLOCATE)
def test_space_is_allocated_as_in_the_reference(
    fio, result, tmp_path, engine, more
):
    text = JOB.format(engine=engine, more=more)
    ours = numbers(result(text)["jobs"][0])
    mine = (tmp_path / "f").stat()
    (tmp_path / "f").unlink()
    theirs = numbers(reference(fio, tmp_path, text))
    assert ours == theirs
    if "rand" not in more:
        there = (tmp_path / "f").stat()
        assert mine.st_size == there.st_size
        assert (mine.st_blocks == 0) == (there.st_blocks == 0)


def test_a_trim_of_falloc_empties_the_file(result, tmp_path):
    (tmp_path / "f").write_bytes(b"x" * 524288)
    result(JOB.format(engine="falloc", more="rw=randtrim"))
    assert (tmp_path / "f").read_bytes() == b"\0" * 524288


def test_allocating_leaves_what_is_there(result, tmp_path):
    (tmp_path / "f").write_bytes(b"x" * 524288)
    for rw in ("read", "write"):
        result(JOB.format(engine="falloc", more=f"rw={rw}"))
        assert (tmp_path / "f").read_bytes() == b"x" * 524288


ENTRIES = """[j]
ioengine={engine}
nrfiles=20
filesize=4k
filename_format=e$filenum
{more}
"""


@pytest.mark.parametrize("kind", FAMILY)
def test_entries_are_made_seen_and_removed(result, tmp_path, kind):
    names = sorted(f"e{i}" for i in range(20))
    for what, left in (("create", names), ("stat", names), ("delete", [])):
        job = result(ENTRIES.format(engine=kind + what, more=""))["jobs"][0]
        assert numbers(job)["read"] == (20, 81920, 0)
        assert job["read"]["clat_ns"]["N"] == 20
        assert job["read"]["lat_ns"]["N"] == 0
        assert made(tmp_path) == left
        assert all((tmp_path / n).is_dir() == (kind == "dir") for n in left)


@pytest.mark.parametrize("engine", ["filestat", "filedelete", "dirstat",
                                    "dirdelete"])
def test_entries_that_are_missing_are_laid_out(result, tmp_path, engine):
    job = result(ENTRIES.format(engine=engine, more="unlink=1"))["jobs"][0]
    assert numbers(job)["read"] == (20, 81920, 0)
    assert made(tmp_path) == []


@pytest.mark.parametrize("more", ["", "rw=write", "rw=randrw", "nrfiles=1",
                                  "openfiles=1", "number_ios=7", "unlink=1"])
@pytest.mark.parametrize("engine", ["filecreate", "filestat", "filedelete"])
def test_the_reference_does_the_same_to_files(
    fio, result, tmp_path, engine, more
):
    text = ENTRIES.format(engine=engine, more=more)
    ours = numbers(result(text)["jobs"][0])
    left = made(tmp_path)
    for name in left:
        (tmp_path / name).unlink()
    theirs = numbers(reference(fio, tmp_path, text))
    if more == "rw=randrw":
        ours, theirs = ([sum(x[d][i] for d in ("read", "write"))
                         for i in (0, 1)] for x in (ours, theirs))
    assert ours == theirs
    assert left == [n for n in made(tmp_path) if n != "r.fio"]


def test_a_rate_holds_for_entries(result):
    job = result(
        ENTRIES.format(engine="filestat", more="time_based\nruntime=500ms\nrate_iops=100")
    )["jobs"][0]
    # Never more than there is time for.
    assert 20 <= job["read"]["total_ios"] <= job["job_runtime"] / 10 + 1
    assert 500 <= job["job_runtime"] < 60000


@pytest.mark.parametrize("kind", FAMILY)
def test_jobs_in_a_row_make_and_remove(result, tmp_path, kind):
    text = "[global]\nnrfiles=5\nfilename_format=x$filenum\nstonewall\n"
    for what in FAMILY[kind]:
        text += f"[{what}]\nioengine={kind}{what}\n"
    document = result(text)
    assert [j["read"]["total_ios"] for j in document["jobs"]] == [5, 5, 5]
    assert made(tmp_path) == []


@pytest.mark.parametrize("kind", ["stat", "lstat", "statx"])
def test_stat_type_is_shown(result, kind):
    document = result(ENTRIES.format(engine="filestat", more=f"stat_type={kind}"))
    options = document["runner"]["jobs"][0]["effective_options"]
    assert options["stat_type"] == kind


def test_direct_with_mmap_is_told(result):
    document = result(JOB.format(engine="mmap", more="rw=write\ndirect=1\nbs=1000"))
    assert any(
        d["message"].startswith("direct: ioengine=mmap works through the page cache")
        for d in document["runner"]["diagnostics"]
    )


@pytest.mark.parametrize("more, calls", [
    ("rw=read", "8"), ("rw=write", "8"), ("rw=read\niodepth=1", "4"),
    ("rw=read:4k\nio_size=256k", "4"),
])
def test_neighbours_share_a_call(result, more, calls):
    """vsync: up to eight I/Os a call, one where they aren't neighbours."""
    job = result(JOB.format(engine="vsync", more=more))["jobs"][0]
    assert {k for k, v in job["iodepth_submit"].items() if v} == {calls}
    way = job["write" if "write" in more else "read"]
    assert "N" not in way["slat_ns"] or way["slat_ns"]["N"] == 0


def test_flags_that_the_kernel_refuses_are_refused_before_the_start(run, job):
    ran = run(job(JOB.format(engine="pvsync2", more="rw=write\nfilename=f")),
              "--set", "atomic=1")
    if ran.status == 0:
        pytest.skip("this device writes atomically")
    assert ran.status == 1
    assert "atomic=1: " in ran.err
    assert "can't write atomically" in ran.err or "bytes that this" in ran.err


@pytest.mark.parametrize("more", [
    "cmdprio_percentage=50\ncmdprio_class=2\ncmdprio=3",
    "cmdprio_bssplit=4k/20/2/1:4k/30/3/0", "nowait=0",
])
@pytest.mark.parametrize("engine", [e for e in DATA if e in ("libaio", "io_uring")])
def test_ios_take_priorities(result, engine, more):
    job = result(JOB.format(engine=engine, more="rw=randrw\n" + more))["jobs"][0]
    assert job["read"]["total_ios"] + job["write"]["total_ios"] == 128


def test_an_option_of_several_engines_is_one_on_the_command_line(run):
    ran = run("--name=j", "--ioengine=pvsync2", "--filename=/dev/zero",
              "--rw=read", "--size=8k", "--nowait=0", "--hipri=0")
    assert ran.status == 0, ran.err


@pytest.mark.parametrize("more, place, message", [
    ("ioengine=libaio\ncmdprio_percentage=1\ncmdprio_bssplit=4k/1", 2,
     "ioengine=libaio: cmdprio_percentage and cmdprio_bssplit exclude"),
    ("ioengine=libaio\ncmdprio_bssplit=4k/20/9/3", 3, "cmdprio_bssplit: '4k/20/9/3'"),
    ("ioengine=ftruncate\nrw=read", 3, "rw: 'read' has reads"),
    ("ioengine=psync\natomic=1", 3, "atomic: ioengine=psync can't write"),
    ("ioengine=filedelete\nloops=2", 3, "ioengine=filedelete can do"),
    ("ioengine=filecreate\nrw=write\nfsync=1", 4, "ioengine=filecreate opens"),
    ("ioengine=filecreate\nfilename=no/x", 3, "no/x can't be made"),
    ("ioengine=pvsync2\nhipri_percentage=101", 3, "hipri_percentage"),
    ("ioengine=filestat\nstat_type=fstat", 3, "stat_type"),
])
def test_mistakes_are_refused_with_their_place(run, job, tmp_path, more, place,
                                               message):
    ran = run(job(f"[j]\n{more}\nsize=64k\n"))
    assert ran.status == 2
    assert ran.err.startswith(f"t.fio:{place}: error: {message}"), ran.err
    assert made(tmp_path) == []


def test_engines_are_listed_with_their_options(run):
    listed = run("--enghelp").out.split("\n\t")[1:]
    for engine in DATA + ["falloc", "ftruncate"] + [
        kind + what for kind in FAMILY for what in FAMILY[kind]
    ]:
        assert engine in [name.strip() for name in listed]
        assert run(f"--enghelp={engine}").out.startswith(f"{engine}: ")
    for option in ("hipri", "hipri_percentage", "nowait", "uncached"):
        assert option in run("--enghelp=pvsync2").out


def test_of_a_list_the_first_that_works_is_used(run, job):
    text = JOB.format(engine="io_uring, libaio,psync", more="rw=read\nfixedbufs=0")
    ran = run("--output-format=json", job(text))
    assert ran.status == 0
    used = "libaio" if no_uring() else "io_uring"
    document = ran.json
    options = document["runner"]["jobs"][0]["effective_options"]
    assert options["ioengine"] == used
    given = document["jobs"][0]["job options"]["ioengine"]
    assert given == "io_uring, libaio,psync"
    notes = [d["message"] for d in document["runner"]["diagnostics"]]
    passed = [n for n in notes if n.startswith("ioengine: 'io_uring' can't be")]
    assert len(passed) == (1 if no_uring() else 0)
    assert f"ioengine={used}, iodepth=8" in run("t.fio").out


@pytest.mark.parametrize("engine, says", [
    ("sg", "takes no SCSI commands"),
    ("io_uring_cmd", "is no NVMe character device"),
])
def test_commands_need_their_devices(run, job, engine, says):
    if engine != "sg" and no_uring():
        pytest.skip(no_uring())
    ran = run(job(f"[j]\nioengine={engine}\nfilename=/dev/zero\nsize=64k\nrw=read\n"))
    assert ran.status == 1
    assert says in ran.err


@pytest.mark.parametrize("engines, message", [
    ("libaio,nosuch", "ioengine: 'nosuch' is not an engine"),
    ("nosuch,libaio", "ioengine: 'nosuch' is not an engine"),
    ("nbd,rados", "ioengine: none of them can be used here\n"
     "t.fio:2: hint: nbd: it needs"),
])
def test_lists_without_an_engine_are_refused(run, job, engines, message):
    ran = run(job(JOB.format(engine=engines, more="rw=read")))
    assert ran.status == 2
    assert ran.err.startswith(f"t.fio:2: error: {message}")


@pytest.mark.parametrize("engine", ["falloc", "filedelete", "dirdelete"])
def test_readonly_refuses_what_changes_files(run, job, tmp_path, engine):
    (tmp_path / "f").write_bytes(b"x" * 65536)
    ran = run("--readonly", job(f"[j]\nioengine={engine}\nrw=read\nfilename=f\n"))
    assert ran.status == 2
    assert f"ioengine: {engine} changes its files" in ran.err
    assert (tmp_path / "f").read_bytes() == b"x" * 65536
