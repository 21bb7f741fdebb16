"""Every option of the reference is known, and the refused ones say why."""

import fcntl
import os
import re
import struct

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))

REFUSED = {
    "merge_blktrace_file": "traces of blktrace are not read",
    "merge_blktrace_iters": "traces of blktrace are not read",
    "merge_blktrace_scalars": "traces of blktrace are not read",
    "profile": "there are no built-in jobs",
    "write_barrier": "Linux has had no barriers in its I/O since 2.6.37",
}


def reference_options():
    """The names of the general options of fio 3.42, one a line."""
    with open(f"{HERE}/data/reference-options.txt") as names:
        return names.read().split()


def test_every_option_is_there_or_refused(run):
    text = run("--cmdhelp").out
    known, refused = text.split("\nRefused:\n")
    known = set(re.findall(r"(?m)^  ([a-z][\w-]*)", known))
    assert [n for n in reference_options()
            if (n in known) == (n in REFUSED)] == []
    assert "this version" not in text


def test_parts_of_sprandom_are_there_though_fio_hides_them(run):
    for name in ("spr_cs", "spr_num_regions", "spr_op"):
        assert run(f"--cmdhelp={name}").status == 0


def test_what_is_refused_is_all_that_is_listed_so(run):
    text = run("--cmdhelp").out
    part = re.search(r"(?s)\nRefused:\n(.*?)(\n\n|\Z)", text).group(1)
    assert re.findall(r"(?m)^  (\w+)", part) == sorted(REFUSED)


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_refusals_name_place_and_reason(run, job, name):
    text = f"{name}: is not supported: {REFUSED[name]}"
    path = job(f"[a]\nioengine=null\nsize=4k\n{name}=1\n")
    ran = run("--parse-only", path)
    assert ran.status == 2
    assert ran.err.startswith(f"{path}:4: error: {text}")
    ran = run("--name=a", f"--{name}=1")
    assert ran.status == 2 and text in ran.err
    ran = run(f"--cmdhelp={name}")
    assert ran.status == 2 and text in ran.err


PLACEMENTS = [
    ("psync", "fdp=1", 4, "fdp: ioengine=psync can't say where a write is"),
    ("io_uring_cmd", "fdp=1\ndataplacement=streams\nplids=1", 4,
     "fdp: means dataplacement=fdp, and another one is given"),
    ("io_uring_cmd", "dataplacement=streams", 4,
     "dataplacement: streams needs plids"),
    ("io_uring_cmd", "fdp=1\nplid_select=scheme", 5,
     "plid_select: scheme needs dp_scheme, and plids"),
    ("io_uring_cmd",
     "fdp=1\nplid_select=scheme\nplids=0,2\ndp_scheme=scheme", 7,
     "dp_scheme: 'scheme' names placement 1, which is not one of plids"),
]


@pytest.mark.parametrize("engine, more, line, what", PLACEMENTS)
def test_placements_go_together(run, job, tmp_path, engine, more, line, what):
    (tmp_path / "scheme").write_text("0, 1m, 0\n1m, 2m, 1\n")
    path = job(f"[a]\nioengine={engine}\nsize=4k\n{more}\nrw=write\n")
    ran = run("--parse-only", path)
    assert ran.status == 2
    assert ran.err.startswith(f"{path}:{line}: error: {what}")


def test_placements_are_accepted(run, job):
    ran = run("--parse-only", job(
        "[a]\nioengine=io_uring_cmd\nsize=4k\nrw=write\nfdp=1\n"
        "fdp_pli=0-2,7\nfdp_pli_select=random\n"
        "[b]\nioengine=io_uring_cmd\nsize=4k\nrw=write\n"
        "dataplacement=streams\nplids=3\n"))
    assert ran.status == 0 and ran.out == ""


def test_gtod_cpu_is_left_alone(run):
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2 or cpus[0] != 0:
        pytest.skip("takes two CPUs, the first of which is 0")
    ran = run("--check", "--name=a", "--size=4k", "--ioengine=null",
              "--gtod_cpu=0")
    assert re.search(r"(?m)^  cpus_allowed: [1-9]", ran.out)
    ran = run("--check", "--name=a", "--size=4k", "--ioengine=null",
              "--gtod_cpu=1", "--cpus_allowed=1")
    assert ran.status == 2
    assert "gtod_cpu: there is no CPU besides 1" in ran.err


def test_files_are_told_how_long_data_lives(run, tmp_path):
    get_hint, extreme = 1035, 5  # F_GET_RW_HINT, RWH_WRITE_LIFE_EXTREME
    with open(tmp_path / "f", "wb") as file:
        run("--name=a", "--filename=f", "--size=4k", "--rw=write",
            "--write_hint=extreme")
        hint = fcntl.fcntl(file, get_hint, struct.pack("Q", 0))
    assert struct.unpack("Q", hint) == (extreme,)


def test_end_syncfs_leaves_nothing_dirty(run, tmp_path):
    ran = run("--name=a", "--filename=f", "--size=4k", "--rw=write",
              "--end_syncfs=1", "--output-format=json")
    assert ran.job()["write"]["io_bytes"] == 4096
    ran = run("--name=a", "--ioengine=filecreate", "--size=4k",
              "--end_syncfs=1")
    assert ran.status == 2
    assert "ioengine=filecreate opens no file that could be synced" in ran.err


def test_what_else_a_job_does_can_be_seen_before(run, job):
    ran = run(
        "--check",
        job(
            "[a]\nioengine=null\nsize=1m\nrw=write\nverify=md5\nverify_backlog=8\n"
            "[b]\nioengine=null\nsize=1m\nrw=read\nio_submit_mode=offload\n"
            "zonemode=strided\nzonesize=64k\nzonerange=128k\nzoneskip=1z\n"
            "ramp_size=4k\nsteadystate=iops:5%\nsteadystate_duration=2\n"
        ),
    )
    assert ran.status == 0
    first, second = (part.splitlines() for part in ran.out.split("job 2 of 2"))
    for line in ("  verify: md5", "  verify_backlog: 8"):
        assert line in first and line not in second
    for line in (
        "  zonemode: strided",
        "  zonesize: 65536 bytes",
        "  zonerange: 131072 bytes",
        "  zoneskip: 1z",
        "  io_submit_mode: offload",
        "  ramp_size: 4096 bytes",
        "  steadystate: iops:5%",
        "  steadystate_duration: 2000000000 ns",
    ):
        assert line in second and line not in first
