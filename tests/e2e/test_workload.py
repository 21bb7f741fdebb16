"""Which I/O a job does: exact counts and bytes, and what they leave in files."""

import json
import subprocess

import pytest

from conftest import SANITIZED, no_uring


def ways(unit):
    """(bytes, I/Os) of reads, writes and trims."""
    return tuple(
        (unit[way]["io_bytes"], unit[way]["total_ios"])
        for way in ("read", "write", "trim")
    )


def counts(read=(0, 0), write=(0, 0), trim=(0, 0)):
    return read, write, trim


@pytest.mark.parametrize(
    "options, expected",
    [
        ("rw=read", counts(read=(65536, 16))),
        ("rw=write", counts(write=(65536, 16))),
        ("rw=trim", counts(trim=(65536, 16))),
        ("rw=randread", counts(read=(65536, 16))),
        ("rw=randwrite", counts(write=(65536, 16))),
        ("rw=randtrim", counts(trim=(65536, 16))),
        # Each block is trimmed and then written.
        ("rw=trimwrite", counts(write=(65536, 16), trim=(65536, 16))),
        ("rw=rw\nrwmixread=100", counts(read=(65536, 16))),
        ("rw=rw\nrwmixwrite=100", counts(write=(65536, 16))),
        ("rw=read\nbs=16k,4k", counts(read=(65536, 4))),
        ("rw=write\nbs=16k,4k", counts(write=(65536, 16))),
        ("rw=write\nbs=,32k", counts(write=(65536, 2))),
        ("rw=trim\nbs=,,8k", counts(trim=(65536, 8))),
        ("rw=read\nio_size=20k", counts(read=(20480, 5))),
        ("rw=read\nio_limit=160k", counts(read=(163840, 40))),
        ("rw=read\nnumber_ios=3", counts(read=(12288, 3))),
        ("rw=read\nnumber_ios=100", counts(read=(65536, 16))),
        ("rw=read\nloops=3", counts(read=(196608, 48))),
        ("rw=randread\nloops=2\nnumber_ios=5", counts(read=(40960, 10))),
        ("rw=randread\nnorandommap", counts(read=(65536, 16))),
        ("rw=randread:4", counts(read=(65536, 16))),
        ("rw=read:4k\nio_size=32k", counts(read=(32768, 8))),
        ("rw=read\nnrfiles=4", counts(read=(65536, 16))),
        ("rw=randread\nnrfiles=4\nopenfiles=1", counts(read=(65536, 16))),
        ("rw=read\nnrfiles=2\nfilesize=8k\nsize=16k", counts(read=(16384, 4))),
        ("rw=read\nfilesize=128k\noffset=96k\nsize=32k", counts(read=(32768, 8))),
        ("rw=read\nbs=24k", counts(read=(49152, 2))),
    ],
)
def test_counts_are_exact(result, options, expected):
    doc = result(f"[a]\nioengine=null\nsize=64k\nbs=4k\n{options}\n")
    assert ways(doc["jobs"][0]) == expected


@pytest.mark.parametrize("engine", ["psync", "sync", "libaio"])
@pytest.mark.parametrize("rw", ["read", "randread", "write", "randwrite", "randrw"])
def test_engines_do_the_same(result, engine, rw):
    unit = result(f"[a]\nfilename=f\nioengine={engine}\nsize=256k\nrw={rw}\nbs=8k\n")[
        "jobs"
    ][0]
    done = ways(unit)
    assert sum(n for _, n in done) == 32
    assert sum(size for size, _ in done) == 262144
    if "rw" not in rw or rw == "randwrite":
        assert done["write" in rw] == (262144, 32)


def test_a_tail_smaller_than_a_block_is_noted(run, job):
    ran = run(
        "--output-format=json",
        job("[a]\nfilename=f\nsize=10k\nbs=4k\nrw=write\n"),
    )
    assert ran.status == 0
    assert ways(ran.job()) == counts(write=(8192, 2))
    notes = [d["message"] for d in ran.json["runner"]["diagnostics"]]
    assert any("2048" in note for note in notes)


def test_less_than_a_block_is_refused(run, job):
    ran = run(job("[a]\nioengine=null\nsize=1k\nbs=4k\n"))
    assert ran.status == 2
    assert "t.fio:3: error: size: " in ran.err


