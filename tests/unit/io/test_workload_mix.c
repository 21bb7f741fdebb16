#include "io/workload.h"

#include "job_fixture.h"

#include <stdlib.h>

/*
 * Sizes by shares, and orders in which blocks are hit again: what came out,
 * against what was asked for. Seeds are fixed.
 */
#define KIB UINT64_C(1024)

enum { IOS_MAX = 200000 };

static struct io list[IOS_MAX];
static size_t count;
static struct job_fixture fixture;

/* All I/Os of a pass over files of so many KiB. */
static void run(const char *texts, const uint64_t *kib)
{
	struct workload *w;

	job_fixture_open(&fixture, texts);
	for (unsigned i = 0; kib[i]; i++)
		job_fixture_add_file(&fixture, 0, kib[i] * KIB);
	w = workload_new(&fixture.job.layout);
	ck_assert_ptr_nonnull(w);
	for (count = 0; count < IOS_MAX && workload_next(w, &list[count]);)
		count++;
	ck_assert_uint_lt(count, IOS_MAX);
	workload_free(w);
	job_fixture_close(&fixture);
}

static void run_one(const char *texts, uint64_t kib)
{
	run(texts, (const uint64_t[]){ kib, 0 });
}

static bool is_near(double value, double expected, double tolerance)
{
	return value >= expected - tolerance && value <= expected + tolerance;
}

/* The share of the blocks of `kind` that have `size`, in percent. */
static double share_of(unsigned kind, uint64_t size)
{
	size_t of_kind = 0, of_size = 0;

	for (size_t i = 0; i < count; i++) {
		of_kind += list[i].kind == kind;
		of_size += list[i].kind == kind && list[i].length == size;
	}
	return of_kind ? 100 * (double)of_size / (double)of_kind : 0;
}

static const struct {
	const char *texts;
	unsigned kind;
	uint64_t kib;
	double percent;
} shares[] = {
	{ "rw=read bssplit=4k/10:16k/60:8k/", IO_READ, 16, 60 },
	{ "rw=read bssplit=4k/10:16k/60:8k/", IO_READ, 8, 30 },
	{ "rw=randread bssplit=4k/50:64k/50", IO_READ, 64, 50 },
	{ "rw=randread bssplit=4k/25:16k/50:64k/25", IO_READ, 16, 50 },
	{ "rw=randread bssplit=4k/25:16k/50:64k/25", IO_READ, 64, 25 },
	{ "rw=randread norandommap bssplit=4k/90:64k/10", IO_READ, 64, 10 },
	{ "rw=randread ba=1k bssplit=4k/90:64k/10", IO_READ, 64, 10 },
	{ "rw=randrw bssplit=4k/50:8k/50,4k/20:16k/80", IO_READ, 8, 50 },
	{ "rw=randrw bssplit=4k/50:8k/50,4k/20:16k/80", IO_WRITE, 16, 80 },
	{ "rw=rw bs=32k bssplit=,4k/20:16k/80", IO_READ, 32, 100 },
	{ "rw=rw bs=32k bssplit=,4k/20:16k/80", IO_WRITE, 4, 20 },
	{ "rw=randread bssplit=4k/40:20k-28k/60", IO_READ, 24, 20 },
	{ "rw=trim bssplit=,,8k/75:4k/25", IO_TRIM, 8, 75 },
	{ "rw=randread percentage_random=50 bssplit=4k/30:8k/70", IO_READ, 8,
	  70 },
	{ "rw=randread random_distribution=zipf bssplit=4k/30:8k/70", IO_READ,
	  8, 70 },
};

START_TEST(sizes_come_in_their_shares)
{
	run_one(shares[_i].texts, 256 * KIB);
	ck_assert_msg(is_near(share_of(shares[_i].kind, shares[_i].kib * KIB),
			      shares[_i].percent, 1.2),
		      "%g", share_of(shares[_i].kind, shares[_i].kib * KIB));
}
END_TEST

START_TEST(only_sizes_of_the_split_come)
{
	run_one("rw=randread bssplit=4k/50:64k/50", 64 * KIB);
	for (size_t i = 0; i < count; i++)
		ck_assert(list[i].length == 4 * KIB ||
			  list[i].length == 64 * KIB);
}
END_TEST

