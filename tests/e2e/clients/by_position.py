#!/usr/bin/python3
"""Four jobs of a JSON report on stdin, known by their position, as a table."""

import json
import sys

JOBS = ("random read", "random write", "read", "write")

report = json.load(sys.stdin)
for index, name in enumerate(JOBS):
    way = "write" if "write" in name else "read"
    figures = report["jobs"][index][way]
    print(
        name,
        f"{figures['iops_mean']:.6f}",
        f"{figures['bw_mean']:.6f}",
        f"{figures['lat_ns']['mean']:.6f}",
        sep="\t",
    )
print("idle", f"{report['cpu_idleness']['system']:.6f}", sep="\t")
