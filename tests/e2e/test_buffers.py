"""What is written: patterns, and how far it compresses and deduplicates."""

import os
import resource
import zlib
from collections import Counter

import pytest

from conftest import CAP_IPC_LOCK, capable

WRITE = "[a]\nfilename=f\nioengine=psync\nrw=write\nbs=4k\nsize=4m\n"
KIB = 1024


@pytest.fixture
def written(result, tmp_path):
    """written(options): the bytes of the file that such a job wrote."""

    def write(options, text=WRITE):
        result(text + options)
        return (tmp_path / "f").read_bytes()

    return write


def blocks(data, size=4096):
    return [data[i : i + size] for i in range(0, len(data), size)]


def saved(data, size=4096):
    """The share that zlib saves, of each block by itself, in %."""
    packed = sum(len(zlib.compress(block)) for block in blocks(data, size))
    return 100 - 100 * packed / len(data)


# S04, axboe/fio#377
def test_a_share_of_the_size_counts_from_the_offset(result, tmp_path):
    (tmp_path / "quarters").write_bytes(bytes(64 * KIB))
    result(
        "[global]\nfilename=quarters\nioengine=psync\nrw=write\nbs=4k\nstonewall\n"
        "[q1]\nsize=25%\noffset=0\nbuffer_pattern=0x11\n"
        "[q2]\nsize=25%\noffset=16k\nbuffer_pattern=0x22\n"
        "[q3]\nsize=25%\noffset=32k\nbuffer_pattern=0x33\n"
    )
    assert (tmp_path / "quarters").read_bytes() == b"".join(
        bytes([byte]) * 16 * KIB for byte in (0x11, 0x22, 0x33, 0)
    )


# P02, axboe/fio#1982
def test_a_pattern_needs_a_value(run, job):
    ran = run(job("[a]\nioengine=null\nsize=64k\nrw=write\nbuffer_pattern\n"))
    assert ran.status == 2
    assert ran.err.startswith("t.fio:5: error: buffer_pattern needs a value\n")


@pytest.mark.parametrize(
    "pattern, expected",
    [
        ("0xdeadface", b"\xde\xad\xfa\xce"),
        ("-12", b"\xf4\xff\xff\xff"),
        ("300", b"\x2c\x01"),
        ('"abcd"', b"abcd"),
        ('"abcd"-120xdeadface', b"abcd\xf4\xff\xff\xff\xde\xad\xfa\xce"),
        ("0xaa'pattern'\"z\"", b"\xaahello-filez"),
    ],
)
def test_each_block_begins_with_the_pattern(written, tmp_path, pattern, expected):
    (tmp_path / "pattern").write_text("hello-file")
    whole = (expected * 4096)[:4096]
    data = written(f"bs=4k\nbuffer_pattern={pattern}\n")
    assert set(blocks(data)) == {whole}


def test_a_pattern_is_what_the_reference_writes(written, tmp_path, fio):
    ours = written('buffer_pattern="abc"-70000x1234"x"\n')
    (tmp_path / "f").unlink()
    os.system(f"cd {tmp_path} && {fio} t.fio >/dev/null 2>&1")
    assert (tmp_path / "f").read_bytes() == ours


def test_a_missing_pattern_file_is_named(run, job):
    ran = run(job(WRITE + "buffer_pattern='none'\n"))
    assert ran.status == 2
    assert (
        "t.fio:7: error: buffer_pattern: ''none'' can't open 'none': "
        "No such file or directory\n" in ran.err
    )


# By engine and depth: buffers are used again, and for reads in between.
@pytest.mark.parametrize("engine", ["psync", "libaio\niodepth=16"])
@pytest.mark.parametrize(
    "options, expected",
    [("buffer_pattern=0x11\n", b"\x11"), ("zero_buffers\n", b"\x00")],
)
def test_what_was_read_is_not_written(result, tmp_path, engine, options, expected):
    (tmp_path / "f").write_bytes(b"\x55" * 4 * KIB * KIB)
    done = result(
        f"[a]\nfilename=f\nioengine={engine}\nrw=randrw\nbs=4k\nsize=4m\n" + options
    )["jobs"][0]
    found = Counter(blocks((tmp_path / "f").read_bytes()))
    assert found == {
        expected * 4096: done["write"]["total_ios"],
        b"\x55" * 4096: done["read"]["total_ios"],
    }


def test_data_are_new_by_default(written):
    data = written("refill_buffers\n")
    assert saved(data) < 1
    assert len(set(blocks(data, 512))) == len(data) // 512


@pytest.mark.parametrize("options", ["", "buffer_compress_percentage=0\n",
                                     "dedupe_percentage=0\n"])
def test_no_two_blocks_are_alike(written, options):
    data = written(options)
    assert len(set(blocks(data, 512))) == len(data) // 512


@pytest.mark.parametrize(
    "percent, options",
    [
        (10, ""),
        (25, ""),
        (50, ""),
        (75, ""),
        (90, ""),
        (50, "buffer_compress_chunk=0\n"),
        (50, "buffer_compress_chunk=4k\nbs=64k\n"),
        (30, "buffer_compress_chunk=1000\n"),
        (50, 'buffer_pattern="aaaa"\n'),
        (30, "buffer_pattern=0xdeadbeef\nbs=64k\n"),
        (50, "dedupe_percentage=50\n"),
        (50, "refill_buffers=0\n"),
        (50, "zero_buffers\n"),
        (50, "ioengine=libaio\niodepth=16\nrw=randwrite\n"),
    ],
)
def test_data_compress_as_asked(written, percent, options):
    data = written(f"buffer_compress_percentage={percent}\n" + options)
    assert percent - 5 < saved(data) < percent + 2


