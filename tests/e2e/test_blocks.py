"""What is read and written where: sizes, offsets, orders, as seen from outside."""

import re
import subprocess

import pytest

from conftest import RUNNER, last_is_due_at

NULL = "[probe]\nioengine=null\n"


def job_of(doc, name):
    return next(j for j in doc["jobs"] if j["jobname"] == name)


def notes(doc):
    return [d["message"] for d in doc["runner"]["diagnostics"]]


# S06, axboe/fio#726
def test_a_range_whose_end_is_no_multiple_of_its_beginning(result):
    doc = result("[probe]\nfilename=bsr\nioengine=psync\nrw=read\n"
                 "blocksize_range=3k-10k\nsize=128k\n")
    read = doc["jobs"][0]["read"]
    assert 128 * 1024 - 3072 < read["io_bytes"] <= 128 * 1024
    # Between blocks of 10 KiB only and of 3 KiB only.
    assert 13 <= read["total_ios"] <= 43
    assert doc["jobs"][0]["job options"]["bsrange"] == "3k-10k"


# Linux moves 2 GiB less a page in one call: the worker goes on with the rest.
def test_a_block_may_be_larger_than_what_one_call_moves(result):
    read = result(NULL + "bs=3g\nsize=6g\n")["jobs"][0]["read"]
    assert (read["clat_ns"]["N"], read["io_bytes"]) == (2, 6 << 30)
    assert (read["total_ios"], read["short_ios"]) == (4, 2)


# R01, axboe/fio#1290
def test_a_rate_of_ios_counts_ios_of_all_sizes(result):
    doc = result("[probe]\nioengine=null\nrw=randread\nsize=1g\n"
                 "bssplit=4k/50:64k/50\nrate_iops=2000\nnumber_ios=501\n")
    read = doc["jobs"][0]["read"]
    last_is_due_at(doc, 250)
    mean = read["io_bytes"] / read["total_ios"]
    assert 31000 <= mean <= 38800


# S04, axboe/fio#377: a share of the file, from an offset on
def test_a_share_from_an_offset_on(run, job, tmp_path):
    data = tmp_path / "quarters"
    data.write_bytes(b"\xff" * 65536)
    ran = run(job("[global]\nfilename=quarters\nioengine=psync\nrw=write\n"
                  "bs=4k\nzero_buffers\n[q2]\nsize=25%\noffset=16k\n"))
    assert ran.status == 0
    now = data.read_bytes()
    assert now == b"\xff" * 16384 + bytes(16384) + b"\xff" * 32768


# Of a file of 100 KiB, what --check says is what is written, to the byte.
PLACES = [
    "size=64k",
    "size=50%",
    "offset=16k",
    "offset=33%",
    "offset=33%\noffset_align=16k",
    "offset=10k\nsize=20k\nbs=2k",
    "offset=10k\nsize=20k\nbs=1k-7k",
    "offset=10%\nsize=25%\nbs=512",
    "size=64k\nbssplit=1k/50:3k/25:8k/",
    "size=64k\noffset_increment=32k\nnumjobs=2",
    "size=16k\noffset_increment=50%\nnumjobs=2",
    "size=16k\noffset=8k\noffset_increment=25%\nnumjobs=3",
    "size=16k\noffset=1%\noffset_increment=25%\nnumjobs=3\noffset_align=8k",
    "file_append=1\nsize=16k",
    "rw=randwrite\nsize=64k\noffset=4k",
    "rw=randwrite\nbs=3k-10k\nsize=90k\noffset=3k",
    "rw=randwrite\nsize=50%\noffset=50%\nbssplit=4k/50:8k/50",
    "filesize=64k\noffset=16k",
    "filesize=80k\nsize=40k",
    "size=99k\nbs=4k",
    "number_ios=3\nbs=8k",
]


@pytest.mark.parametrize("options", PLACES)
def test_what_check_says_is_what_is_written(run, job, tmp_path, options):
    data = tmp_path / "data"
    data.write_bytes(b"\xff" * 102400)
    bs = "" if "bs" in options else "bs=4k\n"
    name = job(f"[probe]\nfilename=data\nrw=write\n{bs}zero_buffers\n"
               f"{options}\n")
    checked = run("--check", name)
    assert checked.status == 0
    assert data.read_bytes() == b"\xff" * 102400
    parts = [(int(a), int(b)) for a, b in
             re.findall(r"uses (\d+) to (\d+)", checked.out)]
    moved = [int(n) for n in re.findall(r"io_size: (\d+)", checked.out)]
    ran = run("--output-format=json", name)
    assert ran.status == 0
    jobs = ran.json["jobs"]
    assert len(jobs) == len(parts)
    expected = bytearray(b"\xff" * max(102400, *(b for _, b in parts)))
    for done, (first, end), n in zip(jobs, parts, moved):
        wrote = done["write"]["io_bytes"]
        if "number_ios" in options:
            n = 3 * 8192
        tail = wrote - n
        assert -4096 < tail <= 0, "a tail is less than a block"
        expected[first:first + wrote] = bytes(wrote)
        assert end - first >= wrote
    assert data.read_bytes() == bytes(expected)


