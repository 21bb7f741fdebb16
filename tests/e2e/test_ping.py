"""runner ping: latencies one by one, beside the ioping that it stands in for."""

import json
import re
import resource
import shutil
import signal
import subprocess

import jsonschema
import pytest

from conftest import ROOT, RUNNER, SANITIZED, until

SCHEMA = json.loads((ROOT / "schemas" / "ping.schema.json").read_text())

NUMBER = r"\d+(?:\.\d+)?"
TIME = rf"{NUMBER} (?:ns|us|ms|s|min|hour)"
SIZE = rf"{NUMBER} (?:[KMGT]i)?B"
COUNT = rf"{NUMBER}(?: [kMG])?"
REQUEST = (
    rf"^(?:4 KiB|0 B) (?:<<<|>>>) (\S+) \((.*) {SIZE}\): request=(\d+) "
    rf"time={TIME}((?: \([\w ]+\))?)$"
)
SUMMARY = (
    rf"\n--- (\S+) \((.*) {SIZE}\) ioping statistics ---\n"
    rf"({COUNT}) requests completed in {TIME}, {SIZE}( read| written|), "
    rf"{COUNT} iops, {SIZE}/s\n"
    rf"(?:{COUNT} too \w+, )*generated ({COUNT}) requests in {TIME}, {SIZE}, "
    rf"{COUNT} iops, {SIZE}/s\n"
    rf"min/avg/max/mdev = {TIME} / {TIME} / {TIME} / {TIME}\n"
)
RAW = r"^(\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$"


def requests(out):
    """The lines of requests: number and mark."""
    return [(int(n), mark.strip(" ()")) for *_, n, mark in re.findall(REQUEST, out, re.M)]


def counts(out):
    """Requests that count, and all, as the summary has them."""
    (found,) = re.findall(SUMMARY, out)
    return found[2], found[4]


def raw(out):
    return [tuple(map(int, line)) for line in re.findall(RAW, out, re.M)]


@pytest.fixture
def ping(run):
    def run_ping(*args, **kwargs):
        return run("ping", *args, **kwargs)

    return run_ping


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)) * 256)
    return path


@pytest.fixture
def parts(ping):
    """The elements of --json, or the lines of --ndjson, held to the schema."""

    def run_json(*args, status=0):
        ran = ping(*args)
        assert ran.status == status, ran.err
        if "--ndjson" in args:
            found = [json.loads(line) for line in ran.out.splitlines()]
        else:
            found = json.loads(ran.out)
        jsonschema.Draft202012Validator(SCHEMA).validate(found)
        return found

    return run_json


def test_lines_and_summary_of_a_folder(ping, tmp_path):
    ran = ping("-c", "4", "-i", "1ms", ".")
    assert ran.status == 0
    assert [n for n, _ in requests(ran.out)] == [1, 2, 3, 4]
    assert requests(ran.out)[0] == (1, "warmup")
    assert counts(ran.out) == ("3", "4")
    assert re.search(rf"\np50/p90/p99/p99.9 = (?:{TIME}(?: / |\n)){{4}}\n", ran.out)
    bars = re.findall(rf"^ *{TIME} to +{TIME}  #* +(\d+)$", ran.out, re.M)
    assert sum(map(int, bars)) == 3
    assert max(map(len, ran.out.splitlines()[4:])) < 80
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "args, valid, generated",
    [
        (("-a", "0", "-c", "3"), "3", "3"),
        (("-a", "5", "-c", "3"), "0", "3"),
        (("-c", "1"), "0", "1"),
        # Of 1500, 1499.
        (("-c", "1.5k", "-i", "0", "-C"), "1.50 k", "1.50 k"),
        (("-c", "3", "-t", "1h"), "0", "3"),
        (("-c", "3", "-T", "1ns"), "0", "3"),
    ],
)
def test_what_counts(ping, args, valid, generated):
    ran = ping("-q", "-i", "1ms", *args, ".")
    assert not requests(ran.out)
    assert counts(ran.out) == (valid, generated)
    assert ("2 too fast, " in ran.out) == ("-t" in args)
    assert ("2 too slow, " in ran.out) == ("-T" in args)


def test_marks_of_what_does_not_count(ping):
    out = ping("-c", "3", "-i", "0", "-T", "1ns", ".").out
    assert requests(out) == [(1, "warmup"), (2, "too slow"), (3, "too slow")]
    out = ping("-c", "3", "-i", "0", "-t", "1h", ".").out
    assert requests(out) == [(1, "warmup"), (2, "too fast"), (3, "too fast")]


