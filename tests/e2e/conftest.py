"""Runs the program under test in a fresh folder and hands back what it did."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNNER = os.environ["RUNNER"]

SCHEMA = json.loads((ROOT / "schemas" / "result.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def check_document(text):
    """The one JSON document that `text` is, valid by the schema."""
    document = json.loads(text)
    errors = sorted(VALIDATOR.iter_errors(document), key=str)
    assert not errors, "\n".join(
        f"{list(e.absolute_path)}: {e.message}" for e in errors[:5]
    )
    return document


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
    return path
