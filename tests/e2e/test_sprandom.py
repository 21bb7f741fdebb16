"""sprandom: one pass that leaves a device as long random writing would."""

import pytest

BS = 4096
BLOCKS = 2048
JOB = ("[j]\nioengine=null\nsize=8m\nbs=4k\nrw=randwrite\nsprandom=1\n"
       "write_lat_log=x\nlog_offset=1\n")


@pytest.fixture
def written(run, job, tmp_path):
    """The blocks that a job writes, in order, by the log of latencies."""
    def of(options):
        ran = run("--output-format=json", job(JOB + options))
        assert ran.status == 0, ran.err
        rows = (tmp_path / "x_clat.1.log").read_text().splitlines()
        blocks = [int(row.split(",")[4], 0) // BS for row in rows]
        assert ran.job()["write"]["total_ios"] == len(blocks)
        assert ran.job()["write"]["io_bytes"] == len(blocks) * BS
        return blocks
    return of


def valid_shares(blocks, regions):
    """What is valid at the end of each part of what was written."""
    last = {block: place for place, block in enumerate(blocks)}
    count = [0] * regions
    for place in last.values():
        count[place * regions // len(blocks)] += 1
    return [n * regions / len(blocks) for n in count]


def test_a_pass_is_all_blocks_and_the_spare_ones(written):
    blocks = written("norandommap=1\nba=4k\nspr_num_regions=10\nspr_op=0.25\n")
    assert len(blocks) == BLOCKS * 5 // 4
    assert set(blocks) == set(range(BLOCKS))


def test_older_regions_have_lost_more(written):
    blocks = written("spr_num_regions=8\nspr_op=0.25\n")
    shares = valid_shares(blocks, 8)
    assert shares == sorted(shares)
    # 1 - c = exp(-1.25 c) has the root 0.371: so much is won at the old end.
    assert shares[0] == pytest.approx(1 - 0.371 + 0.018, abs=0.02)
    assert shares[-1] == pytest.approx(1 - 0.371 * 1.25 / 16, abs=0.02)


def test_the_order_is_random(written):
    blocks = written("spr_num_regions=8\n")
    neighbours = sum(b == a + 1 for a, b in zip(blocks, blocks[1:]))
    assert neighbours < len(blocks) / 100


def test_a_cache_has_left_when_its_block_is_written_again(written):
    region = int(BLOCKS * 1.15) // 20
    near, far = 0, 0
    for option, wanted in (("", 1), (f"spr_cs={region * BS}\n", region)):
        blocks = written("spr_num_regions=20\n" + option)[:region * 19]
        last, nearest = {}, len(blocks)
        for place, block in enumerate(blocks):
            if block in last:
                nearest = min(nearest, place - last[block])
            last[block] = place
        near, far = far, nearest
        assert nearest >= wanted
    assert near < region <= far


REFUSED = [
    ("spr_num_regions=5000", "spr_num_regions: 5000 are too many for the 2355 "
     "writes of a pass"),
    ("spr_cs=1m", "spr_cs: 1048576 bytes are more than a region of 23 blocks "
     "(bs): spr_num_regions can be 9 at the most"),
    ("spr_cs=10g", "spr_cs: 10737418240 bytes are more than the 2355 writes "
     "of a pass"),
    ("spr_op=3\nspr_num_regions=2", "spr_num_regions: 2 are too few for "
     "spr_op=3: the last one has no room for all that is to be written again"),
    ("filesize=16m", "size: is less than the files have (filesize), and "
     "sprandom writes all of them"),
    ("read_iolog=log", "read_iolog: has another order of blocks than sprandom, "
     "which is given, too"),
]


@pytest.mark.parametrize("options, text", REFUSED)
def test_regions_that_cannot_be_are_refused(run, job, tmp_path, options, text):
    (tmp_path / "log").write_text(
        "fio version 2 iolog\na add\na open\na write 0 4096\na close\n")
    path = job(JOB + options + "\n")
    ran = run("--check", path)
    assert ran.status == 2
    assert f"error: {text}\n" in ran.err and ran.err.startswith(path)


def test_the_check_tells_of_the_pass(run, job):
    ran = run("--check", job(JOB + "spr_cs=16k\nspr_num_regions=50\n"))
    assert "  io_size: 9646080 bytes\n" in ran.out
    assert ("  sprandom: 50 regions a file, over-provisioning 0.15, cache "
            "16384 bytes\n") in ran.out


@pytest.mark.parametrize("engine", ["psync", "libaio"])
def test_what_is_written_twice_is_verified(run, job, engine):
    ran = run("--output-format=json", job(
        f"[j]\nioengine={engine}\niodepth=8\nsize=2m\nbs=4k\nrw=randwrite\n"
        "sprandom=1\nspr_num_regions=4\nfilename=a:b\nverify=crc32c\n"))
    assert ran.status == 0, ran.err
    assert ran.job()["write"]["total_ios"] == 2 * int(256 * 1.15)
    assert ran.job()["read"]["total_ios"] == 512
