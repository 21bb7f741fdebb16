#include "engine_fixture.h"

START_TEST(finishes_all_in_order_with_their_lengths)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_null, NULL);
	for (unsigned i = 0; i < DEPTH; i++)
		f.io[i].length = 512 * (i + 1);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, DEPTH), DEPTH);
	ck_assert_int_eq(f.ops->reap(f.state, done, 1, DEPTH, NULL), DEPTH);
	for (unsigned i = 0; i < DEPTH; i++) {
		ck_assert_uint_eq(done[i].slot, i);
		ck_assert_int_eq(done[i].result, (int)f.io[i].length);
	}
	ck_assert_int_eq(f.ops->reap(f.state, done, 0, DEPTH, NULL), 0);
	fixture_close(&f);
}
END_TEST

START_TEST(keeps_what_was_not_reaped)
{
	struct completion done[DEPTH];
	struct fixture f;
	unsigned next = 0;

	fixture_open(&f, &engine_null, NULL);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 5), 5);
	/* Round and round the ring, two in for two out. */
	for (int i = 0; i < 100; i++) {
		ck_assert_int_eq(f.ops->reap(f.state, done, 1, 2, NULL), 2);
		ck_assert_uint_eq(done[0].slot, next);
		next = (next + 1) % 5;
		ck_assert_uint_eq(done[1].slot, next);
		next = (next + 1) % 5;
		for (unsigned k = 0; k < 2; k++) {
			struct io *io = &f.io[done[k].slot];

			ck_assert_int_eq(f.ops->submit(f.state, &io, 1), 1);
		}
	}
	fixture_close(&f);
}
END_TEST

START_TEST(moves_what_one_call_would)
{
	struct completion done;
	struct fixture f;

	fixture_open(&f, &engine_null, NULL);
	f.io[0].length = UINT32_MAX;
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), 1);
	ck_assert_int_eq(f.ops->reap(f.state, &done, 1, 1, NULL), 1);
	ck_assert_int_eq(done.result, 0x7ffff000);
	fixture_close(&f);
}
END_TEST

START_TEST(takes_no_more_than_its_depth)
{
	struct completion done[DEPTH];
	struct fixture f;

	fixture_open(&f, &engine_null, NULL);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 6), 6);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 6), 2);
	ck_assert_int_eq(f.ops->submit(f.state, f.list, 1), -EAGAIN);
	ck_assert_int_eq(f.ops->reap(f.state, done, 8, 8, NULL), 8);
	fixture_close(&f);
}
END_TEST

START_TEST(touches_no_buffer_and_no_file)
{
	struct fixture f;

	fixture_open(&f, &engine_null, NULL);
	f.io[0].buf = NULL;
	f.io[0].fd = -1;
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	f.io[0].kind = IO_WRITE;
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	f.io[0].kind = IO_TRIM;
	ck_assert_int_eq(perform(&f, 0), BLOCK);
	f.io[0].kind = IO_FSYNC;
	ck_assert_int_eq(perform(&f, 0), 0);
	fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("null");
	TCase *tc = tcase_create("null");

	tcase_add_test(tc, finishes_all_in_order_with_their_lengths);
	tcase_add_test(tc, keeps_what_was_not_reaped);
	tcase_add_test(tc, moves_what_one_call_would);
	tcase_add_test(tc, takes_no_more_than_its_depth);
	tcase_add_test(tc, touches_no_buffer_and_no_file);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