def test_clones_are_apart_by_a_share_of_a_file_that_is_made(run, job):
    ran = run("--check", job("[a]\nfilename=f\nrw=write\nsize=1m\n"
                             "offset_increment=10%\nnumjobs=3\n"))
    starts = re.findall(r"uses (\d+) to", ran.out)
    # 104857 rounded up to blocks of 4 KiB.
    assert starts == ["0", "106496", "212992"]


def test_the_header_says_that_sizes_go_by_order(run, job):
    ran = run(job(NULL + "rw=randread\nsize=64k\nbs=4k,8k\nbs_is_seq_rand=1\n"))
    assert ran.out.startswith(
        "probe: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 8192B-8192B, "
        "bs_is_seq_rand, ioengine=null, iodepth=1\n"
    )


def test_the_header_has_the_sizes_of_a_split(run, job):
    ran = run(job(NULL + "rw=randrw\nsize=64k\nbs=16k\nbssplit=,4k/50:8k/50\n"))
    assert ran.out.startswith(
        "probe: (g=0): rw=randrw, bs=(R) 16.0KiB-16.0KiB, (W) 4096B-8192B, "
        "(T) 4096B-8192B, ioengine=null, iodepth=1\n"
    )


ODD = [
    ("bssplit=4k/50:8k/40", "adds up to 90%"),
    ("bssplit=16k/75:20k-128/25", "ends before it begins"),
    ("bs=,4k/15:1024k:85,", "only the first size counts"),
    ("filesize=16-8k/8M-512M", "the last counts"),
]


@pytest.mark.parametrize("option, word", ODD)
def test_what_the_reference_takes_in_its_way_is_taken_with_a_word(
        result, option, word):
    doc = result(NULL + f"rw=randread\nsize=4m\n{option}\n")
    assert any(word in n for n in notes(doc))
    assert doc["jobs"][0]["read"]["io_bytes"] > 0


BAD = [
    ("bssplit=4k/50:8k/50:16k/", "leaves nothing"),
    ("bssplit=4k/x", "is not a number"),
    ("bssplit=4k/101", "is out of range: 0 to 100"),
    ("bssplit=0/50:4k/50", "is out of range: 1 or more"),
    ("bssplit=:", "holds no size"),
    ("bssplit=4g/100", "has less than 4 GiB"),
    ("percentage_random=101", "is out of range: 0 to 100"),
    ("random_distribution=zipf:-1", "is out of range: 0 to 100"),
    ("random_distribution=zipf:1.2:1.5", "is out of range: 0 to 1"),
    ("random_distribution=pareto:1.2", "is out of range: above 0, below 1"),
    ("random_distribution=normal:130", "is out of range: 0 to below 100"),
    ("random_distribution=random:3", "random takes none"),
    ("random_distribution=zoned:50/5:30/15", "add up to 80%, not 100"),
    ("random_distribution=zoned:50/60:50/60", "more than the whole file"),
    ("random_distribution=zoned_abs:50/8k:50/", "without a size"),
    ("random_distribution=gauss", "is not one of random, zipf"),
    ("random_distribution=sequence:", "is not a number"),
    ("file_service_type=pareto:2", "is out of range: above 0, below 1"),
    ("rw_sequencer=same", "is not one of sequential, identical"),
    ("fill_device=1", "fill_device: needs rw=write"),
    ("fill_device=1\nrw=write\nioengine=mmap",
     "fill_device: ioengine=mmap can't make files longer"),
    ("offset_increment=1m\nsplit=1", "and so does split=1"),
]


@pytest.mark.parametrize("option, reason", BAD)
def test_what_makes_no_sense_is_refused_at_its_line(run, job, option, reason):
    ran = run(job(NULL + f"rw=randread\nsize=4m\n{option}\n"))
    assert ran.status == 2
    assert ran.err.startswith("t.fio:5: error: "), ran.err
    assert reason in ran.err


