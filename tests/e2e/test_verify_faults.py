"""Damage that verify= is there to find: injected between a run that writes and
one that checks, all of it is reported at its place; and runs without damage
raise no alarm, whatever their options.

RUNNER_VERIFY_ROUNDS=N does so much more: 4 are 1,216 faults and 200 clean runs.
"""

import os
import random
import re

import pytest

import conftest

ROUNDS = int(os.environ.get("RUNNER_VERIFY_ROUNDS", "1"))
CLEAN_RUNS = 12 if ROUNDS == 1 else 50 * ROUNDS

BS = 4096
BLOCKS = 64
HEADER = 48  # bytes, before the checksum: docs/verify.md

CHECKSUMS = (
    "md5 crc7 crc16 crc32 crc32c crc32c-intel crc64 xxhash sha1 sha256 sha512 "
    "sha3-224 sha3-256 sha3-384 sha3-512"
).split()
ALL_SCHEMES = [*CHECKSUMS, "meta", "pattern", "pattern_hdr", "null"]
SCHEMES = [s for s in ALL_SCHEMES if not conftest.lacks_scheme(s)]

REPORT = re.compile(r" at file (\S+) offset (\d+), length (\d+)")


def job(scheme, **more):
    options = {
        "name": "j", "ioengine": "psync", "filename": "f", "bs": BS,
        "size": BS * BLOCKS, "rw": "randwrite", "verify": scheme, **more,
    }
    if scheme.startswith("pattern"):
        options["verify_pattern"] = "0xdeadbeef"
    return [f"--{name}={value}" for name, value in options.items()]


def write(run, scheme, **more):
    """What the file is after a run that is whole."""
    assert run(*job(scheme, do_verify=0, **more)).status == 0
    return bytearray((run.folder / "f").read_bytes())


def reported(ran):
    assert all(name == "f" for name, _, _ in REPORT.findall(ran.err))
    return sorted({int(offset) for _, offset, _ in REPORT.findall(ran.err)})


def place(data, block, content):
    data[block * BS : (block + 1) * BS] = content


def part(data, block):
    return bytes(data[block * BS : (block + 1) * BS])


