"""clocksource: what the times of a job are read from, and that it tells."""

import pytest
from conftest import members

SOURCES = ("cpu", "clock_gettime", "gettimeofday")


def used(document):
    return [m["clocksource"] for name in members(document).values() for m in name]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("depth", (1, 16))
def test_each_source_times_every_io(result, source, depth):
    doc = result(
        f"[t]\nioengine=null\nrw=randrw\nbs=4k\nsize=16m\niodepth={depth}\n"
        f"lat_percentiles=1\nclocksource={source}\n"
    )
    # A machine without a counter to trust says so.
    notes = [d["message"] for d in doc["runner"]["diagnostics"]]
    wanted = "clock_gettime" if any("no counter" in n for n in notes) else source
    assert used(doc) == [wanted]
    job = doc["jobs"][0]
    for d in ("read", "write"):
        assert job[d]["lat_ns"]["N"] == job[d]["total_ios"]
        assert job[d]["clat_ns"]["N"] == job[d]["total_ios"]
        assert job[d]["clat_ns"]["max"] <= job[d]["lat_ns"]["max"]
        # Not even a loaded machine keeps an I/O that does nothing for a minute.
        assert job[d]["lat_ns"]["max"] < 60e9


def test_without_the_option_the_counter_is_read_where_there_is_one(result):
    text = "[t]\nioengine=null\nrw=read\nsize=1m\n"
    chosen = used(result(text + "clocksource=cpu\n"))
    doc = result(text)
    assert used(doc) == chosen
    assert doc["runner"]["jobs"][0]["effective_options"]["clocksource"] == "cpu"
    assert not doc["runner"]["diagnostics"]


def test_jobs_without_latencies_read_no_counter(result):
    doc = result("[t]\nioengine=null\nrw=read\nsize=1m\ngtod_reduce=1\n")
    assert used(doc) == ["clock_gettime"]


def test_a_runtime_is_as_long_by_each_source(result):
    doc = result(
        "[global]\nioengine=null\nrw=read\nsize=1g\ntime_based\nruntime=300ms\n"
        + "".join(f"[{s}]\nclocksource={s}\nstonewall\n" for s in SOURCES)
    )
    for job in doc["jobs"]:
        # A unit of another size would make it 300 s, or nothing.
        assert 299 <= job["read"]["runtime"] < 60000
