#include "io/workload.h"

#include "base/random.h"
#include "job_fixture.h"

#define KIB UINT64_C(1024)

enum {
	UNITS_MAX = 4096, /* of 1 KiB, in one file */
	BATCH = 7,
	STEPS_MAX = 100000,
};

/* What a pass did. */
struct tally {
	uint64_t ios[IO_FDATASYNC + 1];
	uint64_t bytes[IO_FDATASYNC + 1];
	uint64_t file_bytes[JOB_FILES_MAX];
	uint8_t hits[JOB_FILES_MAX][UNITS_MAX]; /* by reads and writes */
	uint64_t least;
	uint64_t greatest;
	uint64_t hash; /* of the sequence */
};

static uint64_t moved(const struct tally *t)
{
	return t->bytes[IO_READ] + t->bytes[IO_WRITE];
}

static void tally_hits(struct tally *t, const struct job_fixture *f,
		       const struct io *io)
{
	const struct layout_file *file = &f->file[io->file_index];
	uint64_t at = io->offset - file->offset;

	ck_assert_uint_ge(io->offset, file->offset);
	ck_assert_uint_le(at + io->length, file->length);
	if (io->kind == IO_TRIM)
		return;
	t->file_bytes[io->file_index] += io->length;
	for (uint64_t i = at / KIB; i < (at + io->length) / KIB; i++)
		t->hits[io->file_index][i]++;
}

static void tally_add(struct tally *t, const struct job_fixture *f,
		      const struct io *io)
{
	t->ios[io->kind]++;
	t->bytes[io->kind] += io->length;
	t->hash = random_mix(t->hash, io->kind + io->offset * 8);
	t->hash = random_mix(t->hash, io->length + io->file_index);
	if (io->kind >= IO_FSYNC)
		return;
	if (!t->least || io->length < t->least)
		t->least = io->length;
	if (io->length > t->greatest)
		t->greatest = io->length;
	tally_hits(t, f, io);
}

/* All of a pass, in batches. */
static void drain(struct workload *w, const struct job_fixture *f,
		  struct tally *t)
{
	struct io io[BATCH];
	struct io *ios[BATCH];
	unsigned n;
	int steps = 0;

	memset(t, 0, sizeof(*t));
	for (unsigned i = 0; i < BATCH; i++)
		ios[i] = &io[i];
	do {
		n = workload_fill(w, ios, BATCH);
		for (unsigned i = 0; i < n; i++)
			tally_add(t, f, ios[i]);
		ck_assert_int_lt(++steps, STEPS_MAX);
	} while (n == BATCH);
	ck_assert_uint_eq(workload_fill(w, ios, BATCH), 0);
}

static struct tally tally_of(const char *texts, const uint64_t *kib)
{
	static struct tally t;
	struct job_fixture f;
	struct workload *w;

	job_fixture_open(&f, texts);
	for (unsigned i = 0; kib[i]; i++)
		job_fixture_add_file(&f, i * KIB, kib[i] * KIB);
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	drain(w, &f, &t);
	workload_free(w);
	job_fixture_close(&f);
	return t;
}

