#!/usr/bin/env python3
"""runner ping beside ioping: do both tell the same latency?

    tests/bench/ping.py build/release/runner [--dir FOLDER] [--pairs N]

The two run by turns, A B B A, so that what changes meanwhile is in both. Each
run gives the median of its requests, each pair a ratio. Printed are the median
of the ratios and an interval that contains it with at least 95 % (of order
statistics, which asks nothing of the distribution). The status is 0 when 1 is
within it for each case.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import pairs

# No cached reads: they tell what the programs cost, not what the disk does.
CASES = (
    ("read", ()),
    ("read, direct", ("-D",)),
    ("read, asynchronous, direct", ("-A", "-D")),
    ("write", ("-W",)),
    ("read of 256 KiB in order", ("-L",)),
)


def median_us(command):
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    times = [
        part["io"]["time"]
        for part in json.loads(done.stdout)
        if "io" in part and not part["io"]["ignored"]
    ]
    return statistics.median(times) / 1e3


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runner", type=Path)
    parser.add_argument("--ioping", default="ioping")
    parser.add_argument("--dir", default="/var/tmp", help="on a disk")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--count", type=int, default=200, help="requests of a run")
    parser.add_argument("--interval", default="1ms")
    options = parser.parse_args()
    ioping = shutil.which(options.ioping)
    if not ioping:
        sys.exit("ioping is not installed")
    programs = ((options.runner.resolve(), "ping"), (ioping,))
    run = ("-J", "-c", str(options.count), "-i", options.interval)

    print("| median of a request | runner us | ioping us | ratio | 95 % interval |")
    print("|---|--:|--:|--:|--:|")
    same = True
    for name, args in CASES:
        ours, theirs, ratios = pairs.compare(
            [
                lambda program=program: median_us(
                    [*program, *run, *args, options.dir]
                )
                for program in programs
            ],
            options.pairs,
        )
        same &= pairs.print_row(name, ours, theirs, ratios)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
