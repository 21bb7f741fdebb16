"""The files of a job: how they are made, named, extended, and left alone."""

import json
import os
import re
import shutil
import subprocess
import zlib

import pytest

ROOT = os.geteuid() == 0


def files(folder):
    return sorted(p.name for p in folder.iterdir() if p.name != "t.fio")


def incompressible(data):
    return len(zlib.compress(data)) > 0.99 * len(data)


@pytest.mark.parametrize(
    "options",
    [
        "",
        "ioengine=libaio\ndirect=1",
        "fallocate=none",
        "fallocate=posix",
        "fallocate=keep",
        "fallocate=truncate",
        "create_fsync=0",
        "create_serialize=0\nnrfiles=1",
        "rw=randread\nbs=64k",
    ],
)
def test_a_read_job_reads_data_not_holes(run, job, tmp_path, options):
    ran = run(job(f"[a]\nsize=1m\n{options}\n"))
    assert ran.status == 0
    path = tmp_path / "a.0.0"
    assert path.stat().st_size == 1 << 20
    assert incompressible(path.read_bytes())
    if shutil.which("filefrag") and "create_fsync=0" not in options:
        extents = subprocess.run(
            ["filefrag", "-v", path], capture_output=True, text=True
        ).stdout
        assert not re.search("unwritten|delalloc", extents)
        assert path.stat().st_blocks * 512 >= 1 << 20


def test_a_file_is_laid_out_once(run, job, tmp_path):
    text = "[a]\nfilename=f\nsize=1m\n[b]\nfilename=f\nsize=512k\nnumjobs=3\n"
    first = run(job(text))
    assert first.out.count("Laying out IO file") == 1
    data = (tmp_path / "f").read_bytes()
    second = run(job(text))
    assert "Laying out" not in second.out
    assert (tmp_path / "f").read_bytes() == data
    assert files(tmp_path) == ["f"]


def test_a_file_is_made_for_the_largest_of_its_users(run, job, tmp_path):
    ran = run(
        job(
            "[a]\nfilename=f\nsize=64k\n[b]\nstonewall\nfilename=f\nsize=1m\n"
            "[c]\nstonewall\nfilename=f\nsize=64k\noffset=2m\nfilesize=3m\n"
        )
    )
    assert ran.status == 0
    data = (tmp_path / "f").read_bytes()
    assert len(data) == 3 << 20 and incompressible(data)


def test_a_short_file_is_extended_with_a_note(run, job, tmp_path):
    old = b"\x55" * 100001
    (tmp_path / "f").write_bytes(old)
    ran = run("--output-format=json", job("[a]\nfilename=f\nsize=1m\n"))
    assert ran.status == 0
    assert ran.job()["read"]["io_bytes"] == 1 << 20
    data = (tmp_path / "f").read_bytes()
    assert len(data) == 1 << 20
    assert data[: len(old)] == old and incompressible(data[len(old) :])
    notes = [d for d in ran.json["runner"]["diagnostics"] if d["severity"] == "note"]
    assert any("100001" in d["message"] and "1048576" in d["message"] for d in notes)


def test_a_read_job_leaves_a_long_file_alone(run, job, tmp_path):
    path = tmp_path / "f"
    path.write_bytes(os.urandom(1 << 20))
    os.utime(path, (1000000000, 1000000000))
    before = path.read_bytes(), path.stat().st_mtime
    ran = run(job("[a]\nfilename=f\nsize=64k\noverwrite=1\nrw=randread\n"))
    assert ran.status == 0
    assert (path.read_bytes(), path.stat().st_mtime) == before


def test_without_a_size_all_of_a_file_is_used(result, tmp_path):
    (tmp_path / "f").write_bytes(os.urandom(300 << 10))
    doc = result("[a]\nfilename=f\n[b]\nfilename=f\nsize=50%\n")
    assert [u["read"]["io_bytes"] for u in doc["jobs"]] == [307200, 151552]


def test_without_a_size_there_must_be_a_file(run, job, tmp_path):
    (tmp_path / "empty").touch()
    ran = run(job("[a]\nfilename=missing\n[b]\n[c]\nfilename=empty\n"))
    assert ran.status == 2
    assert ran.err.count(": error: ") == 3
    assert files(tmp_path) == ["empty"]


def test_a_write_job_makes_what_is_missing(run, job, tmp_path):
    ran = run(job("[a]\nrw=write\nsize=64k\nnumber_ios=4\nfallocate=none\n"))
    assert ran.status == 0
    assert (tmp_path / "a.0.0").stat().st_size == 16384


