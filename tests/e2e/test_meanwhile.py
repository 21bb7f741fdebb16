"""What is told while jobs run: reports, figures of intervals, triggers."""

import json
import os
import re
import signal
import subprocess

import jsonschema
import pytest

from conftest import ROOT, RUNNER, check_document, until

STATUS = json.loads((ROOT / "schemas" / "status.schema.json").read_text())

# A second of 200 reads and 200 writes a second.
PACED = (
    "--name=a",
    "--ioengine=null",
    "--rw=randrw",
    "--size=1g",
    "--bs=4k",
    "--rate_iops=200",
    "--time_based",
    "--runtime=1",
)
LONG = (*PACED, "--runtime=100")


def is_there(pid):
    return os.path.exists(f"/proc/{int(pid)}")


def documents(text):
    """One valid document after the other, and nothing else."""
    parts = re.split(r"(?<=\n}\n)", text)
    assert parts.pop() == ""
    return [check_document(part) for part in parts]


def test_reports_come_by_the_interval(run):
    docs = documents(run("--output-format=json", "--status-interval=300ms", *PACED).out)
    assert 3 <= len(docs) <= 6  # a late one is not made up for
    ios = [d["jobs"][0]["read"]["total_ios"] for d in docs]
    assert ios == sorted(ios) and ios[0] < ios[-1]
    runtimes = [d["jobs"][0]["read"]["runtime"] for d in docs]
    assert runtimes == sorted(runtimes)
    assert runtimes[-1] == pytest.approx(1000, abs=100)
    # No estimate is made in the first three seconds; all is done at the end.
    assert [d["jobs"][0]["eta"] for d in docs[:-1]] == [2147483647] * (len(docs) - 1)
    assert docs[-1]["jobs"][0]["eta"] == 0
    job = docs[-2]["jobs"][0]
    assert job["ctx"] > 0 and job["read"]["iops"] == pytest.approx(200, rel=0.2)


def test_reports_come_in_every_format(run):
    out = run(
        "--output-format=normal,terse,json,csv", "--status-interval=600ms", *PACED
    ).out
    marks = "\n3;fio-", "\ndirection,", "\n{\n", "\na: (groupid", "\n   READ: bw="
    counts = {out.count(mark) for mark in marks}
    # A machine that is slow to start and end a job has time for one more.
    assert counts in ({2}, {3})
    assert out.count("runner-") >= 1 and out.count("Starting") == 1


def finish(process):
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    return out


def test_a_signal_asks_for_a_report(start, tmp_path):
    process = start("--output-format=json", "--output=o", *LONG)
    until(lambda: (tmp_path / "o").exists())
    until(lambda: process.send_signal(signal.SIGUSR1) or (tmp_path / "o").stat().st_size)
    finish(process)
    docs = documents((tmp_path / "o").read_text())
    assert len(docs) >= 2
    assert "interrupted" not in docs[0]["runner"]
    assert docs[-1]["runner"]["interrupted"] == "SIGINT"


