"""latency_target, flow, serialize_overlap, io_submit_mode and the like."""

import re

import pytest

TARGET = (
    "ioengine=null\nrw=randread\nsize=100g\niodepth=8\nlatency_window=20ms\n"
    "time_based\nruntime=30\n"
)


def test_the_greatest_depth_within_the_target_is_found(result, run, job):
    text = f"[a]\n{TARGET}latency_target=10s\n"
    told = result(text)["jobs"][0]
    assert told["latency_depth"] == 8
    assert told["latency_target"] == told["latency_target_ns"] == 10**10
    assert told["latency_window"] == told["latency_window_us"] == 20000
    assert told["latency_percentile"] == 100
    # The figures are those of the last depth alone.
    assert 20 <= told["read"]["runtime"] < 29000
    assert told["iodepth_level"]["8"] > 99
    out = run(job(text)).out
    assert (
        "     latency   : target=10.00s, window=20.00ms, percentile=100.00%,"
        " depth=8\n" in out
    )


def test_a_target_that_nothing_meets_is_an_error(run, job):
    text = f"[a]\n{TARGET}latency_target=1ns\n"
    ran = run("--output-format=json", job(text))
    assert ran.status == 1
    assert "latency_target: an I/O took more than 1 ns" in ran.err
    assert ran.job()["error"] == 110


def test_some_may_be_late_and_the_search_may_go_on(result):
    text = TARGET.replace("runtime=30", "runtime=1")
    document = result(f"[a]\n{text}latency_target=1ns\nlatency_percentile=50\n")
    assert document["jobs"][0]["latency_depth"] == 1
    assert document["jobs"][0]["read"]["runtime"] >= 1000
    assert "ended before a depth was found" in str(
        document["runner"]["diagnostics"]
    )
    told = result(f"[a]\n{text}latency_target=10s\nlatency_run=1\n")["jobs"][0]
    assert told["read"]["runtime"] >= 1000
    assert told["latency_depth"] == 8


# By counts, not by shares of a time: on a busy machine jobs need not end at the
# same moment, and who was held catches up. A flow is of the jobs that run, so b
# has to when a begins.
def test_jobs_of_a_flow_share_by_weight(result):
    jobs = {
        j["jobname"]: j
        for j in result(
            "[global]\nioengine=null\nrw=read\nsize=100g\n"
            "[a]\nflow=3\nnumber_ios=900\nexitall\nstartdelay=500ms\n"
            "[b]\nflow=1\nrate_iops=500\nflow_watermark=4\n"
            "[c]\nflow=1\nflow_id=7\nnumber_ios=900\n"
        )["jobs"]
    }
    # b's rate holds a back to some 1500 a second, but not c, of another flow.
    assert jobs["a"]["read"]["total_ios"] == 900
    assert jobs["a"]["read"]["runtime"] >= 300
    assert jobs["c"]["read"]["total_ios"] == 900
    assert jobs["c"]["read"]["runtime"] < jobs["a"]["read"]["runtime"]


def meet(out):
    """How many I/Os meet one that is in flight; how many are at the most."""
    flying, deepest, meetings = {}, 0, 0
    for line in out.splitlines():
        found = re.match(
            r"io +(\d+) +(queue|complete): io_u (\S+): off=0x(\w+),len=0x(\w+),",
            line,
        )
        if not found:
            continue
        pid, what, slot, offset, length = found.groups()
        begin = int(offset, 16)
        end = begin + int(length, 16)
        if what == "complete":
            del flying[pid, slot]
            continue
        meetings += any(b < end and begin < e for b, e in flying.values())
        flying[pid, slot] = begin, end
        deepest = max(deepest, len(flying))
    assert not flying
    return meetings, deepest


def test_overlapping_ios_are_never_in_flight_together(run, job):
    text = (
        "[a]\nioengine=null\nrw=randrw\nsize=64k\niodepth=16\nio_size=1m\n"
        "norandommap\nbsrange=4k-16k\nserialize_overlap=1\n"
    )
    meetings, deepest = meet(run("--debug=io", job(text)).out)
    assert not meetings and deepest > 1


SHARED = (
    "[global]\nioengine=psync\nfilename=f\nrw=randrw\nsize=64k\niodepth=4\n"
    "io_size=1m\nnorandommap\nbsrange=4k-16k\nio_submit_mode=offload\n"
    "serialize_overlap=1\n"
)


