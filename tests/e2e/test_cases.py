"""Inputs from public bug reports of I/O benchmark tools, and what is right."""

import json
import os
import signal

import pytest

from conftest import check_document, last_is_due_at, until


def files(folder):
    return sorted(p.name for p in folder.iterdir() if p.name != "t.fio")


# P01, axboe/fio#1622
@pytest.mark.parametrize("value", ["foo", "0", "-1", "99999999999"])
def test_a_bad_repeat_count_is_refused(run, job, value):
    ran = run(job(f"[probe]\nioengine=null\nsize=64k\nbs=4k\nrw=randrw:{value}\n"))
    assert ran.status == 2
    assert ran.err.startswith("t.fio:5: error: rw: ")
    assert value in ran.err


# P03, axboe/fio#2151
def test_names_add_up_and_all_are_used(result):
    doc = result(
        "[global]\nfilename=a:b:c\nsize=64k\nioengine=null\nrw=read\n"
        "[probe]\nnrfiles=1\nfilename=x\n"
    )
    assert doc["jobs"][0]["read"]["io_bytes"] == 65536
    warnings = [d for d in doc["runner"]["diagnostics"] if d["severity"] == "warning"]
    assert any("a:b:c:x" in d["message"] for d in warnings)


# P05, axboe/fio#2149
def test_a_missing_include_stops_everything(run, job):
    ran = run(job("[probe]\nioengine=null\nsize=64k\nrw=read\n\ninclude no-such.fio\n"))
    assert ran.status == 2
    assert "t.fio:6: error: " in ran.err
    assert "no-such.fio" in ran.err and "No such file or directory" in ran.err
    assert ran.out == ""


def test_an_include_of_itself_is_no_recursion(run, job):
    ran = run(job("[probe]\nioengine=null\nsize=64k\ninclude t.fio\n"))
    assert ran.status == 2
    assert "t.fio:4: error: " in ran.err


def test_includes_have_a_depth(run, job):
    for n in range(50):
        job(
            f"include {n + 1}.fio\n" if n else "[a]\nsize=64k\ninclude 1.fio\n",
            f"{n}.fio",
        )
    job("bs=4k\n", "50.fio")
    ran = run("0.fio")
    assert ran.status == 2
    assert ": error: " in ran.err


# P08, axboe/fio#1494
@pytest.mark.parametrize(
    "word, value",
    [
        ("true", "1"),
        ("false", "0"),
        ("yes", "1"),
        ("no", "0"),
        ("on", "1"),
        ("off", "0"),
        ("1", "1"),
        ("0", "0"),
    ],
)
def test_flags_are_written_in_many_ways(result, word, value):
    doc = result(
        f"[probe]\nioengine=null\nsize=64k\nrw=write\nallow_mounted_write={word}\n"
    )
    options = doc["runner"]["jobs"][0]["effective_options"]
    assert options["allow_mounted_write"] == value


# P12, phoronix-test-suite/openbenchmarking#58
def test_a_value_of_the_wrong_kind_is_named(run, job):
    ran = run(
        job("[global]\nioengine=null\nsize=64k\nrw=read\nnumjobs=/data\n[probe]\n")
    )
    assert ran.status == 2
    assert ran.err.startswith("t.fio:5: error: numjobs: '/data' ")


# S01, axboe/fio#1618
def test_ki_is_1024_whatever_k_is(run, job, result):
    text = "[probe]\nioengine=null\nkb_base=1000\nsize=1Mi\nbs=4ki\nrw=randread\n"
    read = result(text)["jobs"][0]["read"]
    assert (read["io_bytes"], read["total_ios"]) == (1048576, 256)
    checked = run("--check", job(text)).out
    assert "4096" in checked and "1048576" in checked


# S02, axboe/fio#841
def test_a_decimal_that_comes_out_whole_is_a_size(result):
    doc = result("[probe]\nioengine=null\nrw=read\nbs=64k\nsize=1.5m\n")
    assert doc["jobs"][0]["read"]["io_bytes"] == 1572864


