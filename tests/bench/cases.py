"""What tests/bench measures: job files, and how their names read in the table."""

ZERO = "filename=/dev/zero\nsize=1g\n"
BATCH_16 = (
    "iodepth_batch_submit=16\niodepth_batch_complete_min=1\n"
    "iodepth_batch_complete_max=64\n"
)

# I/O: name, engine that the program has to have, job. All are 4 KiB blocks for
# a given time; {dir} is a folder on a disk, {shm} one in memory.
IO = (
    ("null, sequential", "null", "ioengine=null\nrw=read\nsize=1g\n"),
    ("null, random", "null", "ioengine=null\nrw=randread\nsize=1g\n"),
    (
        "null, random, depth 64",
        "null",
        "ioengine=null\nrw=randread\niodepth=64\nsize=1g\n",
    ),
    (
        "null, 70 % reads",
        "null",
        "ioengine=null\nrw=randrw\nrwmixread=70\nsize=1g\n",
    ),
    (
        "null, zipf",
        "null",
        "ioengine=null\nrw=randread\nrandom_distribution=zipf:1.2\nsize=1g\n",
    ),
    (
        "null, refilled writes",
        "null",
        "ioengine=null\nrw=write\nrefill_buffers=1\nsize=1g\n",
    ),
    ("psync, /dev/zero", "psync", "ioengine=psync\nrw=randread\n" + ZERO),
    (
        "psync, writes in memory",
        "psync",
        "ioengine=psync\nrw=randwrite\nsize=64m\nfilename={shm}/bench.data\n",
    ),
    (
        "libaio, /dev/zero, depth 64",
        "libaio",
        "ioengine=libaio\nrw=randread\niodepth=64\n" + ZERO,
    ),
    (
        "the same in batches of 16",
        "libaio",
        "ioengine=libaio\nrw=randread\niodepth=64\n" + BATCH_16 + ZERO,
    ),
    (
        "io_uring, /dev/zero, depth 64",
        "io_uring",
        "ioengine=io_uring\nrw=randread\niodepth=64\n" + ZERO,
    ),
    (
        "libaio, disk, direct, depth 1",
        "libaio",
        "ioengine=libaio\nrw=randread\ndirect=1\nsize=256m\n"
        "filename={dir}/bench.data\n",
    ),
    (
        "libaio, disk, direct, depth 64",
        "libaio",
        "ioengine=libaio\nrw=randread\ndirect=1\niodepth=64\nsize=256m\n"
        "filename={dir}/bench.data\n",
    ),
    (
        "io_uring, disk, direct, depth 64",
        "io_uring",
        "ioengine=io_uring\nrw=randread\ndirect=1\niodepth=64\nsize=256m\n"
        "filename={dir}/bench.data\n",
    ),
)

ONE = "[j]\nioengine=null\nrw=read\nbs=4k\nsize=4k\n"

PACED = (
    "[j]\nioengine=psync\nrw=randread\nbs=4k\nrate_iops=1000\ntime_based=1\n"
    "runtime=2\n" + ZERO
)


def jobs(count):
    """Many short jobs."""
    return (
        "[global]\nioengine=null\nrw=read\nbs=4k\nsize=4k\n[j]\n" f"numjobs={count}\n"
    )


def sections(count):
    """A long job file."""
    text = "[global]\nioengine=null\nsize=1m\n"
    for i in range(count):
        text += (
            f"[job{i}]\nbs={4 * (1 + i % 8)}k\niodepth={1 + i % 64}\n"
            f"rw={'randread' if i % 2 else 'randwrite'}\nstonewall\n"
        )
    return text


def waiting(count):
    """Jobs that are there for a while, and do little."""
    return (
        "[global]\nioengine=null\nrw=randread\nbs=4k\nsize=1g\niodepth=16\n"
        f"rate_iops=100\ntime_based=1\nruntime=3\n[j]\nnumjobs={count}\n"
    )

# verify= of tests/bench/rates.py; the first has no checksum.
SCHEMES = (
    "meta",
    "crc7",
    "crc16",
    "crc32",
    "crc32c",
    "crc64",
    "xxhash",
    "md5",
    "sha1",
    "sha256",
    "sha512",
    "sha3-224",
    "sha3-256",
    "sha3-384",
    "sha3-512",
)

# How offsets are drawn: name, options of a random job.
DISTRIBUTIONS = (
    ("each block once", ""),
    ("random", "norandommap=1\n"),
    ("zipf:1.2", "random_distribution=zipf:1.2\n"),
    ("zipf:0.5", "random_distribution=zipf:0.5\n"),
    ("pareto:0.2", "random_distribution=pareto:0.2\n"),
    ("normal:20", "random_distribution=normal:20\n"),
    ("zoned:60/10:30/20:10/70", "random_distribution=zoned:60/10:30/20:10/70\n"),
)


def checksum(scheme, seconds):
    """Writes that are stamped and never read back."""
    return (
        "[j]\nioengine=null\nrw=write\nbs=4k\nsize=1g\ntime_based=1\n"
        f"runtime={seconds}\ndo_verify=0\nverify={scheme}\n"
    )