@pytest.mark.parametrize(
    "jobs",
    [
        "[a]\nnumjobs=3\n",
        "[a]\n[b]\nfilename=link\nsync=1\n",
        "[a]\nfilename=f:link\nfile_service_type=random\n",
    ],
)
def test_threads_look_at_other_jobs_of_the_file(run, job, tmp_path, jobs):
    (tmp_path / "f").write_bytes(bytes(64 << 10))
    (tmp_path / "link").symlink_to("f")
    ran = run("--debug=io", job(SHARED + jobs))
    assert ran.status == 0
    meetings, deepest = meet(ran.out)
    assert not meetings and deepest > 1


def test_ramp_size_is_not_measured(result):
    for depth in 1, 8:
        told = result(
            "[a]\nioengine=null\nrw=read\nsize=10m\nramp_size=3m\n"
            f"iodepth={depth}\n"
        )["jobs"][0]
        assert told["read"]["io_bytes"] == 10 << 20


def test_thinkcycles_keep_the_cpu_busy(result, run, job):
    text = "[a]\nioengine=null\nrw=read\nsize=400k\nthinkcycles=5000000\n"
    ran = run("--output-format=json", job(text))
    if ran.status:
        assert "no counter of cycles" in ran.err
        pytest.skip("no counter of cycles")
    # Whatever a cycle is: no CPU has more than 10 GHz.
    assert ran.job()["read"]["runtime"] >= 100 * 5000000 / 1e10 * 1000


def test_activities_refuse_what_is_about_io(run, job):
    for option in "latency_target=1s", "flow=1", "serialize_overlap=1":
        ran = run(
            "--parse-only", job(f"[a]\nioengine=filestat\nsize=4k\n{option}\n")
        )
        assert ran.status == 2
        assert re.search(r"t\.fio:4: error: \w+: ioengine=filestat does no", ran.err)


OFFLOAD = "size=1m\nbs=4k\niodepth=4\nio_submit_mode=offload\n"


# The first two are synchronous.
@pytest.mark.parametrize("engine", ["psync", "mmap", "libaio", "null"])
def test_threads_give_any_engine_a_depth(result, engine):
    document = result(f"[a]\nioengine={engine}\nrw=randrw\n{OFFLOAD}")
    told = document["jobs"][0]
    done = [told[d]["total_ios"] for d in ("read", "write")]
    assert sum(done) == 256
    assert told["iodepth_level"]["4"] > 90
    for direction, ios in zip(("read", "write"), done):
        for kind in "slat_ns", "clat_ns", "lat_ns":
            assert told[direction][kind]["N"] == ios
        parts = [told[direction][k]["mean"] for k in ("slat_ns", "clat_ns")]
        assert abs(sum(parts) - told[direction]["lat_ns"]["mean"]) < 2
    assert "depth" not in str(document["runner"]["diagnostics"])


def test_what_threads_write_is_what_is_read_back(result, tmp_path):
    for more in "verify=crc32c", "unlink_each_loop=1\nloops=3", "fsync=8":
        told = result(
            f"[a]\nioengine=psync\nrw=randwrite\nfilename=f\n{OFFLOAD}{more}\n"
            "serialize_overlap=1\n"
        )["jobs"][0]
        loops = 3 if "loops" in more else 1
        assert told["write"]["io_bytes"] == loops << 20
    assert (tmp_path / "f").stat().st_size == 1 << 20


@pytest.mark.parametrize("engine", ["sync", "vsync"])
def test_threads_have_no_position_in_common(result, tmp_path, engine):
    """One would write where another has just sought."""
    (tmp_path / "f").write_bytes(b"\x55" * (3 << 20))
    document = result(
        f"[a]\nioengine={engine}\nrw=randrw\nfilename=f\noffset=1m\n{OFFLOAD}"
        "iodepth=16\nloops=3\nverify=crc32c\n"
    )
    assert document["jobs"][0]["error"] == 0
    assert any(f"with offload, ioengine={engine} calls p" in d["message"]
               for d in document["runner"]["diagnostics"])
    data = (tmp_path / "f").read_bytes()
    rest = b"\x55" * (1 << 20)
    assert data[: 1 << 20] == rest and data[2 << 20 :] == rest


def test_errors_of_threads_are_the_jobs(run, job):
    ran = run(
        "--output-format=json",
        job(
            "[a]\nioengine=psync\nrw=write\nfilename=/dev/full\n"
            f"{OFFLOAD}"
        ),
    )
    assert ran.status == 1 and "No space left on device" in ran.err
    assert ran.job()["error"] == 28
    ran = run(
        "--parse-only", job("[a]\nsize=1m\nio_submit_mode=offload\niodepth=1025\n")
    )
    assert ran.status == 2
    assert "t.fio:4: error: iodepth: io_submit_mode=offload starts" in ran.err
