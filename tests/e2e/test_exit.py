"""exitall, exitall_on_error and exit_what: which jobs end with another."""

import pytest

from conftest import members

GLOBAL = "[global]\nioengine=null\nrw=read\nsize=1g\nrate_iops=100\ntime_based\n"

# Of b, late, c, d, e: stopped early, never started, or done.
CASES = [
    ("group", "stopped", "never", "done", "done", "done"),
    ("stonewall", "stopped", "never", "stopped", "done", "done"),
    ("all", "stopped", "never", "stopped", "never", "never"),
]


def runtimes(case):
    """
    In ms. What is to be stopped would go on for long; what is to be done goes on
    for somewhat longer than the job that ends first.
    """
    c = 900 if case[3] == "done" else 60000
    return {"b": 60000, "late": 60000, "c": c, "d": 100, "e": 100}


def others(case):
    """
    One job beside the one that ends first; one to come; another group; the next
    stage, and one after that.
    """
    first = {"late": "startdelay=50", "c": "new_group", "d": "stonewall", "e": "stonewall"}
    return "".join(
        f"[{name}]\n{first.get(name, '')}\nruntime={ms}ms\n"
        for name, ms in runtimes(case).items()
    )


def ends(document, wanted):
    told = []
    for name, (member,) in members(document).items():
        if name not in wanted:
            continue
        if not member["started_ms"]:
            told.append("never")
        elif member["ended_ms"] - member["started_ms"] + 2 >= wanted[name]:
            told.append("done")
        else:
            told.append("stopped")
    return tuple(told)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0])
def test_exitall_ends_what_exit_what_says(result, case):
    doc = result(f"{GLOBAL}[a]\nruntime=300ms\nexitall\nexit_what={case[0]}\n{others(case)}")
    assert ends(doc, runtimes(case)) == case[1:]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0])
def test_exitall_on_error_does_when_a_job_fails(run, job, case):
    ran = run(
        "--output-format=json",
        job(
            f"{GLOBAL}[a]\nioengine=psync\nfilename=/dev/full\nrw=write\n"
            f"startdelay=300ms\nexitall_on_error\nexit_what={case[0]}\n{others(case)}"
        ),
    )
    assert ran.status == 1
    assert ran.job()["error"] == 28
    assert ends(ran.json, runtimes(case)) == case[1:]


def test_exitall_on_error_does_nothing_when_all_is_well(result):
    doc = result(
        f"{GLOBAL}[a]\nruntime=100ms\nexitall_on_error\nexit_what=all\n"
        "[c]\nruntime=600ms\n[d]\nstonewall\nruntime=100ms\n"
    )
    assert ends(doc, {"c": 600, "d": 100}) == ("done", "done")


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
    assert ends(ran.json, {"b": 60000}) == ("stopped",)