/* Passes that hit every KiB of every file exactly once. */
static const struct {
	const char *texts;
	uint64_t kib[JOB_FILES_MAX];
} covers[] = {
	{ "rw=read bs=4k", { 64 } },
	{ "rw=write bs=64k", { 64 } },
	{ "rw=read bs=1k-16k", { 64 } },
	{ "rw=read bs=3k-12k", { 120 } },
	{ "rw=randread bs=4k", { 64 } },
	{ "rw=randread bs=4k", { 4 } },
	{ "rw=randread bs=1k", { 1000 } },
	{ "rw=randwrite bs=12k", { 1200 } },
	{ "rw=randrw bs=4k", { 2000 } },
	{ "rw=randrw bs=4k rwmixread=90", { 2000 } },
	{ "rw=randrw bs=4k rwmixread=100", { 64 } },
	{ "rw=randrw bs=4k rwmixwrite=100", { 64 } },
	{ "rw=randread bs=1k-16k", { 64 } },
	{ "rw=randread bs=1k-16k", { 1001 } },
	{ "rw=randread bs=3k-10k", { 63 } },
	{ "rw=randread bs=3k-10k", { 3 } },
	{ "rw=randread bs=2k-3k", { 1000 } },
	{ "rw=randrw bs=4k-16k", { 1024 } },
	{ "rw=randrw bs=4k,16k", { 1024 } },
	{ "rw=randrw bs=4k,6k", { 1200 } },
	{ "rw=randrw bs=1k-8k,2k-3k", { 1234 } },
	{ "rw=randrw bs=1k,3000k", { 4000 } },
	{ "rw=randread bssplit=4k/50:64k/50", { 1000 } },
	{ "rw=randread bssplit=1k/5:2k-6k/45:8k/50", { 1001 } },
	{ "rw=randrw bssplit=4k/50:8k/50,1k/10:3k/90", { 1237, 64 } },
	{ "rw=read bssplit=1k/50:7k/50", { 1000 } },
	{ "rw=randread:8 bs=4k", { 1024 } },
	{ "rw=randread:8 bs=4k", { 36 } },
	{ "rw=randrw:4 bs=4k", { 1024 } },
	{ "rw=randread:3 bs=1k-4k", { 1000 } },
	{ "rw=randread:4294967295 bs=4k", { 64 } },
	{ "rw=read bs=4k", { 64, 16, 4, 32 } },
	{ "rw=read bs=4k file_service_type=sequential", { 64, 16, 4, 32 } },
	{ "rw=read bs=4k file_service_type=random", { 64, 16, 4, 32 } },
	{ "rw=read bs=4k file_service_type=random:5", { 64, 16, 4, 32 } },
	{ "rw=read bs=4k file_service_type=roundrobin:3", { 64, 16, 4, 32 } },
	{ "rw=randread bs=4k openfiles=1", { 64, 16, 4, 32 } },
	{ "rw=randread bs=4k openfiles=2 file_service_type=random:3",
	  { 64, 16, 4, 32 } },
	{ "rw=randwrite bs=4k openfiles=3 file_service_type=sequential",
	  { 64, 16, 4, 32 } },
	{ "rw=randrw bs=1k-4k", { 64, 16, 4, 32 } },
	{ "rw=randwrite bs=4k fsync=3 fdatasync=5", { 64, 16, 4, 32 } },
	{ "rw=trimwrite bs=4k", { 64 } },
	{ "rw=trimwrite bs=4k", { 64, 8 } },
	{ "rw=randtrimwrite bs=4k", { 64, 8 } },
	{ "rw=trimwrite bs=4k,4k,8k", { 64 } },
	{ "rw=trimwrite bs=4k,16k,8k", { 64 } },
	{ "rw=randtrimwrite bs=1k-8k", { 64 } },
	{ "rw=write:-8k bs=8k number_ios=1", { 8 } },
};

START_TEST(a_pass_hits_every_byte_once)
{
	struct tally t = tally_of(covers[_i].texts, covers[_i].kib);

	for (unsigned file = 0; covers[_i].kib[file]; file++)
		for (unsigned k = 0; k < UNITS_MAX; k++)
			ck_assert_msg(
				t.hits[file][k] == (k < covers[_i].kib[file]),
				"%s: KiB %u of file %u was hit %u times",
				covers[_i].texts, k, file, t.hits[file][k]);
}
END_TEST

