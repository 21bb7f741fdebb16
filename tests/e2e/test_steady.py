"""steadystate: jobs that end once their figures are steady."""

import pytest

# A rate keeps the figures even; the limit is far above what noise makes of it.
PACED = (
    "ioengine=null\nrw=randrw\nsize=100g\nrate_iops=1000\ntime_based\n"
    "runtime=60\nss_interval=100ms\nss_dur=300ms\n"
)


def slope(values):
    middle = (len(values) - 1) / 2
    mean = sum(values) / len(values)
    above = sum((x - middle) * (y - mean) for x, y in enumerate(values))
    return above / sum((x - middle) ** 2 for x in range(len(values)))


def deviation(values):
    mean = sum(values) / len(values)
    return max(abs(v - mean) for v in values)


@pytest.mark.parametrize(
    "criterion, data, judge, share",
    [
        ("iops:90%", "iops", deviation, True),
        ("bw_slope:90%", "bw", slope, True),
        ("lat:10s", "lat_ns", deviation, False),
    ],
)
def test_a_steady_job_ends_early_and_says_by_what(
    result, criterion, data, judge, share
):
    document = result(f"[a]\n{PACED}ss={criterion}\nss_ramp=200ms\n")
    job, ours = document["jobs"][0], document["runner"]["jobs"][0]["steadystate"]
    told = job["steadystate"]
    assert told["attained"] == 1 and ours["attained"]
    assert 500 <= ours["after_ms"] <= job["read"]["runtime"] + 1 < 30000
    assert told["ss"].startswith(criterion.split(":")[0] + ":")
    values = told["data"][data]
    assert len(values) == 3
    mean = sum(values) / len(values)
    wanted = judge(values) * (100 / mean if share else 1)
    assert told["criterion"].endswith("%") == share
    assert abs(float(told["criterion"].rstrip("%")) - wanted) <= 0.01 * max(
        1, abs(wanted)
    )
    assert told["data"]["iops_mean"] == int(sum(told["data"]["iops"]) / 3)
    for direction in "read", "write":
        assert ours[direction]["samples"] == 3
    assert "trim" not in ours


def test_a_job_that_is_not_steady_runs_to_its_end(run, job):
    text = PACED.replace("runtime=60", "runtime=1")
    ran = run("--output-format=json", job(f"[a]\n{text}ss=iops:0\n"))
    told = ran.job()
    assert told["steadystate"]["attained"] == 0
    assert 1000 <= told["read"]["runtime"] < 60000
    assert "after_ms" not in ran.json["runner"]["jobs"][0]["steadystate"]
    out = run(job(f"[a]\n{text}ss=iops:0\nss_dur=5s\n")).out
    assert "\n  steadystate  : attained=no, bw=" in out
    assert "iops mean dev=0.000\n" in out


def test_the_jobs_of_a_group_are_judged_and_end_as_one(result):
    document = result(
        f"[global]\ngroup_reporting\n{PACED}rate_iops=250\nss=iops:90%\n"
        "[a]\nnumjobs=8\n[late]\nstartdelay=50\n"
        "[b]\nnew_group\nss_dur=0\nruntime=1\n"
    )
    first, other = document["jobs"]
    assert first["steadystate"]["attained"] == 1
    assert first["read"]["runtime"] < 30000
    # Of one job they would be 500.
    mean = first["steadystate"]["data"]["iops_mean"]
    assert 1000 < mean < 16000
    # What had not begun by then never does.
    members = document["runner"]["jobs"][0]["members"]
    assert [m["started_ms"] > 0 for m in members] == [True] * 8 + [False]
    assert "steadystate" not in other
    assert other["read"]["runtime"] >= 1000


def test_debug_tells_the_limits(run):
    job = ["--name=a", "--ioengine=null", "--size=1m", "--ss_dur=4"]
    for given, line in [
        ("iops:10", "set steady state IOPS threshold to 10.000000"),
        ("bw:12", "set steady state BW threshold to 12"),
        ("bw_slope:0.1%", "set steady state threshold to 0.100000%"),
    ]:
        out = run("--debug=parse", "--parse-only", *job, f"--ss={given}").out
        assert line in out
    out = run("--debug=steadystate", "--parse-only", *job).out
    assert "a: iops_slope, limit=0.010000%, duration=4000000000 ns" in out
