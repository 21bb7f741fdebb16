"""block_error_percentiles: blocks, followed through their trims and writes."""

import re

STATES = ["unwritten", "trimmed", "written", "trim failure", "write failure"]


def block(result, text):
    job = result(f"[a]\nioengine=null\nblock_error_percentiles=1\n{text}")["jobs"][0]
    assert list(job["block"]["states"]) == STATES
    return job["block"], list(job["block"]["states"].values())


def test_blocks_that_are_trimmed_and_written_end_written(result):
    found, states = block(result, "rw=trimwrite\nsize=1m\nbs=64k\nloops=3\n")
    assert states == [0, 0, 16, 0, 0]
    assert set(found["percentiles"].values()) == {3}


def test_trims_alone_are_counted_by_block(result):
    # Half of the blocks again, in a second pass of half the size.
    found, states = block(
        result,
        "rw=trim\nsize=1m\nbs=64k\nio_size=1536k\npercentile_list=50:51:100\n",
    )
    assert states == [0, 16, 0, 0, 0]
    assert found["percentiles"] == {"50.000000": 1, "51.000000": 2, "100.000000": 2}


def test_what_is_not_reached_is_unwritten_and_in_no_percentile(result):
    found, states = block(
        result, "rw=write\nsize=1m\nbs=,4k,64k\nbs=4k,4k,64k\nnumber_ios=20\n"
    )
    assert states == [14, 0, 2, 0, 0]
    assert set(found["percentiles"].values()) == {0}


def test_copies_of_a_job_are_added_up(result):
    _, states = block(
        result, "rw=trim\nsize=256k\nbs=64k\nnumjobs=3\ngroup_reporting\n"
    )
    assert states == [0, 12, 0, 0, 0]


def test_a_failed_write_ends_the_life_of_its_block(result):
    job = result(
        "[a]\nfilename=/dev/full\nrw=write\nbs=4k\nsize=64k\n"
        "block_error_percentiles=1\ncontinue_on_error=all\n"
        "ignore_error=,ENOSPC\n"
    )["jobs"][0]
    assert job["total_err"] == 16
    assert list(job["block"]["states"].values()) == [0, 0, 0, 0, 16]


def test_the_text_has_lines_of_it(run, job):
    path = job(
        "[a]\nioengine=null\nrw=trim\nsize=1m\nbs=64k\nblock_error_percentiles=1\n"
        "percentile_list=50:99.5\n"
    )
    out = run(path).out
    assert (
        "  block lifetime percentiles :\n   | 50.0th=1\n   | 99.5th=1\n"
        "   |        states               : unwritten=0, trimmed=16, written=0, "
        "trim failure=0, write failure=0\n"
    ) in out
    assert not re.search("block life", run(path, "--set=block_error_percentiles=0").out)