/* I/Os and bytes of each kind; UINT64_MAX where a draw decides. */
static const struct {
	const char *texts;
	uint64_t kib[JOB_FILES_MAX];
	uint64_t ios[IO_FDATASYNC + 1];
	uint64_t moved_kib;
} counts[] = {
	{ "rw=read bs=4k", { 64 }, { 16 }, 64 },
	{ "rw=trim bs=4k", { 64 }, { [IO_TRIM] = 16 }, 0 },
	{ "rw=randtrim bs=4k fsync=2", { 64 }, { [IO_TRIM] = 16 }, 0 },
	/* A tail smaller than a block is left out. */
	{ "rw=read bs=4k", { 10 }, { 2 }, 8 },
	{ "rw=randread bs=4k", { 10 }, { 2 }, 8 },
	{ "rw=read bs=4k", { 10, 10, 10 }, { 6 }, 24 },
	{ "rw=randread bs=4k", { 10, 3, 10 }, { 4 }, 16 },
	{ "rw=read bs=4k", { 3 }, { 0 }, 0 },
	{ "rw=randread bs=4k norandommap", { 3 }, { 0 }, 0 },
	/* io_size: less than all, or more in rounds; whole blocks. */
	{ "rw=read bs=4k io_size=24k", { 64 }, { 6 }, 24 },
	{ "rw=read bs=4k io_size=10k", { 64 }, { 3 }, 12 },
	{ "rw=read bs=4k io_size=128k", { 64 }, { 32 }, 128 },
	{ "rw=read bs=4k io_size=30k", { 10 }, { 8 }, 32 },
	{ "rw=randread bs=4k io_size=30k", { 10 }, { 8 }, 32 },
	{ "rw=randread bs=4k io_size=80k", { 32 }, { 20 }, 80 },
	{ "rw=read bs=4k io_size=128k", { 16, 16, 16, 16 }, { 32 }, 128 },
	{ "rw=read bs=4k io_size=30k", { 3 }, { 0 }, 0 },
	{ "rw=randread bs=4k io_size=30k", { 3, 2 }, { 0 }, 0 },
	/* number_ios: data only. */
	{ "rw=read bs=4k number_ios=6", { 64 }, { 6 }, 24 },
	{ "rw=read bs=4k number_ios=40", { 64 }, { 16 }, 64 },
	{ "rw=randread bs=4k number_ios=6", { 64, 64 }, { 6 }, 24 },
	{ "rw=write bs=4k number_ios=6 fsync=4",
	  { 64 },
	  { [IO_WRITE] = 6, [IO_FSYNC] = 1 },
	  24 },
	{ "rw=trimwrite bs=4k number_ios=7",
	  { 64 },
	  { [IO_WRITE] = 7, [IO_TRIM] = 7 },
	  28 },
	/* Syncs follow writes; none follows the last. */
	{ "rw=write bs=4k fsync=4",
	  { 64 },
	  { [IO_WRITE] = 16, [IO_FSYNC] = 3 },
	  64 },
	{ "rw=write bs=4k fsync=5",
	  { 64 },
	  { [IO_WRITE] = 16, [IO_FSYNC] = 3 },
	  64 },
	{ "rw=write bs=4k fsync=8",
	  { 1024 },
	  { [IO_WRITE] = 256, [IO_FSYNC] = 31 },
	  1024 },
	{ "rw=randwrite bs=4k fdatasync=1",
	  { 64 },
	  { [IO_WRITE] = 16, [IO_FDATASYNC] = 15 },
	  64 },
	{ "rw=write bs=4k fsync=8 fdatasync=4",
	  { 64 },
	  { [IO_WRITE] = 16, [IO_FSYNC] = 1, [IO_FDATASYNC] = 2 },
	  64 },
	{ "rw=read bs=4k fsync=4", { 64 }, { 16 }, 64 },
	/* A pass of draws, or of steps that lead back, ends by its bytes. */
	{ "rw=randread bs=4k norandommap", { 64 }, { 16 }, 64 },
	{ "rw=randread bs=4k norandommap", { 10 }, { 3 }, 12 },
	{ "rw=randread:4 bs=4k norandommap", { 64 }, { 16 }, 64 },
	{ "rw=read:8k bs=4k", { 64 }, { 6 }, 24 },
	{ "rw=read:8k bs=4k", { 62 }, { 5 }, 20 },
	{ "rw=read:12k bs=4k", { 64 }, { 16 }, 64 },
	{ "rw=read:12k bs=4k", { 62 }, { 16 }, 64 },
	{ "rw=read:56k bs=4k", { 64 }, { 2 }, 8 },
	{ "rw=read:100k bs=4k", { 64 }, { 16 }, 64 },
	{ "rw=read:8k bs=4k io_size=64k", { 64 }, { 16 }, 64 },
	{ "rw=read:-8k bs=4k", { 64 }, { 16 }, 64 },
	{ "rw=read:-100k bs=4k", { 64 }, { 16 }, 64 },
	/* Trims and writes both move io_size. */
	{ "rw=trimwrite bs=4k io_size=32k",
	  { 64 },
	  { [IO_WRITE] = 8, [IO_TRIM] = 8 },
	  32 },
	{ "rw=trimwrite bs=4k io_size=128k",
	  { 64 },
	  { [IO_WRITE] = 32, [IO_TRIM] = 32 },
	  128 },
};

START_TEST(a_pass_has_so_many_ios)
{
	struct tally t = tally_of(counts[_i].texts, counts[_i].kib);

	for (unsigned kind = 0; kind <= IO_FDATASYNC; kind++)
		ck_assert_msg(t.ios[kind] == counts[_i].ios[kind],
			      "%s: %llu I/Os of kind %u, not %llu",
			      counts[_i].texts, (unsigned long long)t.ios[kind],
			      kind, (unsigned long long)counts[_i].ios[kind]);
	ck_assert_uint_eq(moved(&t), counts[_i].moved_kib * KIB);
	ck_assert_uint_eq(t.bytes[IO_FSYNC] + t.bytes[IO_FDATASYNC], 0);
}
END_TEST

