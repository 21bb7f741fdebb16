#!/usr/bin/python3
"""Figures of the text report on stdin, found with patterns, as JSON.

{job: {direction: {iops, bw (bytes/s), lat_avg (ns)}}} and, as "all",
{direction: bw (bytes/s)} of the first group.
"""

import json
import re
import sys

SCALE = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}
SCALE |= {f"{p}i".replace("k", "K"): 1024**n for n, p in enumerate("kMGTPE", 1)}
NS = {"nsec": 1, "usec": 1e3, "msec": 1e6}

JOB = re.compile(r"^(\S.*): \(groupid=\d+, jobs=\d+\): err= *\d+")
WAY = re.compile(r"^  (read|write|trim): IOPS=([\d.]+)(\w*), BW=([\d.]+)(\w*)B/s ")
LAT = re.compile(r"^     lat \((\w+)\): min=.*, max=.*, avg= *([\d.]+), stdev=")
ALL = re.compile(r"^ +(READ|WRITE|TRIM): bw=([\d.]+)(\w*)B/s ")

jobs, whole = {}, {}
ways = figures = None
for line in sys.stdin:
    if found := JOB.match(line):
        ways = jobs[found[1]] = {}
    elif found := WAY.match(line):
        figures = ways[found[1]] = {
            "iops": float(found[2]) * SCALE[found[3]],
            "bw": float(found[4]) * SCALE[found[5]],
        }
    elif found := LAT.match(line):
        figures["lat_avg"] = float(found[2]) * NS[found[1]]
    elif found := ALL.match(line):
        whole.setdefault(found[1].lower(), float(found[2]) * SCALE[found[3]])
print(json.dumps({"jobs": jobs, "all": whole}))
