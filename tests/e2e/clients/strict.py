#!/usr/bin/python3
"""Reads a JSON report on stdin as a program with static types does.

An integer is never a real, nor a real an integer; no key stands twice; all
values of options are strings; percentiles have six decimals. Prints one line
a job and direction; fails at the first value of another type.
"""

import json
import re
import sys

INTEGERS = (
    "io_bytes io_kbytes bw_bytes bw runtime total_ios short_ios drop_ios "
    "bw_min bw_max bw_samples iops_min iops_max iops_samples"
).split()
REALS = "iops bw_agg bw_mean bw_dev iops_mean iops_stddev".split()
JOB_INTEGERS = (
    "groupid error eta elapsed job_runtime ctx majf minf latency_depth"
).split()
JOB_REALS = "usr_cpu sys_cpu latency_percentile".split()
DISTRIBUTIONS = (
    "iodepth_level iodepth_submit iodepth_complete latency_ns latency_us latency_ms"
).split()


def once(pairs):
    keys = [key for key, _ in pairs]
    if len(keys) != len(set(keys)):
        raise TypeError(f"a key stands twice: {keys}")
    return dict(pairs)


def get(table, key, kind):
    value = table[key]
    if type(value) is not kind:
        raise TypeError(f"{key}: {value!r} is no {kind.__name__}")
    return value


def all_of(table, kind):
    for key in table:
        get(table, key, kind)


def options(table):
    all_of(table, str)


def latency(table):
    for key in ("min", "max", "N"):
        get(table, key, int)
    for key in ("mean", "stddev"):
        get(table, key, float)
    percentiles = table.get("percentile", {})
    all_of(percentiles, int)
    for key in percentiles:
        if not re.fullmatch(r"\d{1,3}\.\d{6}", key):
            raise TypeError(f"{key} has no six decimals")
    bins = table.get("bins", {})
    all_of(bins, int)
    return {float(key): value for key, value in percentiles.items()}


def direction(table):
    for key in INTEGERS:
        get(table, key, int)
    for key in REALS:
        get(table, key, float)
    for key in ("slat_ns", "clat_ns", "lat_ns"):
        latency(get(table, key, dict))


def job(table):
    get(table, "jobname", str)
    for key in JOB_INTEGERS:
        get(table, key, int)
    for key in JOB_REALS:
        get(table, key, float)
    for key in DISTRIBUTIONS:
        all_of(get(table, key, dict), float)
    options(get(table, "job options", dict))
    latency(table["sync"]["lat_ns"])
    for way in ("read", "write", "trim"):
        direction(get(table, way, dict))


def disk(table):
    get(table, "name", str)
    for key, value in table.items():
        if key != "name":
            get(table, key, float if key.endswith("util") else int)


def main():
    report = json.load(sys.stdin, object_pairs_hook=once)
    for key, kind in (
        ("fio version", str),
        ("timestamp", int),
        ("timestamp_ms", int),
        ("time", str),
        ("jobs", list),
    ):
        get(report, key, kind)
    options(report.get("global options", {}))
    for table in report.get("disk_util", []):
        disk(table)
    for table in report["jobs"]:
        job(table)
        for way in ("read", "write", "trim"):
            p99 = latency(table[way]["clat_ns"]).get(99.0, 0)
            print(table["jobname"], way, table[way]["total_ios"], p99)


main()