/* The first offsets in KiB; files are told apart by their hundreds. */
static const struct {
	const char *texts;
	uint64_t kib[JOB_FILES_MAX];
	unsigned expected[16]; /* ends with a 999 */
} sequences[] = {
	{ "rw=read bs=16k", { 64 }, { 0, 16, 32, 48, 999 } },
	{ "rw=read bs=16k io_size=96k", { 64 }, { 0, 16, 32, 48, 0, 16, 999 } },
	{ "rw=read:8k bs=4k", { 64 }, { 0, 12, 24, 36, 48, 60, 999 } },
	{ "rw=read:8k bs=4k io_size=32k",
	  { 64 },
	  { 0, 12, 24, 36, 48, 60, 0, 12, 999 } },
	{ "rw=read:20k bs=4k number_ios=5", { 64 }, { 0, 24, 48, 0, 24, 999 } },
	{ "rw=read:-8k bs=4k number_ios=4", { 64 }, { 0, 56, 52, 48, 999 } },
	{ "rw=read:-20k bs=4k number_ios=6",
	  { 64 },
	  { 0, 44, 28, 12, 44, 28, 999 } },
	{ "rw=read:-8k bs=4k", { 10 }, { 0, 2, 2, 999 } },
	{ "rw=write:-4k bs=4k number_ios=3", { 64 }, { 0, 0, 0, 999 } },
	{ "rw=trimwrite bs=32k", { 64 }, { 0, 0, 32, 32, 999 } },
	{ "rw=trimwrite bs=4k,16k,32k", { 32 }, { 0, 0, 16, 999 } },
	{ "rw=read bs=4k", { 8, 8, 4 }, { 0, 100, 200, 4, 104, 999 } },
	{ "rw=read bs=4k file_service_type=roundrobin:2",
	  { 12, 8, 4 },
	  { 0, 4, 100, 104, 200, 8, 999 } },
	{ "rw=read bs=4k file_service_type=sequential",
	  { 8, 8, 4 },
	  { 0, 4, 100, 104, 200, 999 } },
	{ "rw=read bs=4k openfiles=2",
	  { 8, 8, 4 },
	  { 0, 100, 4, 200, 104, 999 } },
	{ "rw=read bs=4k io_size=24k",
	  { 8, 4 },
	  { 0, 100, 4, 0, 100, 4, 999 } },
	{ "rw=write bs=4k fsync=2", { 8, 8 }, { 0, 100, 100, 4, 104, 999 } },
};