def test_the_pattern_is_the_part_that_compresses(written):
    data = written("buffer_compress_percentage=50\nbuffer_pattern=0xdeadbeef\n")
    for block in blocks(data):
        for chunk in blocks(block, 512):
            assert chunk[256:] == b"\xde\xad\xbe\xef" * 64
            assert saved(chunk[:256], 256) < 1


@pytest.mark.parametrize("options", ["", "buffer_pattern=0x22\n"])
def test_all_of_it_is_alike_at_100_percent(written, options):
    data = written("buffer_compress_percentage=100\n" + options)
    assert set(data) == {0x22 if options else 0}


@pytest.mark.parametrize(
    "percent, size, options",
    [
        (1, 4096, ""),
        (25, 4096, ""),
        (50, 4096, ""),
        (80, 4096, ""),
        (100, 4096, ""),
        (50, 16384, "bs=16k\n"),
        # The smallest block of the writes is the unit.
        (50, 4096, "bs=4k-16k\n"),
        (50, 8192, "bs=4k,8k\n"),
        (50, 4096, "buffer_compress_percentage=50\n"),
        (50, 4096, "ioengine=libaio\niodepth=16\nrw=randwrite\n"),
    ],
)
def test_blocks_repeat_as_asked(written, percent, size, options):
    found = blocks(written(f"dedupe_percentage={percent}\n" + options), size)
    expected = len(found) * (100 - percent) / 100
    assert abs(len(set(found)) - max(expected, 1)) <= 0.02 * len(found)


@pytest.mark.parametrize("share", [5, 20])
def test_a_working_set_is_repeated(written, share):
    found = Counter(
        blocks(
            written(
                "dedupe_percentage=50\ndedupe_mode=working_set\n"
                f"dedupe_working_set_percentage={share}\n"
            )
        )
    )
    assert abs(len(found) - 512) <= 20
    repeated = sum(count > 1 for count in found.values())
    assert 0.85 * share / 100 * 1024 <= repeated <= share / 100 * 1024


def test_a_working_set_can_be_shared(result, tmp_path):
    text = (
        "[global]\nioengine=psync\nrw=write\nbs=4k\nsize=4m\n"
        "dedupe_percentage=50\ndedupe_mode=working_set\n"
        "dedupe_working_set_percentage=10\n"
        "[a]\nfilename=a\ndedupe_global=1\n[b]\nfilename=b\ndedupe_global=1\n"
        "[c]\nfilename=c\n"
    )
    result(text)
    a, b, c = (set(blocks((tmp_path / name).read_bytes())) for name in "abc")
    assert 95 <= len(a & b) <= 102
    assert not a & c and not b & c


def test_clones_write_different_data(result, tmp_path):
    result(
        "[a]\nioengine=psync\nrw=write\nbs=4k\nsize=256k\nnumjobs=2\n"
        "dedupe_percentage=50\n"
    )
    first, second = (
        set(blocks((tmp_path / f"a.{n}.0").read_bytes())) for n in range(2)
    )
    assert not first & second


@pytest.mark.parametrize(
    "memory",
    ["malloc", "shm", "mmap", "mmap:memory", "mmapshared", "mmapshared:memory"],
)
def test_each_kind_of_memory_works_and_leaves_nothing(result, tmp_path, memory):
    text = (
        "[a]\nfilename=f\nioengine=psync\nrw=write\nbs=64k\nsize=1m\n"
        f"iomem={memory}\nbuffer_pattern=0x5a\nnumjobs=2\n"
    )
    doc = result(text)
    assert doc["runner"]["jobs"][0]["effective_options"]["mem"] == memory
    assert set((tmp_path / "f").read_bytes()) == {0x5A}
    assert sorted(os.listdir(tmp_path)) == ["f", "t.fio"]


def free_huge_pages():
    path = "/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages"
    try:
        with open(path) as file:
            return int(file.read())
    except OSError:
        return None


@pytest.mark.parametrize("memory", ["mmaphuge", "shmhuge"])
def test_huge_pages_are_used_or_asked_for(run, job, memory):
    free = free_huge_pages()
    if free is None:
        pytest.skip("no huge pages of 2 MiB here")
    ran = run("--output-format=json", job(WRITE + f"bs=4m\nmem={memory}\n"))
    if free >= 2:
        assert ran.status == 0, ran.err
        return
    assert ran.status == 1
    assert f"mem={memory}: huge pages of 2MiB for the I/O buffers: 2 needed" in ran.err
    assert "sysctl vm.nr_hugepages=" in ran.err


def test_huge_pages_of_a_file_are_on_hugetlbfs(run, job):
    if free_huge_pages() is None:
        pytest.skip("no huge pages of 2 MiB here")
    ran = run("--output-format=json", job(WRITE + "mem=mmaphuge:memory\n"))
    assert ran.status == 1
    assert "mem=mmaphuge: memory is not on hugetlbfs" in ran.err


def test_more_memory_than_there_is_is_not_locked(run, job):
    ran = run("--output-format=json", job(WRITE + "lockmem=100t\n"))
    assert ran.status == 1
    assert "lockmem: 100TiB can't be locked" in ran.err


def test_memory_is_locked(run, job):
    limit = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0]
    if 0 <= limit < 2 << 20 and not capable(CAP_IPC_LOCK):
        pytest.skip("may lock too little memory")
    done = run("--output-format=json", job(WRITE + "lockmem=1m\n")).json["jobs"][0]
    assert done["error"] == 0


def test_odd_alignments_are_used(result):
    for align in (16, 512, 4096, 1 << 20):
        result(WRITE + f"iomem_align={align}\n")
