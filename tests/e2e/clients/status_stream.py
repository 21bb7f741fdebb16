#!/usr/bin/python3
"""Reads a stream of JSON reports on stdin, each as soon as it is whole.

A report begins with a line `{` and ends with a line `}`, as the reference's
test suite reads them. Prints one line a report and job, flushed at once:
number of the report, job, I/Os in all, I/Os since the report before, eta.
"""

import json
import sys


def reports(stream):
    lines = []
    for line in stream:
        if line == "{\n":
            lines = []
        lines.append(line)
        if line == "}\n":
            yield json.loads("".join(lines))


before = {}
for count, report in enumerate(reports(sys.stdin)):
    for job in report["jobs"]:
        name = job["jobname"]
        ios = job["read"]["total_ios"] + job["write"]["total_ios"]
        new = ios - before.get(name, 0)
        print(count, name, ios, new, job["eta"], sep="\t", flush=True)
        before[name] = ios
