"""The JSON document: its keys, their order and types, and its arithmetic."""

import json
import os
import re
import time
from pathlib import Path

import pytest

SHAPE = json.loads((Path(__file__).parent / "data" / "json-shape.json").read_text())
# Keys of a job that stand only where a kind says so.
OPTIONAL = {"total_err", "first_error", "desc"}
PERCENTILES = [
    "1.000000",
    "5.000000",
    "10.000000",
    "20.000000",
    "30.000000",
    "40.000000",
    "50.000000",
    "60.000000",
    "70.000000",
    "80.000000",
    "90.000000",
    "95.000000",
    "99.000000",
    "99.500000",
    "99.900000",
    "99.950000",
    "99.990000",
]


def expected(kind, shape="document", within=""):
    """Pairs of key and type in order, as the reference prints them."""
    pairs = []
    for key, type_ in SHAPE[shape].items():
        if key in OPTIONAL and key not in kind.get("extra", []):
            continue
        if type_ == "options":
            pairs.append((key, {"NAME": "string"}))
        elif type_ == "latency":
            wanted = "lat_ns" if within == "sync" else "clat_ns"
            members = list(SHAPE[type_].items())
            if key == wanted and within in kind["percentiles"]:
                members.append(("percentile", [(p, "integer") for p in PERCENTILES]))
            pairs.append((key, members))
        elif type_ in SHAPE:
            pairs.append((key, expected(kind, type_, key)))
        else:
            pairs.append((key, type_))
    return pairs


def seen(pairs):
    """The same of a document that was read as lists of pairs."""
    members = []
    for key, value in pairs:
        if key == "runner" or key == "disk_util":
            continue
        if key == "job options" or key == "global options":
            assert all(isinstance(text, str) for _, text in value)
            members.append((key, {"NAME": "string"}))
        elif key == "jobs":
            first = seen(value[0])
            assert all(seen(each) == first for each in value)
            members.append((key, first))
        elif isinstance(value, list):
            members.append((key, seen(value)))
        elif isinstance(value, str):
            members.append((key, "string"))
        else:
            members.append((key, "real" if isinstance(value, float) else "integer"))
    return members


@pytest.mark.parametrize("name", SHAPE["kinds"])
def test_keys_their_order_and_types_are_the_reference_s(run, name):
    kind = SHAPE["kinds"][name]
    ran = run("--output-format=json", "--name=job", *kind["args"].split())
    assert ran.status == kind.get("status", 0), ran.err
    assert len(ran.json["jobs"]) == kind.get("jobs", 1)
    pairs = json.loads(ran.out, object_pairs_hook=list)
    assert seen(pairs) == expected(kind)
    keys = [key for key, _ in pairs]
    assert keys[-1] == "runner"
    if "disk_util" in keys:
        assert keys[-2] == "disk_util"


def test_disks_are_those_that_the_job_used(run, tmp_path):
    ran = run(
        "--output-format=json",
        "--name=a",
        "--filename=f",
        "--size=1m",
        "--direct=1",
        "--bs=64k",
        "--rw=write",
        "--ioengine=psync",
    )
    device = os.stat(tmp_path).st_dev
    if not Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").exists():
        assert "disk_util" not in ran.json
        return
    disk = ran.json["disk_util"][0]
    assert [key for key in disk if not key.startswith("aggr_")] == list(SHAPE["disk"])
    assert disk["write_ios"] > 0 and disk["write_sectors"] >= 2048
    assert 0 <= disk["util"] <= 100
    none = run("--output-format=json", "--name=a", "--filename=f", "--disk_util=0")
    assert "disk_util" not in none.json
    null = run("--output-format=json", "--name=a", "--ioengine=null", "--size=4k")
    assert "disk_util" not in null.json


def test_the_document_is_written_as_the_reference_writes_it(run, job):
    out = run(
        "--output-format=json",
        job('[a "b" \\ c]\nioengine=null\nsize=4k\ndescription=\ttab\n'),
    ).out
    depth = 0
    for line in out.splitlines():
        if not line:
            continue  # of an empty array
        if line.strip()[0] in "]}":
            depth -= 1
        assert len(line) - len(line.lstrip(" ")) == 2 * depth, line
        member = r'"(\\.|[^"\\])*" : '
        scalar = r'("(\\.|[^"\\])*"|-?\d+|-?\d+\.\d{6}|true|false)'
        assert re.fullmatch(
            rf"({member})?([\[{{]|{scalar},?)|[\]}}],?", line.strip()
        ), line
        if line.strip()[-1] in "[{":
            depth += 1
    assert depth == 0
    assert '"jobname" : "a \\"b\\" \\\\ c",\n' in out


