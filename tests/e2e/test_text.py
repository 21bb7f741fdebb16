"""The text report: its lines, their order, and the numbers in them."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from conftest import RUNNER, until
from mask import masked, without_disks
from scale import both, scaled

DATA = Path(__file__).parent / "data" / "text"
KINDS = sorted(p.stem for p in DATA.glob("*.txt"))

DISK = re.compile(
    r"  (  )?[\w.!-]+: ios=\d+/\d+, sectors=\d+/\d+, merge=\d+/\d+,"
    r" ticks=\d+/\d+, in_queue=\d+, util=\d+\.\d\d%(, aggrios=\d+/\d+.*)?"
)
ARTICLE = (
    "--randrepeat=1 --ioengine=libaio --direct=1 --gtod_reduce=1 --name=t"
    " --filename=f --bs=4k --iodepth=64 --size={} --readwrite=randrw"
    " --rwmixread=75"
)


def recorded(kind):
    """The arguments of a kind of job, and the masked lines of its report."""
    args, *lines = (DATA / f"{kind}.txt").read_text().splitlines()
    return args.split(), lines


def has_disk(folder):
    """Whether a file system sits on a block device that sysfs knows."""
    device = os.stat(folder).st_dev
    return Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").exists()


def lines_of(ran, start):
    return [line for line in ran.out.splitlines() if line.startswith(start)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_has_the_lines_of_the_reference(run, tmp_path, kind):
    args, expected = recorded(kind)
    if "--filename=f" in args:
        (tmp_path / "f").write_bytes(os.urandom(16 << 20))
    ran = run(*args)
    assert ran.status == (1 if kind == "error" else 0)
    assert without_disks(masked(ran.out)) == without_disks(expected)
    disks = [line for line in ran.out.splitlines() if DISK.fullmatch(line)]
    if "--filename=f" in args and has_disk(tmp_path):
        assert ran.out.count("\nDisk stats (read/write):\n") == 1 and disks
    elif "--filename=f" not in args:
        assert "Disk stats" not in ran.out and not disks


@pytest.mark.parametrize("size", ["16M", "256M"])
def test_the_command_line_of_the_articles(run, size):
    ran = run(*ARTICLE.format(size).split())
    assert ran.status == 0
    assert f"\nt: Laying out IO file (1 file / {size}iB)\n" in ran.out
    _, expected = recorded("gtod_reduce")
    ours = masked(ran.out)
    read = [i for i, line in enumerate(ours) if line.startswith("  read: ")]
    assert ours[read[0] + 1] == ours[read[0]].replace("read", "write")
    laid_out = ours.index("t: Laying out IO file (N file / SIZE)")
    summed = [i for i, line in enumerate(ours) if line.startswith("  WRITE: ")]
    assert ours[summed[0]] == ours[summed[0] - 1].replace(" READ", "WRITE")
    for extra in (summed[0], read[0] + 1, laid_out):
        del ours[extra]
    ours = [re.sub("^t: ", "job: ", line) for line in ours]
    expected[0] = expected[0].replace("randread", "randrw")
    assert without_disks(ours) == without_disks(expected)


def test_the_command_line_of_the_articles_beside_the_reference(run, fio, tmp_path):
    args = ARTICLE.format("16M").split()
    theirs = subprocess.run(
        [fio, *args], cwd=tmp_path, capture_output=True, text=True, timeout=100
    )
    assert theirs.returncode == 0
    (tmp_path / "f").unlink()
    # What 3.42 prints otherwise than the releases before it.
    text = theirs.stdout.replace("; 0 zone resets", "")
    text = re.sub(r"target=0, window=0,", "target=0.00ns, window=0.00ns,", text)
    text = re.sub(r"(ios=\d+/\d+), merge", r"\1, sectors=0/0, merge", text)
    assert masked(run(*args).out) == masked(text)


@pytest.mark.parametrize(
    "value, iops, iec, si, latency",
    [
        (999, "999", "999B", "999B", "999"),
        (10239, "10.2k", "10.00KiB", "10.2kB", "10239"),
        (10240, "10.2k", "10.0KiB", "10.2kB", "10240"),
        (99999, "100.0k", "97.7KiB", "100.0kB", "99999"),
        (131072, "131k", "128KiB", "131kB", "131072"),
        (999999, "1000k", "977KiB", "1000kB", "999999"),
        (1000000, "1000k", "977KiB", "1000kB", "1000.0k"),
        (10485760, "10.5M", "10.0MiB", "10.5MB", "10486k"),
        (1099511627776, "1100G", "1024GiB", "1100GB", "1099.5G"),
        (2**64 - 1, "18.4E", "16.0EiB", "18.4EB", "18447P"),
    ],
)
def test_the_yardstick_of_these_tests_scales_right(value, iops, iec, si, latency):
    assert scaled(value) == iops
    assert scaled(value, 1024, "B") == iec
    assert scaled(value, 1000, "B") == si
    assert scaled(value, digits=6) == latency


@pytest.mark.parametrize(
    "options, sizes",
    [
        ("bs=512", "(R) 512B-512B, (W) 512B-512B, (T) 512B-512B"),
        ("bs=16k", "(R) 16.0KiB-16.0KiB, (W) 16.0KiB-16.0KiB, (T) 16.0KiB-16.0KiB"),
        ("bs=4k,8k", "(R) 4096B-4096B, (W) 8192B-8192B, (T) 8192B-8192B"),
        ("bs=,,1m", "(R) 4096B-4096B, (W) 4096B-4096B, (T) 1024KiB-1024KiB"),
        ("bs=1k-12k", "(R) 1024B-12.0KiB, (W) 1024B-12.0KiB, (T) 1024B-12.0KiB"),
        (
            "kb_base=1000\nbs=16k",
            "(R) 16.0kB-16.0kB, (W) 16.0kB-16.0kB, (T) 16.0kB-16.0kB",
        ),
    ],
)
def test_a_header_gives_block_sizes(run, job, options, sizes):
    ran = run(job(f"[a]\nioengine=null\nsize=2m\nrw=readwrite\n{options}\n"))
    assert ran.out.splitlines()[0] == (
        f"a: (g=0): rw=rw, bs={sizes}, ioengine=null, iodepth=1"
    )


def test_headers_come_once_a_section(run, job):
    ran = run(
        job(
            "[global]\nioengine=null\nsize=4k\n"
            "[a]\nnumjobs=3\n[b]\nstonewall\nthread\nrw=randread:4\niodepth=7\n"
        )
    )
    bs = "bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B"
    head = ran.out.splitlines()[:6]
    assert re.fullmatch(r"runner-\d+\.\d+\.\d+", head.pop(3))
    assert head == [
        f"a: (g=0): rw=read, {bs}, ioengine=null, iodepth=1",
        "...",
        f"b: (g=1): rw=randread, {bs}, ioengine=null, iodepth=7",
        "Starting 1 thread and 3 processes",
        "",
    ]


@pytest.mark.parametrize(
    "options, line",
    [
        ("size=1m", "file (1 file / 1MiB)"),
        ("size=5m\nnrfiles=3", "files (3 files / total 4MiB)"),
        ("size=12k", "file (1 file / 0MiB)"),
    ],
)
def test_files_that_are_laid_out_are_told(run, job, options, line):
    ran = run(job(f"[a]\nrw=read\n{options}\n"))
    assert ran.out.count("Laying out") == 1
    assert f"\na: Laying out IO {line}\n" in ran.out


def document_of(ran):
    """The JSON alone of a run that printed more."""
    document = ran.out[ran.out.index("\n{\n") + 1 : ran.out.index("\n}\n") + 3]
    return type(ran)(0, document, "", ran.folder)


def test_figures_are_those_of_the_document(run):
    ran = run(
        "--output-format=json,normal",
        "--name=a",
        "--filename=f",
        "--rw=randrw",
        "--bs=8k",
        "--size=8m",
        "--ioengine=libaio",
        "--iodepth=4",
        "--slat_percentiles=1",
        "--lat_percentiles=1",
    )
    assert ran.status == 0
    unit = document_of(ran).job()
    group = []
    for name in ("read", "write"):
        way = unit[name]
        bw = 1000 * way["io_bytes"] // way["runtime"]
        total = 1000 * way["total_ios"] // way["runtime"]
        assert lines_of(ran, f"  {name}: ") == [
            f"  {name}: IOPS={scaled(total)}, BW={both(bw, 'B/s')}"
            f"({scaled(way['io_bytes'], 1024, 'B')}/{way['runtime']}msec)"
        ]
        iec, si = both(bw, "B/s").split(" ")
        group.append(
            f"{name.upper():>7}: bw={iec} {si}, {iec}-{iec} "
            f"({si[1:-1]}-{si[1:-1]}), io={both(way['io_bytes'], 'B')}, "
            f"run={way['runtime']}-{way['runtime']}msec"
        )
    assert lines_of(ran, "   READ: ") + lines_of(ran, "  WRITE: ") == group
    for name in ("slat", "clat", "lat"):
        ours = [unit[way][f"{name}_ns"] for way in ("read", "write")]
        printed = lines_of(ran, f"{name:>8} (")
        assert [latency_line(name, figures) for figures in ours] == printed
        for figures in ours:
            assert percentile_lines(figures["percentile"]) in ran.out
    shares(ran, unit)


def latency_line(name, figures):
    low, high, sd = figures["min"], figures["max"], figures["stddev"]
    word, factor = "nsec", 1
    if low > 2_000_000 and high > 99_999_999 and sd > 1_000_000:
        word, factor = "msec", 1_000_000
    elif low > 2000 and high > 99_999 and sd > 1000:
        word, factor = "usec", 1000
    return (
        f"{name:>8} ({word}): min={scaled(low // factor, digits=6)},"
        f" max={scaled(high // factor, digits=6)},"
        f" avg={figures['mean'] / factor:5.2f}, stdev={sd / factor:5.2f}"
    )


def percentile_lines(percentiles):
    """The rows of a block of percentiles of the default list."""
    values = list(percentiles.values())
    steps = 0
    if values[0] > 2_000_000 and values[-1] > 99_999_999:
        steps = 2
    elif values[0] > 2000 and values[-1] > 99_999:
        steps = 1
    for _ in range(steps):
        values = [(value + 999) // 1000 for value in values]
    wide = max(5, len(str(values[-1])))
    items = [
        f" {float(name):5.2f}th=[{value:{wide}}]"
        for name, value in zip(percentiles, values)
    ]
    row = (80 - 7) // (2 + 10 + wide)
    rows = [items[i : i + row] for i in range(0, len(items), row)]
    return ",\n".join("     |" + ",".join(each) for each in rows) + "\n"


def shares(ran, unit):
    """Depths and CPU figures of the text are those of the document."""
    for name, key in (
        ("  IO depths    ", "iodepth_level"),
        ("     submit    ", "iodepth_submit"),
        ("     complete  ", "iodepth_complete"),
    ):
        text = ", ".join(f"{k}={v:.1f}%" for k, v in unit[key].items())
        assert lines_of(ran, name) == [f"{name}: {text}"]
    assert lines_of(ran, "  cpu  ") == [
        f"  cpu          : usr={unit['usr_cpu']:.2f}%,"
        f" sys={unit['sys_cpu']:.2f}%, ctx={unit['ctx']},"
        f" majf={unit['majf']}, minf={unit['minf']}"
    ]
    for word, key in (("nsec", "ns"), ("usec", "us"), ("msec", "ms")):
        printed = " ".join(lines_of(ran, f"  lat ({word})   : "))
        ours = re.findall(r"(>=\d+|\d+)=([\d.]+)%", printed)
        assert ours == [(k, f"{v:.2f}") for k, v in unit[f"latency_{key}"].items() if v]


def test_digits_and_units_are_as_asked(run):
    ran = run(
        "--name=a",
        "--ioengine=null",
        "--rw=read",
        "--bs=4k",
        "--size=1m",
        "--significant_figures=6",
        "--unit_base=1",
        "--number_ios=3",
    )
    line = lines_of(ran, "  read: ")[0]
    bits = re.search(
        r"BW=[\d.]+[KMG]?i?bit/s \([\d.]+[kMG]?bit/s\)\((\w+)/(\d+)msec", line
    )
    assert bits and bits[1] == "12288B"
    bw = 8 * (1000 * 12288 // int(bits[2]))
    assert f"BW={scaled(bw, 1024, 'bit/s', 6)} ({scaled(bw, 1000, 'bit/s', 6)})" in line


def test_samples_of_bandwidth_stand_below_the_latencies(run, job):
    ran = run(
        "--output-format=json,normal",
        job(
            "[a]\nioengine=null\nrw=read\nsize=1g\nrate_iops=1000\n"
            "runtime=700ms\ntime_based\nbwavgtime=100\niopsavgtime=200\n"
        ),
    )
    read = document_of(ran).job()["read"]
    lines = ran.out.splitlines()
    at = [i for i, line in enumerate(lines) if line.startswith("   bw (  KiB/s)")]
    assert len(at) == 1
    bw = re.fullmatch(
        r"   bw \(  KiB/s\): min= ?\d+, max= ?\d+, per=(\d+\.\d\d)%,"
        r" avg= ?([\d.]+), stdev= ?[\d.]+, samples=(\d+)",
        lines[at[0]],
    )
    assert bw and int(bw[3]) == read["bw_samples"] >= 1
    assert float(bw[1]) <= 100
    assert float(bw[2]) == pytest.approx(read["bw_mean"], abs=0.01)
    iops = re.fullmatch(
        r"   iops        : min= *\d+, max= *\d+, avg= ?([\d.]+),"
        r" stdev= ?[\d.]+, samples=(\d+)",
        lines[at[0] + 1],
    )
    assert iops and int(iops[2]) == read["iops_samples"] >= 1
    assert float(iops[1]) == pytest.approx(read["iops_mean"], abs=0.01)


def test_a_description_and_notes(run, job):
    ran = run(
        job(
            "[a]\nioengine=null\nsize=4k\niodepth=8\nrw=write\nioengine=psync\n"
            "description=what it's for\n"
        )
    )
    assert ran.status == 0
    assert "\n  Description  : [what it's for]\n" in ran.out
    notes = ran.out[ran.out.index("\nNotes:\n") :].splitlines()[2:]
    assert any(note.startswith("  t.fio:4: note: iodepth: ") for note in notes)
    assert any(note.startswith("  t.fio:6: note: ioengine: ") for note in notes)


def test_each_group_has_its_summary(run, job):
    ran = run(
        job(
            "[global]\nioengine=null\nsize=64k\n[a]\n[b]\nrw=write\n"
            "[c]\nstonewall\nrw=trim\n[d]\nstats=0\n[e]\nnew_group\nnumber_ios=1\n"
        )
    )
    group = re.split(r"\nRun status group (\d) \(all jobs\):\n", ran.out)
    assert group[1::2] == ["0", "1", "2"]
    for text, ways in zip(group[2::2], (["READ", "WRITE"], ["TRIM"], ["READ"])):
        assert re.findall(r"^ +([A-Z]+): bw=", text, re.M) == ways
    assert [
        line.split(":")[0] for line in lines_of(ran, "") if "(groupid=" in line
    ] == ["a", "b", "c", "e"]
    assert "io=4096B (4096B)" in group[6]


def test_the_version_is_the_reference_s_under_its_name(run, tmp_path):
    link = tmp_path / "fio"
    link.symlink_to(os.environ["RUNNER"])
    ran = run("--name=a", "--ioengine=null", "--size=4k", program=str(link))
    assert re.fullmatch(r"fio-3\.42-runner-\d+\.\d+\.\d+", ran.out.splitlines()[1])


def test_the_live_line_goes_to_standard_output_only_when_asked(run, job, tmp_path):
    text = "[a]\nioengine=null\nrw=rw\nsize=1g\nrate_iops=100\ntime_based\n"
    pace = "--eta-interval=250ms"
    assert "Jobs: 1" not in run(pace, job(text + "runtime=600ms\n")).out
    path = tmp_path / "shown"
    with open(path, "wb") as shown:
        process = subprocess.Popen(
            [RUNNER, pace, "--eta=always", job(text + "runtime=1h\n")],
            cwd=tmp_path, stdout=shown,
        )
    until(lambda: path.read_bytes().count(b"Jobs: 1 (f=1)") >= 2)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    # The line ends in a carriage return.
    status = [l for l in re.split("[\r\n]", path.read_text()) if "Jobs: 1 (f=1)" in l]
    assert len(status) >= 2 and all(
        re.match(r"Jobs: 1 \(f=1\), 0-200 IOPS(: \[M\(1\)\].*)? *$", line)
        for line in status
    )
