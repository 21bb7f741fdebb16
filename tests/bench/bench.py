#!/usr/bin/env python3
"""What runner costs, beside fio where that is installed: the table of
docs/performance.md.

    tests/bench/bench.py build/release/runner [--fio PROGRAM] [--pairs N]

Programs run by turns, A B B A, and figures are medians. CPU time is that of the
whole process tree, less what the same program takes to do a single I/O. Needs
80 MB in /dev/shm and 256 MB in --dir; leaves nothing behind.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import cases


def execute(command, folder, watch=None):
    """Run to the end: wall and CPU seconds, standard output."""
    with open(folder / "out", "w") as out:
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdout=out, stderr=subprocess.PIPE, cwd=folder
        )
        if watch:
            threading.Thread(target=watch, args=(process.pid,), daemon=True).start()
        error = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = status
    if status:
        sys.exit(f"{' '.join(map(str, command))}: {error}")
    return {
        "wall": wall,
        "user": usage.ru_utime,
        "cpu": usage.ru_utime + usage.ru_stime,
        "out": (folder / "out").read_text(),
    }


class Bench:
    def __init__(self, options, folder):
        self.programs = {"runner": options.runner.resolve()}
        fio = shutil.which(options.fio)
        if fio:
            self.programs["fio"] = fio
        self.options = options
        self.folder = folder
        self.start_up = {}

    def turns(self, count):
        names = list(self.programs)
        for i in range(count):
            yield from names if i % 2 == 0 else reversed(names)

    def job_file(self, text):
        places = {"dir": self.options.dir, "shm": "/dev/shm"}
        for name, place in places.items():
            text = text.replace("{" + name + "}", str(place))
        path = self.folder / "bench.fio"
        path.write_text(text)
        return path

    def run_job(self, name, text):
        ran = execute(
            [self.programs[name], "--output-format=json", self.job_file(text)],
            self.folder,
        )
        out = ran["out"]
        ran["jobs"] = json.loads(out[out.index("{\n") :])["jobs"]
        return ran

    def has_engine(self, name, engine):
        listed = execute([self.programs[name], "--enghelp"], self.folder)["out"]
        return engine in listed.split()

    def compare(self, measure, count=None):
        """The median of what measure(program) returns, a tuple, by program."""
        figures = {name: [] for name in self.programs}
        for name in self.turns(count or self.options.pairs):
            figures[name].append(measure(name))
        return {
            name: tuple(map(statistics.median, zip(*list_)))
            for name, list_ in figures.items()
        }

    def measure_start_up(self):
        def measure(name):
            ran = self.run_job(name, cases.ONE)
            return ran["user"], ran["cpu"], ran["wall"]

        self.start_up = self.compare(measure, 5)
        return self.start_up

    def io_case(self, text):
        """User and total ns of CPU an I/O, and I/Os a second."""

        def measure(name):
            ran = self.run_job(
                name,
                f"[j]\nbs=4k\ntime_based=1\nruntime={self.options.seconds}\n" + text,
            )
            job = ran["jobs"][0]
            ios = sum(job[d]["total_ios"] for d in ("read", "write"))
            user, cpu, _ = self.start_up[name]
            return (
                (ran["user"] - user) * 1e9 / ios,
                (ran["cpu"] - cpu) * 1e9 / ios,
                sum(job[d]["iops"] for d in ("read", "write")),
            )

        return self.compare(measure)

    def time_of(self, text, *args):
        """CPU and wall milliseconds of a whole run."""

        def measure(name):
            ran = execute(
                [self.programs[name], *args, self.job_file(text)], self.folder
            )
            return ran["cpu"] * 1e3, ran["wall"] * 1e3

        return self.compare(measure, 3)

    def memory_of(self, text):
        """KiB of memory, in proportion to who shares it, at the most."""

        def measure(name):
            peak = [0]

            def watch(pid):
                while Path(f"/proc/{pid}").exists():
                    peak[0] = max(peak[0], tree_memory(pid))
                    time.sleep(0.25)

            execute([self.programs[name], self.job_file(text)], self.folder, watch)
            return (peak[0],)

        return self.compare(measure, 1)

    def paced(self):
        """CPU microseconds an I/O, I/Os a second, ms beyond the runtime."""

        def measure(name):
            ran = self.run_job(name, cases.PACED)
            job = ran["jobs"][0]
            cpu = (ran["cpu"] - self.start_up[name][1]) * 1e6
            return (
                cpu / job["read"]["total_ios"],
                job["read"]["iops"],
                (ran["wall"] - 2) * 1e3,
            )

        return self.compare(measure, 3)


def tree_memory(pid):
    """Pss of a process and all below it, in KiB."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        parents.setdefault(parent, []).append(int(path.parent.name))
    tree, total = [pid], 0
    for process in tree:
        tree += parents.get(process, [])
        try:
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().split("\n"):
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
        except OSError:
            pass
    return total


