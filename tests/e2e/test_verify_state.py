"""How far a job had come is kept for another run (verify_state_save and _load),
where --aux-path says, and when a trigger fires; and trims between writing and
verifying."""

import re

import pytest

from conftest import until

STATE = "local-j-0-verify.state"


def job(**more):
    options = {
        "name": "j", "ioengine": "psync", "filename": "f", "bs": "4k",
        "size": "256k", "rw": "randwrite", "verify": "crc32c", **more,
    }
    return [f"--{name}={value}" for name, value in options.items()]


def lines(path):
    """The words of a state; `open` is a list."""
    found = {"open": []}
    for line in path.read_text().splitlines():
        word, value = line.split(" ", 1)
        if word == "open":
            found["open"].append(int(value))
        else:
            found[word] = value
    return found


def ios(ran):
    j = ran.job()
    return tuple(j[d]["total_ios"] for d in ("read", "write", "trim"))


def test_a_job_that_writes_saves_its_state(run, tmp_path):
    assert run(*job()).status == 0
    state = lines(tmp_path / STATE)
    assert state["runner-verify-state"] == "1"
    assert (state["job"], state["verify"]) == ("j", "crc32c")
    assert (state["begun"], state["running"]) == ("64", "0")
    assert state["open"] == []
    assert [p.name for p in tmp_path.iterdir() if "state" in p.name] == [STATE]


@pytest.mark.parametrize(
    "more",
    [{"verify_state_save": 0}, {"verify": "0"}, {"rw": "randread"},
     {"verify_only": 1}, {"ioengine": "null"}],
)
def test_others_save_none(run, tmp_path, more):
    run(*job(verify_state_save=0))
    assert run(*job(**more)).status == 0
    assert not (tmp_path / STATE).exists()


def test_names_have_no_folders_and_each_job_its_own(run, tmp_path):
    args = job(name="a/b", numjobs=2, filename_format="f.$jobnum")
    args = [a for a in args if not a.startswith("--filename=")]
    assert run(*args).status == 0
    for number in (0, 1):
        path = tmp_path / f"local-a.b-{number}-verify.state"
        assert lines(path)["job"] == "a/b"


def test_aux_path_is_where_it_goes(run, tmp_path):
    (tmp_path / "aux").mkdir()
    assert run(*job(), "--aux-path=aux").status == 0
    assert not (tmp_path / STATE).exists()
    assert lines(tmp_path / "aux" / STATE)["begun"] == "64"
    assert run(*job(rw="randread", verify_state_load=1),
               "--aux-path=aux").status == 0
    ran = run(*job(), "--aux-path=nowhere")
    assert (ran.status, ran.err) == (
        2, "command line: --aux-path: error: nowhere is not a folder\n"
    )


def test_aux_path_is_where_dumps_go(run, tmp_path):
    (tmp_path / "aux").mkdir()
    run(*job())
    data = bytearray((tmp_path / "f").read_bytes())
    data[8192 + 100] ^= 1
    (tmp_path / "f").write_bytes(data)
    ran = run(*job(verify_only=1, verify_dump=1), "--aux-path=aux")
    assert ran.status == 1
    found = sorted(p.name for p in (tmp_path / "aux").iterdir())
    assert found == ["f.8192.expected", "f.8192.received"]


def test_a_trigger_saves_before_its_command(start, tmp_path):
    """What is saved then is of a job that goes on."""
    process = start(*job(rate_iops=2), "--trigger-file=now",
                    f"--trigger=cp {STATE} at-trigger")
    written = tmp_path / "f"
    until(lambda: written.exists() and any(written.read_bytes()))
    (tmp_path / "now").touch()
    process.communicate(timeout=60)
    assert process.returncode == 0
    before, after = lines(tmp_path / "at-trigger"), lines(tmp_path / STATE)
    assert (before["running"], after["running"]) == ("1", "0")
    assert 0 < int(before["begun"]) <= int(after["begun"]) < 64


def interrupt(run):
    """A job that ends early; how many writes it did."""
    ran = run(*job(number_ios=20, do_verify=0))
    assert ran.status == 0
    return 20


@pytest.mark.parametrize("more", [{"rw": "randread"}, {"verify_only": 1}])
def test_only_what_was_written_is_verified(run, tmp_path, more):
    (tmp_path / "f").write_bytes(bytes(256 << 10))
    count = interrupt(run)
    ran = run(*job(**more), "--output-format=json")
    assert ran.status == 1, "without the state, all is"
    ran = run(*job(verify_state_load=1, **more), "--output-format=json")
    assert ran.status == 0
    assert ios(ran) == (count, 0, 0)
    assert (tmp_path / STATE).exists()


def test_damage_is_found_with_a_state_too(run, tmp_path):
    (tmp_path / "f").write_bytes(bytes(256 << 10))
    interrupt(run)
    data = bytearray((tmp_path / "f").read_bytes())
    block = next(i for i in range(64) if data[i * 4096])
    data[block * 4096 + 1000] ^= 1
    (tmp_path / "f").write_bytes(data)
    for more in ({"rw": "randread"}, {"verify_only": 1}):
        ran = run(*job(verify_state_load=1, **more))
        assert ran.status == 1
        assert f"offset {block * 4096}," in ran.err


