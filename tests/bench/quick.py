#!/usr/bin/env python3
"""runner quick beside dd: do both tell the same speed of sequential writes?

    tests/bench/quick.py build/release/runner [--dir FOLDER] [--pairs N]

The two run by turns: quick with nothing but the first job of its own profile, and
`dd if=/dev/zero bs=64k conv=fdatasync` of as many bytes. Each pair gives a ratio.
Printed are the medians, and an interval that contains the ratio with at least
95 %. The status is 0 when 1 is within it.

Where other work wants the CPUs, `chrt -r 1` before it lets the disk decide.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pairs

BLOCK = 64 << 10
PROFILE = Path(__file__).parents[2] / "jobs" / "quick" / "default.fio"


def first_job(text):
    """Of a job file: [global], and the section after it."""
    return "[" + "[".join(re.split(r"^\[", text, flags=re.M)[1:3])


def quick_rate(runner, profile, folder):
    """MB/s that quick tells, and the bytes that it wrote."""
    done = subprocess.run(
        [runner, "quick", "--json", f"--profile={profile}", folder],
        check=True, capture_output=True, text=True,
    )
    whole = json.loads(done.stdout)
    (phase,) = whole["quick"]["phases"]
    return phase["write"]["bw_bytes"] / 1e6, whole["jobs"][0]["write"]["io_bytes"]


def dd_rate(source, folder, size):
    """What dd tells, in a folder of its own, as quick's is."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        done = subprocess.run(
            ["dd", f"if={source}", f"of={own}/data", "bs=64k",
             f"count={size // BLOCK}", "conv=fdatasync"],
            check=True, capture_output=True, text=True,
            env={**os.environ, "LC_ALL": "C"},
            # As a worker has: schedulers share CPUs between sessions first.
            start_new_session=True,
        )
    moved, seconds = re.search(r"^(\d+) bytes .* copied, (\S+) s,", done.stderr,
                               re.M).groups()
    return int(moved) / float(seconds) / 1e6


def fill(path, size):
    with open(path, "wb") as file, open("/dev/urandom", "rb") as random:
        for _ in range(size >> 20):
            file.write(random.read(1 << 20))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runner", type=Path)
    parser.add_argument("--dir", default="/var/tmp", help="on a disk")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument(
        "--random", action="store_true",
        help="dd reads a file of random data in memory: where zeros are compressed",
    )
    parser.add_argument("--memory", default="/dev/shm", help="where that file is")
    options = parser.parse_args()
    runner = options.runner.resolve()
    with tempfile.TemporaryDirectory(dir=options.memory) as memory:
        profile = Path(memory) / "dd.fio"
        source = Path(memory) / "data" if options.random else "/dev/zero"
        profile.write_text(first_job(PROFILE.read_text()))
        # Where the disk is slow, it is less than the whole size.
        _, size = quick_rate(runner, profile, options.dir)
        if options.random:
            fill(source, size)
        print("| sequential write | quick MB/s | dd MB/s | ratio | 95 % interval |")
        print("|---|--:|--:|--:|--:|", flush=True)
        found = pairs.compare(
            (lambda: quick_rate(runner, profile, options.dir)[0],
             lambda: dd_rate(source, options.dir, size)),
            options.pairs,
        )
    return 0 if pairs.print_row(f"{size >> 20} MiB", *found) else 1


if __name__ == "__main__":
    sys.exit(main())
