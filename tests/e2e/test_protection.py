"""Devices that are in use are not written to; misaligned I/O is refused.

On loop devices, so only for root and where there are some.
"""

import os
import shutil
import struct
import subprocess
import time

import pytest

TOOLS = (
    "losetup",
    "mkfs.ext4",
    "mkswap",
    "swapon",
    "swapoff",
    "mount",
    "umount",
    "partx",
)

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not all(map(shutil.which, TOOLS)),
    reason="loop devices take root and their tools",
)
WRITERS = ["write", "randwrite", "randrw", "trim", "randtrim", "trimwrite"]


def call(*args):
    return subprocess.run([*map(str, args)], capture_output=True, text=True)


def attach(image, *args):
    done = call("losetup", "--find", "--show", *args, image)
    if done.returncode:
        pytest.skip(f"no loop device: {done.stderr}")
    return done.stdout.strip()


def detach(device):
    # Scanners of partitions may hold it for a moment.
    for _ in range(100):
        if call("losetup", "-d", device).returncode == 0:
            return
        time.sleep(0.05)
    raise AssertionError(f"{device} is still attached")


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "image"
    path.write_bytes(b"\x55" * (8 << 20))
    return path


def partition(image, *parts):
    """Writes a partition table: first sectors and numbers of them."""
    table = b"".join(
        struct.pack("<B3sB3sII", 0, b"", 0x83, b"", first, count)
        for first, count in parts
    )
    with open(image, "r+b") as disk:
        disk.write(bytes(446) + table.ljust(64, b"\0") + b"\x55\xaa")


@pytest.fixture
def device(image):
    name = attach(image)
    try:
        yield name
    finally:
        detach(name)


@pytest.fixture
def mounted(device, tmp_path):
    """A loop device with a file system that is mounted."""
    folder = tmp_path / "mnt"
    folder.mkdir()
    assert call("mkfs.ext4", "-q", "-F", device).returncode == 0
    if call("mount", device, folder).returncode:
        pytest.skip("mounting is not allowed")
    try:
        yield device
    finally:
        assert call("umount", folder).returncode == 0


def refused(ran, line, device, why):
    assert ran.status == 2
    assert f"t.fio:{line}: error: " in ran.err
    assert device in ran.err and why in ran.err
    assert "allow_mounted_write=1" in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("rw", WRITERS)
def test_a_mounted_device_is_not_written_to(run, job, mounted, rw):
    text = f"[a]\nfilename={mounted}\nsize=64k\nrw={rw}\n"
    refused(run(job(text)), 2, mounted, "mounted")
    refused(run("--check", job(text)), 2, mounted, "mounted")


def test_a_mounted_device_is_read(result, mounted):
    doc = result(f"[a]\nfilename={mounted}\nsize=64k\nrw=randread\n")
    assert doc["jobs"][0]["read"]["io_bytes"] == 65536


def test_a_mounted_device_is_written_to_on_request(result, mounted):
    # Far from what the file system has put there.
    doc = result(
        f"[a]\nfilename={mounted}\nsize=64k\noffset=7m\nrw=write\n"
        "allow_mounted_write=1\n"
    )
    assert doc["jobs"][0]["write"]["io_bytes"] == 65536


def test_nothing_runs_when_one_of_many_is_refused(run, job, mounted, tmp_path):
    ran = run(job(f"[good]\nsize=64k\nrw=write\n[bad]\nfilename={mounted}\nrw=write\n"))
    refused(ran, 5, mounted, "mounted")
    assert not (tmp_path / "good.0.0").exists()


def test_another_name_of_a_mounted_device_is_the_same(run, job, mounted, tmp_path):
    (tmp_path / "link").symlink_to(mounted)
    ran = run(job("[a]\nfilename=link\nsize=64k\nrw=write\n"))
    assert ran.status == 2 and "mounted" in ran.err
    node = tmp_path / "node"
    os.mknod(node, 0o60600, os.stat(mounted).st_rdev)
    ran = run(job("[a]\nfilename=node\nsize=64k\nrw=write\n"))
    assert ran.status == 2 and "mounted" in ran.err


def test_swap_is_not_written_to(run, job, device):
    assert call("mkswap", device).returncode == 0
    if call("swapon", device).returncode:
        pytest.skip("swapping is not allowed")
    try:
        text = f"[a]\nfilename={device}\nsize=64k\nrw={{}}\n"
        for rw in ("write", "randtrim"):
            refused(run(job(text.format(rw))), 2, device, "swap")
        assert run(job(text.format("read"))).status == 0
    finally:
        assert call("swapoff", device).returncode == 0


