"""Zones: which offsets are visited, and what is refused."""

import re
import shutil
import subprocess

import pytest

from conftest import RUNNER, SANITIZED

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


SAME = [
    (2048, "--zonemode=strided --size=1m --rw=write --zoneskip=64k"),
    (0, "--zonemode=strided --size=1m --rw=read --zonerange=40k --zoneskip=8k"),
    (0, "--zonemode=strided --size=1m --rw=read --zonesize=128k "
        "--zoneskip=32k --loops=2"),
    (0, "--zonemode=strided --size=1m --rw=read --zoneskip=64k "
        "--filename=data:more"),
    (0, "--zonemode=strided --rw=write --offset=1z --size=3z --zoneskip=1z"),
    (1024, "--zonemode=zbd --rw=write --offset=1z --size=3z --io_size=5z"),
    (1024, "--zonemode=zbd --rw=write --size=1m --zonecapacity=48k"),
    (1024, "--zonemode=zbd --rw=write --size=1m --zoneskip=64k"),
    (1024, "--zonemode=zbd --rw=write --size=1m --io_size=2m "
           "--zone_reset_threshold=0.5 --zone_reset_frequency=0.1"),
]


# Compared with fio itself: every offset, in order.
@pytest.mark.skipif(SANITIZED or not shutil.which("fio"), reason="no fio here")
@pytest.mark.parametrize("size, options", SAME)
def test_zones_are_visited_as_fio_visits_them(tmp_path, size, options):
    options = "--zonesize=64k " + options
    ours = visited(RUNNER, tmp_path / "ours", size, options)
    assert ours == visited("fio", tmp_path / "fio", size, options)


def test_a_zonesize_without_a_mode_makes_strides(result):
    doc = result("[j]\nfilename=data\nsize=256k\nbs=16k\nrw=write\n"
                 "zonesize=32k\nzoneskip=32k\n")
    assert any("taken for strided" in n for n in notes(doc))
    assert doc["jobs"][0]["write"]["total_ios"] == 16


ZBD = "[global]\nzonemode=zbd\nzonesize=64k\nsize=1m\nbs=16k\n"


def zoned(folder):
    (folder / "data").write_bytes(bytes(1 << 20))
    return ZBD + "filename=data\n"