def flip(rng, data, block, scheme):
    """A bit anywhere in the block: seen unless nothing looks at it."""
    at = rng.randrange(BS * 8)
    data[block * BS + at // 8] ^= 1 << at % 8
    return scheme != "null" and (scheme != "meta" or at // 8 < HEADER)


def lose(data, block, before, scheme):
    """A write that never came: what was there before is there still."""
    place(data, block, part(before, block))
    return scheme != "null"


def misdirect(data, block, source, scheme):
    """Another block's write came here."""
    place(data, block, part(data, source))
    return scheme not in ("null", "pattern")


def inject(rng, data, scheme, images):
    """Some of each kind in blocks of their own; where they are to be seen."""
    count = 4
    victims = rng.sample(range(BLOCKS), 4 * count + 1)
    clean = victims.pop()
    seen = []
    for i, block in enumerate(victims):
        if i % 4 == 0:
            visible = flip(rng, data, block, scheme)
        elif i % 4 == 1:
            visible = lose(data, block, images["nothing"], scheme)
        elif i % 4 == 2:
            visible = misdirect(data, block, clean, scheme)
        else:
            visible = lose(data, block, images["stale"], scheme)
            visible = visible and scheme != "pattern"
        if visible:
            seen.append(block * BS)
    return sorted(seen)


@pytest.fixture
def run_here(run, tmp_path):
    run.folder = tmp_path
    return run


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_fault_is_reported_at_its_place(run_here, scheme):
    """The stale blocks are of the first of two passes over the same file."""
    run, path = run_here, run_here.folder / "f"
    images = {"nothing": bytearray(BS * BLOCKS)}
    path.write_bytes(images["nothing"])
    images["stale"] = write(run, scheme)
    whole = write(run, scheme, loops=2)
    for turn in range(ROUNDS):
        rng = random.Random(f"{scheme} {turn}")
        data = bytearray(whole)
        expected = inject(rng, data, scheme, images)
        path.write_bytes(data)
        ran = run(*job(scheme, loops=2, verify_only=1,
                       continue_on_error="verify"))
        assert reported(ran) == expected
        assert ran.status == (1 if expected else 0)
        assert path.read_bytes() == data, "checking changes nothing"


@pytest.mark.parametrize("scheme", ["crc32c", "crc64", "meta", "pattern_hdr"])
def test_a_job_that_reads_sees_all_but_what_is_stale(run_here, scheme):
    run, path = run_here, run_here.folder / "f"
    images = {"nothing": bytearray(BS * BLOCKS)}
    path.write_bytes(images["nothing"])
    images["stale"] = write(run, scheme)
    data = write(run, scheme, loops=2)
    rng = random.Random(scheme)
    expected = inject(rng, data, scheme, images)
    path.write_bytes(data)
    stale = {
        block * BS
        for block in range(BLOCKS)
        if part(data, block) == part(images["stale"], block)
    }
    ran = run(*job(scheme, rw="read", continue_on_error="verify"))
    assert reported(ran) == [at for at in expected if at not in stale]
    assert ran.status == 1


def test_the_first_fault_ends_the_job(run_here):
    run, path = run_here, run_here.folder / "f"
    data = write(run, "crc32c")
    for block in (9, 20, 21):
        data[block * BS + 1000] ^= 1
    path.write_bytes(data)
    ran = run(*job("crc32c", rw="read"))
    assert reported(ran) == [9 * BS]
    assert ran.status == 1


def engines():
    names = ["psync", "sync", "pvsync2", "libaio", "posixaio", "mmap"]
    return names if conftest.no_uring() else [*names, "io_uring"]


def draw_options(rng):
    """Options of a job that writes and verifies, in any combination."""
    options = {
        "ioengine": rng.choice(engines()),
        "verify": rng.choice(SCHEMES),
        "rw": rng.choice(
            "write randwrite randwrite rw randrw trimwrite randtrimwrite".split()),
        "size": rng.choice(["256k", "1m"]),
        "loops": rng.choice([1, 1, 2, 3]),
        "nrfiles": rng.choice([1, 1, 3]),
        "iodepth": rng.choice([1, 4, 16]),
        "randseed": rng.randrange(1 << 32),
        "verifysort": rng.randrange(2),
        **rng.choice([
            {"bs": "4k"}, {"bs": "1k"}, {"bsrange": "1k-16k"},
            {"bssplit": "2k/40:4k/30:8k/30"}, {"bs": "3k,5k"},
        ]),
        **rng.choice([
            {}, {"norandommap": 1}, {"random_distribution": "zipf:1.1"},
            {"percentage_random": 50}, {"rw_sequencer": "identical"},
        ]),
        **rng.choice([
            {}, {"verify_backlog": 7},
            {"verify_backlog": 16, "verify_backlog_batch": 5},
            {"experimental_verify": 1},
        ]),
        **rng.choice([{}, {}, {"io_submit_mode": "offload"}]),
        **rng.choice([{}, {"verify_async": 2}]),
        **rng.choice([{}, {"verify_interval": 1024}]),
        **rng.choice([
            {}, {}, {"ramp_time": "20ms"}, {"number_ios": 90},
            {"io_size": "1536k"}, {"offset": "64k"}, {"fsync": 8},
            {"time_based": 1, "runtime": "100ms"},
            {"zonemode": "strided", "zonesize": "32k", "zoneskip": "32k"},
        ]),
    }
    if options["verify"].startswith("pattern"):
        options["verify_pattern"] = rng.choice(["0x5a", '"abc"%o', "%o"])
    if "ramp_time" in options:
        options.pop("experimental_verify", None)
    if "rw_sequencer" in options:
        options["rw"] = "rw:4"
    return options


def test_what_a_ramp_wrote_is_known_where_it_is_all(run_here):
    ramp = job("crc64", ramp_time="20ms")
    assert run_here(*ramp).status == 0
    assert run_here(*ramp, "--verify_only=1").status == 0
    ran = run_here(*ramp, "--rw=randrw", "--verify_only=1")
    assert ran.status == 2 and "in its ramp_time can't be known" in ran.err


@pytest.mark.parametrize("seed", range(CLEAN_RUNS))
def test_no_false_alarm(run_here, seed):
    options = draw_options(random.Random(seed))
    args = [f"--{name}={value}" for name, value in options.items()]
    ran = run_here("--name=j", "--filename_format=f.$filenum", *args)
    assert ran.status == 0, f"{' '.join(args)}\n{ran.err}"
    if "time_based" in options or "ramp_time" in options:
        return  # how much it has written isn't known
    ran = run_here("--name=j", "--filename_format=f.$filenum", *args,
                   "--verify_only=1")
    assert ran.status == 0, f"{' '.join(args)} --verify_only=1\n{ran.err}"
