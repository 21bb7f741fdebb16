"""Latencies by I/O priority: of single I/Os, and of jobs that report as one."""

import re

import pytest

from conftest import no_uring

ENGINES = [
    "libaio",
    pytest.param("io_uring", marks=pytest.mark.skipif(
        no_uring() is not None, reason="no io_uring here")),
]

JOB = ("[p]\nioengine={engine}\nfilename=f\nsize=1m\nrw=randrw\niodepth=4\n"
       "{more}\n")


def by_priority(direction):
    """N by (class, level, hint)."""
    found = {}
    for p in direction.get("prios", []):
        latency = p.get("clat_ns") or p["lat_ns"]
        found[p["prioclass"], p["prio"], p["priohint"]] = latency["N"]
    return found


@pytest.mark.parametrize("mode", ["inline", "offload"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_share_of_ios_has_its_own(result, engine, mode):
    unit = result(JOB.format(
        engine=engine,
        more="cmdprio_percentage=40,60\ncmdprio_class=2,3\ncmdprio=3,0\n"
        f"prioclass=2\nprio=5\nio_submit_mode={mode}"))["jobs"][0]
    for name, own in ("read", (2, 3, 0)), ("write", (3, 0, 0)):
        prios = by_priority(unit[name])
        assert set(prios) == {(2, 5, 0), own}
        assert sum(prios.values()) == unit[name]["total_ios"]
        assert sum(p["clat_ns"]["percentile"]["99.990000"] >=
                   p["clat_ns"]["min"] for p in unit[name]["prios"]) == 2
    assert "prios" not in unit["trim"]
    assert list(unit["read"]).index("prios") == \
        list(unit["read"]).index("lat_ns") + 1


def test_bssplit_has_as_many_as_it_names(result):
    unit = result(JOB.format(
        engine="libaio",
        more="cmdprio_bssplit=4k/30/2/1:4k/30/2/7,4k/0\nlat_percentiles=1\n"
        "unified_rw_reporting=both"))["jobs"][0]
    prios = by_priority(unit["read"])
    assert set(prios) == {(0, 0, 0), (2, 1, 0), (2, 7, 0)}
    assert all("lat_ns" in p and "clat_ns" not in p
               for p in unit["read"]["prios"])
    assert "prios" not in unit["write"]
    assert sum(by_priority(unit["mixed"]).values()) == \
        unit["mixed"]["total_ios"]


def test_jobs_of_a_group_are_told_apart(result):
    text = "[global]\nioengine=libaio\nrw=read\nsize=64k\ngroup_reporting\n"
    same = result(text + "[a]\nprioclass=2\nprio=4\n[b]\nprio=4\n")["jobs"]
    assert len(same) == 1 and "prios" not in same[0]["read"]
    other = result(text + "[a]\nprioclass=2\nprio=4\n[b]\n")["jobs"][0]
    assert by_priority(other["read"]) == {(2, 4, 0): 16, (0, 0, 0): 16}


def test_the_ramp_does_not_count(result):
    unit = result(JOB.format(
        engine="libaio",
        more="cmdprio_percentage=50\nramp_time=100ms\nruntime=200ms\n"
        "time_based\nthinktime=1ms\nprioclass=2"))["jobs"][0]
    for name in "read", "write":
        assert sum(by_priority(unit[name]).values()) == \
            unit[name]["clat_ns"]["N"] > 0


def test_the_text_has_them_as_the_reference_has(run, job):
    out = run(job(JOB.format(
        engine="libaio", more="cmdprio_percentage=50\ncmdprio=2"))).out
    number = r"[\d.]+k?"
    assert len(re.findall(
        rf"(?m)^    clat prio (0/0|1/2)/0 \([num]sec\): min={number}, "
        rf"max={number}, avg=[ \d.]+, stdev=[ \d.]+$", out)) == 4
    shares = re.findall(
        r"(?m)^    clat prio \d/\d/0 \(([\d.]+)% of IOs\) "
        r"percentiles \([num]sec\):$", out)
    assert len(shares) == 4
    assert abs(float(shares[0]) + float(shares[1]) - 100) <= 0.011
    first = out.index("    clat prio 0/0/0 (")
    assert out.index("     lat (") < first < out.index("clat percentiles")


def test_logs_have_the_priority_of_each_io(run, job, tmp_path):
    run(job(JOB.format(
        engine="libaio",
        more="cmdprio_percentage=50\ncmdprio=2\ncmdprio_class=2\nprio=6\n"
        "log_prio=1\nwrite_lat_log=x")))
    rows = (tmp_path / "x_clat.1.log").read_text().splitlines()
    priorities = [row.split(", ")[4] for row in rows]
    assert set(priorities) == {"0x4002", "0x4006"}
    assert len(priorities) == 256