def test_a_file_is_written_as_a_zoned_device_would_be(run, job, tmp_path):
    text = zoned(tmp_path) + ("[j]\nrw=randwrite\nio_size=2m\n"
                              "max_open_zones=2\nwrite_lat_log=x\n"
                              "log_offset=1\n")
    ran = run("--output-format=normal,json", job(text))
    assert ran.status == 0, ran.err
    pointer, open_most = [0] * 16, 0
    for line in (tmp_path / "x_clat.1.log").read_text().splitlines():
        zone, block = divmod(int(line.split(",")[4], 0) // BS, 4)
        # At the write pointer, or in a full zone that begins again.
        assert block == pointer[zone] % 4
        pointer[zone] = block + 1
        open_most = max(open_most, sum(p in (1, 2, 3) for p in pointer))
    assert open_most == 2
    assert "; 0 zone resets" not in ran.out and " zone resets\n" in ran.out


# What was chosen and not started when the ramp ends leaves no gap.
@pytest.mark.parametrize("depth", [1, 8])
def test_a_ramp_leaves_zones_as_they_were_written(run, job, tmp_path, depth):
    text = zoned(tmp_path) + (
        f"[j]\nrw=write\nramp_size=176k\niodepth={depth}\nioengine=libaio\n"
        "rate=500m\n[k]\nstonewall\nioengine=psync\nrw=write\nramp_size=176k\n"
    )
    ran = run("--debug=io", job(text))
    assert ran.status == 0
    pointer, gaps = [0] * 16, 0
    for found in re.finditer(r"queue: io_u \S+: off=0x(\w+),", ran.out):
        zone, block = divmod(int(found[1], 16) // BS, 4)
        gaps += block != pointer[zone] % 4
        pointer[zone] = block + 1
    assert sum(pointer) and not gaps


def test_every_random_block_is_written_once(result, tmp_path):
    doc = result(zoned(tmp_path) + "[j]\nrw=randwrite\n")
    assert doc["jobs"][0]["write"]["total_ios"] == 64
    assert doc["jobs"][0]["zone_resets"] == 0


def test_what_was_not_written_is_not_read(result, tmp_path):
    doc = result(zoned(tmp_path) + "[r]\nrw=randread\n[b]\nrw=randread\n"
                                   "read_beyond_wp=1\n")
    assert [j["read"]["total_ios"] for j in doc["jobs"]] == [0, 64]
    assert any("no zone of data holds data yet" in n for n in notes(doc))


# Zones are those of the file, whichever job writes them.
def test_jobs_read_and_trim_what_others_wrote(result, tmp_path):
    text = zoned(tmp_path)
    (tmp_path / "link").symlink_to("data")
    doc = result(text.replace("filename=data\n", "") +
                 "[w]\nfilename=data\nrw=write\nsize=256k\n"
                 "[r]\nfilename=link\nstonewall\nrw=read\n"
                 "[t]\nfilename=./data\nstonewall\nrw=trim\nbs=64k\n")
    w, r, t = doc["jobs"]
    assert w["write"]["total_ios"] == r["read"]["total_ios"] == 16
    assert (t["trim"]["total_ios"], t["zone_resets"]) == (4, 4)


BAD_ZBD = [
    ("rw=write\nzonesize=0", "is not a zoned device, and needs zonesize"),
    ("rw=write\nzonesize=2m", "is smaller than a zone"),
    ("rw=write\nsize=32k", "hold no whole zone"),
    ("rw=write\nbs=128k", "more than the 65536 that can be written"),
    ("rw=write\nzoneskip=24k", "not a multiple of the 65536 bytes of a zone"),
    ("rw=write\njob_max_open_zones=2", "needs max_open_zones"),
    ("rw=write\nzonecapacity=80k", "is more than zonesize"),
    ("rw=write\nrecover_zbd_write_error=1", "needs continue_on_error"),
    ("rw=trimwrite", "a trim empties a zone"),
    ("rw=randread\nrandom_distribution=zipf", "each zone as likely"),
    ("rw=read:4k", "no other order of blocks"),
    ("rw=write\nsize=1m\n[k]\nrw=write\nzonesize=32k", "are of 65536 bytes"),
]


@pytest.mark.parametrize("options, reason", BAD_ZBD)
def test_what_a_zoned_device_could_not_do_is_refused(
        run, job, tmp_path, options, reason):
    ran = run(job(zoned(tmp_path) + f"[j]\n{options}\n"))
    assert ran.status == 2
    assert "error: " in ran.err and reason in ran.err, ran.err


def test_a_job_without_zones_says_what_has_no_effect(result):
    doc = result("[j]\nioengine=null\nsize=1m\nmax_open_zones=3\n"
                 "read_beyond_wp=1\nzoneskip=1m\n")
    for name in "max_open_zones", "read_beyond_wp", "zoneskip":
        assert any(n.startswith(name + ": has no effect") for n in notes(doc))


BAD = [
    ("zonemode=strided", "zonemode: strided needs zonesize"),
    ("zonemode=none\nzonesize=64k", "no meaning with zonemode=none"),
    ("zonemode=striped", "is not one of none, strided, zbd"),
    ("zonemode=strided\nzonesize=64k\nzoneskip=10%",
     "zoneskip: needs bytes or zones"),
    ("zonemode=strided\nzonesize=64k\nzoneskip=999999999999999z",
     "zoneskip: leads beyond"),
    ("zonemode=strided\nzonesize=64k\nrw=read:-4k", "leads out of the zones"),
    ("zonemode=strided\nzonesize=2k\nrw=randrw\nbsrange=1k-8k,4k-8k",
     "zonesize: 2048 has no room for random blocks of 4096 (bs)"),
    ("zonemode=strided\nzonesize=1m\nzonerange=2k\nrw=randread",
     "zonerange: 2048 has no room for random blocks of 4096 (bs)"),
    ("offset=2z", "offset: 2z is in zones, which zonemode"),
]


@pytest.mark.parametrize("options, reason", BAD)
def test_what_makes_no_sense_is_refused(run, job, options, reason):
    ran = run(job("[j]\nioengine=null\nrw=read\nsize=1m\n" + options + "\n"))
    assert ran.status == 2
    assert "error: " in ran.err and reason in ran.err, ran.err
