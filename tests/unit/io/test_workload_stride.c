#include "io/workload.h"

#include "job_fixture.h"

#include <stdio.h>

/*
 * zonemode=strided: which blocks of 4 KiB come in which order. The sequences
 * are those of the reference.
 */
#define BLOCK UINT64_C(4096)

enum { IOS_MAX = 4096 };

static struct io list[IOS_MAX];
static size_t count;

/* A pass over a file of so many blocks, of which the job is to move `size`. */
static void run(const char *texts, uint64_t blocks, uint64_t size, int passes)
{
	struct job_fixture f;
	struct workload *w;

	job_fixture_open(&f, texts);
	job_fixture_add_file(&f, 0, size * BLOCK);
	f.file[0].size = blocks * BLOCK;
	w = workload_new(&f.job.layout);
	ck_assert_ptr_nonnull(w);
	for (count = 0; passes--; workload_restart(w))
		while (count < IOS_MAX && workload_next(w, &list[count]))
			count++;
	ck_assert_uint_lt(count, IOS_MAX);
	workload_free(w);
	job_fixture_close(&f);
}

#define STRIDED "bs=4k zonemode=strided "

static const struct {
	const char *texts;
	unsigned blocks, size;
	int passes;
	const char *expected;
} sequences[] = {
	{ STRIDED "zonesize=8k zoneskip=8k", 8, 8, 1, "0 1 4 5 0 1 4 5 " },
	{ STRIDED "zonesize=8k zonerange=16k", 8, 8, 1, "0 1 4 5 0 1 4 5 " },
	{ STRIDED "zonesize=16k zonerange=8k", 8, 8, 1, "0 1 0 1 2 3 2 3 " },
	{ STRIDED "zonesize=6k zoneskip=6k", 8, 8, 1,
	  "0 1 3 4 6 7 0 1 " }, /* a block that is begun counts whole */
	{ STRIDED "zonesize=8k zoneskip=8k", 16, 8, 1,
	  "0 1 4 5 8 9 12 13 " }, /* beyond size, to the file's end */
	{ STRIDED "zonesize=8k zoneskip=1m", 8, 6, 1, "0 1 0 1 0 1 " },
	{ STRIDED "zonesize=16k zoneskip=8k", 8, 8, 1,
	  "0 1 2 3 6 7 " }, /* the file ends within a zone */
	{ STRIDED "zonesize=16k zoneskip=8k io_size=40k", 8, 8, 1,
	  "0 1 2 3 6 7 0 1 2 3 " },
	{ STRIDED "zonesize=8k zoneskip=8k io_size=8k", 8, 8, 3,
	  "0 1 4 5 0 1 " }, /* passes go on */
	{ STRIDED "zonesize=8k zoneskip=8k rw=read:4k", 8, 8, 1,
	  "0 0 4 4 0 0 4 4 " },
	{ "bs=4k zonesize=8k zonemode=strided number_ios=3 zoneskip=1z", 8, 8,
	  1, "0 1 4 " },
};

START_TEST(visits_zones_in_turn)
{
	char text[1024] = "";
	size_t at = 0;

	run(sequences[_i].texts, sequences[_i].blocks, sequences[_i].size,
	    sequences[_i].passes);
	for (size_t i = 0; i < count; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%g ",
				       (double)list[i].offset / BLOCK);
	ck_assert_str_eq(text, sequences[_i].expected);
}
END_TEST

/* Zones of 16 blocks, of which 8 are used, 16 blocks between two. */
START_TEST(random_blocks_stay_in_their_zone)
{
	enum { ZONE = 16, STEP = 32, TURN = 8, FILE_BLOCKS = 128 };
	static const char *const orders[] = {
		"",
		"norandommap",
		"random_distribution=zipf",
		"percentage_random=50",
		"bssplit=4k/100",
	};
	char texts[200];

	snprintf(texts, sizeof(texts),
		 STRIDED "rw=randread zonesize=32k zonerange=64k zoneskip=64k "
			 "%s",
		 orders[_i]);
	run(texts, FILE_BLOCKS, FILE_BLOCKS, 1);
	ck_assert_uint_eq(count, FILE_BLOCKS);
	for (size_t i = 0; i < count; i++) {
		uint64_t zone = i / TURN % (FILE_BLOCKS / STEP) * STEP;
		uint64_t at = list[i].offset / BLOCK;

		if (at < zone || at >= zone + ZONE)
			ck_abort_msg("I/O %zu: block %ju", i, (uintmax_t)at);
	}
}
END_TEST

START_TEST(a_random_order_hits_each_block_of_a_zone_once)
{
	bool hit[64] = { false };

	run(STRIDED "rw=randread zonesize=64k", 64, 64, 1);
	ck_assert_uint_eq(count, 64);
	for (size_t i = 0; i < count; i++) {
		ck_assert(!hit[list[i].offset / BLOCK]);
		hit[list[i].offset / BLOCK] = true;
	}
}
END_TEST

/* The last zone has room for one block only. */
START_TEST(a_short_last_zone_is_used_as_far_as_it_goes)
{
	run(STRIDED "rw=randread zonesize=16k io_size=72k", 9, 9, 1);
	ck_assert_uint_eq(count, 18);
	for (size_t i = 8; i < 12; i++)
		ck_assert_uint_eq(list[i].offset, 8 * BLOCK);
	ck_assert_uint_lt(list[12].offset, 4 * BLOCK);
}
END_TEST

/* ... and one without room for any isn't. */
START_TEST(a_last_zone_without_room_is_left_out)
{
	struct io io[8];
	struct job_fixture f;
	struct workload *w;

	job_fixture_open(&f, STRIDED "rw=randread zonesize=8k zoneskip=8k");
	job_fixture_add_file(&f, 0, 4 * BLOCK + BLOCK / 2);
	w = workload_new(&f.job.layout);
	for (count = 0; count < 8 && workload_next(w, &io[count]); count++)
		ck_assert_uint_le(io[count].offset, BLOCK);
	ck_assert_uint_eq(count, 5);
	workload_free(w);
	job_fixture_close(&f);
}
END_TEST

/* What is trimmed and written again counts twice. */
START_TEST(trims_and_writes_share_a_zone)
{
	run(STRIDED "rw=trimwrite zonesize=8k zoneskip=8k", 8, 4, 1);
	ck_assert_uint_eq(count, 8);
	for (size_t i = 0; i < count; i++) {
		ck_assert_uint_eq(list[i].kind, i % 2 ? IO_WRITE : IO_TRIM);
		ck_assert_uint_eq(list[i].offset, i / 2 % 2 * 4 * BLOCK);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("workload_stride");
	TCase *test = tcase_create("workload_stride");

	tcase_add_loop_test(test, visits_zones_in_turn, 0, COUNT_OF(sequences));
	tcase_add_loop_test(test, random_blocks_stay_in_their_zone, 0, 5);
	tcase_add_test(test, a_random_order_hits_each_block_of_a_zone_once);
	tcase_add_test(test, a_short_last_zone_is_used_as_far_as_it_goes);
	tcase_add_test(test, a_last_zone_without_room_is_left_out);
	tcase_add_test(test, trims_and_writes_share_a_zone);
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