def test_overwrite_lays_out_in_full_before(run, job, tmp_path):
    ran = run(job("[a]\nrw=write\nsize=256k\nnumber_ios=1\noverwrite\nzero_buffers\n"))
    assert ran.status == 0
    data = (tmp_path / "a.0.0").read_bytes()
    assert data[:4096] == bytes(4096) and len(data) == 262144
    assert incompressible(data[4096:])


def test_a_writer_never_shortens_a_file(run, job, tmp_path):
    (tmp_path / "f").write_bytes(b"\x55" * 65536)
    for options in ("rw=write", "rw=randwrite\noverwrite=1", "rw=write\nsize=4k"):
        assert run(job(f"[a]\nfilename=f\nsize=16k\n{options}\n")).status == 0
        assert (tmp_path / "f").stat().st_size == 65536
        assert (tmp_path / "f").read_bytes()[16384:] == b"\x55" * 49152


@pytest.mark.parametrize(
    "fallocate, size, allocated",
    [
        ("none", 4096, False),
        ("native", 1 << 20, True),
        ("posix", 1 << 20, True),
        ("keep", 4096, True),
        ("truncate", 1 << 20, False),
    ],
)
def test_space_is_allocated_as_asked(run, job, tmp_path, fallocate, size, allocated):
    ran = run(
        job(
            "[a]\nrw=write\nsize=1m\nnumber_ios=1\nend_fsync=1\n"
            f"fallocate={fallocate}\n"
        )
    )
    assert ran.status == 0
    stat = (tmp_path / "a.0.0").stat()
    assert stat.st_size == size
    if not allocated:
        assert stat.st_blocks * 512 < 1 << 19
    elif os.statvfs(tmp_path).f_bsize <= 65536:
        assert stat.st_blocks * 512 >= 1 << 20


@pytest.mark.parametrize("rw", ["read", "write"])
def test_unlink_removes_the_files_of_the_job(run, job, tmp_path, rw):
    (tmp_path / "other").touch()
    ran = run(job(f"[a]\nrw={rw}\nsize=64k\nnrfiles=2\nnumjobs=2\nunlink=1\n"))
    assert ran.status == 0
    assert files(tmp_path) == ["other"]


def test_nothing_is_made_where_that_is_forbidden(run, job, tmp_path):
    (tmp_path / "short").write_bytes(b"x" * 4096)
    ran = run(
        job(
            "[global]\nallow_file_create=0\n[a]\nfilename=f\nsize=64k\n"
            "[b]\nfilename=g\nsize=64k\nrw=write\n"
        )
    )
    assert ran.status == 2
    for name in "fg":
        assert re.search(f"t.fio:2: error: .*{name}.*allow_file_create=0", ran.err)
    ran = run(job("[a]\nallow_file_create=0\nfilename=short\nsize=64k\n"))
    assert ran.status == 2 and "short" in ran.err
    assert files(tmp_path) == ["short"]
    assert (tmp_path / "short").stat().st_size == 4096


def test_copies_take_the_folders_in_turn(run, job, tmp_path):
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
    ran = run(job("[a]\ndirectory=x:y\nsize=64k\nnumjobs=3\n"))
    assert ran.status == 0
    assert files(tmp_path / "x") == ["a.0.0", "a.2.0"]
    assert files(tmp_path / "y") == ["a.1.0"]


@pytest.mark.parametrize(
    "options, names",
    [
        ("", ["a.0.0", "a.0.1", "a.1.0", "a.1.1"]),
        ("filename_format=$jobname-$filenum.dat", ["a-0.dat", "a-1.dat"]),
        ("filename_format=one", ["one"]),
        ("filename_format=$jobnum/$filenum", ["0/0", "0/1", "1/0", "1/1"]),
        ("filename=p:q", ["p", "q"]),
        ("filename=p\\:q", ["p:q"]),
        ("filename=p\nfilename=q", ["p", "q"]),
        ("filename=sub/deep/p", ["sub/deep/p"]),
        ("name=n", ["n.0.0", "n.0.1", "n.1.0", "n.1.1"]),
    ],
)
def test_files_are_named_as_asked(run, job, tmp_path, options, names):
    ran = run(job(f"[a]\nsize=64k\nnrfiles=2\nnumjobs=2\n{options}\n"))
    assert ran.status == 0, ran.err
    found = [str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()]
    found.remove("t.fio")
    assert sorted(found) == names


@pytest.mark.parametrize(
    "options, sizes",
    [
        ("size=1m\nnrfiles=4", [262144] * 4),
        ("size=1m\nfilesize=64k\nnrfiles=4", [65536] * 4),
        ("size=128k\nfilesize=64k\nnrfiles=4", [65536] * 4),
        ("filesize=64k", [65536]),
        ("filesize=64k\nnrfiles=3", [65536] * 3),
    ],
)
def test_sizes_of_files(run, job, tmp_path, options, sizes):
    ran = run(job(f"[a]\n{options}\n"))
    assert ran.status == 0
    made = [(tmp_path / name).stat().st_size for name in files(tmp_path)]
    assert [size for size in made if size] == sizes


