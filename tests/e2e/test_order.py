"""Which job starts when, and which group it belongs to.

All by what the members of a run tell: never by the time on the wall.
"""

import itertools
import json
import time

import pytest

from conftest import SANITIZED, members

NULL = "[global]\nioengine=null\nsize=4k\n"
# About 0.7 s of I/O, for jobs that others wait for or run beside: far longer than
# a busy machine keeps one of them from its start.
WHILE = "rate_iops=40\nnumber_ios=30\nsize=1m\n"


def spans(document):
    """Name to the first start and the last end of its copies, in ms."""
    return {
        name: (min(m["started_ms"] for m in copies), max(m["ended_ms"] for m in copies))
        for name, copies in members(document).items()
    }


def after(later, earlier):
    return later[0] >= earlier[1]


def overlap(one, other):
    return one[0] < other[1] and other[0] < one[1]


def test_jobs_start_together(result):
    doc = result(NULL + f"[a]\n{WHILE}[b]\n{WHILE}[c]\nnumjobs=3\n{WHILE}")
    every = [m for copies in members(doc).values() for m in copies]
    assert len(every) == 5
    for one, other in itertools.combinations(every, 2):
        assert overlap(
            (one["started_ms"], one["ended_ms"]),
            (other["started_ms"], other["ended_ms"]),
        )
    assert len({m["pid"] for m in every}) == 5


@pytest.mark.parametrize("wall", ["stonewall", "wait_for_previous", "stonewall=1"])
def test_a_wall_lets_all_before_it_end(result, wall):
    doc = result(
        NULL + f"[a]\n{WHILE}[b]\nnumjobs=2\n{WHILE}[c]\n{wall}\n{WHILE}"
        f"[d]\n{WHILE}[e]\n{wall}\n"
    )
    at = spans(doc)
    assert overlap(at["a"], at["b"]) and overlap(at["c"], at["d"])
    for later, earlier in itertools.product("cd", "ab"):
        assert after(at[later], at[earlier]), (later, earlier)
    for earlier in "abcd":
        assert after(at["e"], at[earlier])
    groups = [(u["jobname"], u["groupid"]) for u in doc["jobs"]]
    assert groups == [("a", 0), ("b", 0), ("b", 0), ("c", 1), ("d", 1), ("e", 2)]


def test_a_wall_in_global_puts_one_after_the_other(result):
    doc = result(NULL + f"stonewall\n[a]\n{WHILE}[b]\n{WHILE}[c]\n")
    at = spans(doc)
    assert after(at["b"], at["a"]) and after(at["c"], at["b"])
    assert [u["groupid"] for u in doc["jobs"]] == [0, 1, 2]


def test_copies_do_not_wait_for_each_other(result):
    doc = result(NULL + f"[a]\n{WHILE}[b]\nstonewall\nnumjobs=2\n{WHILE}")
    first, second = members(doc)["b"]
    assert overlap(
        (first["started_ms"], first["ended_ms"]),
        (second["started_ms"], second["ended_ms"]),
    )
    assert [u["groupid"] for u in doc["jobs"]] == [0, 1, 1]


def test_a_job_waits_for_all_copies_of_another(result):
    doc = result(
        NULL + f"[a]\nnumjobs=2\n{WHILE}[b]\nwait_for=a\n{WHILE}"
        f"[c]\n{WHILE}[d]\nwait_for=b\n"
    )
    at = spans(doc)
    assert after(at["b"], at["a"]) and after(at["d"], at["b"])
    assert overlap(at["c"], at["a"])
    assert {u["groupid"] for u in doc["jobs"]} == {0}


@pytest.mark.parametrize("name", ["b", "nobody", "a"])
def test_only_a_job_before_can_be_waited_for(run, job, name):
    ran = run(job(NULL + f"[a]\nwait_for={name}\n[b]\n"))
    assert ran.status == 2
    assert f"t.fio:5: error: wait_for: '{name}'" in ran.err


def test_a_new_group_starts_at_the_same_time(result):
    doc = result(NULL + f"[a]\n{WHILE}[b]\nnew_group\n{WHILE}[c]\n{WHILE}")
    at = spans(doc)
    assert overlap(at["a"], at["b"]) and overlap(at["b"], at["c"])
    assert [u["groupid"] for u in doc["jobs"]] == [0, 1, 1]


def test_a_delay_counts_from_the_start_of_the_run(result):
    before = 1000 * time.time() - 2
    doc = result(
        NULL + "[a]\n[b]\nstartdelay=400ms\n[c]\nstartdelay=0.1-0.2\nnumjobs=2\n"
    )
    at = spans(doc)
    assert at["b"][0] >= before + 400
    assert at["c"][0] >= before + 100


def test_one_job_ends_all_of_its_group(result):
    doc = result(
        NULL + "[a]\nrate_iops=100\nsize=1g\nruntime=1h\ntime_based\n"
        "[b]\nexitall\nrate_iops=100\nnumber_ios=20\nsize=1m\n"
        f"[c]\nnew_group\n{WHILE}[d]\nstonewall\n"
    )
    a, b, c, d = (unit["read"]["total_ios"] for unit in doc["jobs"])
    assert (b, c, d) == (20, 30, 1)
    assert a < 360000
    assert spans(doc)["a"][1] >= spans(doc)["b"][1] - 10


def test_one_job_ends_those_that_have_not_started(result):
    doc = result(
        NULL + "[a]\nexitall\n[b]\nstartdelay=1h\n[c]\nstonewall\n", timeout=60
    )
    done = {u["jobname"]: u["read"]["total_ios"] for u in doc["jobs"]}
    assert done["a"] == done["c"] == 1
    assert done.get("b", 0) == 0


def test_more_walls_than_jobs_at_once(result):
    doc = result(NULL + "".join(f"[j{i}]\nstonewall\n" for i in range(20)))
    ends = [m[0] for m in members(doc).values()]
    for earlier, later in itertools.pairwise(ends):
        assert later["started_ms"] >= earlier["ended_ms"]
    assert [u["groupid"] for u in doc["jobs"]] == list(range(20))


def test_thousands_of_sections_run(run, job):
    count = 300 if SANITIZED else 1200
    ran = run(job(NULL + "".join(f"[j{i}]\n" for i in range(count))), timeout=500)
    assert ran.status == 0
    names = [
        line.split(":")[0]
        for line in ran.out.splitlines()
        if "(groupid=0, jobs=1): err= 0: " in line
    ]
    assert names == [f"j{i}" for i in range(count)]
    assert f"\nStarting {count} processes\n" in ran.out


def test_a_thousand_copies_run(run, job):
    count = 100 if SANITIZED else 1000
    ran = run(
        "--output-format=json",
        job(NULL + f"group_reporting\n[a]\nnumjobs={count}\n"),
        timeout=500,
    )
    assert ran.status == 0
    document = json.loads(ran.out)
    assert len(document["jobs"]) == 1
    assert document["jobs"][0]["read"]["total_ios"] == count
    copies = document["runner"]["jobs"][0]["members"]
    assert [c["number"] for c in copies] == list(range(1, count + 1))
    assert len({c["pid"] for c in copies}) == count
