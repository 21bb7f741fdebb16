"""Runs the program under test in a fresh folder and hands back what it did."""

import functools
import json
import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNNER = os.environ["RUNNER"]
# Sanitizers are slow: tests that need many jobs make do with fewer.
SANITIZED = os.environ.get("RUNNER_SANITIZED") == "1"

SCHEMA = json.loads((ROOT / "schemas" / "result.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@functools.lru_cache(8)
def check_document(text):
    """The one JSON document that `text` is, valid by the schema; not to be changed."""
    document = json.loads(text)
    errors = sorted(VALIDATOR.iter_errors(document), key=str)
    assert not errors, "\n".join(
        f"{list(e.absolute_path)}: {e.message}" for e in errors[:5]
    )
    return document


def documents(text):
    """One valid document after the other, and nothing else."""
    parts = re.split(r"(?<=\n}\n)", text)
    assert parts.pop() == ""
    return [check_document(part) for part in parts]


@functools.lru_cache
def no_uring():
    """Why there is no io_uring here, or None."""
    done = subprocess.run(
        [RUNNER, "--name=probe", "--ioengine=io_uring", "--rw=read",
         "--filename=/dev/zero", "--size=4k"],
        capture_output=True, text=True, timeout=100,
    )
    return done.stderr.strip() or "it fails" if done.returncode else None


@functools.lru_cache
def lacks_scheme(scheme):
    """Whether this build has no verify=`scheme`: its library wasn't there."""
    done = subprocess.run(
        [RUNNER, "--parse-only", "--name=probe", "--rw=read", "--size=4k",
         f"--verify={scheme}", "--verify_pattern=1"],
        capture_output=True, text=True, timeout=100,
    )
    return "which this build lacks" in done.stderr


CAP_IPC_LOCK, CAP_SYS_NICE = 14, 23


def capable(capability):
    """Whether this process may do that; root may not everywhere."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"CapEff:\s*(\w+)", status)[1], 16) >> capability & 1


def until(condition, seconds=60):
    """What `condition()` returns once it is true; waits no longer than needed."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def awaits(process, number):
    """Whether a run is as far as to wait for a signal, which would end it before."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"SigBlk:\s*(\w+)", status)[1], 16) >> (number - 1) & 1


def children(pid):
    """The processes that a process has started and not reaped, without zombies."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it has ended meanwhile
        if int(parent) == pid and state != "Z":
            found.append(int(path.parent.name))
    return sorted(found)


def members(document):
    """Every worker of a run, by name; of clones, a list in order."""
    found = {}
    for unit in document["runner"]["jobs"]:
        for member in unit["members"]:
            found.setdefault(member["jobname"], []).append(member)
    return found


def intended(document, direction="read"):
    """Latencies from the starts that the rate of the first job intends."""
    return document["runner"]["jobs"][0]["intended_lat_ns"][direction]


def last_is_due_at(document, ms, tolerance=0):
    """
    The last I/O of a job with a rate was not early; and it was due then, if it
    was no later than the one that was the latest. However busy the machine is.
    """
    direction = "read" if document["jobs"][0]["read"]["total_ios"] else "write"
    runtime = document["jobs"][0][direction]["runtime"]
    late = intended(document, direction)["max"] / 1e6
    assert ms - tolerance - 1 <= runtime
    assert runtime - late - 2 <= ms + tolerance, (runtime, late)


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str
    folder: Path = field(repr=False)

    @property
    def json(self):
        assert self.out.startswith("{\n") and self.out.endswith("\n}\n")
        return check_document(self.out)

    def job(self, index=0):
        return self.json["jobs"][index]


@pytest.fixture
def run(tmp_path):
    """run("t.fio", "--parse-only"): status, stdout and stderr of one run."""

    def run_runner(*args, stdin="", env=None, program=RUNNER, timeout=100):
        done = subprocess.run(
            [program, *map(str, args)],
            cwd=tmp_path,
            input=stdin,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        if done.returncode == 0:
            assert done.stderr == "", "stderr is silent when all is well"
        return Ran(done.returncode, done.stdout, done.stderr, tmp_path)

    return run_runner


@pytest.fixture
def start(tmp_path):
    """start("t.fio"): the process of a run that goes on meanwhile."""
    processes = []

    def start_runner(*args):
        process = subprocess.Popen(
            [RUNNER, *map(str, args)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield start_runner
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def job(tmp_path):
    """job(text) writes a job file and returns its name."""

    def write(text, name="t.fio"):
        (tmp_path / name).write_bytes(
            text if isinstance(text, bytes) else text.encode()
        )
        return name

    return write


@pytest.fixture
def result(run, job):
    """result(text, *args): the JSON document of a run that ends well."""

    def run_json(text, *args, **kwargs):
        ran = run("--output-format=json", *args, job(text), **kwargs)
        assert ran.status == 0, ran.err
        return ran.json

    return run_json


@pytest.fixture
def fio():
    """The reference, for comparison where it is installed."""
    path = shutil.which("fio")
    if not path:
        pytest.skip("fio is not installed")
    if SANITIZED:
        pytest.skip("the program without sanitizers is compared")
    return path


@pytest.fixture
def uring():
    """For tests that need io_uring."""
    if no_uring():
        pytest.skip(no_uring())
