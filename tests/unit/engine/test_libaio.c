#include "engine_fixture.h"

/* Options with userspace_reap=0 and 1; the last row stands for none. */
static const bool reaping[] = { false, true };

static void open_row(struct fixture *f, int row)
{
	const void *options =
		row < (int)COUNT_OF(reaping) ? &reaping[row] : NULL;

	ck_assert_uint_eq(engine_libaio.info.options_size, sizeof(reaping[0]));
	fixture_open(f, &engine_libaio, options);
}

/* Reap `n` I/Os in any order and number; `result` is by slot. */
static void reap_all(struct fixture *f, unsigned n, int32_t result[DEPTH])
{
	struct completion done[DEPTH];
	unsigned seen = 0;
	int got;

	while (n > 0) {
		got = f->ops->reap(f->state, done, 1, DEPTH, NULL);
		ck_assert_int_ge(got, 1);
		ck_assert_uint_le((unsigned)got, n);
		n -= (unsigned)got;
		for (int i = 0; i < got; i++) {
			ck_assert_uint_lt(done[i].slot, DEPTH);
			ck_assert_uint_eq(seen & 1u << done[i].slot, 0);
			seen |= 1u << done[i].slot;
			result[done[i].slot] = done[i].result;
		}
	}
	ck_assert_int_eq(f->ops->reap(f->state, done, 0, DEPTH, NULL), 0);
}

START_TEST(a_batch_of_reads_brings_each_its_block)
{
	int32_t result[DEPTH] = { 0 };
	struct fixture f;

	open_row(&f, _i);
	/* More I/Os than the ring has places, so that it wraps. */
	for (unsigned round = 0; round < 200; round++) {
		for (unsigned i = 0; i < DEPTH; i++)
			f.io[i].offset = block_at((i + round) % 16);
		ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
		reap_all(&f, DEPTH, result);
		for (unsigned i = 0; i < DEPTH; i++) {
			ck_assert_int_eq(result[i], BLOCK);
			ck_assert_uint_eq(f.buffers[i][5],
					  file_byte(f.io[i].offset + 5));
		}
	}
	check_block(&f, 3);
	fixture_close(&f);
}
END_TEST

START_TEST(writes_are_read_back)
{
	int32_t result[DEPTH] = { 0 };
	struct fixture f;

	open_row(&f, _i);
	for (unsigned i = 0; i < DEPTH; i++) {
		f.io[i].kind = IO_WRITE;
		memset(f.buffers[i], (int)(i + 100), BLOCK);
	}
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	reap_all(&f, DEPTH, result);
	for (unsigned i = 0; i < DEPTH; i++) {
		unsigned char byte = 0;

		ck_assert_int_eq(result[i], BLOCK);
		ck_assert_int_eq(pread(f.fd, &byte, 1, (off_t)block_at(i) + 9),
				 1);
		ck_assert_uint_eq(byte, i + 100);
	}
	fixture_close(&f);
}
END_TEST

START_TEST(syncs_and_trims_among_others_are_reaped_too)
{
	int32_t result[DEPTH] = { 0 };
	struct fixture f;

	open_row(&f, _i);
	f.io[0].kind = IO_FSYNC;
	f.io[3].kind = IO_TRIM;
	f.io[4].kind = IO_FDATASYNC;
	f.io[7].kind = IO_TRIM;
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	reap_all(&f, DEPTH, result);
	for (unsigned i = 0; i < DEPTH; i++)
		ck_assert_int_eq(result[i],
				 f.io[i].kind >= IO_FSYNC ? 0 : BLOCK);
	ck_assert_int_eq(pread(f.fd, f.buffers[0], BLOCK, (off_t)block_at(3)),
			 BLOCK);
	ck_assert_uint_eq(f.buffers[0][0] | f.buffers[0][BLOCK - 1], 0);
	fixture_close(&f);
}
END_TEST

START_TEST(takes_no_more_than_max_and_keeps_the_rest)
{
	struct completion done[DEPTH];
	struct fixture f;
	int left = DEPTH;

	open_row(&f, _i);
	f.io[1].kind = IO_FSYNC;
	f.io[2].kind = IO_FSYNC;
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	for (; left > 3; left -= 3)
		ck_assert_int_eq(f.ops->reap(f.state, done, 3, 3, NULL), 3);
	/* No more than there are is waited for. */
	ck_assert_int_eq(f.ops->reap(f.state, done, 3, DEPTH, NULL), left);
	fixture_close(&f);
}
END_TEST