START_TEST(a_sequence_is_the_references)
{
	struct job_fixture f;
	struct workload *w;
	struct io io;
	unsigned i = 0;

	job_fixture_open(&f, sequences[_i].texts);
	for (unsigned n = 0; sequences[_i].kib[n]; n++)
		job_fixture_add_file(&f, 0, sequences[_i].kib[n] * KIB);
	w = workload_new(&f.job.layout);
	while (workload_next(w, &io)) {
		uint64_t at = io.kind >= IO_FSYNC ? 0 : io.offset / KIB;

		ck_assert_msg(UINT64_C(100) * io.file_index + at ==
				      sequences[_i].expected[i],
			      "%s: step %u", sequences[_i].texts, i);
		i++;
	}
	ck_assert_uint_eq(sequences[_i].expected[i], 999);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

/* Jobs in whose course something is drawn. */
static const char *const drawn[] = {
	"rw=randread bs=4k",
	"rw=randread bs=4k norandommap",
	"rw=randread bs=1k-16k",
	"rw=randread bs=1k-16k norandommap",
	"rw=randread:4 bs=4k norandommap",
	"rw=randrw bs=4k",
	"rw=rw bs=4k",
	"rw=randrw bs=4k,8k",
	"rw=read bs=1k-16k",
	"rw=randtrimwrite bs=4k",
	"rw=randwrite bs=4k file_service_type=random fsync=3",
};

static uint64_t hash_of(const char *texts, const char *seed, unsigned restarts)
{
	static struct tally t;
	struct job_fixture f;
	struct workload *w;

	job_fixture_open(&f, texts);
	job_fixture_set(&f, seed);
	f.job.layout.seed = f.job.options.randseed;
	for (unsigned i = 0; i < 3; i++)
		job_fixture_add_file(&f, 0, 256 * KIB);
	w = workload_new(&f.job.layout);
	for (unsigned i = 0; i < restarts; i++) {
		drain(w, &f, &t);
		workload_restart(w);
	}
	drain(w, &f, &t);
	workload_free(w);
	job_fixture_close(&f);
	return t.hash;
}

START_TEST(the_same_seed_gives_the_same_sequence)
{
	ck_assert_uint_eq(hash_of(drawn[_i], "randseed=1", 0),
			  hash_of(drawn[_i], "randseed=1", 0));
	ck_assert_uint_eq(hash_of(drawn[_i], "randseed=1", 2),
			  hash_of(drawn[_i], "randseed=1", 2));
}
END_TEST

START_TEST(another_seed_gives_another_sequence)
{
	ck_assert_uint_ne(hash_of(drawn[_i], "randseed=1", 0),
			  hash_of(drawn[_i], "randseed=2", 0));
}
END_TEST

START_TEST(another_pass_gives_another_sequence)
{
	ck_assert_uint_ne(hash_of(drawn[_i], "randseed=1", 0),
			  hash_of(drawn[_i], "randseed=1", 1));
}
END_TEST

/* The shares of a mix, of 16384 I/Os: 5 standard deviations are 320. */
static const struct {
	const char *texts;
	unsigned reads_percent;
} mixes[] = {
	{ "rw=randrw bs=1k", 50 },
	{ "rw=rw bs=1k", 50 },
	{ "rw=randrw bs=1k rwmixread=75", 75 },
	{ "rw=randrw bs=1k rwmixwrite=75", 25 },
	{ "rw=randrw bs=1k rwmixread=10 rwmixwrite=90", 10 },
	{ "rw=rw bs=1k rwmixread=99", 99 },
	{ "rw=rw bs=1k rwmixread=0", 0 },
	{ "rw=randrw bs=1k rwmixread=100", 100 },
	{ "rw=randrw bs=1k rwmixread=30 norandommap", 30 },
	{ "rw=randrw bs=1k,2k rwmixread=30 norandommap", 30 },
};

START_TEST(a_mix_has_its_shares)
{
	const uint64_t kib[JOB_FILES_MAX] = { 4096, 4096, 4096, 4096 };
	struct tally t = tally_of(mixes[_i].texts, kib);
	double all = (double)(t.ios[IO_READ] + t.ios[IO_WRITE]);
	double share = (double)t.ios[IO_READ] / all * 100;

	ck_assert_double_ge_tol(share, mixes[_i].reads_percent - 2.0, 1e-9);
	ck_assert_double_le_tol(share, mixes[_i].reads_percent + 2.0, 1e-9);
	if (mixes[_i].reads_percent % 100 == 0)
		ck_assert_double_eq(share, mixes[_i].reads_percent);
}
END_TEST

/* Sizes that blocks have, where segments divide evenly. */
static const struct {
	const char *texts;
	uint64_t least;
	uint64_t greatest;
} ranges[] = {
	{ "rw=read bs=4k-16k", 4 * KIB, 16 * KIB },
	{ "rw=randread bs=4k-16k", 4 * KIB, 16 * KIB },
	{ "rw=randread bs=4k-16k norandommap", 4 * KIB, 16 * KIB },
	{ "rw=read bs=3k-10k", 3 * KIB, 10 * KIB },
	{ "rw=randread bs=3k-10k", 3 * KIB, 10 * KIB },
	{ "rw=randwrite:4 bs=3k-10k", 3 * KIB, 10 * KIB },
	{ "rw=randrw bs=4k,16k", 4 * KIB, 16 * KIB },
	{ "rw=randrw bs=4k,6k", 4 * KIB, 6 * KIB },
};

START_TEST(a_block_has_a_size_of_the_range)
{
	const uint64_t kib[JOB_FILES_MAX] = { 1920, 1920 };
	struct tally t = tally_of(ranges[_i].texts, kib);

	ck_assert_uint_eq(t.least, ranges[_i].least);
	ck_assert_uint_eq(t.greatest, ranges[_i].greatest);
}
END_TEST

START_TEST(each_direction_has_its_own_size)
{
	const uint64_t kib[JOB_FILES_MAX] = { 3200 };
	struct tally t = tally_of("rw=randrw bs=4k,16k", kib);

	ck_assert_uint_gt(t.ios[IO_READ], 0);
	ck_assert_uint_eq(t.bytes[IO_READ], t.ios[IO_READ] * 4 * KIB);
	ck_assert_uint_eq(t.bytes[IO_WRITE], t.ios[IO_WRITE] * 16 * KIB);
}
END_TEST

START_TEST(neighbours_in_time_are_not_neighbours_in_the_file)
{
	struct job_fixture f;
	struct workload *w;
	struct io io;
	uint64_t end = 0;
	unsigned adjacent = 0, all = 0;

	job_fixture_open(&f, "rw=randread bs=1k-16k");
	job_fixture_add_file(&f, 0, 4096 * KIB);
	w = workload_new(&f.job.layout);
	for (; workload_next(w, &io); all++) {
		adjacent += all > 0 && io.offset == end;
		end = io.offset + io.length;
	}
	ck_assert_uint_lt((uint64_t)adjacent * 4, all);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

START_TEST(every_file_gets_its_share_of_draws)
{
	const uint64_t kib[JOB_FILES_MAX] = { 256, 64, 512 };
	struct tally t =
		tally_of("rw=randread bs=4k norandommap openfiles=1", kib);

	for (unsigned i = 0; kib[i]; i++)
		ck_assert_uint_eq(t.file_bytes[i], kib[i] * KIB);
}
END_TEST

START_TEST(a_sync_goes_to_the_file_last_written)
{
	struct job_fixture f;
	struct workload *w;
	struct io io;
	uint32_t written = UINT32_MAX;
	unsigned syncs = 0;

	job_fixture_open(&f, "rw=randrw bs=4k fdatasync=2 "
			     "file_service_type=random");
	for (unsigned i = 0; i < 4; i++)
		job_fixture_add_file(&f, 0, 256 * KIB);
	w = workload_new(&f.job.layout);
	while (workload_next(w, &io)) {
		if (io.kind == IO_WRITE)
			written = io.file_index;
		if (io.kind != IO_FDATASYNC)
			continue;
		ck_assert_uint_eq(io.file_index, written);
		syncs++;
	}
	ck_assert_uint_gt(syncs, 0);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

START_TEST(a_sync_that_is_due_opens_the_next_pass)
{
	struct job_fixture f;
	struct tally t;
	struct workload *w;

	job_fixture_open(&f, "rw=write bs=4k fsync=4");
	job_fixture_add_file(&f, 0, 64 * KIB);
	w = workload_new(&f.job.layout);
	drain(w, &f, &t);
	ck_assert_uint_eq(t.ios[IO_FSYNC], 3);
	workload_restart(w);
	drain(w, &f, &t);
	ck_assert_uint_eq(t.ios[IO_WRITE], 16);
	ck_assert_uint_eq(t.ios[IO_FSYNC], 4);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

START_TEST(files_of_no_size_are_passed_over)
{
	struct job_fixture f;
	struct tally t;
	struct workload *w;

	job_fixture_open(&f, "rw=randread bs=4k io_size=1m");
	w = workload_new(&f.job.layout);
	drain(w, &f, &t);
	ck_assert_uint_eq(moved(&t), 0);
	workload_restart(w);
	drain(w, &f, &t);
	ck_assert_uint_eq(moved(&t), 0);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

static void add_tables(TCase *tc)
{
	int seeds = (int)COUNT_OF(drawn);

	tcase_add_loop_test(tc, a_pass_hits_every_byte_once, 0,
			    (int)COUNT_OF(covers));
	tcase_add_loop_test(tc, a_pass_has_so_many_ios, 0,
			    (int)COUNT_OF(counts));
	tcase_add_loop_test(tc, a_sequence_is_the_references, 0,
			    (int)COUNT_OF(sequences));
	tcase_add_loop_test(tc, the_same_seed_gives_the_same_sequence, 0,
			    seeds);
	tcase_add_loop_test(tc, another_seed_gives_another_sequence, 0, seeds);
	tcase_add_loop_test(tc, another_pass_gives_another_sequence, 0, seeds);
	tcase_add_loop_test(tc, a_mix_has_its_shares, 0, (int)COUNT_OF(mixes));
	tcase_add_loop_test(tc, a_block_has_a_size_of_the_range, 0,
			    (int)COUNT_OF(ranges));
}

int main(void)
{
	Suite *suite = suite_create("workload");
	TCase *tc = tcase_create("workload");

	add_tables(tc);
	tcase_add_test(tc, each_direction_has_its_own_size);
	tcase_add_test(tc, neighbours_in_time_are_not_neighbours_in_the_file);
	tcase_add_test(tc, every_file_gets_its_share_of_draws);
	tcase_add_test(tc, a_sync_goes_to_the_file_last_written);
	tcase_add_test(tc, a_sync_that_is_due_opens_the_next_pass);
	tcase_add_test(tc, files_of_no_size_are_passed_over);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
