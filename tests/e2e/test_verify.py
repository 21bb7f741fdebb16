"""verify: what was written is read back, and what is not right is told."""

import re

import pytest

from conftest import lacks_scheme, members

BLOCK = 4096
BLOCKS = 16

WRITE = """
[a]
filename=f
bs=4k
size=64k
"""


def moved(unit):
    """I/Os by direction."""
    return {d: unit[d]["total_ios"] for d in ("read", "write") if unit[d]["total_ios"]}


def verified(document, name="a"):
    (member,) = members(document)[name]
    return member.get("verify", {})


def damage(path, *places):
    with open(path, "r+b") as file:
        for place in places:
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 0x10]))


# Of a run: what the options make it read and write.
COUNTS = {
    "rw=write": (16, 16),
    "rw=randwrite\nloops=3": (48, 48),
    "rw=write\ndo_verify=0": (0, 16),
    "rw=write\nverify_backlog=4": (16, 16),
    "rw=write\nverify_backlog=4\nverify_backlog_batch=1": (16, 16),
    "rw=write\nverify_backlog=4\ndo_verify=0": (16, 16),
    "rw=write\nnumber_ios=5": (5, 5),
    "rw=randwrite\nverify_async=2": (16, 16),
    "rw=randwrite\nexperimental_verify=1\nloops=2": (32, 32),
    "rw=randwrite\nverifysort=0\nioengine=libaio\niodepth=8": (16, 16),
    "rw=randwrite\nrandrepeat=0\nloops=3": (48, 48),
    "rw=write\nverify_interval=512\nverify_offset=100": (16, 16),
    "rw=write\nverify=null": (16, 16),
    "rw=write\nioengine=null": (16, 16),
}


def sections(texts):
    """A job file with a job for each, all at a time, each with files of its own."""
    lines = ["[global]", "bs=4k", "size=64k", "verify=crc32c"]
    for number, text in enumerate(texts):
        lines += [f"[j{number}]", *text.split(), f"filename={number}a"]
        lines += [f"filename={number}b"] * ("nrfiles" in text)
    return "\n".join(lines) + "\n"


def test_what_was_written_is_read_back(result):
    document = result(sections(COUNTS))
    checks = members(document)
    for number, (text, counts) in enumerate(COUNTS.items()):
        unit = document["jobs"][number]
        got = unit["read"]["total_ios"], unit["write"]["total_ios"]
        assert (got, unit["error"]) == (counts, 0), text
        checked = 0 if "engine=null" in text else counts[0]
        expected = {"ios": checked, "bad_ios": 0, "bad_blocks": 0} if checked else {}
        assert checks[f"j{number}"][0].get("verify", {}) == expected, text


# Each as a rule of its own, together with depth and whatever overlaps.
CLEAN = [
    "rw=randwrite norandommap=1 io_size=512k iodepth=16",
    "rw=randwrite norandommap=1 io_size=512k iodepth=16 bsrange=512-8k",
    "rw=randrw bssplit=1k/50:3k/50 loops=2 verify_backlog=3",
    "rw=randrw bsrange=1k-8k bs_unaligned=1 verify_backlog=5 iodepth=4",
    "rw=write nrfiles=2 loops=2 verify=md5",
    "rw=randwrite nrfiles=2 openfiles=1 verify=sha512",
    "rw=randwrite verify=pattern verify_pattern=%o",
    "rw=write verify=pattern verify_pattern=0xff%o\"abcd\"-12 verify_pattern_interval=100",
    "rw=write verify=meta verify_pattern=0xdead iodepth=8 verify_async=3",
    "rw=write verify=crc64 zero_buffers=1 rate=10m",
    "rw=randwrite verify=crc16 buffer_compress_percentage=50 ramp_time=20ms time_based=1 "
    "runtime=100ms verify_backlog=8 iodepth=4",
    "rw=write verify=crc7 verify_policy=fsync fsync=4 iodepth=4",
    "rw=randrw:3 percentage_random=40 verify=xxhash",
    "rw=write:4k verify=sha1 bs=1k",
    "rw=randwrite numjobs=3 split=1",
    "rw=write size=10000 verify=sha3-256",
    "rw=randtrimwrite iodepth=16 ioengine=psync io_submit_mode=offload",
    "rw=randwrite norandommap=1 io_size=1m iodepth=16 bsrange=512-8k "
    "experimental_verify=1 ioengine=psync io_submit_mode=offload",
]


def test_nothing_is_wrong_with_what_is_right(result):
    schemes = [re.findall(r"verify=(\S+)", text) for text in CLEAN]
    clean = [text for text, of in zip(CLEAN, schemes)
             if not any(map(lacks_scheme, of))]
    document = result("[global]\nioengine=libaio\n" + sections(clean))
    for unit in document["jobs"]:
        text = clean[int(unit["jobname"][1:])]
        assert unit["error"] == 0, text
        # What there is time for is another matter.
        assert unit["read"]["total_ios"] > 0 or "time_based" in text, text