def test_a_file_asks_for_a_report(start, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    process = start("--output-format=terse", "--output=o", *LONG)
    ask = tmp_path / "fio-dump-status"
    ask.touch()
    until(lambda: not ask.exists())
    until(lambda: (tmp_path / "o").stat().st_size)
    finish(process)
    assert len((tmp_path / "o").read_text().splitlines()) == 2


def test_a_status_file_has_each_intervals_own_figures(run, tmp_path):
    doc = run(
        "--output-format=json",
        "--status-file=s",
        "--status-interval=250ms",
        "--eta=never",
        *PACED,
        "--name=b",
        "--ioengine=null",
        "--size=4k",
        "--lat_percentiles=1",
    ).out
    final = documents(doc)[-1]
    lines = [json.loads(l) for l in (tmp_path / "s").read_text().splitlines()]
    for line in lines:
        jsonschema.validate(line, STATUS)
    a = [l for l in lines if l["jobname"] == "a"]
    assert 3 <= len(a) <= 5
    assert [l["state"] for l in a] == ["running"] * (len(a) - 1) + ["ended"]
    assert [l["elapsed_ms"] for l in a] == sorted(l["elapsed_ms"] for l in a)
    for d in "read", "write":
        assert sum(l[d]["ios"] for l in a) == final["jobs"][0][d]["total_ios"]
        assert sum(l[d]["bytes"] for l in a) == final["jobs"][0][d]["io_bytes"]
        for l in a[:-1]:
            per_second = 1000 * l[d]["ios"] / l["interval_ms"]
            assert l[d]["iops"] == pytest.approx(per_second)
            clat = l[d]["clat_ns"]
            assert 0 <= clat["p50"] <= clat["p99"] <= clat["max"]
            assert 0 < clat["mean"] <= clat["max"] * (1 + 1 / 64)
    (b,) = [l for l in lines if l["jobname"] == "b"]
    assert b["state"] == "ended" and b["read"]["ios"] == 1
    assert "write" not in b and "lat_ns" in b["read"]


def test_figures_alone_come_each_second_without_reports(run, tmp_path):
    ran = run("--output-format=json", "--status-file=s", *PACED)
    assert ran.json
    assert 1 <= len((tmp_path / "s").read_text().splitlines()) <= 2


def test_metrics_are_whole_at_all_times(start, tmp_path):
    path = tmp_path / "m.prom"
    process = start(
        "--output=o", "--openmetrics=m.prom", "--status-interval=20ms", *PACED
    )
    seen = set()
    while process.poll() is None:
        if path.exists():
            text = path.read_text()
            assert text.endswith("# EOF\n")
            seen.add(text)
    process.communicate()
    assert len(seen) > 3
    text = path.read_text()
    assert not (tmp_path / "m.prom.new").exists()
    samples = dict(
        re.fullmatch(r"(\w+\{.*\}) ([\d.]+)", l).groups()
        for l in text.splitlines()
        if not l.startswith("#")
    )
    label = 'job="a",number="1",group="0"'
    assert samples[f"runner_job_running{{{label}}}"] == "0"
    assert samples[f"runner_errors_total{{{label}}}"] == "0"
    ios = int(samples[f'runner_ios_total{{{label},direction="read"}}'])
    data = int(samples[f'runner_io_bytes_total{{{label},direction="read"}}'])
    assert data == ios * 4096 and ios > 100
    families = re.findall(r"# TYPE (\w+)", text)
    assert len(families) == len(set(families))


@pytest.mark.parametrize(
    "option", ["--status-file", "--openmetrics", "--output"]
)
def test_what_can_not_be_written_is_told_before_anything_runs(run, option):
    ran = run(f"{option}=nowhere/f", "--name=a", "--filename=f", "--size=4k",
              "--rw=write")
    assert ran.status in (1, 2) and "nowhere/f" in ran.err
    assert not (ran.folder / "f").exists()


def test_metrics_replace_nothing_but_a_file(run, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "nowhere").symlink_to("none")
    (tmp_path / "folder").mkdir()
    for name in "fifo", "nowhere", "folder":
        ran = run(f"--openmetrics={name}", "--name=a", "--ioengine=null", "--size=4k")
        assert ran.status == 2
        assert ran.err.startswith(f"{name}: error: cannot be written: it ")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["fifo", "folder", "nowhere"]
    assert (tmp_path / "fifo").is_fifo() and (tmp_path / "nowhere").is_symlink()


def test_metrics_follow_a_link_and_leave_what_is_beside_them(run, tmp_path):
    (tmp_path / "m.new").write_text("mine")
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    ran = run("--openmetrics=link", "--name=a", "--ioengine=null", "--size=4k")
    assert ran.status == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text().endswith("# EOF\n")
    assert run("--openmetrics=m", "--name=a", "--ioengine=null", "--size=4k").status == 0
    assert (tmp_path / "m.new").read_text() == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "m", "m.new", "real"]


def test_a_file_of_the_run_is_not_overwritten(run, tmp_path):
    (tmp_path / "f").write_bytes(b"x" * 4096)
    for option in "--status-file", "--openmetrics", "--output", "--trigger-file":
        ran = run(f"{option}=f", "--name=a", "--filename=f", "--size=4k")
        assert ran.status == 2 and "f: error: is a file of the run" in ran.err
    assert (tmp_path / "f").read_bytes() == b"x" * 4096


def test_a_trigger_that_hangs_can_be_interrupted(start, tmp_path):
    process = start(
        "--output-format=json", "--trigger-file=t",
        "--trigger=echo $$ >pid; sleep 1000; true", *LONG
    )
    (tmp_path / "t").touch()
    until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    assert json.loads(out)["jobs"]
    until(lambda: not is_there((tmp_path / "pid").read_text()))


@pytest.mark.parametrize(
    "option",
    [
        "--status-interval=0",
        "--status-interval=100us",
        "--eta-interval=100ms",
        "--eta-newline=x",
        "--trigger-timeout=0",
        "--status-file=",
    ],
)
def test_times_and_names_that_can_not_be_are_refused(run, option):
    ran = run(option, *PACED)
    name = option[2:].split("=")[0]
    assert ran.status == 2 and name in ran.err


def test_the_live_line_keeps_its_pace_and_lines(tmp_path):
    pace = ("--eta=always", "--eta-interval=250ms", "--eta-newline=500ms")
    out = subprocess.run(
        [RUNNER, *pace, *PACED], cwd=tmp_path, capture_output=True, check=True
    ).stdout
    lines = [l for l in re.split(rb"[\r\n]", out) if l.startswith(b"Jobs: ")]
    assert 2 <= len(lines) <= 4
    assert 1 <= len(re.findall(rb"Jobs: [^\r\n]*\r\n", out)) <= 2


def test_a_trigger_ends_the_run(start, tmp_path):
    process = start(
        "--output-format=json", "--trigger-file=t", "--trigger=echo hi >said", *LONG
    )
    (tmp_path / "t").touch()
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == ""
    assert not (tmp_path / "t").exists()
    assert (tmp_path / "said").read_text() == "hi\n"
    doc = check_document(out)
    assert doc["jobs"][0]["read"]["runtime"] < 99000
    notes = [d["message"] for d in doc["runner"]["diagnostics"]]
    assert any("trigger" in n for n in notes)


def test_a_trigger_comes_in_time_and_its_words_stay_out_of_documents(run):
    ran = run("--output-format=json", "--trigger-timeout=1", "--trigger=echo hi", *LONG)
    assert ran.status == 0
    assert 500 < ran.json["jobs"][0]["read"]["runtime"] < 99000