def test_sizes_of_a_range_are_drawn(run, job, tmp_path):
    ran = run(job("[a]\nfilesize=16k-256k\nnrfiles=20\nsize=100m\n"))
    assert ran.status == 0
    sizes = [(tmp_path / name).stat().st_size for name in files(tmp_path)]
    assert len(sizes) == 20 and len(set(sizes)) > 10
    assert min(sizes) >= 16384 and max(sizes) <= 262144


def test_a_check_tells_sizes_and_changes_nothing(run, job, tmp_path):
    (tmp_path / "short").write_bytes(b"x" * 5000)
    (tmp_path / "long").write_bytes(b"x" * (1 << 20))
    ran = run(
        "--check",
        job(
            "[a]\nfilename=short\nsize=64k\n"
            "[b]\nfilename=long\nrw=write\nsize=64k\noffset=128k\n"
            "[c]\nsize=1m\nnrfiles=2\nunlink=1\n"
        ),
    )
    assert ran.status == 0
    assert files(tmp_path) == ["long", "short"]
    assert (tmp_path / "short").read_bytes() == b"x" * 5000
    for line in (
        "filename: short (file), 5000 bytes now, uses 0 to 65536 (65536 bytes)",
        "filename: long (file), 1048576 bytes now, uses 131072 to 196608 (65536",
        "filename: c.0.1 (file), does not exist, uses 0 to 524288 (524288 bytes)",
        "made: c.0.0, 524288 bytes",
        "long (file), bytes 131072 to 196608",
    ):
        assert line in ran.out
    made = re.search(r"files to make or extend: 3 \((\d+) bytes\)", ran.out)
    assert made and int(made[1]) == 1048576 + 65536 - 5000


@pytest.fixture
def small(tmp_path):
    """A file system of 2 MiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(folder)]
    if not ROOT or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small file system takes the right to mount one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.parametrize("fallocate", ["native", "none", "posix", "truncate"])
def test_a_layout_that_does_not_fit_leaves_nothing_half_made(
    run, job, small, fallocate
):
    ran = run(
        "--output-format=json",
        job(f"[a]\ndirectory=small\nsize=16m\nfallocate={fallocate}\n"),
    )
    assert ran.status == 1
    assert re.search("t.fio:.*error: .*small/a.0.0.*No space left on device", ran.err)
    assert files(small) == []
    document = json.loads(ran.out)
    assert document["jobs"][0]["error"] == 28
    member = document["runner"]["jobs"][0]["members"][0]
    assert "No space left on device" in member["error_text"]


def test_an_extension_that_does_not_fit_leaves_what_was_there(run, job, small):
    (small / "f").write_bytes(b"\x55" * 65536)
    ran = run(job("[a]\nfilename=small/f\nsize=16m\n"))
    assert ran.status == 1
    assert (small / "f").read_bytes() == b"\x55" * 65536


def test_writes_that_do_not_fit_fail_the_job_alone(run, job, small):
    ran = run(
        "--output-format=json",
        job(
            "[a]\nfilename=small/f\nsize=16m\nrw=write\nbs=64k\nfallocate=none\n"
            "[b]\nioengine=null\nsize=64k\n"
        ),
    )
    assert ran.status == 1
    a, b = ran.json["jobs"]
    assert a["error"] == 28 and b["error"] == 0
    assert 0 < a["write"]["io_bytes"] <= 2 << 20
    assert b["read"]["io_bytes"] == 65536


def test_a_job_that_reads_holes_is_told(run, job, tmp_path):
    with open(tmp_path / "f", "wb") as f:
        f.write(b"\x55" * 65536)
        f.truncate(1 << 20)
    text = "[a]\nfilename=f\nsize=1m\n"
    told = "t.fio:2: note: f has parts that were never written, from 65536 on"
    for args in ([], ["--check"]):
        ran = run(*args, job(text))
        assert ran.status == 0
        assert told in ran.out
    # Where the job stays off them, or writes them, there is nothing to tell.
    for other in ("[a]\nfilename=f\nsize=64k\n", text + "rw=randrw\n"):
        assert "never written" not in run("--check", job(other)).out


def test_a_link_to_nowhere_is_refused_before_anything_is_made(run, job, tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    ran = run(job("[a]\nfilename=link\nrw=write\nsize=4k\n"))
    assert ran.status == 2
    assert "t.fio:2: error: link: No such file or directory" in ran.err
    assert not (tmp_path / "nowhere").exists()