def test_a_later_run_checks_what_an_earlier_one_wrote(run, job):
    assert run(job(WRITE + "rw=randwrite\nverify=crc64\ndo_verify=0\n")).status == 0
    for more in ("rw=read", "rw=randread\nverify_header_seed=1", "rw=randwrite\nverify_only=1"):
        ran = run("--output-format=json", job(WRITE + f"verify=crc64\n{more}\n"))
        assert ran.status == 0, ran.err
        assert moved(ran.job()) == {"read": BLOCKS}
        assert verified(ran.json)["ios"] == BLOCKS


def test_a_bad_block_ends_the_job(run, job, tmp_path):
    """V02: and if it goes on, it has failed all the same."""
    run(job(WRITE + "rw=write\nverify=crc32c\ndo_verify=0\n"))
    damage(tmp_path / "f", 5 * BLOCK + 2000)
    ran = run("--output-format=json", job(WRITE + "rw=read\nverify=crc32c\n"))
    assert ran.status == 1
    assert "crc32c: verify failed at file f offset 20480, length 4096" in ran.err
    assert "expected CRC" in ran.err and "received CRC" in ran.err
    assert ran.job()["error"] == 84
    assert moved(ran.job()) == {"read": 6}
    ran = run(
        "--output-format=json",
        job(WRITE + "rw=read\nverify=crc32c\ncontinue_on_error=verify\n"),
    )
    assert ran.status == 1
    assert moved(ran.job()) == {"read": BLOCKS}
    assert ran.job()["error"] == 84 and ran.job()["total_err"] == 1
    assert verified(ran.json) == {"ios": BLOCKS, "bad_ios": 1, "bad_blocks": 1}


def test_every_bad_block_is_told_of_at_its_place(run, job, tmp_path):
    text = WRITE + "verify=crc32\nverify_interval=1k\n"
    run(job(text + "rw=write\ndo_verify=0\n"))
    places = [0, 3 * BLOCK + 1024 + 500, 3 * BLOCK + 3000, 15 * BLOCK + 4095]
    damage(tmp_path / "f", *places)
    ran = run(job(text + "rw=randread\ncontinue_on_error=verify\nverify_async=2\n"))
    assert ran.status == 1
    for place in places:
        assert f"file f offset {place // 1024 * 1024}, length 1024" in ran.err
    assert ran.err.count("requested block") == len(places)
    # verify_fatal: the first one, and no more of its block.
    ran = run(job(text + "rw=read\ncontinue_on_error=verify\nverify_fatal=1\n"))
    assert ran.status == 1 and ran.err.count("requested block") == 1


def swap(path):
    data = bytearray(path.read_bytes())
    data[:BLOCK], data[BLOCK : 2 * BLOCK] = data[BLOCK : 2 * BLOCK], data[:BLOCK]
    path.write_bytes(data)


def test_misdirected_and_stale_blocks_are_told_from_damage(run, job, tmp_path):
    file = tmp_path / "f"
    text = WRITE + "verify=crc32c\ncontinue_on_error=verify\n"
    run(job(text + "rw=write\ndo_verify=0\n"))
    stale = file.read_bytes()[2 * BLOCK : 3 * BLOCK]
    run(job(text + "rw=write\nloops=2\ndo_verify=0\n"))
    swap(file)
    data = bytearray(file.read_bytes())
    data[2 * BLOCK : 3 * BLOCK] = stale
    file.write_bytes(data)
    ran = run(job(text + "rw=write\nloops=2\nverify_only=1\n"))
    assert ran.status == 1
    assert "bad header offset 4096, wanted 0 at file f offset 0," in ran.err
    assert "bad header offset 0, wanted 4096 at file f offset 4096," in ran.err
    assert "bad header numberio 3, wanted 19 at file f offset 8192," in ran.err
    assert ran.err.count("requested block") == 3
    ran = run(job(text + "rw=write\nloops=2\nverify_only=1\nverify_write_sequence=0\n"))
    assert ran.err.count("requested block") == 2


def test_dumps_have_what_came_and_what_should_have(run, job, tmp_path):
    text = WRITE + "verify=crc64\nverify_dump=1\n"
    run(job(text + "rw=write\ndo_verify=0\n"))
    right = (tmp_path / "f").read_bytes()
    damage(tmp_path / "f", 2 * BLOCK + 100)
    ran = run(job(text + "rw=read\n"))
    assert ran.status == 1
    told = "verify_dump: 2 files were written, the first is f.8192.received"
    assert told in ran.out
    bad = (tmp_path / "f").read_bytes()
    assert (tmp_path / "f.8192.received").read_bytes() == bad[8192 : 8192 + BLOCK]
    assert (tmp_path / "f.8192.expected").read_bytes() == right[8192 : 8192 + BLOCK]


def test_a_dump_that_can_not_be_written_is_told(run, job, tmp_path):
    text = WRITE + "verify=crc64\nverify_dump=1\n"
    run(job(text + "rw=write\ndo_verify=0\n"))
    damage(tmp_path / "f", 2 * BLOCK + 100)
    (tmp_path / "f.8192.received").mkdir()
    ran = run(job(text + "rw=read\n"))
    assert ran.status == 1
    assert "verify_dump: f.8192.received can't be written: Is a dir" in ran.out
    (tmp_path / "f.8192.received").rmdir()
    (tmp_path / "f.8192.received").symlink_to("f")
    ran = run(job(text + "rw=read\n"))
    assert "verify_dump: f.8192.received can't be written: Too many" in ran.out


