#include "engine_fixture.h"

#include <time.h>

static int32_t results[DEPTH];

static void note(const struct completion *done, int n)
{
	for (int i = 0; i < n; i++) {
		ck_assert_uint_lt(done[i].slot, DEPTH);
		ck_assert_int_eq(results[done[i].slot], INT32_MIN);
		results[done[i].slot] = done[i].result;
	}
}

static void reap_all(struct fixture *f, unsigned count)
{
	struct completion done[DEPTH];
	unsigned n = 0;

	for (unsigned i = 0; i < DEPTH; i++)
		results[i] = INT32_MIN;
	while (n < count) {
		int more = fixture_reap(f, done, 1, DEPTH);

		ck_assert_int_ge(more, 1);
		note(done, more);
		n += (unsigned)more;
	}
	ck_assert_uint_eq(n, count);
}

START_TEST(reads_a_whole_batch)
{
	struct fixture f;

	fixture_open(&f, &engine_posixaio, NULL);
	for (int round = 0; round < 3; round++) {
		ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
		ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), -EAGAIN);
		reap_all(&f, DEPTH);
		for (unsigned i = 0; i < DEPTH; i++) {
			ck_assert_int_eq(results[i], BLOCK);
			check_block(&f, i);
		}
	}
	fixture_close(&f);
}
END_TEST

START_TEST(waits_for_as_many_as_are_wanted)
{
	struct timespec limit = { .tv_sec = 60 };
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_posixaio, NULL);
	ck_assert_int_eq(f.ops->reap(f.state, done, 1, DEPTH, NULL), 0);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	ck_assert_int_eq(f.ops->reap(f.state, done, 3, 3, &limit), 3);
	ck_assert_int_eq(f.ops->reap(f.state, done, DEPTH, DEPTH, &limit),
			 DEPTH - 3);
	ck_assert_int_eq(f.ops->reap(f.state, done, 0, DEPTH, NULL), 0);
	fixture_close(&f);
}
END_TEST

START_TEST(writes_syncs_and_trims)
{
	static const unsigned char zeros[BLOCK];
	struct fixture f;

	fixture_open(&f, &engine_posixaio, NULL);
	memset(f.buffers[1], 0xa5, BLOCK);
	f.io[1].kind = IO_WRITE;
	ck_assert_int_eq(perform(&f, 1), BLOCK);
	f.io[2].kind = IO_FSYNC;
	f.io[2].length = 0;
	ck_assert_int_eq(perform(&f, 2), 0);
	f.io[3].kind = IO_FDATASYNC;
	f.io[3].length = 0;
	ck_assert_int_eq(perform(&f, 3), 0);
	f.io[4].offset = block_at(1);
	ck_assert_int_eq(perform(&f, 4), BLOCK);
	ck_assert_mem_eq(f.buffers[4], f.buffers[1], BLOCK);
	f.io[5].kind = IO_TRIM;
	f.io[5].offset = block_at(1);
	ck_assert_int_eq(perform(&f, 5), BLOCK);
	ck_assert_int_eq(perform(&f, 4), BLOCK);
	ck_assert_mem_eq(f.buffers[4], zeros, BLOCK);
	fixture_close(&f);
}
END_TEST

START_TEST(failures_and_ends_of_files_are_reaped)
{
	struct fixture f;

	fixture_open(&f, &engine_posixaio, NULL);
	f.io[0].offset = FILE_SIZE - 100;
	ck_assert_int_eq(perform(&f, 0), 100);
	f.io[0].offset = FILE_SIZE;
	ck_assert_int_eq(perform(&f, 0), 0);
	f.io[0].fd = -1;
	for (int kind = IO_READ; kind <= IO_FDATASYNC; kind++) {
		f.io[0].kind = (uint8_t)kind;
		ck_assert_int_eq(perform(&f, 0), -EBADF);
	}
	fixture_close(&f);
}
END_TEST

START_TEST(may_be_closed_with_something_in_flight)
{
	struct fixture f;

	fixture_open(&f, &engine_posixaio, NULL);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	fixture_close(&f);
	for (unsigned i = 0; i < DEPTH; i++)
		check_block(&f, i);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posixaio");
	TCase *tc = tcase_create("posixaio");

	tcase_add_test(tc, reads_a_whole_batch);
	tcase_add_test(tc, waits_for_as_many_as_are_wanted);
	tcase_add_test(tc, writes_syncs_and_trims);
	tcase_add_test(tc, failures_and_ends_of_files_are_reaped);
	tcase_add_test(tc, may_be_closed_with_something_in_flight);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
