"""runner quick: a disk in one minute; here in a fraction of a second each."""

import json
import os
import pty
import re
import signal
import subprocess
from pathlib import Path

import jsonschema
import pytest

from conftest import ROOT, RUNNER, SANITIZED, VALIDATOR, until

SCHEMA = json.loads((ROOT / "schemas" / "quick.schema.json").read_text())
# A small profile: each way in which a phase can be told.
SMALL = """[global]
size=1m
bs=64k
stonewall
[a1]
description=Twice
filename=data
rw=write
create_on_open=1
[a2]
description=Twice
filename=data
rw=write
[both]
filename=data
rw=randrw
[log]
rw=write
bs=4k
filename=log
size=64k
fdatasync=1
"""


def left(folder):
    return [p.name for p in Path(folder).iterdir() if p.name.startswith(".runner")]


def document(text):
    """The document, valid by both schemas."""
    whole = json.loads(text)
    jsonschema.validate(whole, SCHEMA, jsonschema.Draft202012Validator)
    rest = {key: value for key, value in whole.items() if key != "quick"}
    assert not list(VALIDATOR.iter_errors(rest))
    return whole


@pytest.fixture
def volume(tmp_path):
    folder = tmp_path / "volume"
    folder.mkdir()
    yield folder
    assert list(folder.iterdir()) == []


def test_the_usual_phases_are_all_there(run, volume):
    ran = run("quick", "--time=50ms", "--size=2m", volume)
    assert ran.status == 0
    for word in ("Machine", "Target", "Results", "Verdict", "Folder",
                 "run 3", "average", "direct 1MiB depth 8", "total", "sync",
                 "buffered 64KiB, synced", "consensus store"):
        assert word in ran.out
    assert str(volume) in re.sub(r"\n {16}", "", ran.out)
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert "\033" not in ran.out


def test_figures_are_those_of_the_result(run, job, volume):
    ran = run("quick", "--json", f"--profile=./{job(SMALL)}", volume)
    assert ran.status == 0
    whole = document(ran.out)
    quick = whole["quick"]
    twice, both, log = quick["phases"]
    assert [r["jobname"] for r in twice["runs"]] == ["a1", "a2"]
    jobs = {j["jobname"]: j for j in whole["jobs"]}
    for r in twice["runs"]:
        assert r["write"]["bw_bytes"] == jobs[r["jobname"]]["write"]["bw_bytes"]
    mean = sum(r["write"]["bw_bytes"] for r in twice["runs"]) / 2
    assert twice["write"]["bw_bytes"] == pytest.approx(mean)
    assert twice["kind"] == "sequential" and both["kind"] == "latency"
    assert both["total"]["iops"] == pytest.approx(
        both["read"]["iops"] + both["write"]["iops"]
    )
    percentiles = jobs["log"]["sync"]["lat_ns"]["percentile"]
    assert log["sync"]["p99_ns"] == percentiles["99.000000"]
    assert [v["label"] for v in quick["verdicts"]] == ["Twice", "both", "log"]


@pytest.mark.parametrize("profile", ["default", "kdiskmark", "database", "etcd"])
def test_shown_jobs_are_those_that_run(run, job, profile):
    shown = run("quick", "--show-jobs", f"--profile={profile}", "--size=1m",
                "--time=1s")
    assert shown.status == 0
    sizes = set(re.findall(r"^size=(.*)$", shown.out, re.M))
    assert sizes == {"1m"}
    assert set(re.findall(r"^runtime=(.*)$", shown.out, re.M)) == {"1s"}
    checked = run("--check", job(shown.out, "shown.fio"))
    assert checked.status == 0, checked.err
    assert "warning" not in checked.out
    source = (ROOT / "jobs" / "quick" / f"{profile}.fio").read_text()
    assert re.findall(r"^\[.*\]", shown.out, re.M) == re.findall(
        r"^\[.*\]", source, re.M
    )