def cells(figures, index, digits):
    """runner's figure, fio's, and their ratio."""
    values = [f"{figures[name][index]:.{digits}f}" for name in figures]
    if len(values) == 1:
        return [*values, "", ""]
    mine, other = (figures[name][index] for name in ("runner", "fio"))
    return [*values, f"{mine / other:.2f}" if other > 0 else ""]


def row(*columns):
    print("| " + " | ".join(columns) + " |", flush=True)


def print_machine(bench):
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().split("\n")
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    versions = [
        execute([program, "--version"], bench.folder)["out"].strip()
        for program in bench.programs.values()
    ]
    print(
        f"{model}, {os.cpu_count()} CPUs, Linux {platform.release()}; "
        f"{' and '.join(versions)}; load average {os.getloadavg()[0]:.0f}\n"
    )


def print_io(bench):
    row("4 KiB", "user ns", "fio", "ratio", "CPU ns", "fio", "ratio", "IOPS", "fio")
    row("---", *["--:"] * 8)
    for name, engine, text in cases.IO:
        if not all(bench.has_engine(p, engine) for p in bench.programs):
            continue
        figures = bench.io_case(text)
        row(
            name,
            *cells(figures, 0, 0),
            *cells(figures, 1, 0),
            *cells(figures, 2, 0)[:2],
        )


def print_runs(bench):
    print()
    row("a whole run", "CPU ms", "fio", "ratio", "wall ms", "fio", "ratio")
    row("---", *["--:"] * 6)
    json_output = "--output-format=json"
    for name, text, arg in (
        ("one job of one I/O", cases.ONE, json_output),
        ("64 jobs", cases.jobs(64), json_output),
        ("2,000 sections, parsed", cases.sections(2000), "--parse-only"),
    ):
        figures = bench.time_of(text, arg)
        row(name, *cells(figures, 0, 1), *cells(figures, 1, 1))


def print_rest(bench):
    print()
    row("", "runner", "fio", "ratio")
    row("---", *["--:"] * 3)
    for count in (1, 64):
        figures = bench.memory_of(cases.waiting(count))
        row(f"memory of {count} jobs, KiB", *cells(figures, 0, 0))
    figures = bench.paced()
    row("rate_iops=1000: CPU us an I/O", *cells(figures, 0, 1))
    row("rate_iops=1000: IOPS", *cells(figures, 1, 1))
    row("end of the process after runtime, ms", *cells(figures, 2, 1))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runner", type=Path)
    parser.add_argument("--fio", default="fio", help="to compare with, if found")
    parser.add_argument("--pairs", type=int, default=5, help="runs of each program")
    parser.add_argument("--seconds", type=int, default=1, help="that each run takes")
    parser.add_argument("--dir", type=Path, default=Path("/var/tmp"), help="on a disk")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        try:
            print_machine(bench)
            bench.measure_start_up()
            print_io(bench)
            print_runs(bench)
            print_rest(bench)
        finally:
            (options.dir / "bench.data").unlink(missing_ok=True)
            Path("/dev/shm/bench.data").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
