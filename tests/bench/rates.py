#!/usr/bin/env python3
"""What single parts of the I/O path do, beside fio where that is installed:
GB/s of each checksum of verify=, and ns per draw of each random distribution.

    tests/bench/rates.py build/release/runner [--fio PROGRAM] [--pairs N]

All is done with ioengine=null. A checksum's rate is that of whole writes: data
are made, stamped and summed. What a draw takes is what an I/O at random takes
more than one in sequence.
"""

import argparse
import tempfile
from pathlib import Path

import bench
import cases


def rate_case(run, scheme):
    """GB/s of one core, in 4 KiB writes that verify=`scheme` stamps."""
    text = cases.checksum(scheme, run.options.seconds)

    def measure(name):
        ran = run.run_job(name, text)
        cpu = ran["user"] - run.start_up[name][0]
        return (ran["jobs"][0]["write"]["io_bytes"] / cpu / 1e9,)

    return run.compare(measure)


def print_checksums(run):
    bench.row("verify=, GB/s", *run.programs, "ratio")
    bench.row("---", *["--:"] * 3)
    for scheme in cases.SCHEMES:
        bench.row(scheme, *bench.cells(rate_case(run, scheme), 0, 2))


def print_draws(run):
    print()
    bench.row("ns per draw", *run.programs, "ratio")
    bench.row("---", *["--:"] * 3)
    base = run.io_case("ioengine=null\nsize=1g\nrw=read\n")
    for name, text in cases.DISTRIBUTIONS:
        figures = run.io_case("ioengine=null\nsize=1g\nrw=randread\n" + text)
        draws = {p: (figures[p][0] - base[p][0],) for p in run.programs}
        bench.row(name, *bench.cells(draws, 0, 1))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runner", type=Path)
    parser.add_argument("--fio", default="fio", help="to compare with, if found")
    parser.add_argument("--pairs", type=int, default=3, help="runs of each program")
    parser.add_argument("--seconds", type=int, default=1, help="that each run takes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        options.dir = Path(folder)
        run = bench.Bench(options, Path(folder))
        bench.print_machine(run)
        run.measure_start_up()
        print_checksums(run)
        print_draws(run)


if __name__ == "__main__":
    main()
