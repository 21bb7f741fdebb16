"""Logs of I/Os: write_iolog and read_iolog."""

import os
import subprocess
import threading
from collections import Counter

import pytest

V2 = "fio version 2 iolog\n"
V3 = "fio version 3 iolog\n"


def actions(folder, name):
    """The lines of a log of version 3 without their times: (file, action, ...)."""
    text = (folder / name).read_text()
    assert text.startswith(V3)
    return [line.split()[1:] for line in text.splitlines() if line + "\n" != V3]


def ios(folder, name):
    return [line for line in actions(folder, name) if len(line) == 4]


def times(folder, name):
    return [int(line.split()[0]) for line in (folder / name).read_text().splitlines()[1:]]


def moved(document, index=0):
    """Bytes and I/Os of each direction of a job."""
    job = document["jobs"][index]
    return {way: (job[way]["io_bytes"], job[way]["total_ios"]) for way in ("read", "write", "trim")}


MIXED = (
    "[j]\nrw=randrw\nbs=1k-8k\nbs_unaligned\nsize=256k\nnrfiles=3\nfdatasync=5\n"
    "ioengine={engine}\niodepth={depth}\nwrite_iolog=first\n"
)


@pytest.mark.parametrize("engine, depth", [("psync", 1), ("libaio", 8), ("null", 4)])
@pytest.mark.parametrize("options", ["", "read_iolog_chunked=1\nreplay_no_stall=1\n"])
def test_a_replay_does_the_same_and_logs_the_same(result, tmp_path, engine, depth, options):
    first = result(MIXED.format(engine=engine, depth=depth))
    again = result(
        f"[j]\nioengine={engine}\niodepth={depth}\nread_iolog=first\n"
        f"write_iolog=second\n{options}"
    )
    assert moved(again) == moved(first)
    assert first["jobs"][0]["sync"]["total_ios"] == again["jobs"][0]["sync"]["total_ios"] > 0
    assert ios(tmp_path, "second") == ios(tmp_path, "first")
    counts = Counter(line[1] for line in ios(tmp_path, "first"))
    assert counts["read"] == first["jobs"][0]["read"]["total_ios"]
    assert counts["write"] == first["jobs"][0]["write"]["total_ios"]
    assert sum(int(line[3]) for line in ios(tmp_path, "first")) == sum(
        moved(first)[way][0] for way in ("read", "write")
    )
    for name in ("first", "second"):
        assert times(tmp_path, name) == sorted(times(tmp_path, name))
        files = {f"j.0.{i}" for i in range(3)}
        for action in ("add", "open", "close"):
            assert {a[0] for a in actions(tmp_path, name) if a[1] == action} == files


def test_reads_and_trims_of_several_passes_are_logged(result, tmp_path):
    result("[a]\nioengine=null\nrw=trimwrite\nbs=4k\nsize=8k\nloops=2\nwrite_iolog=l\n")
    assert [(a[1], int(a[2])) for a in ios(tmp_path, "l")] == 2 * [
        ("trim", 0), ("write", 0), ("trim", 4096), ("write", 4096),
    ]


def test_logs_are_added_to_and_jobs_that_share_one_stay_apart(result, tmp_path):
    job = "[a]\nioengine=null\nrw=write\nbs=4k\nsize=64k\nnumjobs=3\nwrite_iolog=l\n"
    result(job)
    result(job)
    lines = (tmp_path / "l").read_text().splitlines()
    parts = "\n".join(lines).split(V3)[1:]
    assert len(parts) == 6
    for part in parts:
        assert len({line.split()[1] for line in part.splitlines()}) == 1
        assert len(part.splitlines()) == 16 + 3
    document = result("[r]\nioengine=null\nread_iolog=l\n")
    assert moved(document)["write"] == (6 * 65536, 6 * 16)


def test_jobs_share_a_log_whatever_they_call_it(result, tmp_path):
    # More than fits into one write, so that the two would be mixed up.
    job = "ioengine=null\nrw=read\nbs=4k\nsize=64m\n"
    result(f"[a]\n{job}write_iolog=l\n[b]\n{job}write_iolog=./l\n")
    parts = "\n".join((tmp_path / "l").read_text().splitlines()).split(V3)[1:]
    assert [len(part.splitlines()) for part in parts] == [16384 + 3] * 2