START_TEST(an_io_that_the_kernel_refuses_fails_alone)
{
	int32_t result[DEPTH] = { 0 };
	struct fixture f;
	unsigned taken = 0;
	int n;

	open_row(&f, _i);
	f.io[0].fd = -1;
	f.io[5].fd = -1;
	while (taken < DEPTH) {
		n = f.ops->submit(f.state, &f.list[taken], DEPTH - taken);
		ck_assert_int_ge(n, 1);
		taken += (unsigned)n;
	}
	reap_all(&f, DEPTH, result);
	for (unsigned i = 0; i < DEPTH; i++)
		ck_assert_int_eq(result[i], f.io[i].fd < 0 ? -EBADF : BLOCK);
	fixture_close(&f);
}
END_TEST

START_TEST(the_end_of_the_file_cuts_a_read)
{
	struct fixture f;

	open_row(&f, _i);
	f.io[0].offset = FILE_SIZE - 100;
	ck_assert_int_eq(perform(&f, 0), 100);
	f.io[0].offset = FILE_SIZE;
	ck_assert_int_eq(perform(&f, 0), 0);
	fixture_close(&f);
}
END_TEST

START_TEST(takes_no_more_than_its_depth)
{
	int32_t result[DEPTH];
	struct fixture f;

	open_row(&f, _i);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), -EAGAIN);
	reap_all(&f, DEPTH, result);
	fixture_close(&f);
}
END_TEST

START_TEST(with_nothing_in_flight_there_is_no_waiting)
{
	const struct timespec hour = { .tv_sec = 3600 };
	struct completion done[DEPTH];
	struct fixture f;

	open_row(&f, _i);
	ck_assert_int_eq(f.ops->reap(f.state, done, 1, DEPTH, NULL), 0);
	ck_assert_int_eq(f.ops->reap(f.state, done, 2, DEPTH, &hour), 0);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), 1);
	ck_assert_int_eq(f.ops->reap(f.state, done, 2, DEPTH, &hour), 1);
	fixture_close(&f);
}
END_TEST

START_TEST(direct_io_gets_through)
{
	char path[] = "test_libaio.XXXXXX";
	int32_t result[DEPTH] = { 0 };
	struct fixture f;
	int fd = mkstemp(path);
	int direct;

	open_row(&f, _i);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, FILE_SIZE), 0);
	direct = open(path, O_RDWR | O_DIRECT);
	unlink(path);
	close(fd);
	if (direct < 0) { /* not on this file system */
		ck_assert_int_eq(errno, EINVAL);
		fixture_close(&f);
		return;
	}
	for (unsigned i = 0; i < DEPTH; i++) {
		f.io[i].fd = direct;
		f.io[i].kind = IO_WRITE;
		memset(f.buffers[i], 'a' + (int)i, BLOCK);
	}
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	reap_all(&f, DEPTH, result);
	for (unsigned i = 0; i < DEPTH; i++) {
		ck_assert_int_eq(result[i], BLOCK);
		f.io[i].kind = IO_READ;
		f.io[i].offset = block_at(DEPTH - 1 - i);
	}
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	reap_all(&f, DEPTH, result);
	for (unsigned i = 0; i < DEPTH; i++)
		ck_assert_uint_eq(f.buffers[i][77], 'a' + DEPTH - 1 - i);
	close(direct);
	fixture_close(&f);
}
END_TEST

START_TEST(too_much_for_the_system_is_refused_with_a_reason)
{
	struct engine_setup setup = { .depth = 1u << 22 };
	struct job_error error = { 0 };
	void *state = NULL;

	ck_assert_int_eq(engine_libaio.open(&state, &setup, &error), -1);
	ck_assert_int_ne(error.code, 0);
	ck_assert_str_ne(error.text, "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("libaio");
	TCase *tc = tcase_create("libaio");
	const int rows = COUNT_OF(reaping) + 1;

	tcase_add_loop_test(tc, a_batch_of_reads_brings_each_its_block, 0,
			    rows);
	tcase_add_loop_test(tc, writes_are_read_back, 0, rows);
	tcase_add_loop_test(tc, syncs_and_trims_among_others_are_reaped_too, 0,
			    rows);
	tcase_add_loop_test(tc, takes_no_more_than_max_and_keeps_the_rest, 0,
			    rows);
	tcase_add_loop_test(tc, an_io_that_the_kernel_refuses_fails_alone, 0,
			    rows);
	tcase_add_loop_test(tc, the_end_of_the_file_cuts_a_read, 0, rows);
	tcase_add_loop_test(tc, takes_no_more_than_its_depth, 0, rows);
	tcase_add_loop_test(tc, with_nothing_in_flight_there_is_no_waiting, 0,
			    rows);
	tcase_add_loop_test(tc, direct_io_gets_through, 0, rows);
	tcase_add_test(tc, too_much_for_the_system_is_refused_with_a_reason);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
