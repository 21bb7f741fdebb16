"""What the program itself costs: engine-bench, and harness_ns_per_io."""

import re

from conftest import members

FIGURE = r"\s+([0-9]+\.[0-9])"


def rows(out):
    """The figures of each job: per I/O, per submit, I/Os a submit."""
    found = re.findall(rf"^(\S+){FIGURE}{FIGURE}{FIGURE}$", out, re.M)
    return {name: tuple(map(float, figures)) for name, *figures in found}


def test_options_alone_make_a_job(run):
    ran = run("engine-bench", "--rw=randread", "--bs=8k", "--iodepth=16")
    assert ran.status == 0
    ((name, (per_io, per_submit, ios)),) = rows(ran.out).items()
    assert name == "engine-bench"
    assert 0 < per_io < per_submit
    assert 1 < ios <= 16
    for clock in ("clock_gettime", "gettimeofday"):
        assert float(re.search(rf"clock read, {clock}{FIGURE}\n", ran.out)[1]) > 0


def test_jobs_of_a_file_are_measured_and_not_run(run, job):
    ran = run(
        "engine-bench",
        job(
            "[global]\nsize=1m\nnumjobs=3\nfilename=absent\n"
            "[a]\nrw=randwrite\nioengine=psync\n"
            "[b]\nrw=read\nioengine=libaio\niodepth=8\nrate_iops=1\n"
        ),
    )
    assert ran.status == 0
    assert sorted(rows(ran.out)) == ["a", "b"]
    assert not (ran.folder / "absent").exists()


def test_a_job_file_of_that_name_is_reached_by_a_path(run, job):
    job("[inside]\nioengine=null\nrw=read\nsize=4k\n", "engine-bench")
    assert "inside: (groupid=0" in run("./engine-bench").out
    # Only the first word is a command.
    ran = run("--output-format=normal", "engine-bench")
    assert "inside: (groupid=0" in ran.out


def test_what_is_wrong_is_told(run):
    ran = run("engine-bench", "--bs=4kk")
    assert ran.status == 2
    assert "4kk" in ran.err
    ran = run("engine-bench", "--ioengine=filestat", "--rw=read")
    assert ran.status != 0
    assert ran.err


def test_each_job_tells_what_it_costs(result):
    doc = result(
        "[a]\nioengine=null\nrw=read\nsize=1m\nnumjobs=2\n"
        "[b]\nioengine=null\nrw=randread\nsize=1m\niodepth=8\nrate_iops=10k\n"
    )
    found = members(doc)
    a, clone = (m["harness_ns_per_io"] for m in found["a"])
    assert a == clone
    assert 0 < a < 1e6
    assert 0 < found["b"][0]["harness_ns_per_io"] < 1e6


def test_it_is_what_a_job_tells(run, result):
    """Twice as much would be another loop; a busy machine may need more tries."""
    text = "[a]\nioengine=null\nrw=read\nsize=1m\n"
    for _ in range(20):
        (job,) = members(result(text))["a"]
        (bench, _, _) = rows(run("engine-bench", "t.fio").out)["a"]
        if 0.5 < bench / job["harness_ns_per_io"] < 2:
            return
    raise AssertionError((bench, job["harness_ns_per_io"]))


def test_a_job_that_failed_has_no_cost(run, job):
    ran = run(
        "--output-format=json",
        job("[a]\nioengine=psync\nrw=write\nfilename=/dev/full\nsize=64k\n"),
    )
    assert ran.status == 1
    assert "harness_ns_per_io" not in members(ran.json)["a"][0]
