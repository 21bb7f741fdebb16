#!/usr/bin/python3
"""Fields 6 to 162 of terse lines of version 4 on stdin, by name.

One line a field: name=value; those of percentiles and of shares without
their signs, as numbers.
"""

import sys

FIRST, LAST = 6, 162
LATENCY = ("min", "max", "mean", "stddev")


def names():
    for way in ("read", "write", "trim"):
        block = ["io_kbytes", "bw", "iops", "runtime"]
        block += [f"slat_{x}" for x in LATENCY] + [f"clat_{x}" for x in LATENCY]
        block += [f"percentile_{n}" for n in range(20)]
        block += [f"lat_{x}" for x in LATENCY]
        block += ["bw_min", "bw_max", "bw_agg", "bw_mean", "bw_dev"]
        yield from (f"{way}_{name}" for name in block)
    yield from ("usr_cpu", "sys_cpu", "ctx", "majf", "minf")
    yield from (f"depth_{n}" for n in (1, 2, 4, 8, 16, 32, 64))
    limits = (2, 4, 10, 20, 50, 100, 250, 500, 750, 1000)
    yield from (f"us_{n}" for n in limits)
    yield from (f"ms_{n}" for n in (*limits, 2000, "more"))


def number(field):
    """The figure of a field: 1.5 of `1.5%`, 12 of `99.0%=12`."""
    text = field.rpartition("=")[2].removesuffix("%")
    return float(text) if "." in text else int(text)


for line in sys.stdin:
    fields = line.rstrip("\n").split(";")
    if fields[0] != "4":
        sys.exit(f"version {fields[0]} instead of 4")
    for name, field in zip(names(), fields[FIRST - 1 : LAST], strict=True):
        print(f"{fields[2]}.{name}={number(field)}")