# Sequentially, multiples of 1 KiB up to 8 are drawn, each as likely: 4.5 KiB on
# the mean. At random, segments of 8 KiB are cut into what is drawn.
@pytest.mark.parametrize(
    "rw, low, high", [("read", 820, 1040), ("randread", 900, 1400)]
)
def test_block_sizes_of_a_range_are_drawn(result, rw, low, high):
    unit = result(f"[a]\nioengine=null\nrw={rw}\nbs=1k-8k\nsize=4m\n")["jobs"][0]
    (size, ios), _, _ = ways(unit)
    assert 4194304 - 8192 < size <= 4194304
    assert low <= ios <= high


@pytest.mark.parametrize("share", [0, 10, 50, 75, 100])
@pytest.mark.parametrize("rw", ["rw", "randrw"])
def test_a_mix_has_its_share_of_reads(result, rw, share):
    unit = result(f"[a]\nioengine=null\nrw={rw}\nrwmixread={share}\nsize=40m\n")[
        "jobs"
    ][0]
    reads, writes = unit["read"]["total_ios"], unit["write"]["total_ios"]
    assert reads + writes == 10240
    # Four standard deviations of 10,240 draws are two percent.
    assert abs(100 * reads / 10240 - share) <= 2


@pytest.mark.parametrize(
    "options, syncs",
    [
        ("fsync=1", range(15, 17)),
        ("fsync=4", range(3, 5)),
        ("fdatasync=4", range(3, 5)),
        ("fsync=100", range(1)),
        ("end_fsync=1", range(2)),
    ],
)
def test_syncs_are_counted(result, options, syncs):
    unit = result(f"[a]\nfilename=f\nsize=64k\nrw=write\n{options}\n")["jobs"][0]
    assert ways(unit) == counts(write=(65536, 16))
    assert unit["sync"]["total_ios"] in syncs
    assert unit["sync"]["lat_ns"]["N"] == unit["sync"]["total_ios"]


def test_syncs_come_with_writes_only(result):
    unit = result("[a]\nfilename=f\nsize=64k\nrw=read\nfsync=1\nfdatasync=1\n")["jobs"][
        0
    ]
    assert unit["sync"]["total_ios"] == 0


def written(run, job, folder, options):
    """The file of 1 MiB of 0x55 after a job wrote to it."""
    (folder / "f").write_bytes(b"\x55" * (1 << 20))
    ran = run(
        "--output-format=json",
        job(f"[a]\nfilename=f\nsize=1m\nrw=randwrite\n{options}\n"),
    )
    assert ran.status == 0, ran.err
    return (folder / "f").read_bytes(), ran.job()


@pytest.mark.parametrize(
    "options",
    [
        "bs=4k",
        "bs=512",
        "bs=1k-8k",
        "bs=4k-64k\nioengine=libaio\niodepth=16",
        "bs=4k\nioengine=libaio\niodepth=32\ndirect=1",
        "bs=4k\nrandrepeat=0",
        "bs=4k\nrandom_generator=lfsr",
        "bs=4k\nrw=randwrite:8",
    ],
)
def test_a_random_pass_hits_every_block_once(run, job, tmp_path, options):
    data, unit = written(run, job, tmp_path, f"zero_buffers\n{options}")
    assert data == bytes(1 << 20)
    assert unit["write"]["io_bytes"] == 1 << 20


def test_without_a_map_blocks_repeat_and_are_missed(run, job, tmp_path):
    data, unit = written(run, job, tmp_path, "bs=4k\nzero_buffers\nnorandommap")
    missed = data.count(b"\x55" * 4096)
    assert unit["write"]["total_ios"] == 256
    # Each of 256 blocks is missed with a chance of 1/e.
    assert 60 <= missed <= 130


def test_copies_share_no_sequence(run, job, tmp_path):
    # 2 x 64 draws out of 256 blocks: the same draws would leave 192 alone.
    data, _ = written(
        run, job, tmp_path, "zero_buffers\nnumber_ios=64\nnumjobs=2\nstats=1"
    )
    assert 128 <= data.count(b"\x55" * 4096) < 180