# T01, axboe/fio#2041
def test_a_ramp_longer_than_the_runtime_comes_before_it(result):
    doc = result(
        "[probe]\nfilename=ramp\nioengine=psync\nrw=write\nbs=4k\nsize=8m\n"
        "time_based\nruntime=300ms\nramp_time=900ms\nthinktime=2ms\n"
    )
    job = doc["jobs"][0]
    member = doc["runner"]["jobs"][0]["members"][0]
    took = member["ended_ms"] - member["started_ms"]
    assert 299 <= job["write"]["runtime"] <= took - 900 + 2
    assert job["read"]["total_ios"] == 0
    # With pauses: what was done in the ramp is not in here.
    assert 1 <= job["write"]["total_ios"] <= job["write"]["runtime"] / 2 + 1


# T05, axboe/fio#1582
def test_times_are_converted_once_for_all_clones(run, job):
    ran = run(
        "--check",
        job(
            "[probe]\nioengine=null\nrw=read\nbs=4k\nsize=1m\nnumjobs=2\n"
            "max_latency=50ms\n"
        ),
    )
    assert ran.status == 0
    assert ran.out.count("50000000 ns") == 2


# R03, axboe/fio#716
def test_rates_have_64_bits(result):
    doc = result(
        "[probe]\nioengine=null\nrw=read\nbs=1m\nsize=100g\nrate=5g\n"
        "number_ios=1281\n"
    )
    assert doc["runner"]["jobs"][0]["effective_options"]["rate"].startswith(
        "5368709120"
    )
    last_is_due_at(doc, 250)


# C01, axboe/fio#691
def test_percentile_100_is_the_maximum(result):
    lat = result(
        "[probe]\nioengine=null\nrw=randread\nsize=1m\nlat_percentiles=1\n"
        "percentile_list=50:99:100\n"
    )["jobs"][0]["read"]["lat_ns"]
    assert list(lat["percentile"]) == ["50.000000", "99.000000", "100.000000"]
    assert lat["percentile"]["100.000000"] == lat["max"]


# J01, axboe/fio#1685
def test_an_io_error_leaves_the_document_whole(run, job):
    ran = run(
        "--output-format=json",
        job(
            "[probe]\nioengine=psync\nrw=write\nbs=4k\nsize=64k\n"
            "filename=/dev/full\n"
        ),
    )
    assert ran.status == 1
    assert ran.job()["error"] == 28
    assert "No space left on device" in ran.err
    told = [d for d in ran.json["runner"]["diagnostics"] if d["severity"] == "error"]
    assert any("No space left on device" in d["message"] for d in told)


# J03, axboe/fio#1934
@pytest.mark.parametrize(
    "number, name, status",
    [(signal.SIGINT, "SIGINT", 130), (signal.SIGTERM, "SIGTERM", 143)],
)
def test_a_signal_ends_the_run_with_a_report(
    start, job, tmp_path, number, name, status
):
    path = job(
        "[probe]\nioengine=null\nrw=read\nbs=4k\nsize=1g\nrate=1m\n"
        "time_based\nruntime=1h\nwrite_iops_log=x\n"
    )
    process = start("--output-format=json", path)
    log = tmp_path / "x_iops.1.log"
    until(lambda: log.exists() and log.stat().st_size)
    process.send_signal(number)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == status
    document = check_document(out)
    assert document["runner"]["interrupted"] == name
    read = document["jobs"][0]["read"]
    assert 0 < read["total_ios"] == len(log.read_text().splitlines())
    assert read["runtime"] < 600000
    assert read["io_bytes"] <= 1048576 * read["runtime"] / 1000 + 8192


# J05, axboe/fio#1571
def test_no_key_stands_twice(run, job):
    ran = run(
        "--output-format=json",
        job(
            "[probe]\nioengine=null\nsize=64k\nrw=read\nfilename=aa\n"
            "filename=bb\nbs=8k\nbs=4k\n"
        ),
    )

    def no_twins(pairs):
        keys = [k for k, _ in pairs]
        assert len(keys) == len(set(keys)), keys
        return dict(pairs)

    document = json.loads(ran.out, object_pairs_hook=no_twins)
    options = document["jobs"][0]["job options"]
    assert options["filename"] == "aa:bb"
    assert options["bs"] == "4k"
    notes = [d["message"] for d in document["runner"]["diagnostics"]]
    assert any("bs: given again" in n for n in notes)