def test_the_line_of_numbers(ping):
    ran = ping("-B", "-c", "5", "-i", "2ms", ".")
    (line,) = raw(ran.out)
    assert ran.out.count("\n") == 1
    count, time, iops, bps, least, mean, most, _, total, total_time = line
    assert (count, total) == (4, 5)
    assert iops == count * 10**9 // time
    assert bps == pytest.approx(iops * 4096, rel=0.01)
    assert least <= mean == time // count <= most
    assert total_time >= time + 4 * 10**6 - most


def test_periods_end_with_so_many_that_count(ping):
    ran = ping("-q", "-p", "2", "-c", "6", "-i", "0", ".")
    assert [(line[0], line[8]) for line in raw(ran.out)] == [(2, 3), (2, 2)]
    assert "statistics" not in ran.out
    ran = ping("-B", "-p", "2", "-c", "6", "-i", "0", ".")
    assert [(line[0], line[8]) for line in raw(ran.out)] == [(2, 3), (2, 2), (5, 6)]
    ran = ping("-p", "2", "-c", "6", "-i", "0", ".")
    assert len(raw(ran.out)) == 2
    assert counts(ran.out) == ("5", "6")


def test_periods_of_a_time(ping):
    """Requests every 10 ms: no period of 25 ms has more than three."""
    found = raw(ping("-q", "-P", "25ms", "-c", "10", "-i", "10ms", ".").out)
    assert found
    assert all(1 <= line[8] <= 3 for line in found)
    assert sum(line[8] for line in found) <= 10


def test_it_ends_by_time(ping):
    ((*_, total, _),) = raw(ping("-B", "-w", "50ms", "-i", "10ms", ".").out)
    assert 1 <= total <= 5
    ((*_, total, _),) = raw(ping("-RB", "-w", "300ms", "-S", "1m", ".").out)
    assert total > 1


def test_intervals_by_rate_and_speed(ping):
    for args in (("-r", "100"), ("-l", "400k"), ("-r", "100", "-i", "1ms")):
        (line,) = raw(ping("-B", "-c", "4", *args, ".").out)
        assert line[9] >= 3 * 10**7


def test_a_burst_has_no_interval(ping):
    ran = ping("-b", "3", "-c", "7", "-i", "20ms", ".")
    assert [len(requests(part)) for part in ran.out.split("\n\n")[:3]] == [3, 3, 1]
    (line,) = raw(ping("-B", "-b", "3", "-c", "7", "-i", "20ms", "/dev/zero").out)
    assert line[9] >= 4 * 10**7


@pytest.mark.parametrize(
    "args, sign, word",
    [
        (("-W",), ">>>", " written"),
        (("-W", "-C"), ">>>", " written"),
        (("-W", "-Y"), ">>>", " written"),
        (("-W", "-y"), ">>>", " written"),
        (("-L", "-s", "4k"), "<<<", " read"),
        (("-C",), "<<<", " read"),
        (("-A",), "<<<", " read"),
        (("-A", "-W"), ">>>", " written"),
        (("-e", "7"), "<<<", " read"),
        (("-N", "-C"), "<<<", " read"),
        (("--ioengine=sync",), "<<<", " read"),
        (("--ioengine=vsync", "-W"), ">>>", " written"),
        (("--ioengine=mmap",), "<<<", " read"),
        (("--ioengine=posixaio",), "<<<", " read"),
    ],
)
def test_ways_of_doing_it(ping, tmp_path, args, sign, word):
    ran = ping("-c", "3", "-i", "0", *args, ".")
    assert ran.status == 0, ran.err
    assert re.findall("<<<|>>>", ran.out) == [sign] * 3
    ((*_, valid, what, generated),) = re.findall(SUMMARY, ran.out)
    assert (valid, what, generated) == ("2", word, "3")
    assert list(tmp_path.iterdir()) == []


def test_writes_and_reads_by_turns(ping):
    out = ping("-G", "-c", "4", "-i", "0", ".").out
    assert re.findall("<<<|>>>", out) == [">>>", "<<<", ">>>", "<<<"]
    assert re.search(SUMMARY, out)[4] == ""


def test_through_io_uring(ping, uring):
    out = ping("-G", "-c", "4", "-i", "0", "--ioengine=io_uring", ".").out
    assert counts(out) == ("3", "4")


def test_direct_io_where_there_is_any(ping):
    ran = ping("-D", "-c", "2", "-i", "0", ".")
    if "direct I/O is not supported here" in ran.err:
        pytest.skip("not on this file system")
    assert counts(ran.out) == ("1", "2")
    ran = ping("-D", "-s", "1000", "-c", "2", ".")
    assert ran.status == 2
    assert "multiples of" in ran.err


