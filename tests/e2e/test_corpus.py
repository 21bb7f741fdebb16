"""Real job files: accepted, and run with the bytes that the reference moves.

The files are not part of the project: RUNNER_CORPUS_DIR names their folder.
Every one is accepted, but for those that need a library which this build lacks.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import RUNNER, SANITIZED, check_document

CORPUS = Path(os.environ.get("RUNNER_CORPUS_DIR", ""))

pytestmark = pytest.mark.skipif(
    not (CORPUS / "parse").is_dir(), reason="there is no corpus"
)

# What a refusal says of a library that this build lacks.
LACKS = ("which this build lacks", "was built without liburing")


def parse(path, folder):
    done = subprocess.run(
        [RUNNER, "--parse-only", str(path)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return path.name, done.returncode, done.stderr


def test_every_file_is_accepted(tmp_path):
    files = sorted((CORPUS / "parse").glob("*.fio"))
    wrong = []
    with ThreadPoolExecutor(2) as pool:
        for name, status, err in pool.map(lambda f: parse(f, tmp_path), files):
            if status != 0 and not any(text in err for text in LACKS):
                wrong.append((name, err))
    assert len(files) >= 369
    assert not wrong
    assert list(tmp_path.iterdir()) == []


WAYS = ("read", "write", "trim", "mixed")
# Where the reference does otherwise, on purpose or by a fault of its own.
ELSEWHERE = {
    # It calls only the first copy of a job by its name=, the others by the section.
    "856c5558d0cb.fio",
    # Its vsync counts the first block of each vector only.
    "16c2eb09e97f.fio",
    # create_on_open leaves its reads nothing to read; here that is refused.
    "46459d70884f.fio",
    # It reads back what it writes, and how much of it all that is, is drawn.
    "d0f57d629802.fio",
}


# Words for what the machine has: the reference ran on another.
MACHINE = re.compile(r"\$(mb_memory|ncpus|pagesize)")

# Far more than what four of the files fill at a time.
ROOM = 2 << 30


def free_memory():
    text = Path("/proc/meminfo").read_text()
    return int(re.search(r"MemAvailable: +(\d+)", text)[1]) << 10


@pytest.fixture
def fast(tmp_path):
    """A folder in memory where that has room and takes direct I/O; else any."""
    memory = Path("/dev/shm")
    try:
        if min(shutil.disk_usage(memory).free, free_memory()) < ROOM:
            raise OSError
        folder = Path(tempfile.mkdtemp(dir=memory))
        probe = os.open(folder / "probe", os.O_CREAT | os.O_DIRECT | os.O_RDWR)
        os.close(probe)
    except OSError:
        yield tmp_path
        return
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def execute(path, folder):
    """The name, status, errors and document of one run in a folder of its own."""
    folder = folder / path.stem
    folder.mkdir()
    for names in re.findall(r"^directory=(.*)$", path.read_text(), re.M):
        for name in names.split(":"):
            (folder / name).mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [RUNNER, "--output-format=json", str(path)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=400,
    )
    shutil.rmtree(folder)
    return path.name, done.returncode, done.stderr, done.stdout


def difference(expected, units):
    """Why what was done is not what the reference does; None if it is."""
    names = [
        [(u["jobname"], u["groupid"]) for u in each]
        for each in (expected["jobs"], units)
    ]
    if names[0] != names[1]:
        return f"jobs {names[1]} instead of {names[0]}"
    for theirs, ours in zip(expected["jobs"], units):
        moved = [way for way in WAYS if way in ours and ours[way]["total_ios"]]
        expect = [way for way in WAYS if way in theirs]
        # Of a mix of a few I/Os, a direction may be missing by chance.
        few = sum(theirs[way][0] for way in expect) < 20
        if moved != expect and not (few and len({*moved, *expect}) > 1):
            return f"{ours['jobname']}: directions {moved}"
        if expected["timed"] or expected["drawn"]:
            continue
        exact = expect == moved and len(expect) == 1 and not expected["random"]
        ours = sum(ours[way]["io_bytes"] for way in moved)
        theirs = sum(theirs[way][1] for way in expect)
        near = 0.02 * max(ours, theirs) + 65536 * expected["random"]
        if ours != theirs if exact else abs(ours - theirs) > near:
            return f"{ours} bytes instead of {theirs}"
    return None


def test_files_move_the_bytes_of_the_reference(fast):
    known = json.loads((CORPUS / "expected.json").read_text())
    files = [
        path
        for path in sorted((CORPUS / "run").glob("*.fio"))
        if known[path.name]["rc"] == 0
        and path.name not in ELSEWHERE
        and not MACHINE.search(path.read_text())
    ]
    files = files[:: 5 if SANITIZED else 1]
    ran, wrong = 0, []
    with ThreadPoolExecutor(4) as pool:
        for name, status, err, out in pool.map(lambda path: execute(path, fast), files):
            if status == 2 and any(text in err for text in LACKS):
                continue
            ran += 1
            why = (
                err if status else difference(known[name], check_document(out)["jobs"])
            )
            if why:
                wrong.append((name, why))
    assert not wrong
    assert ran >= len(files) * 9 // 10