@pytest.mark.parametrize(
    "options, same",
    [
        ("", True),
        ("randrepeat=0", False),
        ("randseed=7", True),
        # A seed that is given holds.
        ("randseed=7\nrandrepeat=0", True),
        ("allrandrepeat=1", True),
    ],
)
def test_the_same_seed_gives_the_same_order(run, job, tmp_path, options, same):
    texts = [
        written(run, job, tmp_path, f"zero_buffers\nnumber_ios=100\n{options}")[0]
        for _ in range(2)
    ]
    assert [text.count(b"\x55" * 4096) for text in texts] == [156, 156]
    assert (texts[0] == texts[1]) is same


def test_another_seed_gives_another_order(run, job, tmp_path):
    one, other = (
        written(run, job, tmp_path, f"zero_buffers\nnumber_ios=100\nrandseed={n}")[0]
        for n in (7, 8)
    )
    assert one != other


def blocks(data):
    return [data[i : i + 4096] for i in range(0, len(data), 4096)]


def test_buffers_are_filled_as_asked(run, job, tmp_path):
    plain, _ = written(run, job, tmp_path, "refill_buffers")
    assert len(set(blocks(plain))) == 256
    scrambled, _ = written(run, job, tmp_path, "scramble_buffers=1")
    assert len(set(blocks(scrambled))) == 256
    still, _ = written(run, job, tmp_path, "scramble_buffers=0")
    assert len(set(blocks(still))) == 1
    zeros, _ = written(run, job, tmp_path, "zero_buffers")
    assert zeros == bytes(1 << 20)


def test_sequential_writes_skip_as_the_modifier_says(run, job, tmp_path):
    data, _ = written(
        run, job, tmp_path, "rw=write:4k\nbs=4k\nzero_buffers\nio_size=512k"
    )
    assert blocks(data) == [bytes(4096), b"\x55" * 4096] * 128


def test_random_runs_go_on_from_each_draw(run, job, tmp_path):
    data, _ = written(
        run, job, tmp_path, "rw=randwrite:8\nbs=4k\nzero_buffers\nnumber_ios=64"
    )
    runs = "".join("0" if b == bytes(4096) else "." for b in blocks(data)).split(".")
    assert sum(map(len, runs)) <= 64
    assert max(map(len, runs)) >= 8


def test_only_the_part_between_offset_and_size_is_touched(run, job, tmp_path):
    (tmp_path / "f").write_bytes(b"\x55" * 65536)
    ran = run(
        job("[a]\nfilename=f\nrw=write\nbs=4k\nsize=16k\noffset=8k\nzero_buffers\n")
    )
    assert ran.status == 0
    data = (tmp_path / "f").read_bytes()
    assert data == b"\x55" * 8192 + bytes(16384) + b"\x55" * 40960


def test_trims_make_holes(run, job, tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"\x55" * (1 << 20))
    ran = run(
        "--output-format=json",
        job("[a]\nfilename=f\nrw=randtrim\nbs=64k\nsize=512k\noffset=256k\n"),
    )
    assert ran.status == 0, ran.err
    assert ways(ran.job()) == counts(trim=(524288, 8))
    data = path.read_bytes()
    assert data == b"\x55" * 262144 + bytes(524288) + b"\x55" * 262144
    assert path.stat().st_blocks * 512 <= 600 << 10


@pytest.mark.parametrize("rw", ["trimwrite", "randtrimwrite"])
@pytest.mark.parametrize("engine", ["", "io_submit_mode=offload", "ioengine=io_uring"])
def test_blocks_are_trimmed_then_written(run, job, tmp_path, rw, engine):
    if "uring" in engine and no_uring():
        pytest.skip("needs io_uring")
    path = tmp_path / "f"
    path.write_bytes(b"\x55" * 1048576)
    ran = run(
        "--output-format=json",
        job(f"[a]\nfilename=f\nrw={rw}\nbs=4k\nsize=1m\niodepth=16\n{engine}\n"),
    )
    assert ran.status == 0, ran.err
    assert ways(ran.job()) == counts(write=(1048576, 256), trim=(1048576, 256))
    data = path.read_bytes()
    assert not any(b in (bytes(4096), b"\x55" * 4096) for b in blocks(data))


