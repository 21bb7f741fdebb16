#include "engine_fixture.h"

static unsigned take_all(struct fixture *f, struct completion *done)
{
	int n = f->ops->reap(f->state, done, 1, DEPTH, NULL);

	ck_assert_int_ge(n, 0);
	return (unsigned)n;
}

START_TEST(neighbours_are_done_in_one_call)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_vsync, NULL);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	ck_assert_uint_eq(take_all(&f, done), DEPTH);
	for (unsigned i = 0; i < DEPTH; i++) {
		ck_assert_uint_eq(done[i].slot, i);
		ck_assert_int_eq(done[i].result, BLOCK);
		check_block(&f, i);
	}
	fixture_close(&f);
}
END_TEST

/* What parts the third I/O from those before it. */
static void another_place(struct fixture *f)
{
	f->io[2].offset = block_at(9);
}

static void another_kind(struct fixture *f)
{
	f->io[2].kind = IO_WRITE;
}

static void a_sync(struct fixture *f)
{
	f->io[2].kind = IO_FSYNC;
}

static void another_file(struct fixture *f)
{
	f->io[2].fd = dup(f->fd);
}

static void (*const gaps[])(struct fixture *f) = {
	another_place,
	another_kind,
	a_sync,
	another_file,
};

START_TEST(a_gap_ends_the_call)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_vsync, NULL);
	gaps[_i](&f);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 4), 2);
	ck_assert_int_ge(f.ops->submit(f.state, &f.list[2], 1), 1);
	ck_assert_uint_eq(take_all(&f, done), 3);
	for (unsigned i = 0; i < 3; i++) {
		ck_assert_uint_eq(done[i].slot, i);
		ck_assert_int_eq(done[i].result,
				 f.io[i].kind == IO_FSYNC ? 0 : BLOCK);
	}
	if (f.io[2].fd != f.fd)
		close(f.io[2].fd);
	fixture_close(&f);
}
END_TEST

START_TEST(the_end_of_the_file_cuts_those_behind_it)
{
	static const int32_t results[] = { BLOCK, 100, 0, 0 };
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_vsync, NULL);
	for (unsigned i = 0; i < 4; i++)
		f.io[i].offset = FILE_SIZE - BLOCK - 100 + block_at(i);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 4), 4);
	ck_assert_uint_eq(take_all(&f, done), 4);
	for (unsigned i = 0; i < 4; i++)
		ck_assert_int_eq(done[i].result, results[i]);
	fixture_close(&f);
}
END_TEST

START_TEST(writes_each_where_it_should)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_vsync, NULL);
	for (unsigned i = 0; i < 4; i++) {
		f.io[i].kind = IO_WRITE;
		memset(f.buffers[i], 0x10 + (int)i, BLOCK);
	}
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 4), 4);
	ck_assert_uint_eq(take_all(&f, done), 4);
	for (unsigned i = 0; i < 4; i++) {
		ck_assert_int_eq(pread(f.fd, f.buffers[4 + i], BLOCK,
				       (off_t)block_at(i)),
				 BLOCK);
		ck_assert_mem_eq(f.buffers[i], f.buffers[4 + i], BLOCK);
	}
	fixture_close(&f);
}
END_TEST

START_TEST(a_failure_is_that_of_all_in_the_call)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_vsync, NULL);
	for (unsigned i = 0; i < 3; i++)
		f.io[i].fd = -1;
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 3), 3);
	ck_assert_uint_eq(take_all(&f, done), 3);
	for (unsigned i = 0; i < 3; i++)
		ck_assert_int_eq(done[i].result, -EBADF);
	fixture_close(&f);
}
END_TEST

START_TEST(takes_no_more_than_there_is_room_for)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_vsync, NULL);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 6), 6);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 6), 2);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 6), -EAGAIN);
	ck_assert_int_eq(f.ops->reap(f.state, done, 1, 3, NULL), 3);
	ck_assert_uint_eq(take_all(&f, done), 5);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("vsync");
	TCase *tc = tcase_create("vsync");

	tcase_add_test(tc, neighbours_are_done_in_one_call);
	tcase_add_loop_test(tc, a_gap_ends_the_call, 0, COUNT_OF(gaps));
	tcase_add_test(tc, the_end_of_the_file_cuts_those_behind_it);
	tcase_add_test(tc, writes_each_where_it_should);
	tcase_add_test(tc, a_failure_is_that_of_all_in_the_call);
	tcase_add_test(tc, takes_no_more_than_there_is_room_for);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