START_TEST(unaligned_sizes_are_any_in_the_range)
{
	static const char *const texts[] = {
		"rw=read bs=3k-10k bs_unaligned",
		"rw=randread bs=3k-10k bs_unaligned norandommap",
		"rw=randread bs=3k-10k bs_unaligned",
	};
	size_t odd = 0;
	double sum = 0;

	run_one(texts[_i], 64 * KIB);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_ge(list[i].length, 3 * KIB);
		ck_assert_uint_le(list[i].length, 10 * KIB);
		odd += list[i].length % 2;
		sum += list[i].length;
	}
	ck_assert(is_near(100 * (double)odd / (double)count, 50, 3));
	if (_i < 2)
		ck_assert(is_near(sum / (double)count, 6.5 * KIB, 80));
}
END_TEST

static const struct {
	const char *texts;
	uint64_t align[2];
} alignments[] = {
	{ "rw=randread bs=16k ba=4k", { 4, 4 } },
	{ "rw=randread bs=4k ba=16k", { 16, 16 } },
	{ "rw=randrw bs=4k ba=8k,2k", { 8, 2 } },
	{ "rw=randread bs=4k-64k ba=1k", { 1, 1 } },
	{ "rw=randread bs=4k ba=8k random_distribution=zipf", { 8, 8 } },
};

START_TEST(random_offsets_are_multiples_of_the_alignment)
{
	size_t at_once[2] = { 0 };

	run_one(alignments[_i].texts, 1000);
	for (size_t i = 0; i < count; i++) {
		uint64_t align = alignments[_i].align[list[i].kind] * KIB;

		ck_assert_uint_eq(list[i].offset % align, 0);
		ck_assert_uint_le(list[i].offset + list[i].length, 1000 * KIB);
		at_once[list[i].kind] += list[i].offset % (2 * align) == align;
	}
	/* And not of twice as much. */
	ck_assert_uint_gt(at_once[IO_READ], 0);
}
END_TEST

static const struct {
	const char *texts;
	double percent[2]; /* of the blocks that don't follow the last one */
} percentages[] = {
	{ "rw=randread bs=4k percentage_random=50", { 50, 0 } },
	{ "rw=randread bs=4k percentage_random=0", { 0, 0 } },
	{ "rw=randread bs=4k percentage_random=5", { 5, 0 } },
	{ "rw=randrw bs=4k percentage_random=0,25,0", { 0, 25 } },
	{ "rw=randrw bs=4k percentage_random=99,97", { 99, 97 } },
	{ "rw=randread:8 bs=4k percentage_random=50", { 6.25, 0 } },
	{ "rw=randread:8 bs=4k norandommap", { 12.5, 0 } },
	{ "rw=randread:8 bs=4k random_distribution=zipf:0.5", { 12.5, 0 } },
};

START_TEST(so_many_blocks_are_elsewhere)
{
	uint64_t next[2] = { 0 };
	size_t of_kind[2] = { 0 }, jumps[2] = { 0 };

	run_one(percentages[_i].texts, 128 * KIB);
	for (size_t i = 0; i < count; i++) {
		unsigned kind = list[i].kind;

		of_kind[kind]++;
		jumps[kind] += list[i].offset != next[kind];
		next[kind] = list[i].offset + list[i].length;
	}
	for (unsigned kind = 0; kind < 2; kind++)
		if (of_kind[kind])
			ck_assert(is_near(100 * (double)jumps[kind] /
						  (double)of_kind[kind],
					  percentages[_i].percent[kind], 1.5));
}
END_TEST

static const char *const repeated[] = {
	"rw=randread:4 rw_sequencer=identical bs=4k",
	"rw=randread:4 rw_sequencer=identical bs=4k norandommap",
	"rw=randread:4 rw_sequencer=identical bs=4k-16k",
	"rw=randrw:4 rw_sequencer=identical bs=4k",
};

START_TEST(identical_blocks_come_in_their_number)
{
	size_t changes = 0;

	run_one(repeated[_i], 16 * KIB);
	for (size_t i = 1; i < count; i++) {
		bool same = list[i].offset == list[i - 1].offset;

		if (i % 4)
			ck_assert(same);
		changes += !same;
	}
	ck_assert_uint_ge(changes, count / 4 - 3);
}
END_TEST