def test_copies_are_one_phase_with_their_sum(run, job, volume):
    text = "[both]\nsize=1m\nrw=write\nnumjobs=2\n[mixed]\nsize=1m\nrw=randrw\n"
    text += "stonewall\nunified_rw_reporting=mixed\n"
    ran = run("quick", "--json", f"--profile=./{job(text)}", volume)
    assert ran.status == 0
    whole = document(ran.out)
    assert whole["jobs"][0]["write"]["io_bytes"] == 2 << 20
    both, mixed = whole["quick"]["phases"]
    assert both["flavour"].endswith(" x 2") and len(both["runs"]) == 1
    assert both["write"]["iops"] == whole["jobs"][0]["write"]["iops"]
    assert mixed["total"]["iops"] == whole["jobs"][1]["mixed"]["iops"]


def test_names_of_any_length_have_their_lines(run, job, volume):
    text = "[global]\nsize=1m\nbs=64k\nrw=randread\nfilename=data\nstonewall\n"
    for description in ("word " * 30, "ö" * 200, "e\033[31m\tx" * 9):
        text += f"[{len(text)}]\ndescription={description}\n"
    ran = run("quick", f"--profile=./{job(text)}", volume)
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "\033" not in ran.out and "e\\x1b[31m\\tx" in ran.out


def test_the_profile_of_kdiskmark_has_its_eight_tests(run, volume):
    ran = run("quick", "--profile=kdiskmark", "--json", "--time=20ms", "--size=1m",
              volume)
    assert ran.status == 0
    labels = [p["label"] for p in document(ran.out)["quick"]["phases"]]
    assert len(labels) == 8 and len(set(labels)) == 8
    assert labels[0] == "SEQ1M Q8T1 write" and labels[-1] == "RND4K Q1T1 read"


def test_markdown(run, job, volume):
    ran = run("quick", "--markdown", f"--profile=./{job(SMALL)}", volume)
    assert ran.status == 0
    assert ran.out.startswith("### runner quick")
    assert "|  |  | MB/s | IOPS | p50 | p99 |\n|---|---|---:|---:|---:|---:|" in ran.out
    # 16 I/Os of 64 KiB.
    assert "- \\* Twice: bandwidth " in ran.out
    assert "\n\\* Less than 50 ms or fewer than 100 I/Os" in ran.out


def test_a_profile_that_verifies_leaves_no_state(run, job, tmp_path, volume):
    text = "[a]\nsize=1m\nbs=64k\nrw=write\nverify=crc32c\n"
    profile = job(text)
    before = sorted(tmp_path.rglob("*"))
    ran = run("quick", f"--profile=./{profile}", volume)
    assert ran.status == 0, ran.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("form", ["--json", "--markdown", "--profile=./t.fio"])
def test_a_report_that_can_not_be_written_is_told(run, job, volume, form):
    job(SMALL)
    ran = run("-c", '"$0" quick --profile=./t.fio "$@" >/dev/full', RUNNER, form,
              volume, program="sh")
    assert ran.status == 1
    assert ran.err == (
        "runner: error: the report could not be written: No space left on device\n"
    )


def test_tables_read_quick_documents(run, job, volume):
    ran = run("quick", "--json", f"--profile=./{job(SMALL)}", volume)
    job(ran.out, "disk.json")
    assert "both read" in run("table", "disk.json").out


def quick_process(folder, *args, **kwargs):
    return subprocess.Popen(
        [RUNNER, "quick", "--size=64m", *args, str(folder)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **kwargs,
    )


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
)
def test_nothing_is_left_after_a_signal(volume, number):
    process = quick_process(volume, "--time=30s", "--json")
    until(lambda: [p for d in left(volume) for p in (volume / d).iterdir()])
    process.send_signal(number)
    out, _ = process.communicate(timeout=100)
    if number == signal.SIGKILL:
        until(lambda: not left(volume))
        return
    assert left(volume) == []
    assert process.returncode == 128 + number
    # Before the first phase there is nothing to tell.
    if out:
        assert document(out)["runner"]["interrupted"] == number.name