def test_the_time_before_each_line(ping):
    out = ping("-Inow", "-c", "2", "-i", "0", ".").out
    assert len(re.findall(r"^now 4 KiB <<< ", out, re.M)) == 2
    out = ping("-c", "2", "-i", "0", "-I", ".").out
    assert re.match(r"[A-Z]\S+ \d\d \d\d:\d\d:\d\d 4 KiB", out)


def test_a_file_is_read_where_it_is_asked_for(ping, file, tmp_path):
    before = file.read_bytes()
    ran = ping("-c", "3", "-i", "0", "file")
    assert counts(ran.out) == ("2", "3")
    assert file.read_bytes() == before
    for args, why in (
        (("-S", "1m"), "it has only 64 KiB"),
        (("-o", "1m"), "it has only 64 KiB"),
        (("-o", "60k", "-S", "8k"), "it has only 64 KiB"),
        (("-s", "65k"), "bigger than the 64 KiB"),
        (("-s", "8k", "-S", "4k"), "bigger than the 4 KiB"),
    ):
        ran = ping("-c", "1", *args, "file")
        assert ran.status == 2
        assert ran.err.startswith("file: error: ") and why in ran.err
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_there_is_not_written_to(ping, file):
    before = file.read_bytes()
    for args in (("-W",), ("-WW",), ("-G",), ("-W", "-G", "-W")):
        ran = ping("-c", "2", *args, "file")
        assert ran.status == 2
        assert "overwritten" in ran.err and "-WWW" in ran.err
    assert file.read_bytes() == before


def test_three_times_write_means_it_and_only_there(ping, file):
    before = file.read_bytes()
    ran = ping("-WWW", "-c", "8", "-i", "0", "-o", "16k", "-S", "8k", "file")
    assert ran.status == 0
    after = file.read_bytes()
    assert len(after) == len(before)
    assert after[: 16 << 10] == before[: 16 << 10]
    assert after[24 << 10 :] == before[24 << 10 :]
    assert after != before


def test_without_standard_output_nothing_is_printed_into_the_file(run, file):
    before = file.read_bytes()
    ran = run(
        "-c", 'exec "$0" ping -WWW -c 3 -i 0 -o 16k -S 4k file >&-', RUNNER,
        program="sh",
    )
    assert ran.status == 1
    assert "standard output can't be written" in ran.err
    after = file.read_bytes()
    assert after[: 16 << 10] == before[: 16 << 10]
    assert after[20 << 10 :] == before[20 << 10 :]


def test_no_device_but_disks_is_written_to(ping):
    ran = ping("-WWW", "-c", "1", "/dev/zero")
    assert ran.status == 2
    assert "only read from" in ran.err


def test_a_kept_file_is_reused(ping, tmp_path):
    kept = tmp_path / "ioping.tmp"
    assert ping("-k", "-q", "-c", "1", "-S", "64k", ".").status == 0
    assert kept.stat().st_size == 64 << 10
    first = kept.read_bytes()
    assert ping("-k", "-q", "-c", "1", "-S", "32k", ".").status == 0
    assert kept.read_bytes() == first
    assert ping("-k", "-q", "-c", "1", "-S", "96k", ".").status == 0
    assert kept.read_bytes()[: 64 << 10] == first
    assert kept.stat().st_size == 96 << 10


def test_a_kept_file_is_no_way_to_another(ping, tmp_path, file):
    before = file.read_bytes()
    (tmp_path / "ioping.tmp").symlink_to(file)
    assert ping("-k", "-W", "-c", "1", ".").status == 2
    (tmp_path / "ioping.tmp").unlink()
    (tmp_path / "ioping.tmp").hardlink_to(file)
    ran = ping("-k", "-W", "-c", "1", ".")
    assert ran.status == 2
    assert "not a plain file" in ran.err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "args, status, why",
    [
        ((), 1, "no folder, file or device"),
        (("-z", "."), 1, "-z"),
        (("-c", "x", "."), 1, "'x' is not a number"),
        ((".", "."), 1, "there is a target already"),
        (("absent",), 2, "No such file"),
        (("-S", "4000000t", "."), 2, "no room"),
        (("-s", "3g", "-S", "3g", "/dev/zero"), 2, "at the most"),
        (("--ioengine=falloc", "."), 2, "does not read and write data"),
        (("--ioengine=none", "."), 2, "not an engine"),
        (("--ioengine=mmap", "-D", "/dev/zero"), 2, ""),
        (("-N", "--ioengine=psync", "."), 2, "nowait"),
    ],
)
def test_what_can_not_be_is_told(ping, tmp_path, args, status, why):
    ran = ping("-c", "1", *args)
    assert ran.status == status
    assert ran.out == ""
    assert "error: " in ran.err and why in ran.err
    assert list(tmp_path.iterdir()) == []