START_TEST(sizes_can_go_by_order)
{
	uint64_t next = 0;

	run_one("rw=randread bs=4k,16k bs_is_seq_rand=1 percentage_random=50",
		64 * KIB);
	for (size_t i = 0; i < count; i++) {
		bool follows = list[i].offset == next;

		/* At the end of the file it goes on at its beginning. */
		if (!follows && list[i].offset)
			ck_assert_uint_eq(list[i].length, 16 * KIB);
		next = list[i].offset + list[i].length;
	}
	ck_assert(is_near(share_of(IO_READ, 16 * KIB), 50, 3));
	run_one("rw=rw bs=4k,16k bs_is_seq_rand=1", KIB);
	ck_assert(is_near(share_of(IO_WRITE, 4 * KIB), 100, 0));
	run_one("rw=randrw bs=4k,16k bs_is_seq_rand=1", KIB);
	ck_assert(is_near(share_of(IO_READ, 16 * KIB), 100, 0));
}
END_TEST

/* The number of I/Os on each of `n` parts of the first file. */
static void histogram(size_t *hits, size_t n, uint64_t part)
{
	memset(hits, 0, n * sizeof(*hits));
	for (size_t i = 0; i < count; i++)
		if (list[i].offset / part < n)
			hits[list[i].offset / part]++;
}

START_TEST(the_likeliest_block_is_at_the_centre)
{
	size_t hits[1000];

	run_one("rw=randread bs=4k random_distribution=zipf:1.2:0.25 "
		"io_size=400m",
		4000);
	histogram(hits, 1000, 4 * KIB);
	/* 1 / sum of k^-1.2 for k up to 1000. */
	ck_assert(is_near(100 * (double)hits[250] / (double)count, 23.06, 0.5));
}
END_TEST

/* In every pass: what is hot stays hot. */
START_TEST(hot_blocks_stay_where_they_are)
{
	size_t hits[1000];
	size_t most = 0;

	run_one("rw=randread bs=4k random_distribution=zipf:1.2 io_size=400m",
		4000);
	histogram(hits, 1000, 4 * KIB);
	for (size_t i = 0; i < 1000; i++)
		if (hits[i] > hits[most])
			most = i;
	ck_assert(
		is_near(100 * (double)hits[most] / (double)count, 23.06, 0.5));
}
END_TEST

START_TEST(zones_and_directions_have_their_own)
{
	size_t low[2] = { 0 }, all[2] = { 0 };

	run_one("rw=randrw bs=4k random_distribution=zoned:90/10:10/,"
		"zoned_abs:30/100k:70/900k io_size=40m",
		1000);
	for (size_t i = 0; i < count; i++) {
		all[list[i].kind]++;
		low[list[i].kind] += list[i].offset < 100 * KIB;
	}
	ck_assert(is_near(100 * (double)low[0] / (double)all[0], 90, 1.5));
	ck_assert(is_near(100 * (double)low[1] / (double)all[1], 30, 1.5));
}
END_TEST

START_TEST(a_sequence_is_of_blocks)
{
	static const uint64_t numbers[] = { 2, 0, 1 };

	run_one("rw=randread bs=4k random_distribution=sequence:2,0,1", 64);
	ck_assert_uint_eq(count, 16);
	for (size_t i = 0; i < count; i++)
		ck_assert_uint_eq(list[i].offset, numbers[i % 3] * 4 * KIB);
}
END_TEST

static const struct {
	const char *texts;
	double percent[4];
} favours[] = {
	/* 1, 2^-1, ... of four: 12/25, 6/25, 4/25, 3/25 */
	{ "file_service_type=zipf:1:0", { 48, 0, 0, 0 } },
	{ "file_service_type=zipf:1:1", { 0, 0, 0, 48 } },
	{ "file_service_type=pareto:0.20:0", { 82.5, 0, 0, 0 } },
	{ "file_service_type=normal:1:0.6", { 0, 0, 100, 0 } },
};

/* And the hot file goes on when it is through. */
START_TEST(some_files_are_favourites)
{
	static const uint64_t kib[] = { 4000, 4000, 4000, 4000, 0 };
	static const char *const orders[] = { "rw=read bs=1k ",
					      "rw=randread bs=1k " };
	size_t hits[4];
	char texts[200];

	for (unsigned o = 0; o < COUNT_OF(orders); o++) {
		snprintf(texts, sizeof(texts), "%s%s", orders[o],
			 favours[_i].texts);
		run(texts, kib);
		ck_assert_uint_eq(count, 16000);
		memset(hits, 0, sizeof(hits));
		for (size_t i = 0; i < count; i++)
			hits[list[i].file_index]++;
		for (unsigned i = 0; i < 4; i++)
			if (favours[_i].percent[i] > 0)
				ck_assert(is_near((double)hits[i] / 160,
						  favours[_i].percent[i], 1.5));
	}
}
END_TEST

