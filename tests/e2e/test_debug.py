"""--debug: what is told of a run as it goes."""

import re
import subprocess

import pytest

from conftest import RUNNER, check_document

JOB = ("--name=a", "--ioengine=null", "--rw=randread", "--size=64k", "--bs=4k")
REFERENCE = (
    "process file io mem blktrace verify random parse diskutil job mutex "
    "profile time net rate compress steadystate helperthread zbd"
).split()


def lines(out, category):
    return re.findall(rf"^{category:<8} \d+ +(.*)$", out, re.M)


def test_each_io_is_told_with_its_place(run):
    out = run("--debug=io", *JOB).out
    assert "fio: set debug option io\n" in out
    told = lines(out, "io")
    for word in "queue", "complete":
        offsets = [
            int(l.split("=")[1].split(",")[0], 16) for l in told if f"{word}:" in l
        ]
        assert sorted(offsets) == [4096 * i for i in range(16)]
    assert re.fullmatch(
        r"complete: io_u 0x[0-9a-f]+: off=0x[0-9a-f]+,len=0x1000,ddir=0,file=\S+",
        told[-1],
    )
    assert "issued rwts: total=16,0,0,0" in out


def test_many_in_flight_are_told_apart(run, tmp_path):
    out = run(
        "--debug=io",
        "--name=a",
        "--ioengine=libaio",
        "--iodepth=4",
        "--filename=f",
        "--rw=write",
        "--size=64k",
        "--bs=4k",
        "--output=o",
    ).out
    assert out == ""
    told = lines((tmp_path / "o").read_text(), "io")
    done = [l.split("off=")[1] for l in told if l.startswith("complete")]
    assert len(done) == len(set(done)) == 16
    assert len({l.split(":")[1] for l in told}) <= 4


def seeds(out):
    (count,) = lines(out, "random")[0].split("FIO_RAND_NR_OFFS=")[1:]
    found = re.findall(r"rand_seeds\[(\d+)\]=(\d+)", out)
    assert [int(i) for i, _ in found] == list(range(int(count)))
    return [s for _, s in found]


def test_seeds_are_those_that_options_ask_for(run):
    def of(*args):
        return seeds(run("--debug=random", *JOB, *args).out)

    first = of()
    assert first == of() and len(set(first)) == len(first)
    assert of("--randrepeat=0") != of("--randrepeat=0")
    assert of("--randseed=7") == of("--randseed=7") != first


def test_options_are_told_as_they_are_understood(run):
    out = run("--debug=parse", "--parse-only", *JOB).out
    assert "a: bs=4k is 4" in out and "a: rw=randread is randread" in out
    assert run("--debug=parse", "--parse-only").status == 0
    assert run("--parse-only").status == 2


@pytest.mark.parametrize("category", [*REFERENCE, "all"])
def test_categories_are_accepted_by_name(run, category):
    ran = run(f"--debug={category}", "--parse-only", *JOB)
    assert ran.status == 0
    wanted = REFERENCE if category == "all" else [category]
    assert re.findall(r"fio: set debug option (\w+)\n", ran.out) == wanted


def test_what_is_known_is_told(run):
    out = run("--debug=process,file,mem,job,time,rate", "--rate_iops=1000", *JOB).out
    for category in "process", "mem", "job", "time", "rate":
        assert lines(out, category), category
    assert "read rate=0, rate_iops=1000" in out
    (begin, end) = lines(out, "process")
    assert begin.split()[-1] == end.split()[2]  # the process


def test_a_document_stays_one(run, tmp_path):
    done = subprocess.run(
        [RUNNER, "--debug=io", "--output-format=json", *JOB],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert check_document(done.stdout)
    assert len(lines(done.stderr, "io")) == 32


def test_what_is_no_category_is_refused(run):
    ran = run("--debug=io,foo", *JOB)
    assert ran.status == 2 and "'foo' is not a category" in ran.err
    assert all(c in run("--debug=help").out for c in REFERENCE)