def test_a_disk_with_a_mounted_partition_is_not_written_to(run, job, image, tmp_path):
    partition(image, (2048, 4096), (8192, 4096))
    folder = tmp_path / "mnt"
    folder.mkdir()
    disk = attach(image)
    try:
        first, second = f"{disk}p1", f"{disk}p2"
        if call("partx", "--add", disk).returncode or not os.path.exists(second):
            pytest.skip("loop devices have no partitions here")
        assert call("mkfs.ext4", "-q", "-F", first).returncode == 0
        assert call("mount", first, folder).returncode == 0
        try:
            text = "[a]\nfilename={}\nsize=64k\nrw=write\n"
            refused(run(job(text.format(disk))), 2, disk, "mounted")
            refused(run(job(text.format(first))), 2, first, "mounted")
            assert run(job(text.format(second))).status == 0
        finally:
            assert call("umount", folder).returncode == 0
    finally:
        call("partx", "--delete", disk)
        detach(disk)


@pytest.mark.parametrize("engine", ["psync", "libaio"])
def test_a_free_device_is_written_to(run, job, device, engine):
    ran = run(
        "--output-format=json",
        job(
            f"[a]\nfilename={device}\nrw=randwrite\nbs=4k\nzero_buffers\ndirect=1\n"
            f"ioengine={engine}\niodepth=8\n"
        ),
    )
    assert ran.status == 0, ran.err
    # Without a size it is all of the device.
    assert ran.job()["write"]["io_bytes"] == 8 << 20
    with open(device, "rb") as written:
        assert written.read() == bytes(8 << 20)


def test_a_device_is_neither_extended_nor_unlinked(run, job, device):
    ran = run("--output-format=json", job(f"[a]\nfilename={device}\nsize=64m\n"))
    assert ran.status == 0
    assert ran.job()["read"]["io_bytes"] == 8 << 20
    notes = [d["message"] for d in ran.json["runner"]["diagnostics"]]
    assert any(device in note and "8388608" in note for note in notes)
    assert run(job(f"[a]\nfilename={device}\nsize=64k\nunlink=1\n")).status in (0, 2)
    assert os.path.exists(device)


def test_trims_reach_the_device(run, job, device, image):
    ran = run(
        "--output-format=json",
        job(f"[a]\nfilename={device}\nrw=randtrim\nbs=64k\nsize=1m\noffset=1m\n"),
    )
    assert ran.status == 0, ran.err
    assert ran.job()["trim"]["total_ios"] == 16
    data = image.read_bytes()
    assert data[: 1 << 20] == b"\x55" * (1 << 20)
    assert data[1 << 20 : 2 << 20] == bytes(1 << 20)


@pytest.mark.parametrize("sector", [512, 4096])
def test_misaligned_direct_io_is_refused_with_the_block_size(run, job, image, sector):
    name = attach(image, "--sector-size", str(sector))
    try:
        head = f"[a]\nfilename={name}\ndirect=1\nsize=64k\n"
        for options, word in (
            (f"bs={sector + sector // 2}", "bs"),
            (f"bs={sector // 2}", "bs"),
            (f"bs={sector}\noffset={sector // 2}", "offset"),
        ):
            ran = run(job(head + options + "\n"))
            assert ran.status == 2, (options, ran.out)
            line = 6 if word == "offset" else 5
            assert f"t.fio:{line}: error: {word}: " in ran.err
            assert str(sector) in ran.err and name in ran.err
        ran = run(job(head + f"bs={sector}\noffset={sector}\nrw=randwrite\n"))
        assert ran.status == 0, ran.err
        assert run(job(f"[a]\nfilename={name}\nsize=64k\nbs=768\n")).status == 0
    finally:
        detach(name)


def test_the_load_of_the_device_is_reported(result, device):
    doc = result(f"[a]\nfilename={device}\nsize=1m\nrw=write\ndirect=1\nbs=64k\n")
    disks = {d["name"]: d for d in doc["disk_util"]}
    name = os.path.basename(device)
    assert disks[name]["write_sectors"] == 2048
    assert 1 <= disks[name]["write_ios"] <= 16
    target = doc["runner"]["targets"][0]
    assert target["device"]["name"] == name
    assert target["device"]["size_bytes"] == 8 << 20
