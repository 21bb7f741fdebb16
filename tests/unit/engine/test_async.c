#include "engine_fixture.h"

/*
 * Engines that have many I/Os in flight, with the options in which they differ
 * ("a=1 b=2"; NULL: without options), and whether they know the file before.
 */
static const struct {
	const struct engine_ops *ops;
	const char *options;
	bool knows_file;
} all_rows[] = {
	{ &engine_libaio, "userspace_reap=0", false },
	{ &engine_libaio, "userspace_reap=1", false },
	{ &engine_io_uring, NULL, false },
	{ &engine_io_uring, "fixedbufs=1 registerfiles=1", true },
	{ &engine_io_uring, "registerfiles=1 force_async=3", false },
	{ &engine_io_uring, "fixedbufs=0 nonvectored=0", true },
	{ &engine_io_uring, "sqthread_poll=1", true },
};

/* Where there is no io_uring, its rows are left out: they are the last. */
static int row_count(void)
{
	struct engine_setup setup = { .depth = 1 };
	struct job_error error = { 0 };
	void *state = NULL;
	int rows = 0;

	if (engine_io_uring.open(&state, &setup, &error) == 0) {
		engine_io_uring.close(state);
		return COUNT_OF(all_rows);
	}
	fprintf(stderr, "io_uring is not tested: %s\n", error.text);
	while (all_rows[rows].ops != &engine_io_uring)
		rows++;
	return rows;
}

static void set_options(const struct engine_info *info, const char *text,
			void *values, struct arena *arena)
{
	struct option_context context = { .arena = arena, .kb_base = 1024 };
	struct source here = { "test", 1 };
	struct diag *diag = diag_new();
	char *words = strdup(text);
	char *rest = words;

	option_table_defaults(info->options, values, arena);
	for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
		char *value = strchr(word, '=');

		*value++ = '\0';
		ck_assert_int_eq(option_set(option_find(info->options, word),
					    values, value, &context, here,
					    diag),
				 0);
	}
	free(words);
	diag_free(diag);
}

static void open_row(struct fixture *f, int row)
{
	const struct engine_ops *ops = all_rows[row].ops;
	struct arena *arena = arena_new();
	void *options = NULL;

	if (all_rows[row].options) {
		options = arena_alloc(arena, ops->info.options_size);
		set_options(&ops->info, all_rows[row].options, options, arena);
	}
	if (all_rows[row].knows_file)
		fixture_open_knowing(f, ops, options);
	else
		fixture_open(f, ops, options);
	arena_free(arena);
}

/* Reap `n` I/Os in any order and number; `result` is by slot. */
static void reap_all(struct fixture *f, unsigned n, int32_t result[DEPTH])
{
	struct completion done[DEPTH];
	unsigned seen = 0;
	int got;

	while (n > 0) {
		got = fixture_reap(f, done, 1, DEPTH);
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
		ck_assert_int_eq(fixture_reap(&f, done, 3, 3), 3);
	/* No more than there are is waited for. */
	ck_assert_int_eq(fixture_reap(&f, done, 3, DEPTH), left);
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
	f.io[0].fd = f.io[5].fd = -1;
	f.io[0].file_index = f.io[5].file_index = 1;
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
	char path[] = "test_async.XXXXXX";
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

START_TEST(files_that_were_replaced_are_forgotten)
{
	unsigned char block[BLOCK];
	struct fixture f;
	int other;

	open_row(&f, _i);
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	/* Another file takes the place of the one that the engine knew. */
	if (f.ops->forget_files)
		f.ops->forget_files(f.state);
	other = make_file();
	memset(block, 'x', BLOCK);
	ck_assert_int_eq(pwrite(other, block, BLOCK, 0), BLOCK);
	ck_assert_int_eq(dup2(other, f.fd), f.fd);
	close(other);
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	ck_assert_int_eq(memcmp(f.buffers[0], block, BLOCK), 0);
	fixture_close(&f);
}
END_TEST

START_TEST(an_entry_keeps_nothing_of_its_last_io)
{
	static const uint8_t kinds[] = {
		IO_TRIM,  IO_READ,      IO_FSYNC, IO_READ, IO_SYNC_FILE_RANGE,
		IO_WRITE, IO_FDATASYNC, IO_READ
	};
	struct fixture f;

	open_row(&f, _i);
	f.io[0].offset = block_at(2);
	for (unsigned i = 0; i < COUNT_OF(kinds); i++) {
		f.io[0].kind = kinds[i];
		memset(f.buffers[0], 7, BLOCK);
		ck_assert_int_eq(perform(&f, 0),
				 kinds[i] >= IO_FSYNC ? 0 : BLOCK);
	}
	ck_assert_uint_eq(f.buffers[0][0], 7);
	f.io[0].offset = block_at(3);
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	check_block(&f, 0);
	fixture_close(&f);
}
END_TEST

START_TEST(a_wait_ends_with_its_time)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	struct completion done[DEPTH];
	struct fixture f;
	int ends[2];

	open_row(&f, _i);
	ck_assert_int_eq(pipe(ends), 0);
	f.io[0].fd = ends[0];
	/* libaio reads a pipe at once, and waits for that. */
	if (f.ops == &engine_io_uring) {
		ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), 1);
		ck_assert_int_eq(f.ops->reap(f.state, done, 1, 1, &moment), 0);
		ck_assert_int_eq(f.ops->reap(f.state, done, 0, 1, NULL), 0);
		ck_assert_int_eq(write(ends[1], "abc", 3), 3);
		ck_assert_int_eq(fixture_reap(&f, done, 1, 1), 1);
		ck_assert_int_eq(done[0].result, 3);
	}
	close(ends[0]);
	close(ends[1]);
	fixture_close(&f);
}
END_TEST

START_TEST(too_much_for_the_system_is_refused_with_a_reason)
{
	struct engine_setup setup = { .depth = 1u << 22 };
	struct job_error error = { 0 };
	void *state = NULL;

	ck_assert_int_eq(all_rows[_i].ops->open(&state, &setup, &error), -1);
	ck_assert_int_ne(error.code, 0);
	ck_assert_str_ne(error.text, "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("async");
	TCase *tc = tcase_create("async");
	const int rows = row_count();

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
	tcase_add_loop_test(tc, files_that_were_replaced_are_forgotten, 0,
			    rows);
	tcase_add_loop_test(tc, an_entry_keeps_nothing_of_its_last_io, 0, rows);
	tcase_add_loop_test(tc, a_wait_ends_with_its_time, 0, rows);
	tcase_add_loop_test(
		tc, too_much_for_the_system_is_refused_with_a_reason, 0, rows);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