def edit(path, change):
    """A state of the same job with other words, and the right sum."""
    old = path.read_text().splitlines(keepends=True)[:-1]
    text = change("".join(old))
    crc = 0xFFFFFFFF
    for byte in text.encode():
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    path.write_text(f"{text}sum {crc ^ 0xFFFFFFFF:08x}\n")


def test_what_was_on_its_way_is_not_verified(run, tmp_path):
    run(*job())
    path = tmp_path / STATE
    path.write_text(path.read_text())
    edit(path, lambda text: text + "open 3\nopen 60\n")
    for more in ({"rw": "randread"}, {"verify_only": 1}):
        ran = run(*job(verify_state_load=1, **more), "--output-format=json")
        assert ran.status == 0
        member = ran.json["runner"]["jobs"][0]["members"][0]
        assert member["verify"]["ios"] == 62


def test_the_seed_is_that_of_the_state(run, tmp_path):
    run(*job(randrepeat=0, norandommap=1, number_ios=30))
    ran = run(*job(randrepeat=0, norandommap=1, verify_only=1,
                   verify_state_load=1))
    assert ran.status == 0


@pytest.mark.parametrize(
    "content, why",
    [
        (None, "is not there"),
        ("", "is no verify state of this program"),
        ("[global]\n", "is no verify state of this program"),
        ("\3\0\0\0\0\0\0\0", "is no verify state of this program"),
        ("runner-verify-state 7\n",
         "is of version 7, and this program reads version 1"),
        ("runner-verify-state 1\njob j\n", "is damaged, or was cut short"),
    ],
)
def test_a_file_that_is_no_state_is_refused(run, tmp_path, content, why):
    if content is not None:
        (tmp_path / STATE).write_text(content)
    ran = run(*job(rw="randread", verify_state_load=1))
    assert ran.status == 2
    assert ran.err == (
        "command line: --verify_state_load=1: error: verify_state_load: "
        f"{STATE} {why}\n"
    )
    assert not (tmp_path / "f").exists()


def test_a_state_of_another_job_is_refused(run, tmp_path):
    run(*job())
    ran = run(*job(rw="randread", verify="crc64", verify_state_load=1))
    assert "is of a job with verify=crc32c, and this one has verify=crc64" in ran.err
    ran = run(*job(rw="randread", size="128k", verify_state_load=1))
    assert "is of a job of 262144 bytes, and this one has 131072" in ran.err
    assert ran.status == 2


def test_a_file_that_is_no_state_is_not_replaced(run, tmp_path):
    (tmp_path / STATE).write_text("mine")
    ran = run(*job())
    assert ran.status == 0 and "and is not replaced" in ran.out
    ran = run(*job(verify_state_save=1))
    assert ran.status == 2 and "would be replaced" in ran.err
    assert (tmp_path / STATE).read_text() == "mine"


@pytest.mark.parametrize(
    "more, why",
    [
        ({}, "verify_state_load: a job with rw=randwrite would write over"),
        ({"verify": "0", "rw": "randread"}, "verify_state_load: needs verify"),
    ],
)
def test_a_state_is_for_jobs_that_verify(run, more, why):
    ran = run(*job(verify_state_load=1, **more))
    assert ran.status == 2 and why in ran.err


@pytest.mark.parametrize("engine", ["psync", "libaio", "posixaio", "mmap"])
@pytest.mark.parametrize("zero", [0, 1])
def test_a_share_of_what_was_written_is_trimmed(run, tmp_path, engine, zero):
    ran = run(*job(ioengine=engine, trim_percentage=50, trim_verify_zero=zero),
              "--output-format=json")
    assert ran.status == 0
    read, written, trimmed = ios(ran)
    assert written == 64
    assert 16 < trimmed < 48
    assert read == (64 if zero else 64 - trimmed)
    data = (tmp_path / "f").read_bytes()
    holes = sum(not any(data[i : i + 4096]) for i in range(0, len(data), 4096))
    assert holes == trimmed


@pytest.mark.parametrize(
    "more, least, most",
    [({"trim_backlog": 8}, 64, 64),
     ({"trim_backlog": 16, "trim_backlog_batch": 3}, 12, 12),
     ({"trim_backlog": 100}, 0, 0),
     ({"trim_backlog": 7, "loops": 2, "verify_backlog": 5}, 30, 128)],
)
def test_a_backlog_of_trims(run, more, least, most):
    ran = run(*job(trim_percentage=100, **more), "--output-format=json")
    assert ran.status == 0
    assert least <= ios(ran)[2] <= most


@pytest.mark.parametrize(
    "more, why",
    [
        ({"verify": "0"}, "has no verify"),
        ({"rw": "randread"}, "writes nothing"),
        ({"verify_only": 1}, "which blocks another run has trimmed"),
        ({"experimental_verify": 1}, "needs the record"),
    ],
)
def test_trims_are_of_what_is_recorded(run, more, why):
    ran = run(*job(trim_percentage=10, **more))
    assert ran.status == 2
    assert re.search(rf"trim_percentage: .*{why}", ran.err)
