"""split=1: one file, divided among the copies of a job."""


def test_copies_write_each_byte_once(run, job, tmp_path):
    """Each writes its own part: 7 blocks among 3, and a tail."""
    ran = run(
        "--output-format=json",
        job(
            "[a]\nioengine=psync\nfilename=f\nrw=write\nbs=4k\nsize=30000\n"
            "numjobs=3\nsplit=1\n"
        ),
    )
    assert ran.status == 0
    jobs = ran.json["jobs"]
    assert [j["write"]["io_bytes"] for j in jobs] == [8192, 8192, 12288]
    data = (tmp_path / "f").read_bytes()
    assert len(data) == 30000
    assert all(any(data[i : i + 4096]) for i in range(0, 28672, 4096))


def test_what_check_shows_is_what_is_done(run, job, result):
    text = (
        "[a]\nioengine=psync\nfilename=f\nrw=randread\nbs=4k\nsize=1m\n"
        "numjobs=3\nsplit=1\n"
    )
    shown = [
        line.split("uses ")[1]
        for line in run("--check", job(text)).out.splitlines()
        if "part" in line and "uses" in line
    ]
    assert shown == [
        "0 to 348160 (348160 bytes), part 1 of 3 of 0 to 1048576",
        "348160 to 696320 (348160 bytes), part 2 of 3 of 0 to 1048576",
        "696320 to 1048576 (352256 bytes), part 3 of 3 of 0 to 1048576",
    ]
    jobs = result(text)["jobs"]
    assert [j["read"]["io_bytes"] for j in jobs] == [348160, 348160, 352256]


def test_copies_of_their_own_files_have_nothing_to_split(run, job):
    ran = run(job("[a]\nrw=read\nsize=1m\nnumjobs=2\nsplit=1\n"))
    assert ran.status == 2
    assert ran.err.startswith("t.fio:5: error: split: ")
    assert "t.fio:5: hint: filename" in ran.err


def test_sequential_copies_of_one_file_are_noted(result):
    doc = result("[a]\nrw=read\nfilename=f\nsize=64k\nnumjobs=4\n")
    notes = [d["message"] for d in doc["runner"]["diagnostics"]]
    assert notes == [
        "numjobs: all 4 copies do the same bytes of f in the same order; "
        "split=1 divides them"
    ]
