"""What is told while jobs run: reports, figures of intervals, triggers."""

import json
import os
import re
import signal
import subprocess
import time

import jsonschema
import pytest

from conftest import ROOT, RUNNER, awaits, check_document, documents, members, until

STATUS = json.loads((ROOT / "schemas" / "status.schema.json").read_text())

# 200 reads and 200 writes a second, until somebody ends it.
LONG = (
    "--name=a",
    "--ioengine=null",
    "--rw=randrw",
    "--size=1g",
    "--bs=4k",
    "--rate_iops=200",
    "--time_based",
    "--runtime=100",
)


def is_there(pid):
    return os.path.exists(f"/proc/{int(pid)}")


def whole(path):
    """The documents that a file has so far, without one that isn't whole yet."""
    text = path.read_text() if path.exists() else ""
    return documents(text[: text.rfind("\n}\n") + 3] if "\n}\n" in text else "")


def finish(process):
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    return out


def reads(document):
    return document["jobs"][0]["read"]["total_ios"]


def test_reports_come_by_the_interval(start, tmp_path):
    path = tmp_path / "o"
    process = start("--output-format=json", "--output=o", "--status-interval=100ms", *LONG)
    until(lambda: len(whole(path)) >= 3 and reads(whole(path)[-1]) > reads(whole(path)[0]))
    finish(process)
    docs = documents(path.read_text())
    assert len(docs) >= 4
    ios = [reads(d) for d in docs]
    assert ios == sorted(ios)
    runtimes = [d["jobs"][0]["read"]["runtime"] for d in docs]
    assert runtimes == sorted(runtimes)
    # A late one is not made up for.
    lasted = docs[-2]["timestamp_ms"] - docs[0]["timestamp_ms"]
    assert lasted >= 100 * (len(docs) - 3) - 2
    # No estimate is made in the first three seconds; all is done at the end.
    for d in docs[:-1]:
        if d["jobs"][0]["job_runtime"] < 1000:
            assert d["jobs"][0]["eta"] == 2147483647
    assert docs[-1]["jobs"][0]["eta"] == 0
    job = docs[-2]["jobs"][0]
    assert job["ctx"] > 0
    assert job["read"]["iops"] == pytest.approx(
        1000 * job["read"]["total_ios"] / job["read"]["runtime"]
    )


def test_reports_come_in_every_format(start, tmp_path):
    path = tmp_path / "o"
    process = start(
        "--output-format=normal,terse,json,csv", "--output=o",
        "--status-interval=50ms", *LONG,
    )
    last = "\n   READ: bw="
    until(lambda: path.exists() and path.read_text().count(last) >= 2)
    finish(process)
    out = path.read_text()
    marks = "\n3;fio-", "\ndirection,", "\n{\n", "\na: (groupid", last
    counts = {out.count(mark) for mark in marks}
    assert len(counts) == 1 and min(counts) >= 3
    assert out.count("runner-") >= 1 and out.count("Starting") == 1


def test_a_signal_asks_for_a_report(start, tmp_path):
    process = start("--output-format=json", "--output=o", *LONG)
    until(lambda: (tmp_path / "o").exists() and awaits(process, signal.SIGUSR1))
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


def lines_of(path, name="a"):
    """The lines of a status file, of one job."""
    text = path.read_text() if path.exists() else ""
    lines = [json.loads(l) for l in text.splitlines(True) if l.endswith("\n")]
    for line in lines:
        jsonschema.validate(line, STATUS)
    return [l for l in lines if l["jobname"] == name]


