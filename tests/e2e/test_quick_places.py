"""runner quick where it has little room, none, or no rights."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from conftest import RUNNER

# Each job has its time: what is to be seen here are sizes and messages.
BRIEF = ("--time=20ms",)


@pytest.fixture
def disk(tmp_path):
    """disk(kind, megabytes, ...): a small file system, mounted with options."""
    if os.geteuid() != 0:
        pytest.skip("mounting is for root")
    mounted = []

    def mount(kind, megabytes, *options):
        folder = tmp_path / f"disk{len(mounted)}"
        folder.mkdir()
        if kind == "tmpfs":
            command = ["-t", kind, "-o", ",".join([f"size={megabytes}m", *options])]
            source = kind
        else:
            source = tmp_path / f"image{len(mounted)}"
            source.touch()
            os.truncate(source, megabytes << 20)
            made = subprocess.run(["mkfs." + kind, "-qm0", source], capture_output=True)
            if made.returncode:
                pytest.skip(f"no {kind} can be made here")
            command = ["-o", ",".join(["loop", *options])]
        done = subprocess.run(["mount", *command, source, folder], capture_output=True)
        if done.returncode:
            pytest.skip("nothing can be mounted here")
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", folder], check=True)


def left(folder):
    return [p.name for p in Path(folder).iterdir() if p.name != "lost+found"]


def fill(folder):
    """Until nothing more goes into it."""
    with open(folder / "all", "wb", buffering=0) as file:
        try:
            while file.write(bytes(1 << 20)):
                pass
        except OSError:
            pass


def test_with_300_megabytes_files_are_smaller(run, disk):
    folder = disk("tmpfs", 300)
    ran = run("quick", "--json", *BRIEF, folder)
    assert ran.status == 0, ran.err
    whole = json.loads(ran.out)
    # Less, if the machine is so busy that it is slow besides.
    assert 0 < whole["quick"]["share"] < 0.2
    assert whole["quick"]["notes"][:2] == [
        "tmpfs is memory: no disk is measured here.",
        "Only 300MiB are free: files are 15% as large as usual.",
    ]
    assert len(whole["quick"]["phases"]) == 13
    assert not any(job["error"] for job in whole["jobs"])
    assert left(folder) == []


def test_a_disk_with_little_space_is_measured(run, disk, job):
    folder = disk("ext4", 100)
    name = job("[big]\nrw=write\nbs=1m\nsize=200m\nfilename=big\n")
    ran = run("quick", f"--profile=./{name}", *BRIEF, folder)
    assert ran.status == 0, ran.err
    assert "are free: files are" in ran.out
    assert left(folder) == []


@pytest.mark.parametrize("kind", ["tmpfs", "ext4"])
def test_what_is_full_or_read_only_is_told(run, disk, kind):
    folder = disk(kind, 20)
    ran = run("quick", folder)
    assert (ran.status, ran.out) == (2, "")
    assert f"{folder}: error: too little space is free: " in ran.err
    assert "needs 80MiB, or less with --size" in ran.err
    assert left(folder) == []
    fill(folder)
    ran = run("quick", folder)
    assert (ran.status, ran.out) == (2, "")
    assert re.search(r"too little space is free: \d+(Ki)?B;|No space left on", ran.err)
    assert left(folder) == ["all"]
    ran = run("quick", disk(kind, 20, "ro"))
    assert (ran.status, ran.out) == (2, "")
    assert "can't be written to: Read-only file system" in ran.err


def test_no_room_for_one_more_name(run, disk):
    ran = run("quick", disk("tmpfs", 1, "nr_inodes=1"))
    assert ran.status == 2 and "can't be written to: No space left" in ran.err


def test_a_folder_that_cannot_be_written_to(run):
    ran = run("quick", "/proc")
    assert ran.status == 2 and ran.out == ""
    assert "/proc: error: can't be written to: " in ran.err


NOBODY = 65534


@pytest.fixture
def ordinary():
    """What is before a command for it to run as an ordinary user, and a folder of
    that user's."""
    words = []
    if os.geteuid() == 0:
        words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        if words:
            if not shutil.which("setpriv"):
                pytest.skip("there is no setpriv")
            os.chmod(folder, 0o755)
            (Path(folder) / "own").mkdir()
            os.chown(Path(folder) / "own", NOBODY, NOBODY)
            tried = subprocess.run([*words, RUNNER, "--version"], capture_output=True)
            if tried.returncode:
                pytest.skip("another user can't reach the program")
        else:
            (Path(folder) / "own").mkdir()
        yield words, Path(folder) / "own"


def as_user(words, *args):
    return subprocess.run(
        [*words, RUNNER, "quick", *BRIEF, *args], cwd="/",
        capture_output=True, text=True, timeout=300,
    )


def test_an_ordinary_user_measures_a_folder_of_the_own(ordinary):
    words, folder = ordinary
    ran = as_user(words, "--json", "--profile=etcd", "--size=4m", folder)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert len(json.loads(ran.stdout)["quick"]["phases"]) == 5
    assert list(folder.iterdir()) == []


def test_an_ordinary_user_is_told_of_missing_rights(ordinary):
    words, folder = ordinary
    folder.chmod(0o555)
    ran = as_user(words, folder)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"{folder}: error: can't be written to: Permission denied\n"