def test_to_a_monitor_whatever_can_not_be_is_one(ping):
    for args in ((), ("-z", "."), ("absent",), ("--ioengine=none", ".")):
        ran = ping("-c", "1", "--warn", "p99>1s", *args)
        assert ran.status == 3
        assert ran.out.startswith("IOPING UNKNOWN - ")
    assert ran.out.splitlines() == [
        "IOPING UNKNOWN - " + ran.err.splitlines()[0].replace("error: ", "")
    ]
    assert ping("--json", "--warn", "p99>1s", "absent").out == ""
    for args in (("--warn", "p101>1", "."), ("--crit", "", "."), (".", "--crit")):
        ran = ping("-c", "1", *args)
        assert ran.status == 3 and "error: " in ran.err


def test_a_file_that_may_not_grow_is_an_error(ping, tmp_path):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, limits[1]))
    try:
        ran = ping("-c", "1", ".")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert ran.status == 2
    assert "File too large" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_request_that_fails_ends_it(ping):
    ran = ping("-c", "3", "/dev/null")
    assert ran.status == 3
    assert counts(ran.out) == ("0", "0")
    assert "request 1 (read) moved 0 bytes of 4096" in ran.err
    ran = ping("-c", "3", "--crit", "p99>1s", "/dev/null")
    assert ran.status == 2
    assert ran.out.startswith("IOPING CRITICAL - a request failed\n")


def test_json(parts):
    found = parts("--json", "-c", "3", "-i", "0", ".")
    assert [p["io"]["request"] for p in found[:-1]] == [1, 2, 3]
    assert [p["io"]["ignored"] for p in found[:-1]] == [True, False, False]
    last = found[-1]
    assert (last["stat"]["count"], last["load"]["count"]) == (2, 3)
    assert sum(p["io"]["time"] for p in found[1:-1]) == last["stat"]["time"]
    assert sum(b["count"] for b in last["summary"]["histogram"]) == 2
    assert last["stat"]["max"] == last["summary"]["percentiles"]["p99.9"]
    assert "alarm" not in last["summary"]
    assert len(parts("-J", "-q", "-p", "2", "-c", "4", "-i", "0", ".")) == 2
    assert len(parts("-J", "-B", "-c", "4", "-i", "0", ".")) == 1


def test_json_of_alarms(parts):
    args = ("--json", "-c", "3", "-i", "0", "--crit", "iops<1", ".")
    (last,) = parts(*args, "--warn", "max>1ns,p50>1h", status=1)
    assert last["summary"]["alarm"] == "WARNING"
    assert [(c["condition"], c["holds"]) for c in last["summary"]["conditions"]] == [
        ("max>1ns", True), ("p50>1h", False), ("iops<1", False)
    ]


def test_a_line_of_json_for_each_request_as_it_ends(start, parts, tmp_path):
    assert len(parts("--ndjson", "-c", "3", "-i", "0", ".")) == 4
    process = start("ping", "--ndjson", "-i", "1h", ".")
    # It waits for an hour, and the first line is there.
    first = json.loads(process.stdout.readline())
    assert first["io"]["request"] == 1
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert json.loads(out)["load"]["count"] == 1
    assert process.returncode == 0


@pytest.mark.parametrize(
    "args, status, word",
    [
        (("--warn", "p99>1h", "--crit", "p99>2h"), 0, "OK"),
        (("--warn", "p99>1ns", "--crit", "p99>1h"), 1, "WARNING"),
        (("--warn", "p99>1h", "--crit", "p99>1ns"), 2, "CRITICAL"),
        (("--warn", "p99>1ns", "--crit", "p99>1ns"), 2, "CRITICAL"),
        (("--warn", "p99>1h", "-a", "9"), 3, "UNKNOWN"),
    ],
)
def test_status_of_a_monitoring_plugin(ping, args, status, word):
    ran = ping("-c", "4", "-i", "0", *args, ".")
    assert ran.status == status
    assert ran.err == ""
    first = ran.out.splitlines()[0]
    assert first.startswith(f"IOPING {word} - ")
    assert not requests(ran.out)
    if status < 3:
        assert re.search(r" \| p99=[\de.-]+s;[\de.-]*;[\de.-]*;0;$", first)


