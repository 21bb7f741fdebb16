"""Logs of bandwidth, rate and latency: their files, rows and windows."""

import re
import signal
import subprocess
import time
from collections import Counter

import pytest

from conftest import check_document, members, until

NULL = "[x]\nioengine=null\nbs=4k\n"
PER_GROUP = 64


def rows(folder, name):
    """The rows of a log, as numbers (priorities in hexadecimal, too)."""
    text = (folder / name).read_text()
    assert text == "" or text.endswith("\n")
    return [[int(n, 0) for n in line.split(", ")] for line in text.splitlines()]


def logs(folder):
    return sorted(p.name for p in folder.iterdir() if ".log" in p.name)


# L01, axboe/fio#410: none lost, doubled (#947) or shifted.
def test_windows_are_whole_and_at_their_times(result, tmp_path):
    document = result(
        "[probe]\nioengine=null\nrw=rw\nbs=4k\nsize=1g\nrate_iops=200,200\n"
        "time_based\nruntime=1\nwrite_iops_log=w\nwrite_lat_log=w\nwrite_bw_log=w\n"
        "write_hist_log=w\nlog_hist_msec=250\nlog_avg_msec=250\n"
    )
    for index, way in enumerate(("read", "write")):
        of = {
            name: {r[0]: r[1] for r in rows(tmp_path, f"w_{name}.1.log") if r[2] == index}
            for name in ("bw", "iops", "lat", "clat")
        }
        histogram = rows(tmp_path, "w_clat_hist.1.log")
        counted = {r[0]: sum(r[3:]) for r in histogram if r[1] == index}
        times = list(counted)
        assert times == sorted(times) and times[-1] >= 1000
        # The last one ends with the job, should that be late.
        assert all(time_ms % 250 == 0 for time_ms in times[:-1])
        assert sum(counted.values()) == document["jobs"][0][way]["total_ios"]
        for values in of.values():
            assert list(values) == times
        done = 0
        for time_ms in times:
            done += counted[time_ms]
            # An I/O is in no window before its time.
            assert done <= time_ms / 1000 * 200 + 2
            if time_ms % 250 == 0:
                assert of["iops"][time_ms] == 4 * counted[time_ms]
                assert of["bw"][time_ms] == 4 * of["iops"][time_ms]
    assert rows(tmp_path, "w_slat.1.log") == []


def test_the_last_window_ends_with_the_job(result, tmp_path):
    document = result(
        f"{NULL}size=1g\nrate_iops=1000\ntime_based\nruntime=500ms\n"
        "write_iops_log\nlog_avg_msec=200\n"
    )
    read = document["jobs"][0]["read"]
    windows = rows(tmp_path, "x_iops.1.log")
    *whole, last = [row[0] for row in windows]
    assert all(time_ms % 200 == 0 for time_ms in whole)
    assert last % 200 == 0 or 500 <= last <= read["runtime"] + 1
    assert all(row[2:] == [0, 0, 0] for row in windows)
    # Each is a rate in its own time, however short the last one is.
    done = sum(row[1] * ((row[0] - 1) % 200 + 1) / 1000 for row in windows)
    assert done == pytest.approx(read["total_ios"], abs=2 + windows[-1][1] / 1000)


@pytest.mark.parametrize(
    "value, columns", [("avg", 5), ("max", 5), ("both", 6)]
)
def test_windows_have_a_mean_or_a_maximum(result, tmp_path, value, columns):
    unit = result(
        f"{NULL}size=4m\nrw=randread\nwrite_lat_log\nwrite_bw_log\n"
        f"log_avg_msec=1h\nlog_window_value={value}\n"
    )["jobs"][0]
    (clat,) = rows(tmp_path, "x_clat.1.log")
    (bandwidth,) = rows(tmp_path, "x_bw.1.log")
    assert len(clat) == len(bandwidth) == columns
    latency = unit["read"]["clat_ns"]
    if value == "max":
        assert clat[1] == latency["max"]
    else:
        assert clat[1] == int(latency["mean"] + 0.5)
    if value == "both":
        assert clat[2] == latency["max"]
        assert bandwidth[1] == bandwidth[2]


def check_latencies(latency, values):
    assert latency["N"] == len(values)
    assert latency["min"] == min(values)
    assert latency["max"] == max(values)
    assert latency["mean"] == pytest.approx(sum(values) / len(values), abs=1e-3)