def test_the_reference_replays_what_is_written_here(result, tmp_path, fio):
    result("[j]\nrw=randwrite\nbs=4k\nsize=64k\nnrfiles=2\nfsync=4\nwrite_iolog=l\n")
    out = subprocess.run(
        [fio, "--name=r", "--read_iolog=l", "--output-format=terse"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )
    assert out.returncode == 0, out.stderr
    fields = out.stdout.split(";")
    assert int(fields[4]) == 0 and int(fields[46]) == 64


def test_what_the_reference_writes_is_replayed(result, tmp_path, fio):
    subprocess.run(
        [fio, "--name=j", "--rw=randrw", "--bs=4k", "--size=64k", "--nrfiles=2",
         "--fsync=3", "--write_iolog=l", "--output=/dev/null"],
        cwd=tmp_path, check=True, timeout=60,
    )
    counts = Counter(a[1] for a in ios(tmp_path, "l"))
    document = result("[r]\nread_iolog=l\nwrite_iolog=m\n")
    assert document["jobs"][0]["read"]["total_ios"] == counts["read"]
    assert document["jobs"][0]["write"]["total_ios"] == counts["write"]
    assert [a[:3] for a in ios(tmp_path, "m") if "sync" not in a[1]] == [
        a[:3] for a in ios(tmp_path, "l") if "sync" not in a[1]
    ]


WAITS = V2 + (
    "f add\nf open\nf write 0 4096\nf wait 20000 0\nf write 4096 4096\n"
    "f wait 99 0\nf wait 80000 0\nf read 0 4096\nf close\n"
)
STAMPS = V3 + (
    "7000 f add\n7000 f open\n7000 f write 0 4096\n27000 f write 4096 4096\n"
    "107000 f read 0 4096\n107001 f close\n"
)


# The times are those of the log that the replay writes: never early, and each by
# itself, whatever one before it took.
@pytest.mark.parametrize("text", [WAITS, STAMPS])
@pytest.mark.parametrize("scale, factor", [(100, 1), (200, 0.5), (50, 2)])
def test_replays_keep_time(result, tmp_path, text, scale, factor):
    (tmp_path / "l").write_text(text)
    document = result(
        f"[r]\nioengine=null\nread_iolog=l\nwrite_iolog=out\nreplay_time_scale={scale}\n"
    )
    at = [t for t, a in zip(times(tmp_path, "out"), actions(tmp_path, "out")) if len(a) == 4]
    assert len(at) == 3
    for real, wanted in zip(at, (0, 20000 * factor, 100000 * factor)):
        assert wanted - 1 <= real
    assert document["jobs"][0]["job_runtime"] >= 100 * factor


def test_times_that_go_back_are_told(run, tmp_path):
    lines = "0 f add\n0 f open\n20 f read 0 4096\n{} f read 4096 4096\n5 f close\n"
    (tmp_path / "l").write_text(V3 + lines.format(10))
    (tmp_path / "again").write_text(2 * (V3 + lines.format(30)))
    ran = run("--check", "--name=r", "--read_iolog=l")
    assert ran.status == 0
    assert "\nl:5: note: the I/O has a time before " in ran.out
    assert "  read_iolog: l" in ran.out.splitlines()
    ran = run("--check", "--name=r", "--read_iolog=again")
    assert ran.status == 0 and "note: " not in ran.out


def test_without_stalls_nothing_waits(result, tmp_path):
    text = V3 + "0 f add\n0 f open\n0 f write 0 4096\n3600000000 f write 0 4096\n"
    (tmp_path / "l").write_text(text)
    document = result("[r]\nioengine=null\nread_iolog=l\nreplay_no_stall=1\n")
    assert moved(document)["write"] == (8192, 2)


def test_runtime_ends_a_replay_that_waits(result, tmp_path):
    text = V3 + "0 f add\n0 f open\n0 f write 0 4096\n3600000000 f write 0 4096\n"
    (tmp_path / "l").write_text(text)
    document = result("[r]\nioengine=null\nread_iolog=l\nruntime=200ms\n")
    assert moved(document)["write"] == (4096, 1)


LOG = V3 + (
    "0 a add\n0 b add\n0 a open\n0 b open\n0 a write 0 4096\n0 b write 4096 4096\n"
    "0 a read 0 4096\n0 b trim 4096 4096\n0 a sync 0 0\n0 a write 16384 4096\n"
)


@pytest.mark.parametrize("options, lines", [
    ("", "a write 0,b write 4096,a read 0,b trim 4096,a sync 0,a write 16384"),
    ("replay_redirect=c\n",
     "c write 0,c write 4096,c read 0,c trim 4096,c sync 0,c write 16384"),
    ("replay_scale=3\n", "a write 0,b write 1365,a read 0,b trim 1365,a sync 0,a write 5461"),
    ("replay_scale=3\nreplay_align=512\n",
     "a write 0,b write 1024,a read 0,b trim 1024,a sync 0,a write 5120"),
    ("replay_skip=write,sync\n", "a read 0,b trim 4096"),
    ("replay_skip=read,trim\n", "a write 0,b write 4096,a sync 0,a write 16384"),
    ("number_ios=3\n", "a write 0,b write 4096,a read 0"),
    ("io_size=8k\n", "a write 0,b write 4096"),
    ("loops=2\nreplay_skip=write,trim,sync\n", "a read 0,a read 0"),
    ("fsync=1\nreplay_skip=read,trim,sync\n",
     "a write 0,a sync 0,b write 4096,b sync 0,a write 16384,a sync 0"),
])
@pytest.mark.parametrize("chunked", [0, 1])
def test_options_say_what_of_a_log_is_done(result, tmp_path, options, lines, chunked):
    (tmp_path / "l").write_text(LOG)
    result(
        "[r]\nioengine=null\nread_iolog=l\nwrite_iolog=out\n"
        f"read_iolog_chunked={chunked}\n{options}"
    )
    done = [" ".join(a[:3]) for a in ios(tmp_path, "out")]
    wanted = lines.split(",")
    # Where the last sync of a pass stands is the workload's affair.
    assert done == wanted or done == wanted[:-1]


def test_copies_take_the_logs_in_turn(result, tmp_path):
    for name in ("x", "y"):
        lines = f"0 {name}f add\n0 {name}f open\n0 {name}f write 0 4096\n"
        (tmp_path / name).write_text(V3 + lines * (1 + (name == "y")))
    document = result("[r]\nread_iolog=x:y\nnumjobs=3\n")
    assert [moved(document, i)["write"] for i in range(3)] == [(4096, 1), (8192, 2), (4096, 1)]


def test_logs_come_from_standard_input_and_pipes(run, tmp_path):
    args = ("--name=r", "--ioengine=null", "--output-format=terse", "--numjobs=2")
    done = run(*args, "--read_iolog=-", stdin=LOG)
    assert done.status == 0, done.err
    assert done.out.count("\n") == 2
    os.mkfifo(tmp_path / "p")
    thread = threading.Thread(target=(tmp_path / "p").write_text, args=(LOG,))
    thread.start()
    done = run(*args, "--read_iolog=p")
    thread.join()
    assert done.status == 0, done.err
    done = run(*args, "--read_iolog=-", "--read_iolog_chunked=1", stdin=LOG)
    assert done.status == 2
    assert "can be read only once" in done.err


# What a replay reads and the run has not written is laid out, as for any job.
def test_files_of_a_log_are_laid_out_and_protected(run, result, tmp_path):
    (tmp_path / "l").write_text(V3 + "0 f add\n0 f open\n0 f read 8192 4096\n")
    assert moved(result("[r]\nread_iolog=l\n"))["read"] == (4096, 1)
    assert (tmp_path / "f").stat().st_size == 12288
    os.unlink(tmp_path / "f")
    done = run("--name=r", "--read_iolog=l", "--allow_file_create=0")
    assert done.status == 2 and "allow_file_create=0" in done.err
    (tmp_path / "w").write_text(V3 + "0 f add\n0 f open\n0 f write 0 4096\n")
    done = run("--name=r", "--read_iolog=w", "--readonly")
    assert done.status == 2 and "--readonly" in done.err
    (tmp_path / "d").write_text(V3 + "0 /dev/f add\n0 /dev/f open\n0 /dev/f write 0 4096\n")
    done = run("--name=r", "--read_iolog=d")
    assert done.status == 2 and "no file is made among devices" in done.err
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize("text, option, message", [
    (V3 + "0 f add\n0 f open\n0 f foo 0 1\n", "", "l:4: error: the line has an unknown action"),
    (V3 + "0 f add\n0 f write 0 1\n", "", "l:3: error: the file 'f' is not open"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n0 f re", "",
     "l:5: error: the line is not FILE add, open or close, nor FILE ACTION OFFSET "
     "LENGTH; the log ends in the midst of it"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n0 f read 40", "",
     "l:5: error: the line lacks an offset or a length"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n1", "", "l:5: error: the line"),
    ("fio version 1 iolog\n0, 0, 1\n", "", "l:1: error: the log begins with"),
    ("", "", "l: error: the log is empty"),
    ("\x07tae" + "\0" * 60, "", "l: error: the log is a binary trace of blktrace"),
    (V3 + "0 f add\n0 f open\n0 f read 0 100\n", "direct=1\n",
     "l:4: error: the I/O is not at a multiple of"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n", "ioengine=ftruncate\n",
     "which ioengine=ftruncate can't do"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n", "replay_skip=read\n",
     "t.fio:2: error: read_iolog: l has nothing to read, write or trim"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n", "replay_align=3000\n",
     "t.fio:3: error: replay_align: 3000 is not a power of two"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n", "replay_skip=foo\n",
     "t.fio:3: error: replay_skip: 'foo' is not one of"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n", "write_iolog=l\n",
     "t.fio:3: error: write_iolog: l is what read_iolog reads"),
    (V3 + "0 f add\n0 f open\n0 f read 0 4096\n", "write_iolog=./l\n",
     "t.fio:3: error: write_iolog: ./l is what read_iolog reads"),
    (V3 + "0 f add\n0 f open\n0 f write 0 4096\n", "replay_redirect=./l\n",
     "t.fio:3: error: replay_redirect: ./l is what read_iolog reads"),
    (V3 + "0 ./l add\n0 ./l open\n0 ./l write 0 4096\n", "",
     "t.fio:2: error: read_iolog: l would be written over by what it says of ./l"),
])
def test_bad_logs_are_refused_and_nothing_is_done(run, job, tmp_path, text, option, message):
    (tmp_path / "l").write_text(text)
    done = run(job(f"[r]\nread_iolog=l\n{option}"))
    assert done.status == 2
    assert message in done.err
    assert not (tmp_path / "f").exists()
    assert (tmp_path / "l").read_text() == text


def test_jobs_with_logs_can_be_parsed_without_them(run, job):
    done = run("--parse-only", job("[r]\nread_iolog=missing\n"))
    assert done.status == 0
    done = run(job("[r]\nread_iolog=missing\n"))
    assert done.status == 2
    assert "t.fio:2: error: read_iolog: 'missing': No such file" in done.err


def test_only_iologs_are_added_to(run, job, tmp_path):
    (tmp_path / "letter").write_text("Dear reader,\n")
    done = run(job("[r]\nioengine=null\nrw=read\nsize=4k\nwrite_iolog=letter\n"))
    assert done.status == 2
    assert "t.fio:5: error: write_iolog: letter is no iolog" in done.err
    assert (tmp_path / "letter").read_text() == "Dear reader,\n"
    (tmp_path / "letter").write_text(V3 + "0 f ad")
    done = run("t.fio")
    assert done.status == 2
    assert "t.fio:5: error: write_iolog: letter ends in the midst of a line" in done.err
    assert (tmp_path / "letter").read_text() == V3 + "0 f ad"


def test_a_log_that_changes_while_it_is_read_in_pieces_is_an_error(run, job, tmp_path):
    (tmp_path / "l").write_text(V3 + "0 f add\n0 f open\n0 f read 0 4096\n")
    done = run(
        job("[r]\nioengine=null\nread_iolog=l\nread_iolog_chunked=1\n"
            "exec_prerun=echo nonsense > l\n")
    )
    assert done.status == 1
    assert "the log has changed since it was read first" in done.err


@pytest.mark.parametrize("option", [
    "merge_blktrace_file=f", "merge_blktrace_scalars=50:100", "merge_blktrace_iters=2:1",
])
def test_merging_is_refused_with_the_reason(run, job, option):
    done = run(job(f"[r]\nread_iolog=a:b\n{option}\n"))
    assert done.status == 2
    assert f"t.fio:3: error: {option.split('=')[0]}: is not supported: traces" in done.err
