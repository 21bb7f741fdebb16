"""Where and as whom jobs run, what runs around them, and their files."""

import os
import re
import signal
import subprocess
import time

import pytest

from conftest import CAP_SYS_NICE, RUNNER, capable

ROOT = os.geteuid() == 0
WRITE = "[global]\nioengine=psync\nbs=4k\nsize=64k\nrw=write\n"


def files(folder):
    return sorted(p.name for p in folder.iterdir() if p.name != "t.fio")


def diagnostics(doc, severity):
    return [
        d["message"]
        for d in doc["runner"]["diagnostics"]
        if d["severity"] == severity
    ]


# What a process is, as its own shell sees it.


def test_commands_run_around_each_job(run, job):
    ran = run(
        job(WRITE + "[a]\nnumjobs=2\nexec_prerun=echo before && echo err >&2\n"
            "exec_postrun=cat a.0.0 a.1.0 | wc -c\n")
    )
    assert ran.status == 0
    assert ran.out.count("a : Saving output of prerun in a.prerun.txt\n") == 2
    assert ran.out.count("a : Saving output of postrun in a.postrun.txt\n") == 2
    before = (ran.folder / "a.prerun.txt").read_text()
    assert set(before.split()) == {"before", "err"}
    assert "131072" in (ran.folder / "a.postrun.txt").read_text()


def test_json_is_alone_whatever_commands_print(result):
    doc = result(WRITE + "[a]\nexec_prerun=echo x && echo y >&2\n")
    assert doc["jobs"][0]["write"]["total_ios"] == 16


def test_a_command_that_fails_keeps_the_job_from_starting(run, job):
    ran = run(
        "--output-format=json",
        job(WRITE + "[a]\nexec_prerun=exit 4\n[b]\nexec_prerun=true\n"),
    )
    assert ran.status == 1
    assert "t.fio:6: error: a: exec_prerun ended with status 4" in ran.err
    assert "a.prerun.txt" in ran.err
    assert [j["write"]["total_ios"] for j in ran.json["jobs"]] == [0, 16]


def test_a_command_that_fails_afterwards_is_told(run, job):
    ran = run("--output-format=json", job(WRITE + "[a]\nexec_postrun=false\n"))
    assert ran.status == 1
    assert "a: exec_postrun ended with status 1; see a.postrun.txt" in ran.err
    assert ran.job()["write"]["total_ios"] == 16


def test_a_signal_ends_a_command_and_the_run(job, tmp_path):
    path = job(WRITE + "[a]\nexec_prerun=touch begun && exec sleep 60\n")
    process = subprocess.Popen(
        [RUNNER, path], cwd=tmp_path, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )
    while not (tmp_path / "begun").exists():
        assert process.poll() is None
        time.sleep(0.02)
    process.terminate()
    process.communicate(timeout=40)
    assert process.returncode == 143


def probe(run, job, options, command):
    """What `command` prints as exec_prerun of a job with `options`."""
    ran = run(job(f"{WRITE}[a]\n{options}exec_prerun={command}\n"))
    assert ran.status == 0, ran.err
    return (ran.folder / "a.prerun.txt").read_text().strip()


def ignored(status):
    """Of /proc/self/status: whether signals that the program needs are ignored."""
    mask = int(re.search(r"SigIgn:\s*(\w+)", status)[1], 16)
    mask |= int(re.search(r"SigBlk:\s*(\w+)", status)[1], 16)
    wanted = ("SIGTERM", "SIGHUP", "SIGPIPE", "SIGUSR1", "SIGXFSZ")
    return [n for n in wanted if mask >> (signal.Signals[n] - 1) & 1]


def test_commands_have_the_signals_of_any_program(run, job):
    assert ignored(probe(run, job, "", "cat /proc/self/status")) == []
    ran = run(job("[e]\nioengine=exec\nprogram=cat\narguments=/proc/self/status\n"))
    assert ran.status == 0, ran.err
    assert ignored((ran.folder / "e.stdout").read_text()) == []
    ran = run(
        "--trigger-timeout=1", "--trigger=cat /proc/self/status >said",
        job("[c]\nioengine=cpuio\ncpuload=1\nruntime=30\n"),
    )
    assert ignored((ran.folder / "said").read_text()) == []


