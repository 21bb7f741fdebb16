"""exitall, exitall_on_error and exit_what: which jobs end with another."""

import pytest

GLOBAL = "[global]\nioengine=null\nrw=read\nsize=1g\nrate_iops=100\ntime_based\n"

# The one that ends first; one beside it; one to come; another group; the next
# stage, and one after that.
OTHERS = (
    "[b]\nruntime=60\n[late]\nstartdelay=50\nruntime=60\n"
    "[c]\nnew_group\nruntime=3\n[d]\nstonewall\nruntime=1\n"
    "[e]\nstonewall\nruntime=1\n"
)

# Of b, late, c, d, e: stopped early, never started, or done.
CASES = [
    ("group", "stopped", "never", "done", "done", "done"),
    ("stonewall", "stopped", "never", "stopped", "done", "done"),
    ("all", "stopped", "never", "stopped", "never", "never"),
]


def ends(document):
    wanted = {"b": 60000, "late": 60000, "c": 3000, "d": 1000, "e": 1000}
    told = []
    for job in document["jobs"]:
        if job["jobname"] == "a":
            continue
        if job["job_runtime"] >= wanted[job["jobname"]]:
            told.append("done")
        else:
            told.append("stopped" if job["read"]["total_ios"] else "never")
    return tuple(told)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0])
def test_exitall_ends_what_exit_what_says(result, case):
    doc = result(f"{GLOBAL}[a]\nruntime=1\nexitall\nexit_what={case[0]}\n{OTHERS}")
    assert ends(doc) == case[1:]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0])
def test_exitall_on_error_does_when_a_job_fails(run, job, case):
    ran = run(
        "--output-format=json",
        job(
            f"{GLOBAL}[a]\nioengine=psync\nfilename=/dev/full\nrw=write\n"
            f"startdelay=500ms\nexitall_on_error\nexit_what={case[0]}\n{OTHERS}"
        ),
    )
    assert ran.status == 1
    assert ran.job()["error"] == 28
    assert ends(ran.json) == case[1:]


def test_exitall_on_error_does_nothing_when_all_is_well(result):
    doc = result(
        f"{GLOBAL}[a]\nruntime=1\nexitall_on_error\nexit_what=all\n"
        "[c]\nruntime=3\n[d]\nstonewall\nruntime=1\n"
    )
    assert ends(doc) == ("done", "done")


def test_a_rate_that_is_not_met_is_an_error(run, job):
    ran = run(
        "--output-format=json",
        job(
            f"{GLOBAL}[a]\nrate_iops=0\nruntime=60\nthinktime=1ms\n"
            "rate_iops_min=100000\nrate_cycle=100\nexitall_on_error\n"
            "[b]\nruntime=60\n"
        ),
    )
    assert ran.status == 1
    assert ends(ran.json) == ("stopped",)