@pytest.mark.parametrize("option, reason", [
    ("bssplit=4k/50:700/50", "bssplit: 700 is not a multiple of"),
    ("ba=100", "ba: 100 is not a multiple of"),
    ("bsrange=4k-64k\nbs_unaligned", "bs_unaligned: draws sizes"),
])
def test_direct_io_needs_aligned_blocks(run, job, tmp_path, option, reason):
    (tmp_path / "data").write_bytes(bytes(1 << 20))
    ran = run("--check", job("[a]\nfilename=data\nrw=randread\ndirect=1\n"
                             f"{option}\n"))
    if "can't do direct I/O" in ran.err:
        pytest.skip("no direct I/O here")
    assert ran.status == 2
    assert reason in ran.err


@pytest.mark.parametrize("option", [
    "ba=8k", "percentage_random=50", "random_distribution=zipf",
    "rw_sequencer=identical",
])
def test_options_of_random_io_say_that_they_do_nothing_else(result, option):
    doc = result(NULL + f"rw=read\nsize=64k\n{option}\n")
    assert any("which is sequential" in n for n in notes(doc))


def test_names_of_before_are_canonical(result):
    doc = result(NULL + "rw=randread\nsize=1m\nblockalign=4k\n"
                 "blocksize_range=4k-8k\nblocksize_unaligned=1\n"
                 "softrandommap=1\nunique_filename=0\nfill_fs=0\n")
    options = doc["jobs"][0]["job options"]
    for name in ("ba", "bsrange", "bs_unaligned", "softrandommap",
                 "unique_filename", "fill_device"):
        assert name in options


def test_an_append_goes_behind_what_is_there(run, job, tmp_path):
    data = tmp_path / "data"
    data.write_bytes(b"a" * 8192)
    name = job("[a]\nfilename=data\nrw=write\nsize=16k\nfile_append=1\n"
               "zero_buffers\n")
    for end in (8192 + 16384, 8192 + 2 * 16384):
        assert run(name).status == 0
        assert data.stat().st_size == end
    assert data.read_bytes() == b"a" * 8192 + bytes(32768)


# ---- fill_device: a small file system of our own, where we may have one ----

def in_small_filesystem(tmp_path, *args):
    (tmp_path / "mnt").mkdir(exist_ok=True)
    script = ('mount -t tmpfs -o size=4m none mnt || exit 99; '
              '"$@"; status=$?; stat -c "%n %s" mnt/* >sizes; exit $status')
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", RUNNER, *args],
        cwd=tmp_path, capture_output=True, text=True, timeout=100,
    )
    if done.returncode in (1, 99) and "mount" in done.stderr + "unshare":
        if done.returncode == 99 or "unshare" in done.stderr:
            pytest.skip("no file system of our own")
    return done


@pytest.mark.parametrize("options, files", [
    ("bs=64k", 1), ("bs=96k\nnrfiles=2", 2),
    ("bs=64k\nioengine=libaio\niodepth=8", 1),
    ("bs=64k\ntime_based\nruntime=20", 1),
])
def test_a_job_that_fills_ends_well_when_it_has(job, tmp_path, options, files):
    name = job(f"[a]\ndirectory=mnt\nrw=write\nfill_device=1\n{options}\n")
    done = in_small_filesystem(tmp_path, "--output=out", name)
    assert (done.returncode, done.stderr) == (0, "")
    sizes = (tmp_path / "sizes").read_text().split()[1::2]
    assert len(sizes) == files
    assert sum(map(int, sizes)) == 4 << 20
    assert "write: IOPS=" in (tmp_path / "out").read_text()


def test_without_it_no_space_is_an_error(job, tmp_path):
    name = job("[a]\ndirectory=mnt\nrw=write\nbs=64k\nsize=8m\nfallocate=none\n")
    done = in_small_filesystem(tmp_path, "--output=out", name)
    assert done.returncode == 1
    assert "No space left on device" in done.stderr


def test_size_is_an_end_too(job, tmp_path):
    name = job("[a]\ndirectory=mnt\nrw=write\nbs=64k\nsize=1m\nfill_device=1\n")
    done = in_small_filesystem(tmp_path, "--output=out", name)
    assert done.returncode == 0
    assert (tmp_path / "sizes").read_text() == "mnt/a.0.0 1048576\n"


def test_check_says_that_it_fills(run, job):
    ran = run("--check", job("[a]\nfilename=f\nrw=write\nfill_device=1\n"))
    assert "fill_device: writes until there is no space left\n" in ran.out
    assert "f (file), does not exist, uses 0 and what follows\n" in ran.out