def test_nice_is_signed(run, job):
    nice = "-5" if capable(CAP_SYS_NICE) else "5"
    assert probe(run, job, f"nice={nice}\n", "nice") == nice


CPUS = sorted(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    "options", [f"cpus_allowed={CPUS[0]}\n", f"cpumask={1 << CPUS[0]}\n"]
)
def test_cpus_are_inherited(run, job, options):
    command = "grep Cpus_allowed_list /proc/self/status"
    assert probe(run, job, options, command).split()[1] == str(CPUS[0])


def test_split_cpus_are_one_each(run, job):
    if len(CPUS) < 2:
        pytest.skip("one CPU can't be split")
    command = "grep Cpus_allowed_list /proc/self/status"
    two = [str(cpu) for cpu in CPUS[:2]]
    options = f"cpus_allowed={','.join(two)}\ncpus_allowed_policy=split\nnumjobs=2\n"
    lines = probe(run, job, options, command).split("\n")
    assert sorted(line.split()[1] for line in lines) == sorted(two)


def test_io_priority_is_inherited(run, job):
    assert probe(run, job, "prio=3\n", "ionice") == "best-effort: prio 3"
    assert probe(run, job, "prioclass=3\n", "ionice") == "idle"


def test_a_process_has_its_name(job, tmp_path):
    path = job(WRITE + "[a]\ncomm=my-worker\nexec_postrun=cat /proc/$PPID/comm\n")
    done = subprocess.run(
        [RUNNER, path], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert (tmp_path / "a.postrun.txt").read_text() == "my-worker\n"


@pytest.mark.skipif(not ROOT, reason="only root may become others")
def test_a_job_is_another_user(run, job, tmp_path):
    tmp_path.chmod(0o777)
    ids = probe(run, job, "uid=65534\ngid=65533\n", "echo $(id -u) $(id -G)")
    assert ids == "65534 65533"
    made = (tmp_path / "a.0.0").stat()
    assert (made.st_uid, made.st_gid) == (65534, 65533)


@pytest.mark.skipif(not ROOT, reason="needs root to give rights up")
@pytest.mark.parametrize(
    "option, why",
    [
        ("uid=0", "uid=0: Operation not permitted: only root may run jobs as "
         "others"),
        ("nice=-3", "nice=-3: Permission denied: less than now takes "
         "CAP_SYS_NICE"),
        ("prioclass=1", "prioclass=1, prio=0, priohint=0: Operation not permitted: this "
         "class takes CAP_SYS_NICE"),
    ],
)
def test_missing_rights_are_said(job, tmp_path, option, why):
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(0o777)
    path = job(f"[a]\nioengine=null\nsize=64k\n{option}\n")
    done = subprocess.run(
        [RUNNER, path], cwd=tmp_path, capture_output=True, text=True,
        user=65534, group=65534, extra_groups=[],
    )
    if "Permission denied: " in done.stderr and not done.stdout:
        pytest.skip("the program is where others may not read it")
    assert done.returncode == 1
    assert f"t.fio:1: error: a: {why}" in done.stderr


@pytest.mark.parametrize(
    "options, message",
    [
        ("cpus_allowed=1023", "t.fio:6: error: cpus_allowed: this machine has "
         "no CPU 1023"),
        ("numa_cpu_nodes=999", "t.fio:6: error: numa_cpu_nodes: this machine "
         "has no NUMA node 999"),
        ("numa_mem_policy=bind", "t.fio:6: error: numa_mem_policy: 'bind' "
         "needs nodes, as in bind:0"),
        ("nice=20", "t.fio:6: error: nice: '20' is out of range: -20 to 19"),
        ("cgroup_weight=100", "t.fio:6: error: cgroup_weight: needs a cgroup"),
        ("cgroup=../x", "t.fio:6: error: cgroup: '../x' leads out of the "
         "folder of control groups"),
        ("filename=/dev/zero\nioscheduler=none", "t.fio:7: error: ioscheduler: "
         "/dev/zero lies on no block device"),
        ("lockfile=maybe", "t.fio:6: error: lockfile: 'maybe' is not one of "
         "none, exclusive, readwrite"),
        ("sync_file_range=5", "t.fio:6: error: sync_file_range: '5' is not one "
         "of wait_before, write, wait_after"),
        ("rw=read\nloops=2\nunlink_each_loop=1", "t.fio:8: error: "
         "unlink_each_loop: the second pass of rw=read would find no files"),
        ("rw=read\ncreate_on_open=1", "t.fio:7: error: create_on_open: rw=read "
         "needs 65536 bytes of "),
        ("opendir=nowhere", "t.fio:6: error: opendir: 'nowhere': No such file "
         "or directory"),
    ],
)
def test_says_where_and_why(run, job, options, message):
    ran = run(job(WRITE + options + "\n[a]\n"))
    assert ran.status == 2, ran.out
    assert message in ran.err
    assert files(ran.folder) == []


def test_numa_options_run_on_any_machine(result):
    result(WRITE + "[a]\nnuma_cpu_nodes=all\nnuma_mem_policy=local\n")


def find_cgroup2():
    for line in open("/proc/self/mountinfo"):
        if " - cgroup2 " in line:
            return line.split()[4]
    return None


def test_a_control_group_is_made_entered_and_removed(run, job):
    mount = find_cgroup2()
    if not mount or not os.access(mount, os.W_OK):
        pytest.skip("there is no cgroup2 to write to")
    name = f"runner-test-{os.getpid()}"
    ran = run(
        job(f"{WRITE}cgroup={name}/a\n[a]\nexec_prerun=cat /proc/self/cgroup\n")
    )
    if ran.status == 1 and "can't be moved" in ran.err:
        pytest.skip("processes can't be moved here")
    assert ran.status == 0, ran.err
    assert f"0::/{name}/a\n" in (ran.folder / "a.prerun.txt").read_text()
    assert not os.path.exists(f"{mount}/{name}")


# What becomes of files.


def test_create_only_lays_out(run, job):
    ran = run(
        "--output-format=json",
        job("[global]\nfilename=f\nsize=64k\n[lay]\ncreate_only=1\n"
            "[r]\nstonewall\nrw=read\n"),
    )
    assert ran.status == 0, ran.err
    assert [j["read"]["io_bytes"] for j in ran.json["jobs"]] == [0, 65536]
    ran = run(job("[lay]\ncreate_only=1\nsize=64k\nfilename=g\ntime_based\n"
                  "runtime=100\n"))
    assert ran.status == 0
    assert (ran.folder / "g").stat().st_size == 65536


def test_create_on_open_lays_nothing_out(run, job):
    text = WRITE + "create_on_open=1\nfilename=d/e/f\n[a]\n[b]\nstonewall\nrw=read\n"
    checked = run("--check", job(text))
    assert "files to make or extend: 0 (0 bytes)" in checked.out
    ran = run("--output-format=json", job(text))
    assert ran.status == 0, ran.err
    assert ran.job(1)["read"]["io_bytes"] == 65536


def test_each_loop_has_new_files(result, tmp_path):
    doc = result(
        WRITE + "[a]\nloops=3\nnrfiles=2\nunlink_each_loop=1\nfsync_on_close=1\n"
        "exec_postrun=ls\n[b]\nioengine=libaio\niodepth=8\nloops=3\n"
        "unlink_each_loop=1\n"
    )
    for j in doc["jobs"]:
        assert j["write"]["io_bytes"] == 3 * 65536
    assert [n for n in files(tmp_path) if ".0." in n] == []


def test_a_folder_gives_its_files(run, job, tmp_path):
    (tmp_path / "d" / "e").mkdir(parents=True)
    (tmp_path / "d" / "one").write_bytes(bytes(8192))
    (tmp_path / "d" / "e" / "two").write_bytes(bytes(4096))
    (tmp_path / "d" / "none").write_bytes(b"")
    ran = run("--output-format=json", job("[a]\nopendir=d\nrw=read\nbs=4k\n"))
    assert ran.status == 0, ran.err
    assert ran.job()["read"]["io_bytes"] == 12288
    assert diagnostics(ran.json, "note") == [
        "opendir: 1 empty files of d are left out"
    ]


def test_filetype_is_held_to(run, job, tmp_path):
    (tmp_path / "f").write_bytes(bytes(4096))
    assert run(job("[a]\nfilename=f\nfiletype=file\n")).status == 0
    ran = run(job("[a]\nfilename=f\nfiletype=block\n"))
    assert ran.status == 2
    assert ran.err == "t.fio:3: error: filetype: f is not a block device\n"


@pytest.mark.parametrize("hint", ["0", "1", "sequential", "random", "noreuse"])
def test_advice_changes_no_count(result, hint):
    doc = result(WRITE + f"[a]\nrw=randrw\nfadvise_hint={hint}\n")
    j = doc["jobs"][0]
    assert j["read"]["total_ios"] + j["write"]["total_ios"] == 16


def test_pre_read_fills_the_cache(result):
    doc = result(WRITE + "[a]\nrw=read\npre_read=1\n")
    assert doc["jobs"][0]["read"]["total_ios"] == 16
    options = doc["runner"]["jobs"][0]["effective_options"]
    assert options["invalidate"] == "0"


# No job waits for ever, whatever the others do.
@pytest.mark.parametrize("mode", ["exclusive", "readwrite"])
def test_locked_files_are_shared(result, mode):
    doc = result(
        f"[global]\nioengine=psync\nfilename=f\nsize=64k\nbs=4k\nrw=randrw\n"
        f"lockfile={mode}\nio_size=2m\n[a]\n[b]\n[c]\nioengine=libaio\n"
        "iodepth=8\n"
    )
    for j in doc["jobs"]:
        assert j["read"]["total_ios"] > 0 and j["write"]["total_ios"] > 0
        assert j["read"]["total_ios"] + j["write"]["total_ios"] == 512


def test_a_lock_keeps_others_waiting(job, tmp_path):
    """While the lock is somebody else's, nothing is written."""
    import fcntl

    (tmp_path / "f").write_bytes(bytes(4096))
    holder = open(tmp_path / "f", "rb")
    fcntl.flock(holder, fcntl.LOCK_EX)
    path = job("[a]\nfilename=f\nsize=4k\nrw=write\nlockfile=exclusive\n"
               "exec_prerun=touch begun\n")
    process = subprocess.Popen(
        [RUNNER, path], cwd=tmp_path, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )
    while not (tmp_path / "begun").exists():
        time.sleep(0.02)
    time.sleep(0.3)
    assert process.poll() is None
    assert (tmp_path / "f").read_bytes() == bytes(4096)
    holder.close()
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert (tmp_path / "f").read_bytes() != bytes(4096)


# P10, axboe/fio#1234
def test_all_flags_of_a_list_count(result):
    doc = result("[probe]\nioengine=psync\nsize=64k\nrw=write\n"
                 "sync_file_range=wait_before,write:4\n")
    options = doc["runner"]["jobs"][0]["effective_options"]
    assert options["sync_file_range"] == "wait_before,write:4"
    assert doc["jobs"][0]["sync"]["total_ios"] == 3
    assert doc["jobs"][0]["write"]["total_ios"] == 16


def test_check_says_what_would_be_done(run, job):
    ran = run(
        "--check",
        job(WRITE + "[a]\ncpumask=1\nnice=3\nprio=4\ncomm=w\nexec_prerun=true\n"
            "lockfile=readwrite\nunlink_each_loop=1\n"),
    )
    for line in (
        "cpus_allowed: 0", "nice: 3", "prio: 4", "comm: w",
        "exec_prerun: true (output to a.prerun.txt)", "lockfile: readwrite",
        "unlink_each_loop: files are removed after each pass",
    ):
        assert f"\n  {line}\n" in ran.out
    assert files(ran.folder) == []


def test_what_an_earlier_run_printed_is_gone(run, job, tmp_path):
    (tmp_path / "a.prerun.txt").write_text("old\n")
    assert run(job(WRITE + "[a]\nnumjobs=2\nexec_prerun=echo new\n")).status == 0
    assert (tmp_path / "a.prerun.txt").read_text() == "new\nnew\n"
