"""Zones: which offsets are visited, and what is refused."""

import shutil
import subprocess

import pytest

from conftest import RUNNER

BS = 16384


def notes(doc):
    return [d["message"] for d in doc["runner"]["diagnostics"]]


def visited(program, folder, size_kib, options):
    """Direction and offset, in blocks, of each I/O, by the log of latencies."""
    folder.mkdir()
    if size_kib:
        (folder / "data").write_bytes(bytes(size_kib << 10))
    done = subprocess.run(
        [program, "--name=j", "--filename=data", "--bs=16k",
         "--write_lat_log=x", "--log_offset=1", "--output=out",
         *options.split()],
        cwd=folder, capture_output=True, text=True, timeout=100,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split(",") for line in
            (folder / "x_clat.1.log").read_text().splitlines()]
    return ["rwt"[int(r[2])] + f"{int(r[4], 0) / BS:g}" for r in rows]


STRIDES = [
    (0, "--size=1m --rw=read --zonesize=64k --zoneskip=64k"),
    (2048, "--size=1m --rw=write --zonesize=64k --zoneskip=64k"),
    (0, "--size=1m --rw=read --zonesize=64k --zonerange=40k --zoneskip=8k"),
    (0, "--size=1m --rw=write --zonesize=64k --zonerange=128k --offset=112k"),
    (0, "--size=1m --rw=read --zonesize=128k --zoneskip=32k --loops=2"),
    (0, "--size=1m --rw=read --zonesize=64k --zoneskip=64k "
        "--filename=data:more"),
    (0, "--rw=write --zonesize=64k --offset=1z --size=3z --zoneskip=1z"),
]


# Compared with fio itself: every offset, in order.
@pytest.mark.skipif(not shutil.which("fio"), reason="no fio here")
@pytest.mark.parametrize("size, options", STRIDES)
def test_strides_visit_what_fio_visits(tmp_path, size, options):
    options += " --zonemode=strided"
    ours = visited(RUNNER, tmp_path / "ours", size, options)
    assert ours == visited("fio", tmp_path / "fio", size, options)


def test_a_zonesize_without_a_mode_makes_strides(result):
    doc = result("[j]\nfilename=data\nsize=256k\nbs=16k\nrw=write\n"
                 "zonesize=32k\nzoneskip=32k\n")
    assert any("taken for strided" in n for n in notes(doc))
    assert doc["jobs"][0]["write"]["total_ios"] == 16


BAD = [
    ("zonemode=strided", "zonemode: strided needs zonesize"),
    ("zonemode=none\nzonesize=64k", "no meaning with zonemode=none"),
    ("zonemode=striped", "is not one of none, strided"),
    ("zonemode=strided\nzonesize=64k\nzoneskip=10%",
     "zoneskip: needs bytes or zones"),
    ("zonemode=strided\nzonesize=64k\nzoneskip=999999999999999z",
     "zoneskip: leads beyond"),
    ("zonemode=strided\nzonesize=64k\nrw=read:-4k", "leads out of the zones"),
    ("offset=2z", "offset: 2z is in zones, which zonemode"),
]


@pytest.mark.parametrize("options, reason", BAD)
def test_what_makes_no_sense_is_refused(run, job, options, reason):
    ran = run(job("[j]\nioengine=null\nrw=read\nsize=1m\n" + options + "\n"))
    assert ran.status == 2
    assert "error: " in ran.err and reason in ran.err, ran.err
