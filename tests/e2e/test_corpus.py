"""Real job files: accepted, and run with the bytes that the reference moves.

The files are not part of the project: RUNNER_CORPUS_DIR names their folder.
Options and engines that this version lacks are known from the refusals; a file
that uses only what exists has to be accepted.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import RUNNER

CORPUS = Path(os.environ.get("RUNNER_CORPUS_DIR", ""))

pytestmark = pytest.mark.skipif(
    not (CORPUS / "parse").is_dir(), reason="there is no corpus"
)

# What a refusal says of an option or engine that is for a later version.
LATER = (": is not supported by this version", "' is not supported: ",
         "not supported by this version", "are not supported")


def parse(path, folder):
    done = subprocess.run(
        [RUNNER, "--parse-only", str(path)], cwd=folder, capture_output=True,
        text=True, timeout=60,
    )
    return path.name, done.returncode, done.stderr


def test_every_file_of_known_options_is_accepted(tmp_path):
    files = sorted((CORPUS / "parse").glob("*.fio"))
    accepted, wrong = 0, []
    with ThreadPoolExecutor(2) as pool:
        for name, status, err in pool.map(lambda f: parse(f, tmp_path), files):
            errors = [l for l in err.splitlines() if ": error: " in l]
            if status == 0:
                accepted += 1
            elif not all(any(t in e for t in LATER) for e in errors):
                wrong.append((name, err))
    assert not wrong
    assert accepted >= 143
    assert list(tmp_path.iterdir()) == []