# J07, axboe/fio#511
def test_odd_names_are_valid_json(run, job):
    name = b'tab\there "q" \\ \xc3\xa9 \xff \x01end'
    ran = run(
        "--output-format=json",
        job(b"[" + name + b"]\nioengine=null\nsize=64k\nrw=read\n"),
    )
    assert ran.status == 0
    assert ran.job()["jobname"] == 'tab\there "q" \\ \u00e9 \ufffd \x01end'
    assert "\\t" in ran.out and "\\u0001" in ran.out


# M01, axboe/fio#1676
def test_random_writes_reach_every_file(result, tmp_path):
    doc = result(
        "[probe]\nioengine=libaio\ndirect=1\nbs=4k\niodepth=4\nopenfiles=1\n"
        "filesize=1m\nrw=randwrite\nnrfiles=2\nzero_buffers\noverwrite=1\n"
    )
    assert doc["jobs"][0]["write"]["total_ios"] == 512
    for name in ("probe.0.0", "probe.0.1"):
        assert (tmp_path / name).read_bytes() == bytes(1 << 20), name


# M03, axboe/fio#832
def test_a_read_job_changes_nothing_that_was_there(run, job, tmp_path):
    before = {}
    for n in range(10):
        path = tmp_path / f"file.0.{n}"
        path.write_bytes(os.urandom(1 << 17))
        os.utime(path, (1000000000, 1000000000))
        before[path.name] = (path.stat().st_size, path.stat().st_mtime)
    ran = run(
        job(
            "[probe]\nrw=read\nbs=64k\nsize=1m\nnrfiles=10\n"
            "filename_format=file.$jobnum.$filenum\nallow_file_create=0\n"
        )
    )
    assert ran.status == 0
    after = {
        p.name: (p.stat().st_size, p.stat().st_mtime)
        for p in tmp_path.iterdir()
        if p.name != "t.fio"
    }
    assert after == before


# N01, axboe/fio#1690
def test_many_workers_share_a_file_that_is_laid_out_once(run, job):
    ran = run(
        "--output-format=json",
        job(
            "[probe]\nioengine=libaio\ndirect=1\nnrfiles=1\nopenfiles=1\n"
            "create_serialize=0\nnumjobs=20\nthread\n"
            "filename_format=single_file\nbs=64k\nfilesize=1m\nrw=randread\n"
            "group_reporting\n"
        ),
    )
    assert ran.status == 0, ran.err
    assert ran.job()["read"]["io_bytes"] == 20 << 20
    assert files(ran.folder) == ["single_file"]


# N03, axboe/fio#318
def test_more_jobs_than_allowed_is_a_clean_error(run, job):
    ran = run(
        "--max-jobs=4",
        job("[probe]\nioengine=null\nrw=randrw\nsize=1m\nnumjobs=5\n"),
    )
    assert ran.status == 2
    assert "--max-jobs=4" in ran.err
    assert ran.out == ""


# S04 without its patterns (axboe/fio#377): which quarter each job writes.
def test_a_share_of_the_size_counts_from_the_offset(run, job, tmp_path):
    (tmp_path / "quarters").write_bytes(b"\x55" * 65536)
    ran = run(
        "--output-format=json",
        job(
            "[global]\nfilename=quarters\nioengine=psync\nrw=write\nbs=4k\n"
            "stonewall\nzero_buffers\n"
            "[q1]\nsize=25%\noffset=0\n[q2]\nsize=25%\noffset=16k\n"
            "[q3]\nsize=25%\noffset=32k\n"
        ),
    )
    assert ran.status == 0, ran.err
    assert [j["write"]["io_bytes"] for j in ran.json["jobs"]] == [16384] * 3
    assert (tmp_path / "quarters").read_bytes() == bytes(49152) + b"\x55" * 16384