def test_rates_follow_from_bytes_and_time(result):
    doc = result(
        "[global]\nbs=8k\nrw=randrw\nsize=4m\n"
        "[a]\nfilename=f\n[b]\nioengine=null\nnumjobs=3\ngroup_reporting\n"
        "[c]\nioengine=null\nrw=trim\nrate_iops=1000\nnumber_ios=77\n"
    )
    for unit in doc["jobs"]:
        for name in ("read", "write", "trim"):
            way = unit[name]
            assert way["io_kbytes"] == way["io_bytes"] // 1024
            assert way["io_bytes"] == 8192 * way["total_ios"]
            if not way["runtime"]:
                assert way["bw_bytes"] == way["bw"] == way["iops"] == 0
                continue
            assert way["bw_bytes"] == 1000 * way["io_bytes"] // way["runtime"]
            assert way["bw"] == way["bw_bytes"] // 1024
            assert way["iops"] == pytest.approx(
                1000 * way["total_ios"] / way["runtime"], abs=1e-6
            )
            assert way["runtime"] <= unit["job_runtime"] + 1
    assert doc["jobs"][2]["trim"]["total_ios"] == 77


def test_latencies_add_up(result):
    doc = result(
        "[a]\nfilename=f\nsize=2m\nrw=randrw\nioengine=libaio\niodepth=8\n"
        "slat_percentiles=1\nlat_percentiles=1\n"
    )
    unit = doc["jobs"][0]
    for way in (unit["read"], unit["write"]):
        slat, clat, lat = (way[f"{n}_ns"] for n in ("slat", "clat", "lat"))
        assert slat["N"] == clat["N"] == lat["N"] == way["total_ios"]
        assert slat["mean"] + clat["mean"] == pytest.approx(lat["mean"], abs=1)
        for each in (slat, clat, lat):
            values = list(each["percentile"].values())
            assert list(each["percentile"]) == PERCENTILES
            assert values == sorted(values)
            assert each["min"] * 127 / 128 <= values[0]
            assert values[-1] <= each["max"]
            assert each["min"] <= each["mean"] <= each["max"]
            assert 0 <= each["stddev"] <= each["max"]
    for key in ("iodepth_level", "iodepth_submit", "iodepth_complete"):
        assert sum(unit[key].values()) == pytest.approx(100, abs=0.1)
    shares = [unit[f"latency_{u}"].values() for u in ("ns", "us", "ms")]
    assert sum(map(sum, shares)) == pytest.approx(100, abs=0.1)


def test_percentiles_are_those_that_were_asked_for(result):
    read = result(
        "[a]\nioengine=null\nsize=1m\nclat_percentiles=0\nlat_percentiles=1\n"
        "percentile_list=99.9:50:75.125\n"
    )["jobs"][0]["read"]
    assert list(read["lat_ns"]["percentile"]) == ["50.000000", "75.125000", "99.900000"]
    assert "percentile" not in read["clat_ns"]
    assert "percentile" not in read["slat_ns"]


@pytest.mark.parametrize("off", ["slat", "clat", "lat"])
def test_latencies_can_be_left_out(result, off):
    read = result(f"[a]\nfilename=f\nsize=64k\nioengine=libaio\ndisable_{off}=1\n")[
        "jobs"
    ][0]["read"]
    for name in ("slat", "clat", "lat"):
        assert read[f"{name}_ns"]["N"] == (0 if name == off else 16), name


def test_a_group_is_the_sum_of_its_members(result):
    text = (
        "[global]\nioengine=null\nrw=randrw\nrandrepeat=1\nsize=256k\n{}"
        "[a]\nnumjobs=2\n[b]\nsize=128k\nbs=1k\n[c]\nnew_group\n"
    )
    apart = result(text.format(""))
    merged = result(text.format("group_reporting\n"))
    assert [(u["jobname"], u["groupid"]) for u in apart["jobs"]] == [
        ("a", 0),
        ("a", 0),
        ("b", 0),
        ("c", 1),
    ]
    assert [(u["jobname"], u["groupid"]) for u in merged["jobs"]] == [
        ("a", 0),
        ("c", 1),
    ]
    for way in ("read", "write"):
        for key in ("io_bytes", "total_ios"):
            parts = [u[way][key] for u in apart["jobs"]]
            assert [u[way][key] for u in merged["jobs"]] == [sum(parts[:3]), parts[3]]
        figures = merged["jobs"][0][way]
        assert figures["clat_ns"]["N"] == figures["total_ios"]
    entries = [
        [(m["jobname"], m["number"]) for m in j["members"]]
        for j in merged["runner"]["jobs"]
    ]
    assert entries == [[("a", 1), ("a", 2), ("b", 3)], [("c", 4)]]