/* With number_ios or runtime a pass ends where it ends. */
START_TEST(every_order_ends_with_its_bytes)
{
	static const char *const texts[] = {
		"rw=randread bs=4k percentage_random=50",
		"rw=randread bs=4k random_distribution=normal:10",
		"rw=randread bs=16k ba=4k",
		"rw=randread:4 rw_sequencer=identical bs=4k",
		"rw=randread bssplit=4k/50:16k/50 ba=4k",
	};
	uint64_t bytes = 0;

	run_one(texts[_i], 1024);
	for (size_t i = 0; i < count; i++)
		bytes += list[i].length;
	ck_assert_uint_ge(bytes, 1024 * KIB);
	ck_assert_uint_lt(bytes, 1040 * KIB);
}
END_TEST

/* Whole passes over 2^24 blocks of the smallest size. */
static const struct {
	const char *texts;
	uint64_t unit;
} large[] = {
	{ "rw=randread bs=512-4k", 512 },
	{ "rw=randread bssplit=1k/40:3k/30:16k/30", 1024 },
};

static void hit_once(unsigned char *seen, uint64_t from, uint64_t to)
{
	for (uint64_t i = from; i < to; i++) {
		if (seen[i / 8] & 1u << i % 8)
			ck_abort_msg("unit %ju is hit again", (uintmax_t)i);
		seen[i / 8] |= (unsigned char)(1u << i % 8);
	}
}

START_TEST(a_pass_over_2_to_24_blocks_hits_each_once)
{
	const uint64_t units = UINT64_C(1) << 24;
	const uint64_t unit = large[_i].unit;
	unsigned char *seen = calloc(units / 8, 1);
	uint64_t hit = 0;
	struct workload *w;
	struct io io;

	ck_assert_ptr_nonnull(seen);
	job_fixture_open(&fixture, large[_i].texts);
	job_fixture_add_file(&fixture, 0, units * unit);
	w = workload_new(&fixture.job.layout);
	ck_assert_ptr_nonnull(w);
	while (workload_next(w, &io)) {
		if (io.offset % unit || io.length % unit)
			ck_abort_msg("%ju is no multiple",
				     (uintmax_t)io.offset);
		hit_once(seen, io.offset / unit,
			 (io.offset + io.length) / unit);
		hit += io.length / unit;
	}
	ck_assert_uint_eq(hit, units);
	workload_free(w);
	job_fixture_close(&fixture);
	free(seen);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("workload_mix");
	TCase *test = tcase_create("workload_mix");

	tcase_set_timeout(test, 240);
	tcase_add_loop_test(test, sizes_come_in_their_shares, 0,
			    COUNT_OF(shares));
	tcase_add_test(test, only_sizes_of_the_split_come);
	tcase_add_loop_test(test, unaligned_sizes_are_any_in_the_range, 0, 3);
	tcase_add_loop_test(test, random_offsets_are_multiples_of_the_alignment,
			    0, COUNT_OF(alignments));
	tcase_add_loop_test(test, so_many_blocks_are_elsewhere, 0,
			    COUNT_OF(percentages));
	tcase_add_loop_test(test, identical_blocks_come_in_their_number, 0,
			    COUNT_OF(repeated));
	tcase_add_test(test, sizes_can_go_by_order);
	tcase_add_test(test, the_likeliest_block_is_at_the_centre);
	tcase_add_test(test, hot_blocks_stay_where_they_are);
	tcase_add_test(test, zones_and_directions_have_their_own);
	tcase_add_test(test, a_sequence_is_of_blocks);
	tcase_add_loop_test(test, some_files_are_favourites, 0,
			    COUNT_OF(favours));
	tcase_add_loop_test(test, every_order_ends_with_its_bytes, 0, 5);
	tcase_add_loop_test(test, a_pass_over_2_to_24_blocks_hits_each_once, 0,
			    COUNT_OF(large));
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
