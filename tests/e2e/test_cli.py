"""The command line: job options, where they hold, and what scripts ask."""

import os

import pytest

from conftest import RUNNER


def names(document):
    return [(j["jobname"], j["groupid"]) for j in document["jobs"]]


def json_of(run, *args, **kwargs):
    ran = run("--output-format=json", *args, **kwargs)
    assert ran.status == 0, ran.err
    return ran.json


@pytest.mark.parametrize(
    "args",
    [
        ["--name=a", "--ioengine=null", "--size=64k", "--bs=8k"],
        ["--name", "a", "--ioengine", "null", "--size", "64k", "--bs", "8k"],
        ["-name=a", "-ioengine=null", "-size=64k", "-bs=8k"],
        ["--name=a", "--ioeng=null", "--size=64k", "--blocksize=8k"],
        ["--ioengine=null", "--bs=8k", "--name=a", "--size=64k"],
    ],
)
def test_options_are_written_in_many_ways(run, args):
    read = json_of(run, *args)["jobs"][0]["read"]
    assert (read["io_bytes"], read["total_ios"]) == (65536, 8)


def test_the_first_screen_of_help_fits(run):
    first = run("--help").out.split("\nOptions:")[0]
    assert max(map(len, first.splitlines())) <= 80


def test_options_before_the_first_name_are_global(run):
    doc = json_of(
        run,
        "--ioengine=null",
        "--size=64k",
        "--name=a",
        "--bs=8k",
        "--name=b",
        "--name=global",
        "--bs=1k",
        "--name=c",
    )
    assert [j["read"]["total_ios"] for j in doc["jobs"]] == [8, 16, 64]
    assert doc["global options"]["ioengine"] == "null"
    assert doc["jobs"][0]["job options"] == {"name": "a", "bs": "8k"}


def test_flags_take_a_value_or_none(run):
    for args, value in (
        (["--direct"], "1"),
        (["--direct=0"], "0"),
        (["--direct", "0"], "0"),
    ):
        doc = json_of(run, "--name=a", "--ioengine=null", "--size=4k", *args, "--bs=4k")
        options = doc["runner"]["jobs"][0]["effective_options"]
        assert options["direct"] == value


def test_job_files_and_options_mix(run, job):
    a = job("[a]\nioengine=null\nsize=8k\nbs=4k\n", "a.fio")
    z = job("[global]\nioengine=null\nsize=8k\nbs=2k\n[z]\n", "z.fio")
    doc = json_of(
        run, "--number_ios=3", z, "--name=q", "--ioengine=null", "--size=16k", a
    )
    # Jobs of the command line come first; each further file is a new group.
    assert names(doc) == [("q", 0), ("z", 0), ("a", 1)]
    assert [j["read"]["total_ios"] for j in doc["jobs"]] == [3, 3, 2]


def test_what_one_file_says_globally_does_not_hold_in_the_next(run, job):
    a = job("[global]\nioengine=null\nsize=8k\nbs=2k\n[a]\n", "a.fio")
    b = job("[b]\nioengine=null\nsize=8k\n", "b.fio")
    doc = json_of(run, a, b)
    assert [j["read"]["total_ios"] for j in doc["jobs"]] == [4, 2]


def test_standard_input_is_a_job_file(run):
    doc = json_of(run, "-", stdin="[a]\nioengine=null\nsize=8k\n")
    assert names(doc) == [("a", 0)]


def test_sections_are_chosen(run, job):
    path = job("[global]\nioengine=null\nsize=8k\n[a]\n[b]\n[c]\n")
    doc = json_of(run, "--section=a", "--section=c", path)
    assert [n for n, _ in names(doc)] == ["a", "c"]


def test_set_holds_for_every_job(run, job):
    path = job("[global]\nioengine=null\nsize=8g\n[a]\n[b]\nsize=4g\n")
    doc = json_of(run, "--set", "size=64k", "--set=bs=1k", path)
    for j in doc["jobs"]:
        assert (j["read"]["io_bytes"], j["read"]["total_ios"]) == (65536, 64)


def test_version_and_its_stand_in(run, tmp_path):
    own = run("--version").out
    assert own.startswith("runner ") and own.count(".") == 2
    link = tmp_path / "fio"
    os.symlink(RUNNER, link)
    assert run("--version", program=str(link)).out == (
        "fio-3.42-" + own.replace(" ", "-")
    )
    doc = json_of(run, "--name=a", "--ioengine=null", "--size=4k")
    assert doc["fio version"] == "fio-3.42-" + own.strip().replace(" ", "-")