def test_nothing_is_left_when_the_keeper_of_the_folder_is_killed(volume):
    process = quick_process(volume, "--time=30s", "--json")
    until(lambda: [p for d in left(volume) for p in (volume / d).iterdir()])
    # The oldest child made the folder.
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    os.kill(int(children.split()[0]), signal.SIGKILL)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=100)
    assert left(volume) == []


@pytest.mark.parametrize("after_ms", range(0, 50, 25 if SANITIZED else 5))
def test_nothing_is_left_whenever_it_is_interrupted(volume, after_ms):
    process = quick_process(volume, "--time=1s")
    try:
        process.wait(timeout=after_ms / 1000)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    process.communicate(timeout=100)
    assert left(volume) == []


def test_a_failed_job_is_told_with_the_rest(run, job, volume):
    text = SMALL + "[bad]\nrw=write\nfilename=bad\nexec_prerun=false\n"
    ran = run("quick", f"--profile=./{job(text)}", volume)
    assert ran.status == 1
    assert "bad (buffered 64KiB) failed: " in ran.out and "Twice" in ran.out


def test_a_folder_is_taken_by_its_name_however_odd(run, job, tmp_path):
    name = " a:b\\:c\\${HOME}$jobnum\"'%s*\n\udcff "
    (tmp_path / name).mkdir()
    ran = run("quick", "--json", f"--profile=./{job(SMALL)}", name)
    assert ran.status == 0, ran.err
    document(ran.out)
    assert list((tmp_path / name).iterdir()) == []
    text = run("quick", f"--profile=./{job(SMALL)}", name).out
    shown = "%s*\\n\\xff"
    assert shown in re.sub(r"\n {16}", "", text)
    assert max(map(len, text.splitlines())) <= 80
    page = run("quick", "--markdown", f"--profile=./{job(SMALL)}", name).out
    folder = re.search(r"^\| Folder \| (.*) \|$", page, re.M).group(1)
    assert re.sub(r"\\([!-~])", r"\1", folder).rstrip().endswith(
        "$jobnum\"'%s*" + "\\n\\xff"
    )


@pytest.mark.parametrize(
    "words, message",
    [
        (["--profile=what"], "there is no profile 'what'"),
        (["--profile=./no.fio"], "no.fio"),
        (["--size=4q"], "--size: '4q' has an unknown unit"),
        (["--size=4k"], "--size: '4k' is less than 1m"),
        (["--time=x"], "--time: 'x' "),
        (["a", "b"], "one folder too many: b"),
        (["no such folder"], "no such folder: error: No such file"),
        ([RUNNER], "is no folder"),
        (["--json", "--markdown"], "--json and --markdown exclude"),
        (["--profile=/dev/null"], "/dev/null: error: no jobs"),
        (["--", "--json"], "--json: error: No such file"),
    ],
)
def test_what_is_wrong_is_said(run, words, message):
    ran = run("quick", *words)
    assert ran.status == 2 and ran.out == ""
    assert message in ran.err


def on_terminal(args, env):
    """What is shown on a terminal, standard error included."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(env)
        os.execv(RUNNER, [RUNNER, *map(str, args)])
    shown = b""
    while True:
        try:
            piece = os.read(fd, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(fd)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown
    return shown.decode()


@pytest.mark.parametrize("no_color", ["", "1"])
def test_on_a_terminal_there_are_progress_and_colours(job, volume, no_color):
    name = volume.parent / job(SMALL + "[slow]\nrw=read\ntime_based\nruntime=500ms\n")
    shown = on_terminal(
        ["quick", f"--profile={name}", volume],
        {"NO_COLOR": no_color, "TERM": "xterm"},
    )
    assert re.search(r"\r\[\d/5\] ", shown)
    assert ("\033[1mResults" in shown) == (not no_color)


def test_help(run):
    ran = run("quick", "--help")
    assert ran.status == 0 and ran.out.startswith("usage: runner quick")
    assert run("quick", "-h").out == ran.out