@pytest.mark.parametrize("order", ["roundrobin", "random", "sequential"])
def test_every_file_gets_its_share(run, job, tmp_path, order):
    ran = run(
        job(
            f"[a]\nrw=randwrite\nnrfiles=4\nsize=256k\nzero_buffers\noverwrite=1\n"
            f"file_service_type={order}\n"
        )
    )
    assert ran.status == 0
    for n in range(4):
        assert (tmp_path / f"a.0.{n}").read_bytes() == bytes(65536)


def test_files_take_turns(run, job, tmp_path):
    def files_of(order):
        for n in range(4):
            (tmp_path / f"a.0.{n}").write_bytes(b"\x55" * 65536)
        ran = run(
            job(
                "[a]\nrw=write\nnrfiles=4\nsize=256k\nnumber_ios=8\n"
                f"zero_buffers\nfile_service_type={order}\n"
            )
        )
        assert ran.status == 0
        return [
            blocks((tmp_path / f"a.0.{n}").read_bytes()).count(bytes(4096))
            for n in range(4)
        ]

    assert files_of("roundrobin") == [2, 2, 2, 2]
    assert files_of("sequential") == [8, 0, 0, 0]
    assert files_of("roundrobin:4") == [4, 4, 0, 0]


TABLE = [
    "rw=read size=1m bs=4k",
    "rw=write size=1m bs=16k",
    "rw=randread size=1m bs=4k",
    "rw=randwrite size=1m bs=8k",
    "rw=trim size=1m bs=64k ioengine=null",
    "rw=randtrim size=1m bs=64k ioengine=null",
    "rw=rw size=1m rwmixread=100",
    "rw=read size=1m bs=4k,8k,16k",
    "rw=write size=1m bs=,8k",
    "rw=read size=1000k bs=64k",
    "rw=read size=1m io_size=300k",
    "rw=read size=256k io_size=1m",
    "rw=randread size=256k io_size=1m",
    "rw=read size=1m number_ios=17",
    "rw=read size=256k loops=3",
    "rw=write size=256k loops=2 bs=8k",
    "rw=read size=1m nrfiles=4",
    "rw=randwrite size=1m nrfiles=5 bs=4k",
    "rw=read filesize=256k nrfiles=2 size=512k",
    "rw=read filesize=1m size=256k offset=512k",
    "rw=randread filesize=1m size=256k offset=50%",
    "rw=read size=1m numjobs=3 group_reporting=1",
    "rw=randread size=1m norandommap=1",
    "rw=randread:4 size=1m bs=4k",
    "rw=write size=1m fsync=16",
    "rw=write size=1m fdatasync=10",
    "rw=read size=1m ioengine=libaio iodepth=16 direct=1",
    "rw=randwrite size=1m ioengine=libaio iodepth=7 iodepth_batch=3",
    "rw=read size=1m ioengine=sync bs=32k",
    "rw=trimwrite size=1m bs=16k ioengine=null",
    "rw=read size=50% filename=pre filesize=1m",
]


@pytest.mark.parametrize("options", TABLE)
def test_bytes_and_counts_are_the_reference_s(run, fio, tmp_path, options):
    args = ["--output-format=json", "--name=a"]
    args += [f"--{option}" for option in options.split()]
    (tmp_path / "pre").write_bytes(b"\x55" * (1 << 20))
    ran = subprocess.run(
        [fio, *args], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    theirs = json.loads(ran.stdout[ran.stdout.index("{") :])["jobs"][0]
    for path in tmp_path.glob("a.*"):
        path.unlink()
    ran = run(*args)
    assert ran.status == 0, ran.err
    ours = ran.job()
    assert ways(ours) == ways(theirs)
    if "fdatasync" not in options:  # which the reference does not count
        assert ours["sync"]["total_ios"] == theirs["sync"]["total_ios"]


def test_a_permutation_of_a_large_range_needs_no_memory(result):
    ios = 20000 if SANITIZED else 200000
    unit = result(
        f"[a]\nioengine=null\nrw=randread\nsize=1024t\nbs=4k\nnumber_ios={ios}\n"
    )["jobs"][0]
    assert unit["read"]["total_ios"] == ios
    # 2^38 blocks: a bit for each would be 32 GiB.
    assert unit["minf"] < 5000