def test_help_names_every_option(run):
    text = run("--help").out
    for word in (
        "--output-format",
        "--check",
        "--set",
        "iodepth",
        "ioengine",
        "rwmixread",
        "json",
    ):
        assert word in text


def test_engines_are_listed_one_a_line(run):
    lines = [l.strip() for l in run("--enghelp").out.splitlines()[1:]]
    assert {"libaio", "psync", "sync", "null"} <= set(lines)
    assert "userspace_reap" in run("--enghelp=libaio").out
    assert run("--enghelp=psync").status == 0
    one = run("--enghelp=libaio,userspace_reap")
    assert one.status == 0 and one.out == run("--cmdhelp=userspace_reap").out


def test_an_option_is_explained(run):
    text = run("--cmdhelp=bs").out
    assert "bs" in text.splitlines()[0]
    assert "blocksize" in text
    assert run("--cmdhelp=blocksize").out == text
    assert "iodepth" in run("--cmdhelp").out


def test_parse_only_creates_nothing(run, job):
    ran = run("--parse-only", job("[a]\nsize=1m\nrw=write\n"))
    assert (ran.status, ran.out) == (0, "")
    assert sorted(p.name for p in ran.folder.iterdir()) == ["t.fio"]


def test_notes_of_a_check_go_to_standard_output(run, job):
    ran = run("--parse-only", job("[a]\nsize=1m\niodepth=4\n"))
    assert ran.status == 0
    assert "t.fio:3: note: " in ran.out


def test_showcmd_prints_what_runs_the_same(run, job):
    ran = run(
        "--showcmd",
        job(
            "[global]\nioengine=null\nsize=8k\n[a b]\nbs=1k\nstonewall\n"
            "description=it's\n"
        ),
    )
    assert ran.out == (
        "runner --ioengine=null --size=8k --name='a b' --bs=1k --stonewall"
        " --description='it'\\''s'\n"
    )


def test_check_prints_the_plan_and_does_nothing(run, job):
    ran = run(
        "--check",
        job(
            "[lay]\nfilename=f\nrw=write\nsize=1m\n"
            "[next]\nstonewall\nfilename=f\nsize=64k\noffset=4k\n"
        ),
    )
    assert ran.status == 0
    for text in ("lay", "next", "1048576", "65536", "4096", "f"):
        assert text in ran.out
    assert sorted(p.name for p in ran.folder.iterdir()) == ["t.fio"]


def test_check_warns_of_a_disk_that_is_too_small(run, job):
    ran = run("--check", job("[a]\nfilename=huge\nsize=900t\n"))
    assert ran.status == 0
    assert "t.fio:3: warning: size: files of 989560464998400 bytes" in ran.out


def test_output_goes_to_a_file(run, job, tmp_path):
    ran = run("--output=out.txt", job("[a]\nioengine=null\nsize=4k\n"))
    assert (ran.status, ran.out) == (0, "")
    assert "READ: bw=" in (tmp_path / "out.txt").read_text()


def test_both_formats_into_one_stream(run, job):
    ran = run("--output-format=json,normal", job("[a]\nioengine=null\nsize=4k\n"))
    lines = ran.out.splitlines()
    assert lines[0].startswith("a: (g=0): rw=read")
    assert lines.index("{") < lines.index("}")
    assert (
        lines.index("}")
        < [i for i, l in enumerate(lines) if l.startswith("a: (groupid=0")][0]
    )


def test_the_live_line_never_gets_into_a_document(run, job):
    ran = run(
        "--output-format=json",
        "--eta=always",
        "--eta-interval=250ms",
        job("[a]\nioengine=null\nsize=1g\ntime_based\nruntime=1\n"),
    )
    assert ran.status == 0
    assert ran.json["jobs"][0]["jobname"] == "a"


def test_readonly_refuses_writers(run, job):
    assert run("--readonly", job("[a]\nioengine=null\nsize=4k\n")).status == 0
    ran = run("--readonly", job("[a]\nioengine=null\nsize=4k\nrw=rw\n"))
    assert ran.status == 2
    assert "t.fio:4: error: rw: " in ran.err
    ran = run("--readonly", job("[a]\nfilename=missing\nsize=4k\n"))
    assert ran.status == 2
    assert sorted(p.name for p in ran.folder.iterdir()) == ["t.fio"]
