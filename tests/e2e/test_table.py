"""runner table: volumes side by side, from result documents."""

import csv
import io
import json
import re

import pytest

from conftest import RUNNER

SUITE = """[global]
ioengine=null
size=1m
bs=4k
stonewall
[rd]
rw=read
[mixed]
rw=randrw
[copies]
rw=randwrite
numjobs=2
"""


@pytest.fixture
def documents(run, job):
    """Documents of the same jobs, of a.json and b.json."""
    name = job(SUITE)
    for volume in ("a", "b"):
        ran = run("--output-format=json", f"--output={volume}.json", name)
        assert ran.status == 0, ran.err
    return ["a.json", "b.json"]


def load(run, name):
    return json.loads((run("--version").folder / name).read_text())


def test_rows_are_workloads_and_columns_volumes(run, documents):
    ran = run("table", *documents)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0].split() == ["workload", "a", "b"]
    rows = [re.split(r"  +", line)[0] for line in lines[1:5]]
    assert rows == ["rd", "mixed read", "mixed write", "copies"]
    for line in lines[1:5]:
        assert line.count("*") == 1 and line.count("x") >= 1
        assert len(line) <= 80


def test_csv_has_the_figures_of_the_documents(run, documents):
    ran = run("table", "--csv", *documents)
    assert ran.status == 0
    rows = {row["workload"]: row for row in csv.DictReader(io.StringIO(ran.out))}
    for name in ("a", "b"):
        jobs = load(run, f"{name}.json")["jobs"]
        rd = jobs[0]["read"]
        assert float(rows["rd"][f"{name} IOPS"]) == pytest.approx(rd["iops"], abs=0.01)
        assert float(rows["rd"][f"{name} MB/s"]) == pytest.approx(
            rd["bw_bytes"] / 1e6, abs=0.01
        )
        copies = sum(j["write"]["iops"] for j in jobs if j["jobname"] == "copies")
        assert float(rows["copies"][f"{name} IOPS"]) == pytest.approx(copies, abs=0.01)
    ratio = float(rows["rd"]["b IOPS"]) / float(rows["rd"]["a IOPS"])
    assert float(rows["rd"]["b ratio"]) == pytest.approx(ratio, rel=0.001)
    assert float(rows["rd"]["a ratio"]) == 1


def test_markdown_and_names(run, documents):
    ran = run("table", "--markdown", "--names", "disk,stripe", *documents)
    assert ran.status == 0
    head, rule, *rows = ran.out.splitlines()
    assert head == "| workload (IOPS, MB/s) | disk | stripe |"
    assert rule == "|---|---:|---:|"
    assert len(rows) == 4 and all(row.count("**") == 2 for row in rows)


def test_a_document_of_the_reference_is_read(run, fio, job, tmp_path):
    import subprocess

    subprocess.run(
        [fio, "--output-format=json", "--output=ref.json", job(SUITE)],
        cwd=tmp_path, check=True, capture_output=True, timeout=100,
    )
    ran = run("table", "ref.json")
    assert ran.status == 0
    assert [line.split("  ")[0] for line in ran.out.splitlines()[:3]] == [
        "workload", "rd", "mixed read",
    ]


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "no documents"),
        (["none.json"], "none.json: error: can't be read: No such file"),
        (["."], ".: error: can't be read: Is a directory"),
        (["bad.json"], "bad.json:2: error: is no JSON"),
        (["--what", "a.json"], "unknown option '--what'"),
        (["--names=x,y", "a.json"], "--names has 2 names for 1 documents"),
        (["--names"], "--names needs a value"),
        (["--csv", "--markdown", "a.json"], "--csv and --markdown exclude"),
        (["--names=", "a.json"], "--names: name 1 is empty"),
        (["--names=x,", "a.json", "a.json"], "--names: name 2 is empty"),
        (["--", "--csv"], "--csv: error: can't be read"),
        (["--csv=3"], "--csv takes no value"),
    ],
)
def test_what_is_wrong_is_said(run, job, words, message):
    job('{"jobs":\n oops', "bad.json")
    job('{"jobs": [{"jobname": "x"}]}', "a.json")
    ran = run("table", *words)
    assert ran.status == 2
    assert ran.out == ""
    assert message in ran.err


def test_a_document_that_is_named_twice_is_wrong_once(run):
    ran = run("table", "none.json", "none.json")
    assert ran.status == 2 and ran.err.count("none.json") == 1


def test_the_document_of_a_pipe(run, documents):
    ran = run(
        "-c", 'echo note: >both; cat a.json a.json >>both; "$0" table b.json - <both',
        RUNNER, program="sh",
    )
    assert ran.status == 0, ran.err
    assert ran.out.splitlines()[0].split() == ["workload", "b", "stdin"]
    direct = run("table", "--names=b,stdin", "b.json", "a.json")
    assert ran.out == direct.out


def test_long_and_odd_names_stay_within_their_lines(run, job, documents):
    text = SUITE.replace("[rd]", f"[\033[31m|{'word ' * 20}]")
    assert run("--output-format=json", "--output=odd.json", job(text)).status == 0
    shown = [run("table", "odd.json"), run("table", "odd.json", "a.json", "odd.json",
             f"--names={'long' * 30},a,{'other ' * 20}")]
    for ran in shown:
        assert ran.status == 0 and "\033" not in ran.out
        assert max(map(len, ran.out.splitlines())) <= 80
        assert "\\x1b[31m|word" in ran.out
    assert "| \\\\x1b\\[31m\\|word" in run("table", "--markdown", "odd.json").out


def test_a_job_file_of_that_name_is_reached_by_a_path(run, job):
    job(SUITE, "table")
    assert run("./table", "--parse-only").status == 0


def test_help(run):
    ran = run("table", "--help")
    assert ran.status == 0 and ran.out.startswith("usage: runner table")
    assert run("table", "-h").out == ran.out