@pytest.mark.parametrize(
    "number, status", [(signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_gives_the_summary(start, tmp_path, number, status):
    process = start("ping", "-i", "1h", ".")
    line = process.stdout.readline()
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == status
    assert counts(line + out) == ("0", "1")
    assert err == ""
    assert list(tmp_path.iterdir()) == []


def test_a_signal_while_it_prepares(start, tmp_path):
    """The file has no name, so that there is nothing to be left."""
    process = start("ping", "-S", "256m", "-w", "60", "-i", "1h", ".")
    until(lambda: b"ping\0" in open(f"/proc/{process.pid}/cmdline", "rb").read())
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert list(tmp_path.iterdir()) == []


def test_only_the_first_word_is_the_command(run, job):
    job("[inside]\nioengine=null\nrw=read\nsize=4k\n", "ping")
    assert "inside: (groupid=0" in run("./ping").out
    assert "inside: (groupid=0" in run("--output-format=normal", "ping").out


def test_help_names_every_option_and_version(ping):
    text = ping("--help").out
    assert text == ping("-h").out
    for letter in "abceilrtTsSowpPABCDIJLNRWGYykqhv":
        assert re.search(rf"^  -{letter}, --[a-z]", text, re.M), letter
    assert re.fullmatch(r"runner ping \d+\.\d+\.\d+\n", ping("-v").out)


@pytest.fixture
def ioping():
    path = shutil.which("ioping")
    if not path:
        pytest.skip("ioping is not installed")
    return path


SAME = (
    "-c 4 -i 1ms .",
    "-c4 -i1ms -q .",
    "-c 5 -i 0 -a 2 .",
    "-c 6 -i 1ms -p 2 -q .",
    "-c 6 -i 1ms -p 2 -B .",
    "-c 6 -b 3 -i 1ms .",
    "-count 3 -interval 1ms .",
    "--size=8k -c 3 -i 0 .",
    "-c 3 -i 0 -s 1.5k .",
    "-c 3 -i 0 -s 2sector -o 3page .",
    "-c 3 -i 0 -W .",
    "-c 3 -i 0 -S 16k -W -Y -C .",
    "-c 3 -i 0 -G .",
    "-c 3 -i 0 -L .",
    "-c 3 -i 0 -A .",
    "-c 3 -i 0 -A -H .",
    "-c 3 -i 0 -S 16k -e 5 -y .",
    "-c 3 -i 0 -t 1h .",
    "-c 3 -i 0 -I%s file",
    "-c 3 -i 0 -WWW file",
    "-RLB -S 1m -c 5 .",
    "-c 2 -r 1k -l 100m /dev/zero",
    "-W file",
    "-s 65k file",
    "absent",
    "-c x .",
    ". .",
)


def shape(out):
    """The text without what no two runs share."""
    lines = []
    for line in out.splitlines():
        # What ioping does not have.
        if line.startswith("p50/") or re.match(rf" *{TIME} to ", line):
            continue
        line = re.sub(r" \((fast|slow)\)$", "", line)
        line = re.sub(r"^\d{10} ", "STAMP ", line)
        line = re.sub(rf"time={TIME}", "time=T", line)
        line = re.sub(rf"in {TIME}", "in T", line)
        line = re.sub(rf"{COUNT} iops, {SIZE}/s", "RATE", line)
        line = re.sub(rf"= {TIME} / {TIME} / {TIME} / {TIME}", "= T", line)
        if re.match(RAW, line):
            words = line.split()
            line = f"{words[0]} {words[8]}"
        lines.append(line)
    return "\n".join(lines).strip()


@pytest.mark.parametrize("line", SAME[::5] if SANITIZED else SAME)
def test_as_ioping_does(ping, ioping, file, line):
    args = line.split()
    theirs = subprocess.run(
        [ioping, *args], cwd=file.parent, capture_output=True, text=True, timeout=60
    )
    ours = ping(*args)
    assert ours.status == theirs.returncode
    assert shape(ours.out) == shape(theirs.stdout)


def shape_of(value):
    """Keys and types of a JSON value."""
    if isinstance(value, dict):
        return {k: shape_of(v) for k, v in value.items() if k != "summary"}
    if isinstance(value, list):
        return [shape_of(v) for v in value]
    return type(value)


@pytest.mark.parametrize("more", ["", "-q", "-B", "-B -p 1", "-p 1"])
def test_json_as_ioping_has_it(parts, ioping, tmp_path, more):
    args = ("-J", *more.split(), "-c", "3", "-i", "0", ".")
    theirs = subprocess.run(
        [ioping, *args], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    theirs, ours = json.loads(theirs.stdout), parts(*args)
    assert shape_of(ours) == shape_of(theirs)
    for a, b in zip(ours, theirs):
        assert a["target"] == b["target"]