KINDS = {
    "null": "ioengine=null\nrw=randrw\n",
    "rated": "ioengine=null\nrw=randrw\nrate_iops=2000\n",
    "guarded": "ioengine=null\nrw=randrw\nmax_latency=1h\n",
    "file": "ioengine=psync\nrw=randrw\nfilename=f\n",
    "deep": "ioengine=libaio\nrw=randrw\niodepth=8\nfilename=f\n",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_io_has_its_rows(result, tmp_path, kind):
    unit = result(
        f"[x]\nsize=2m\nbs=4k\n{KINDS[kind]}write_lat_log=a\nwrite_bw_log=a\n"
        "write_iops_log=a\nlog_offset=1\nfsync=64\nwrite_hist_log=a\nlog_hist_msec=7\n"
    )["jobs"][0]
    clat, lat = rows(tmp_path, "a_clat.1.log"), rows(tmp_path, "a_lat.1.log")
    assert sorted(row[4] for row in clat) == list(range(0, 2 << 20, 4096))
    assert [row[0] for row in clat] == sorted(row[0] for row in clat)
    for index, way in enumerate(("read", "write")):
        for name, log in (("clat_ns", clat), ("lat_ns", lat)):
            check_latencies(unit[way][name], [r[1] for r in log if r[2] == index])
    slat = rows(tmp_path, "a_slat.1.log")
    if kind == "deep":
        assert [s[1] + c[1] for s, c in zip(slat, clat)] == [row[1] for row in lat]
    assert len(slat) == (len(clat) if kind == "deep" else 0)
    for index, row in enumerate(rows(tmp_path, "a_bw.1.log")):
        expected = 4096 * 1000000 // max(clat[index][1], 1)
        assert row == [clat[index][0], expected, *clat[index][2:]]
    for row, other in zip(rows(tmp_path, "a_iops.1.log"), clat, strict=True):
        assert row == [other[0], 1, *other[2:]]
    check_histogram(rows(tmp_path, "a_clat_hist.1.log"), clat)


def bucket(ns):
    if ns < 2 * PER_GROUP:
        return ns
    shift = ns.bit_length() - 7
    return shift * PER_GROUP + (ns >> shift)


def check_histogram(histogram, clat):
    assert all(len(row) == 3 + 29 * PER_GROUP and row[2] == 4096 for row in histogram)
    for way in (0, 1):
        sums = [sum(column) for column in zip(*(r[3:] for r in histogram if r[1] == way))]
        expected = [0] * len(sums)
        for row in clat:
            if row[2] == way:
                expected[bucket(row[1])] += 1
        assert sums == expected
    # The last window ends with the job, whenever that is.
    assert all(row[0] % 7 == 0 for row in histogram[:-2])


@pytest.mark.parametrize("coarseness", [3, 6])
def test_histograms_can_be_coarse(result, tmp_path, coarseness):
    unit = result(
        f"{NULL}size=1m\nwrite_hist_log\nlog_hist_msec=1h\n"
        f"log_hist_coarseness={coarseness}\n"
    )["jobs"][0]
    (row,) = rows(tmp_path, "x_clat_hist.1.log")
    assert len(row) == 3 + (29 * PER_GROUP >> coarseness)
    assert sum(row[3:]) == unit["read"]["total_ios"] == 256


def test_a_row_can_have_more_columns(result, tmp_path):
    result(
        "[x]\nioengine=libaio\nfilename=f\nsize=64k\niodepth=4\nrw=read\nprio=3\n"
        "prioclass=2\nwrite_lat_log\nwrite_iops_log\nlog_offset\nlog_issue_time\nlog_prio\n"
    )
    text = (tmp_path / "x_clat.1.log").read_text()
    assert re.fullmatch(r"(\d+, \d+, 0, 4096, \d+, 0x4003, \d+\n){16}", text)
    for name in ("clat", "slat"):
        issued = [row[6] for row in rows(tmp_path, f"x_{name}.1.log")]
        assert all(issued) and len(set(issued)) == 16
    for name in ("lat", "iops"):
        assert all(row[6] == 0 for row in rows(tmp_path, f"x_{name}.1.log"))


def test_files_are_called_as_fio_calls_them(result, tmp_path):
    (tmp_path / "d").mkdir()
    result(
        "[global]\nioengine=null\nsize=8k\n"
        "[a]\nwrite_bw_log=p\nwrite_lat_log\ndisable_lat=1\n"
        "[b]\nnumjobs=2\nwrite_iops_log\nlog_store_compressed=1\n"
        "[c]\nwrite_hist_log=d/q\nwrite_lat_log\ngtod_reduce=1\n"
    )
    assert logs(tmp_path) == [
        "a_clat.1.log",
        "a_slat.1.log",
        "b_iops.2.log.fz",
        "b_iops.3.log.fz",
        "p_bw.1.log",
    ]
    assert (tmp_path / "d" / "q_clat_hist.4.log").read_text() == ""


def test_jobs_can_share_a_file(result, tmp_path):
    text = f"{NULL}size=400k\nnumjobs=3\nwrite_iops_log=s\nper_job_logs=0\nlog_offset\n"
    result(text)
    assert logs(tmp_path) == ["s_iops.log"]
    # The rows of each job are together.
    assert [row[4] for row in rows(tmp_path, "s_iops.log")] == 3 * list(
        range(0, 400 << 10, 4096)
    )
    result(text)
    assert len(rows(tmp_path, "s_iops.log")) == 600


def near_exact(latency, values):
    """Each percentile is the value of its rank, within the width of a bucket."""
    values = sorted(values)
    for key, value in latency["percentile"].items():
        # In hundredths of a percent, so that no rank is one too high.
        share = round(float(key) * 10000)
        rank = max(-(-share * len(values) // 1000000), 1)
        exact = values[rank - 1]
        assert abs(value - exact) <= exact / 128, (key, value, exact)
    assert latency["percentile"]["100.000000"] == values[-1]


@pytest.mark.parametrize("kind", ["null", "file", "deep"])
def test_percentiles_are_those_of_the_log(result, tmp_path, kind):
    unit = result(
        f"[x]\nsize=8m\nbs=4k\n{KINDS[kind]}write_lat_log\nlat_percentiles=1\n"
        "slat_percentiles=1\npercentile_list=1:5:10:25:50:75:90:95:99:99.5:99.9:99.95:100\n",
        "--output-format=json+",
    )["jobs"][0]
    for name in ("slat", "clat", "lat"):
        log = rows(tmp_path, f"x_{name}.1.log")
        assert bool(log) == (name != "slat" or kind == "deep")
        for index, way in enumerate(("read", "write") if log else ()):
            values = [row[1] for row in log if row[2] == index]
            latency = unit[way][f"{name}_ns"]
            near_exact(latency, values)
            # The same values are in the same buckets.
            bins = {bucket(int(ns)): n for ns, n in latency["bins"].items()}
            assert bins == Counter(map(bucket, values))


def without_time(text):
    return [line.partition(",")[2] for line in text.splitlines()]


def test_compressed_logs_have_the_same_rows(run, result, tmp_path):
    job = f"{NULL}size=8m\nrw=randrw\nwrite_iops_log\nlog_offset\n"
    result(job)
    result(f"{job}log_store_compressed\nlog_compression=4k\n")
    plain = (tmp_path / "x_iops.1.log").read_text()
    inflated = run("--inflate-log=x_iops.1.log.fz").out
    assert len(inflated.splitlines()) == 2048
    assert without_time(inflated) == without_time(plain)
    assert (tmp_path / "x_iops.1.log.fz").stat().st_size * 2 < len(plain)


@pytest.mark.parametrize("stored", [0, 1])
def test_compressed_logs_are_about_the_ios_of_the_run(run, result, tmp_path, stored):
    unit = result(
        f"{NULL}size=8m\nrw=randrw\nwrite_lat_log\nlog_offset\nlog_compression=4k\n"
        f"log_store_compressed={stored}\n"
    )["jobs"][0]
    for name in ("clat", "lat"):
        if stored:
            text = run(f"--inflate-log=x_{name}.1.log.fz").out
            (tmp_path / f"x_{name}.1.log").write_text(text)
        log = rows(tmp_path, f"x_{name}.1.log")
        assert sorted(row[4] for row in log) == list(range(0, 8 << 20, 4096))
        for index, way in enumerate(("read", "write")):
            check_latencies(unit[way][f"{name}_ns"], [r[1] for r in log if r[2] == index])


def test_only_compressed_logs_are_inflated(run, tmp_path):
    (tmp_path / "plain.log").write_text("0, 1, 0, 4096, 0\n")
    ran = run("--inflate-log", "plain.log")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "plain.log: error: is not a compressed log\n"
    ran = run("--inflate-log=missing")
    assert ran.status == 2
    assert "missing: error: can't be read: No such file or directory" in ran.err


def test_a_ramp_is_not_logged(result, tmp_path):
    unit = result(
        f"{NULL}size=1g\nrate_iops=500\ntime_based\nramp_time=300ms\nruntime=300ms\n"
        "write_lat_log\n"
    )["jobs"][0]
    log = rows(tmp_path, "x_clat.1.log")
    assert len(log) == unit["read"]["total_ios"]
    assert all(row[0] <= unit["read"]["runtime"] for row in log)
    check_latencies(unit["read"]["clat_ns"], [row[1] for row in log])


@pytest.mark.parametrize(
    "options, clock",
    [
        ("log_unix_epoch=1", time.CLOCK_REALTIME),
        ("log_alternate_epoch=1", time.CLOCK_REALTIME),
        (
            "log_alternate_epoch=1\nlog_alternate_epoch_clock_id=1",
            time.CLOCK_MONOTONIC,
        ),
    ],
)
def test_times_can_be_those_of_a_clock(result, tmp_path, options, clock):
    before = time.clock_gettime(clock) * 1000 - 1
    result(
        f"{NULL}size=16k\nwrite_iops_log\nwrite_hist_log\nlog_hist_msec=1\n{options}\n"
    )
    after = time.clock_gettime(clock) * 1000 + 1
    assert all(before <= r[0] <= after for r in rows(tmp_path, "x_iops.1.log"))
    assert all(before <= r[0] <= after for r in rows(tmp_path, "x_clat_hist.1.log"))


def test_the_start_of_a_job_can_be_that_of_a_clock(result):
    document = result(f"{NULL}size=4k\njob_start_clock_id=1\n")
    now = time.clock_gettime(time.CLOCK_MONOTONIC) * 1000
    assert now - 60000 <= document["jobs"][0]["job_start"] <= now
    assert document["jobs"][0]["job_start"] < 1e12


@pytest.mark.parametrize(
    "option", ["job_start_clock_id", "log_unix_epoch\nlog_alternate_epoch_clock_id"]
)
def test_clocks_that_there_are_not_are_refused(run, job, option):
    ran = run(job(f"{NULL}size=4k\nwrite_bw_log\n{option}=15\n"))
    assert ran.status == 2
    assert "this machine has no clock 15" in ran.err


def test_activities_have_logs(result, tmp_path):
    result(
        "[x]\nioengine=filecreate\nnrfiles=20\nfilesize=4k\nwrite_iops_log\nwrite_lat_log\n"
    )
    assert len(rows(tmp_path, "x_iops.1.log")) == 20
    assert len(rows(tmp_path, "x_clat.1.log")) == 20


@pytest.mark.parametrize("more", ["", "per_job_logs=0\n", "log_store_compressed\n"])
def test_a_full_disk_ends_the_log_and_not_the_measurement(run, job, tmp_path, more):
    name = {"": "x_lat.1.log", "per_job_logs=0\n": "x_lat.log"}.get(
        more, "x_lat.1.log.fz"
    )
    (tmp_path / name).symlink_to("/dev/full")
    ran = run(
        "--output-format=json", job(f"{NULL}size=16m\nrw=randread\nwrite_lat_log\n{more}")
    )
    assert ran.status == 1
    assert f"log {name}: No space left on device" in ran.err
    unit = ran.job()
    assert unit["error"] == 28
    assert unit["read"]["total_ios"] == 4096 == unit["read"]["clat_ns"]["N"]
    if not more:
        assert len(rows(tmp_path, "x_clat.1.log")) == 4096


@pytest.mark.parametrize(
    "options, told",
    [
        ("filename=x_bw.1.log", "write_bw_log: x_bw.1.log is a file of the run"),
        ("filename=./d/../x_bw.1.log", "is a file of the run"),
        ("filename=f\n[y]\nfilename=x_bw.1.log", "is a file of the run"),
        ("filename=linked", "x_bw.1.log is a file of the run, linked"),
        ("filename=f\nwrite_bw_log=nowhere/p", "nowhere/ is not a folder"),
    ],
)
def test_logs_never_overwrite_what_a_job_uses(run, job, tmp_path, options, told):
    (tmp_path / "d").mkdir()
    (tmp_path / "linked").write_bytes(bytes(65536))
    if "linked" in options:
        (tmp_path / "x_bw.1.log").symlink_to("linked")
    ran = run(job(f"[global]\nsize=64k\n[x]\nwrite_bw_log\n{options}\n"))
    assert ran.status == 2
    assert told in ran.err
    assert re.match(r"t\.fio:\d+: error: write_bw_log: ", ran.err)
    assert (tmp_path / "linked").read_bytes() == bytes(65536)
    assert not (tmp_path / "f").exists()


def test_a_report_never_overwrites_a_log(run, job, tmp_path):
    (tmp_path / "x_bw.1.log").write_text("")
    ran = run("--output=x_bw.1.log", job(f"{NULL}size=64k\nwrite_bw_log\n"))
    assert ran.status == 2
    assert "is a file of the run" in ran.err


def test_check_names_the_logs(run, job, tmp_path):
    ran = run("--check", job(f"{NULL}size=4k\nwrite_lat_log=p\nlog_store_compressed\n"))
    assert re.findall(r"^  log: (.*)", ran.out, re.M) == [
        "p_slat.1.log.fz",
        "p_clat.1.log.fz",
        "p_lat.1.log.fz",
    ]
    assert logs(tmp_path) == []


def test_an_interrupted_job_has_its_logs(start, job, tmp_path):
    process = start(
        "--output-format=json",
        job(
            f"{NULL}size=1g\nrate_iops=200\ntime_based\nruntime=1h\n"
            "write_lat_log\nwrite_iops_log=w\nper_job_logs=0\n"
        ),
    )
    until(lambda: (tmp_path / "x_lat.log").exists())
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    total = check_document(out)["jobs"][0]["read"]["total_ios"]
    assert len(rows(tmp_path, "x_clat.log")) == total
    assert len(rows(tmp_path, "w_iops.log")) == total
    assert len(logs(tmp_path)) == 4  # and no file besides


def test_logs_can_be_followed(start, job, tmp_path):
    process = start(
        job(f"{NULL}size=1g\nrate_iops=200\ntime_based\nruntime=1h\nwrite_lat_log\n")
    )
    until(lambda: (tmp_path / "x_clat.1.log").exists())
    until(lambda: rows(tmp_path, "x_clat.1.log"))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


# L03, axboe/fio#1534, #1599
@pytest.mark.parametrize("jobs", [8, 16])
def test_the_bandwidth_of_all_jobs_is_logged(run, job, tmp_path, jobs):
    ran = run(
        "--bandwidth-log",
        "--output-format=json",
        job(
            "[probe]\nioengine=null\nrw=write\nbs=4k\nsize=1g\ntime_based\nrate=1m\n"
            f"runtime=600ms\nnumjobs={jobs}\n"
        ),
    )
    assert ran.status == 0
    written = 0
    for index, way in enumerate(("read", "write", "trim")):
        log = rows(tmp_path, f"agg-{way}_bw.log")
        assert log and all(row[2:] == [index, 0, 0] for row in log)
        assert log[0][0] >= 500
        before = 0
        for row in log:
            written += row[1] * 1024 * (row[0] - before) / 1000
            before = row[0]
        assert index == 1 or all(row[1] == 0 for row in log)
    total = sum(m["write"]["io_bytes"] for m in ran.json["jobs"])
    assert len(members(ran.json)["probe"]) == jobs
    assert written == pytest.approx(total, rel=0.1)


def test_the_bandwidth_log_overwrites_no_file_of_a_job(run, job, tmp_path):
    (tmp_path / "agg-trim_bw.log").write_bytes(bytes(4096))
    ran = run("--bandwidth-log", job("[x]\nfilename=agg-trim_bw.log\nrw=read\n"))
    assert ran.status == 2
    assert "agg-trim_bw.log: error: is a file of the run" in ran.err
    assert (tmp_path / "agg-trim_bw.log").read_bytes() == bytes(4096)


def shapes(folder):
    """The logs, each with the form of its rows, numbers masked."""
    found = {}
    for name in logs(folder):
        text = (folder / name).read_text()
        lines = [re.sub(r"\b\d+\b", "N", line) for line in text.splitlines()]
        found[name] = (len(lines), sorted(set(lines)))
    return found


@pytest.mark.parametrize("options", ["log_prio=1\nlog_offset=1\n", "per_job_logs=0\n"])
def test_rows_are_those_of_fio(run, job, fio, tmp_path, options):
    text = (
        "[global]\nioengine=null\nsize=64k\nrw=write\nwrite_bw_log=p\nwrite_lat_log=p\n"
        f"write_iops_log=p\n{options}[x]\n[y]\nstonewall\niodepth=4\n"
    )
    theirs = tmp_path / "fio"
    theirs.mkdir()
    (theirs / "t.fio").write_text(text)
    subprocess.run([fio, "t.fio"], cwd=theirs, capture_output=True, check=True)
    assert run(job(text)).status == 0
    assert shapes(tmp_path) == shapes(theirs)