def test_a_group_lasts_as_long_as_its_longest_member(result):
    doc = result(
        "[global]\nioengine=null\nsize=1g\ngroup_reporting\nrate_iops=100\n"
        "[a]\nnumber_ios=20\n[b]\nnumber_ios=60\n"
    )
    read = doc["jobs"][0]["read"]
    assert read["total_ios"] == 80
    # 59 intervals of 10 ms lie between the I/Os of the longer one.
    assert read["runtime"] >= 580
    assert doc["jobs"][0]["job_runtime"] >= 580 + 180
    assert len(doc["jobs"]) == 1


def test_options_are_repeated_as_they_were_given(run, job):
    ran = run(
        "--output-format=json",
        job(
            "[global]\nioengine=null\nsize=1m\nblocksize=4K\ntime_based\n"
            "runtime=100ms\n"
            "[a]\nreadwrite=randread\nfilename=x:y\niodepth=0x10\n"
            "description=  some words \nfilename=z\nstonewall\nbs=1k,2k\n"
            "[b]\n"
        ),
    )
    doc = json.loads(ran.out)
    pairs = list(doc["global options"].items())
    assert pairs == [
        ("ioengine", "null"),
        ("size", "1m"),
        ("bs", "4K"),
        ("time_based", ""),
        ("runtime", "100ms"),
    ]
    a, b = doc["jobs"]
    assert a["job options"] == {
        "rw": "randread",
        "filename": "x:y:z",
        "iodepth": "0x10",
        "description": "some words",
        "stonewall": "",
        "bs": "1k,2k",
    }
    assert a["desc"] == "some words" and "desc" not in b
    assert "job options" not in b


def test_no_global_options_no_key(run):
    ran = run("--output-format=json", "--name=a", "--ioengine=null", "--size=4k")
    assert "global options" not in ran.json
    assert list(ran.job()["job options"].items()) == [
        ("name", "a"),
        ("ioengine", "null"),
        ("size", "4k"),
    ]
    ran = run(
        "--output-format=json",
        "--ioengine=null",
        "--name=global",
        "--size=4k",
        "--name=a",
    )
    assert ran.json["global options"] == {
        "ioengine": "null",
        "name": "global",
        "size": "4k",
    }


def test_times_of_the_document(result):
    before = time.time()
    doc = result("[a]\nioengine=null\nsize=4k\nrate_iops=10\nnumber_ios=4\n")
    after = time.time()
    assert int(before) <= doc["timestamp"] <= after
    assert doc["timestamp"] == doc["timestamp_ms"] // 1000
    assert doc["time"] == time.ctime(doc["timestamp"])
    unit = doc["jobs"][0]
    member = doc["runner"]["jobs"][0]["members"][0]
    assert unit["job_start"] == member["started_ms"]
    assert before * 1000 - 1 <= member["started_ms"]
    assert member["started_ms"] + unit["read"]["runtime"] <= member["ended_ms"] + 1
    assert member["ended_ms"] <= doc["timestamp_ms"] + 1
    assert unit["elapsed"] >= 1 and unit["eta"] == 0


def test_jobs_without_stats_are_left_out(result):
    doc = result("[global]\nioengine=null\nsize=4k\n[a]\nstats=0\n[b]\n")
    assert [u["jobname"] for u in doc["jobs"]] == ["b"]


def test_the_host_is_described(result):
    doc = result("[a]\nfilename=f\nsize=4k\n[b]\nioengine=null\nsize=4k\n")
    own = doc["runner"]
    assert own["schema"] == 1
    assert own["host"]["kernel"] == os.uname().release
    assert own["host"]["cpu"]["usable"] == len(os.sched_getaffinity(0))
    assert own["host"]["memory_bytes"] > 1 << 20
    assert [t["path"] for t in own["targets"]] == ["f"]
    assert own["targets"][0]["filesystem"]["size_bytes"] > 4096
    assert own["job_files"] == ["t.fio"]
    assert own["command"].endswith("t.fio")


def test_effective_options_are_all_of_them_and_settled(result):
    options = result(
        "[a]\nioengine=null\nsize=4Ki\nrw=readwrite\nruntime=1m\nbs=,8k\n"
    )["runner"]["jobs"][0]["effective_options"]
    assert len(options) > 80 and list(options) == sorted(options)
    assert options["size"] == "4KiB" and options["rw"] == "rw"
    assert options["iodepth"] == "1" and options["numjobs"] == "1"