def test_a_status_file_has_each_intervals_own_figures(start, tmp_path):
    path = tmp_path / "s"
    process = start(
        "--output-format=json",
        "--output=o",
        "--status-file=s",
        "--status-interval=100ms",
        "--eta=never",
        *LONG,
        "--name=b",
        "--ioengine=null",
        "--size=4k",
        "--lat_percentiles=1",
    )

    def have_all_done_some():
        done = [l for l in lines_of(path) if l["read"]["ios"] and l["write"]["ios"]]
        return len(done) >= 2 and lines_of(path, "b")

    until(have_all_done_some)
    finish(process)
    final = documents((tmp_path / "o").read_text())[-1]
    a = lines_of(path)
    assert len(a) >= 3
    assert [l["state"] for l in a] == ["running"] * (len(a) - 1) + ["ended"]
    assert [l["elapsed_ms"] for l in a] == sorted(l["elapsed_ms"] for l in a)
    for d in "read", "write":
        assert sum(l[d]["ios"] for l in a) == final["jobs"][0][d]["total_ios"]
        assert sum(l[d]["bytes"] for l in a) == final["jobs"][0][d]["io_bytes"]
        for l in a[:-1]:
            per_second = 1000 * l[d]["ios"] / l["interval_ms"]
            assert l[d]["iops"] == pytest.approx(per_second)
            if not l[d]["ios"]:
                continue  # it was kept from the CPU
            clat = l[d]["clat_ns"]
            assert 0 <= clat["p50"] <= clat["p99"] <= clat["max"]
            assert 0 < clat["mean"] <= clat["max"] * (1 + 1 / 64)
    *running, b = lines_of(path, "b")
    # The I/O may be over, and the process not yet.
    assert sum(l["read"]["ios"] for l in (*running, b)) == 1
    assert b["state"] == "ended" and len(running) <= 1
    assert "write" not in b and "lat_ns" in (*running, b)[0]["read"]


def test_figures_alone_come_each_second_without_reports(start, tmp_path):
    process = start("--output-format=json", "--output=o", "--status-file=s", *LONG)
    until(lambda: lines_of(tmp_path / "s"))
    finish(process)
    (final,) = documents((tmp_path / "o").read_text())
    *whole_seconds, last = lines_of(tmp_path / "s")
    assert all(l["elapsed_ms"] >= 1000 for l in whole_seconds) and whole_seconds
    assert last["state"] == "ended"


def test_metrics_are_whole_at_all_times(start, tmp_path):
    path = tmp_path / "m.prom"
    process = start(
        "--output=o", "--openmetrics=m.prom", "--status-interval=20ms", *LONG
    )
    seen = set()
    while len(seen) < 20:
        assert process.poll() is None
        if path.exists():
            text = path.read_text()
            assert text.endswith("# EOF\n")
            seen.add(text)
    finish(process)
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
    assert data == ios * 4096 and ios > 10
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
    ran = run(option, *LONG)
    name = option[2:].split("=")[0]
    assert ran.status == 2 and name in ran.err


def test_the_live_line_keeps_its_pace_and_lines(tmp_path):
    pace = ("--eta=always", "--eta-interval=250ms", "--eta-newline=500ms")
    path, before = tmp_path / "shown", time.monotonic()
    with open(path, "wb") as shown:
        process = subprocess.Popen([RUNNER, *pace, *LONG], cwd=tmp_path, stdout=shown)
    ended = rb"Jobs: [^\r\n]*\r\n"
    until(lambda: len(re.findall(ended, path.read_bytes())) >= 2)
    finish(process)
    out, lasted = path.read_bytes(), time.monotonic() - before
    lines = [l for l in re.split(rb"[\r\n]", out) if l.startswith(b"Jobs: ")]
    # No more than there was time for.
    assert 2 <= len(re.findall(ended, out)) <= lasted / 0.5
    assert len(re.findall(ended, out)) < len(lines) <= lasted / 0.25 + 1


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
    before = time.time()
    ran = run(
        "--output-format=json", "--trigger-timeout=300ms", "--trigger=echo hi", *LONG
    )
    assert ran.status == 0
    assert ran.json["jobs"][0]["read"]["runtime"] < 99000
    ended = members(ran.json)["a"][0]["ended_ms"]
    assert ended >= 1000 * before + 300 - 1