REFUSED = {
    "bs=16 verify=crc64": "verify: crc64 needs blocks of at least 56 bytes",
    "verify_interval=50 verify=crc64": "verify_interval has blocks of 50",
    "verify_offset=4090 verify=crc64": "verify_offset: 4090 leaves no room",
    "verify=pattern": "verify: pattern needs verify_pattern",
    "verify=nosuch": "verify: 'nosuch'",
    "verify=crc64 ioengine=falloc": "ioengine=falloc moves no data",
    "verify=crc64 verify_only=1 time_based=1 runtime=1": "can't be known",
    "verify=0 verify_only=1": "verify_only: needs verify",
    "verify=crc64 verify_backlog=2 experimental_verify=1": "keeps no record",
    "verify=crc64 experimental_verify=1 ramp_time=1": "depends on the ramp",
    "verify=crc64 verify_pattern=%d": "only %o can follow a percent sign",
}


def test_what_can_not_be_verified_is_refused(run, job):
    texts = [f"rw=write {text}" for text in REFUSED]
    ran = run(job(sections(texts)))
    assert ran.status == 2
    for reason in REFUSED.values():
        assert reason in ran.err
    assert sorted(path.name for path in ran.folder.iterdir()) == ["t.fio"]


IN_EACH_OTHERS_WAY = {
    "numjobs=2": "copies of the job write the same bytes of f",
    "[b]\nfilename=f\nbs=4k\nsize=4k\nrw=randwrite": "jobs 'a' and 'b' write the same",
    "[b]\nfilename=./f\nbs=4k\nsize=4k\nrw=randwrite": "jobs 'a' and 'b' write the same",
    "filename=./f": "f and ./f are one file",
    "verify_only=1": "verify_only: f does not exist",
}


@pytest.mark.parametrize("text", IN_EACH_OTHERS_WAY)
def test_what_can_not_be_verified_here_is_refused(run, job, text):
    ran = run(job(WRITE + "rw=write\nverify=crc64\n" + text + "\n"))
    assert ran.status == 2
    assert IN_EACH_OTHERS_WAY[text] in ran.err
    assert not (ran.folder / "f").exists()


def test_links_to_one_file_can_not_be_verified_at_once(run, job, tmp_path):
    (tmp_path / "f").write_bytes(b"")
    (tmp_path / "hard").hardlink_to(tmp_path / "f")
    (tmp_path / "soft").symlink_to("f")
    for name in ("hard", "soft"):
        text = f"[b]\nfilename={name}\nbs=4k\nsize=4k\nrw=write\n"
        ran = run(job(WRITE + "rw=write\nverify=crc64\n" + text))
        assert ran.status == 2
        assert "jobs 'a' and 'b' write the same" in ran.err
    assert (tmp_path / "f").read_bytes() == b""


def test_writers_one_after_the_other_are_fine(result):
    document = result(
        WRITE + "rw=write\nverify=crc64\n[b]\nstonewall\nfilename=f\nbs=4k\nsize=64k\n"
        "rw=randwrite\nverify=crc64\n"
    )
    assert [moved(unit)["read"] for unit in document["jobs"]] == [BLOCKS, BLOCKS]


def test_what_was_not_read_back_is_said(run, job):
    ran = run(job(WRITE + "rw=write\nverify=crc64\nrate=64k\nruntime=200ms\n"))
    assert ran.status == 0
    assert "of the blocks that it wrote were read back" in ran.out
    ran = run(job(WRITE + "rw=write\nverify=crc64\ntime_based=1\nruntime=50ms\n"))
    assert "nothing is read back" in ran.out


def test_a_block_that_the_ramp_was_to_read_back_is_written_again(run, job):
    # Reads wait for their turn most of the time, so that one does at its end.
    text = "rw=randwrite\nverify=crc32c\nverify_backlog=4\nverify_state_save=0\n"
    text += "ramp_time=25ms\nrate_iops=100,4000\n"
    ran = run("--output-format=json", job(WRITE + text))
    assert ran.status == 0, ran.err
    got = moved(ran.json["jobs"][0])
    assert got["write"] == BLOCKS and got["read"] >= BLOCKS


def test_a_pattern_alone_is_verified(run, job, tmp_path):
    text = WRITE + "verify_pattern=0xabcd\n"
    assert run(job(text + "rw=write\n")).status == 0
    data = (tmp_path / "f").read_bytes()
    assert data[:4] == b"ruVF" and data[1000:1004] == b"\xab\xcd\xab\xcd"
    damage(tmp_path / "f", 1000)
    ran = run(job(text + "rw=read\n"))
    assert ran.status == 1
    assert "got byte bb, wanted ab (1 bad bits), at offset 1000" in ran.err
