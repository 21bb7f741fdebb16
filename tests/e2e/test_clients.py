"""Clients of the reference's output, in clients/, read ours without knowing."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import RUNNER, check_document

CLIENTS = Path(__file__).parent / "clients"
NULL = ("--name=a", "--ioengine=null", "--rw=randrw", "--bs=4k")
PACED = ("--size=1g", "--rate_iops=500", "--time_based")
# Samples every 100 ms, so that a short job has some.
SAMPLED = ("--bwavgtime=100", "--iopsavgtime=100")


@pytest.fixture
def client(tmp_path):
    """client(name, *args, stdin=text): what a client printed, and its status."""

    def run_client(name, *args, stdin=""):
        start = [sys.executable] if name.endswith(".py") else []
        return subprocess.run(
            [*start, CLIENTS / name, *args],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=100,
        )

    return run_client


@pytest.fixture
def read(client):
    """read(name, *args, stdin=text): the lines of a client that is content."""

    def run_client(name, *args, stdin=""):
        ran = client(name, *args, stdin=stdin)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == ""
        return ran.stdout.splitlines()

    return run_client


def apart(out):
    """Text and document of a run that printed both."""
    start, end = out.index("{\n"), out.rindex("\n}\n") + 3
    return out[:start] + out[end:], check_document(out[start:end])


def values(lines):
    return {k: float(v) for k, v in (line.split("=") for line in lines)}


def test_one_cuts_fields_of_the_minimal_report(read):
    lines = read("mixed_minimal.sh", RUNNER, "--ioengine=null", "--size=1g",
                 "--rate_iops=4000,40", "--time_based", "--runtime=500ms")
    figures = values(lines)
    assert list(figures) == ["read_bw", "read_iops", "write_bw", "write_iops"]
    # Apart by far more than a busy machine makes of either.
    for way, rate in (("read", 4000), ("write", 40)):
        assert rate / 5 <= figures[f"{way}_iops"] <= 1.1 * rate
        # Blocks of 4 KiB; either figure is rounded down.
        over = figures[f"{way}_bw"] - 4 * figures[f"{way}_iops"]
        assert 0 <= over < 4


FOUR = [
    option
    for name in ("randread", "randwrite", "read", "write")
    for option in (f"--name={name}", f"--rw={name}")
]


def test_one_knows_four_jobs_by_their_position(run, read):
    out = run("--output-format=json", "--idle-prof=percpu", "--ioengine=null",
              "--bs=4k", *PACED, "--runtime=350ms", *SAMPLED, *FOUR).out
    jobs = check_document(out)["jobs"]
    lines = [line.split("\t") for line in read("by_position.py", stdin=out)]
    assert len(lines) == 5
    for (_, iops, bandwidth, latency), job in zip(lines, jobs):
        figures = job["write" if "write" in job["jobname"] else "read"]
        assert float(iops) == pytest.approx(figures["iops_mean"], abs=1e-5)
        assert float(bandwidth) == pytest.approx(figures["bw_mean"], abs=1e-5)
        assert float(latency) == pytest.approx(figures["lat_ns"]["mean"], abs=1e-5)
        assert float(latency) > 0
    assert [line[0] for line in lines] == [
        "random read",
        "random write",
        "read",
        "write",
        "idle",
    ]
    assert 0 <= float(lines[4][1]) <= 100


STRICT = {
    "paced": (*NULL, *PACED, "--runtime=250ms", *SAMPLED),
    "file": ("--bs=4k", "--name=a", "--rw=randrw", "--size=1m", "--fsync=8",
             "--filename=f", "--lat_percentiles=1", "--percentile_list=99:99.9:100"),
    "grouped": ("--group_reporting", *NULL, "--size=1m", "--numjobs=3"),
    "bare": (*NULL, "--size=1m", "--gtod_reduce=1"),
}


@pytest.mark.parametrize("kind", STRICT)
@pytest.mark.parametrize("form", ["json", "json+"])
def test_one_has_static_types(run, read, kind, form):
    out = run(f"--output-format={form}", *STRICT[kind]).out
    expected = [
        [job["jobname"], way, str(job[way]["total_ios"]),
         str(job[way]["clat_ns"].get("percentile", {}).get("99.000000", 0))]
        for job in check_document(out)["jobs"]
        for way in ("read", "write", "trim")
    ]
    assert [line.split() for line in read("strict.py", stdin=out)] == expected
    assert any(int(line[2]) for line in expected)


@pytest.mark.parametrize(
    "pattern, other",
    [
        (r'("bw" : \d+)', r"\1.0"),
        (r'("N" : \d+)', r"\1.000000"),
        (r'("iops" : \d+)\.\d+', r"\1"),
        (r'("stddev" : \d+)\.\d+', r"\1"),
        (r'("bs" : )"4k"', r"\1 4096"),
        (r'"99\.000000" : ', r'"99.00" : '),
        (r'("runtime" : \d+)', r"\1, \1"),
    ],
)
def test_the_one_with_static_types_can_fail(run, client, pattern, other):
    out = run("--output-format=json", *NULL, "--size=1m").out
    wrong, count = re.subn(pattern, other, out, count=1)
    assert count == 1
    assert "TypeError" in client("strict.py", stdin=wrong).stderr


def test_one_greps_the_printed_document(run, read):
    out = run("--output-format=json", *NULL, "--size=1m", "--name=b",
              "--ioengine=null", "--rw=read", "--size=1m").out
    expected = [
        job[way]["bw_bytes"]
        for job in check_document(out)["jobs"]
        for way in ("read", "write", "trim")
    ]
    assert [int(line) for line in read("bw_grep.sh", stdin=out)] == expected
    assert expected[0] and expected[1] and expected[3]


# Each of these has something to be said: a note, a warning, a file made.
@pytest.mark.parametrize(
    "options",
    [
        ("--ioengine=null", "--size=64k", "--bs=8k", "--bs=4k"),
        ("--ioengine=psync", "--iodepth=8", "--size=64k", "--rw=write"),
        ("--ioengine=null", "--size=64k", "--time_based"),
        ("--size=64k", "--nrfiles=2", "--rw=randread"),
        ("--ioengine=null", "--size=64k", "--filename=a:b", "--nrfiles=1"),
    ],
)
@pytest.mark.parametrize("form", ["normal", "json", "terse"])
def test_one_takes_any_word_on_stderr_for_a_failure(client, options, form):
    ran = client("silent.sh", RUNNER, f"--output-format={form}", "--name=a", *options)
    assert ran.returncode == 0, ran.stdout
    assert ran.stderr == ""
    if form == "json":
        assert check_document(ran.stdout)["jobs"][0]["error"] == 0


def test_the_one_that_reads_stderr_sees_a_failure(client):
    ran = client("silent.sh", RUNNER, "--output-format=json", "--name=a", "--rw=write",
                 "--size=64k", "--filename=/dev/full")
    assert ran.returncode == 1
    document, _, failed = ran.stdout.partition("\n}\n")
    assert failed.startswith("FAILED: ") and "No space left on device" in failed
    assert check_document(document + "\n}\n")["jobs"][0]["error"] == 28


def test_one_reads_all_fields_of_terse_4(run, read):
    args = ("--terse-version=4", "--name=a", "--bs=4k", "--ioengine=libaio",
            "--filename=f", "--iodepth=4", "--rw=randrw", "--size=4m")
    ran = run("--output-format=terse,json", *args)
    terse, document = apart(ran.out)
    figures = values(read("terse_v4.py", stdin=terse))
    job = document["jobs"][0]
    assert len(figures) == 162 - 6 + 1
    for way in ("read", "write", "trim"):
        for name in ("io_kbytes", "bw", "runtime", "bw_min", "bw_max"):
            assert figures[f"a.{way}_{name}"] == job[way][name]
        assert figures[f"a.{way}_iops"] == int(job[way]["iops"])
        check_latencies_of_terse(figures, f"a.{way}", job[way])
    for limit in (1, 2, 4, 8, 16, 32, 64):
        share = job["iodepth_level"][str(limit) if limit < 64 else ">=64"]
        assert figures[f"a.depth_{limit}"] == pytest.approx(share, abs=0.051)
    assert figures["a.usr_cpu"] == job["usr_cpu"]
    assert figures["a.ctx"] == job["ctx"]
    assert figures["a.us_2"] == pytest.approx(
        sum(job["latency_ns"].values()) + job["latency_us"]["2"], abs=0.2
    )
    for limit in ("4", "100", "1000"):
        assert figures[f"a.us_{limit}"] == pytest.approx(
            job["latency_us"][limit], abs=0.01
        )
    assert figures["a.ms_more"] == job["latency_ms"][">=2000"]


def check_latencies_of_terse(figures, name, way):
    for kind in ("slat", "clat", "lat"):
        latency = way[f"{kind}_ns"]
        for key in ("min", "max"):
            assert figures[f"{name}_{kind}_{key}"] == latency[key] // 1000
        mean = figures[f"{name}_{kind}_mean"]
        assert mean == pytest.approx(latency["mean"] / 1000, abs=1e-5)
    percentiles = [v // 1000 for v in way["clat_ns"].get("percentile", {}).values()]
    assert [figures[f"{name}_percentile_{n}"] for n in range(20)] == percentiles + [
        0
    ] * (20 - len(percentiles))


@pytest.mark.parametrize("kb_base", [1000, 1024])
def test_one_reads_the_text(run, read, kb_base):
    out = run("--output-format=normal,json", f"--kb_base={kb_base}", "--name=a",
              "--filename=f", "--rw=randrw", "--bs=4096", "--size=4194304",
              "--name=b", "--ioengine=null", "--rw=read", "--size=1048576").out
    text, document = apart(out)
    (line,) = read("text_report.py", stdin=text)
    told = json.loads(line)
    jobs = {job["jobname"]: job for job in document["jobs"]}
    assert {name: list(ways) for name, ways in told["jobs"].items()} == {
        "a": ["read", "write"],
        "b": ["read"],
    }
    for name, ways in told["jobs"].items():
        for way, figures in ways.items():
            truth = jobs[name][way]
            # Three digits at least are told.
            assert figures["iops"] == pytest.approx(truth["iops"], rel=0.006, abs=1)
            assert figures["bw"] == pytest.approx(truth["bw_bytes"], rel=0.006, abs=1)
            mean = truth["lat_ns"]["mean"]
            assert figures["lat_avg"] == pytest.approx(mean, rel=0.01)
    # Of all jobs: all bytes, in the time of the longest.
    assert list(told["all"]) == ["read", "write"]
    for way, bandwidth in told["all"].items():
        ways = [job[way] for job in jobs.values()]
        moved = sum(w["io_bytes"] for w in ways)
        longest = max(w["runtime"] for w in ways)
        assert bandwidth == pytest.approx(moved * 1000 / longest, rel=0.006)


def test_one_follows_logs(read, tmp_path):
    (line,) = read(
        "follow_logs.py", "w", "6", RUNNER, "--output-format=json", "--output=report",
        *NULL, "--size=1g", "--rate_iops=200", "--time_based", "--runtime=1h",
        "--log_avg_msec=250", "--log_hist_msec=250", "--write_bw_log=w",
        "--write_iops_log=w", "--write_lat_log=w", "--write_hist_log=w",
    )
    logs = json.loads(line)
    document = check_document((tmp_path / "report").read_text())
    assert document["runner"]["interrupted"] == "SIGINT"
    # Whole windows, then what was left at the end; the same in each log.
    times = [(row[0], row[2]) for row in logs["iops"] if row[0] % 250 == 0]
    whole = len(times)
    assert whole >= 4 and times == sorted(set(times))
    for kind in ("bw", "iops", "lat"):
        assert [(row[0], row[2]) for row in logs[kind][:whole]] == times
        assert all(row[0] > times[-1][0] for row in logs[kind][whole:])
    assert [tuple(row[:2]) for row in logs["clat_hist"][:whole]] == times
    for bandwidth, iops, latency, histogram in zip(
        *(logs[kind][:whole] for kind in ("bw", "iops", "lat", "clat_hist"))
    ):
        # Four windows a second.
        assert iops[1] == 4 * sum(histogram[3:])
        assert bandwidth[1] == 4 * iops[1]
        assert latency[1] > 0
    for index, way in enumerate(("read", "write")):
        counted = sum(sum(r[3:]) for r in logs["clat_hist"] if r[1] == index)
        assert counted == document["jobs"][0][way]["total_ios"] > 0


def test_one_reads_a_stream_of_reports(start, tmp_path):
    process = start("--output-format=json", "--status-interval=100ms", "--eta=never",
                    *NULL, *PACED, "--runtime=100", "--name=b", "--ioengine=null",
                    "--size=1g", "--rate_iops=100", "--time_based", "--runtime=100")
    reader = subprocess.Popen(
        [sys.executable, CLIENTS / "status_stream.py"],
        stdin=process.stdout,
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = []
    for line in reader.stdout:
        lines.append(line.rstrip("\n").split("\t"))
        # Four reports of two jobs, each with more than the one before.
        if sum(int(line[3]) > 0 for line in lines) == 8:
            process.send_signal(signal.SIGINT)
    assert (reader.wait(), process.wait()) == (0, 130)
    count = int(lines[-1][0]) + 1
    assert count >= 3
    assert [(int(n), name) for n, name, *_ in lines] == [
        (n, name) for n in range(count) for name in ("a", "b")
    ]
    for name in "ab":
        mine = [[int(n) for n in line[2:]] for line in lines if line[1] == name]
        assert sum(new for _, new, _ in mine) == mine[-1][0]
        assert all(new >= 0 for _, new, _ in mine)
        assert mine[0][0] < mine[-1][0]
        assert mine[0][2] == 2147483647 and mine[-1][2] == 0


# They are clients of the reference: it satisfies them, too.
def test_what_reads_ours_reads_the_references_output(fio, read, tmp_path):
    def told(*args):
        return subprocess.run(
            [fio, *args], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout

    four = ("--idle-prof=percpu", "--ioengine=null", "--bs=4k", *PACED,
            "--runtime=350ms", *SAMPLED, *FOUR)
    out = told("--output-format=normal,json+,terse", "--terse-version=4", *four)
    start, end = out.index("{\n"), out.rindex("\n}\n") + 3
    text, document = out[:start] + out[end:], out[start:end]
    terse = "".join(line for line in text.splitlines(True) if line.startswith("4;"))
    assert len(read("by_position.py", stdin=document)) == 5
    assert len(read("strict.py", stdin=document)) == 4 * 3
    assert len(read("bw_grep.sh", stdin=document)) == 4 * 3
    assert len(read("status_stream.py", stdin=document)) == 4
    assert len(values(read("terse_v4.py", stdin=terse))) == 4 * 157
    (line,) = read("text_report.py", stdin=text)
    assert list(json.loads(line)["all"]) == ["read", "write"]
    figures = values(read("mixed_minimal.sh", fio, "--ioengine=null", "--size=1m"))
    assert figures["read_bw"] > 0 and figures["write_iops"] > 0
