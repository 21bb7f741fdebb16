"""The job files that come with the program, each run small."""

import pytest

from conftest import ROOT

JOBS = sorted((ROOT / "jobs").glob("*.fio"))
SMALL = ["--set", "size=4m", "--set", "filename=f", "--set", "runtime=20"]


@pytest.mark.parametrize("path", JOBS, ids=lambda path: path.stem)
def test_a_sample_job_runs(run, path, tmp_path):
    ran = run("--output-format=json", *SMALL, path)
    assert ran.status == 0, ran.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["f"]
    assert (tmp_path / "f").stat().st_size == 4 << 20
    passes = 2 if "verify=" in path.read_text() else 1
    for unit in ran.json["jobs"]:
        moved = unit["read"]["io_bytes"] + unit["write"]["io_bytes"]
        assert moved == passes * (4 << 20)
        assert unit["error"] == 0
        for way in ("read", "write"):
            latencies = unit[way]["clat_ns"]["N"]
            reduced = "gtod_reduce" in path.read_text()
            assert latencies == (0 if reduced else unit[way]["total_ios"])


@pytest.mark.parametrize("path", JOBS, ids=lambda path: path.stem)
def test_a_sample_job_says_what_it_measures(path):
    assert path.read_text().startswith("; ")


@pytest.mark.parametrize(
    "name, reads, writes, depth",
    [
        ("article-read", 1024, 0, 256),
        ("article-write", 0, 1024, 256),
        ("article-randread", 1024, 0, 64),
        ("article-randwrite", 0, 1024, 64),
        ("article-mixed", 512, 512, 64),
        ("read", 1024, 0, 64),
        ("write", 0, 1024, 64),
    ],
)
def test_a_sample_job_does_what_its_name_says(run, name, reads, writes, depth):
    ran = run("--output-format=json", *SMALL, ROOT / "jobs" / f"{name}.fio")
    unit = ran.job()
    assert abs(unit["read"]["total_ios"] - reads) <= 0.1 * reads
    assert abs(unit["write"]["total_ios"] - writes) <= 0.1 * writes
    assert unit["latency_depth"] == depth


def test_the_randrw_sample_has_both_mixes(run):
    ran = run("--output-format=json", *SMALL, ROOT / "jobs" / "article-randrw.fio")
    shares = [unit["read"]["total_ios"] / 1024 for unit in ran.json["jobs"]]
    assert [round(share, 1) for share in shares] in ([0.5, 0.7], [0.5, 0.8])
    assert [unit["groupid"] for unit in ran.json["jobs"]] == [0, 1]


def test_overrides_hold_for_every_job(run):
    ran = run("--output-format=json", *SMALL, ROOT / "jobs" / "read.fio")
    options = ran.json["runner"]["jobs"][0]["effective_options"]
    assert (options["size"], options["filename"]) == ("4MiB", "f")
