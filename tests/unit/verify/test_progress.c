#include "verify/progress.h"

#include "unit.h"

static struct verify_progress *progress;
static uint64_t *open_writes;
static size_t open_count;

enum { SLOTS = 4 };

static void set_up(void)
{
	progress = verify_progress_map(SLOTS);
	ck_assert_ptr_nonnull(progress);
	open_writes = NULL;
}

static void tear_down(void)
{
	free(open_writes);
	verify_progress_unmap(progress);
}

START_TEST(begins_with_nothing)
{
	ck_assert_uint_eq(
		verify_progress_read(progress, &open_writes, &open_count), 0);
	ck_assert_uint_eq(open_count, 0);
}
END_TEST

START_TEST(knows_what_is_on_its_way)
{
	verify_progress_begin(progress, 3, 1);
	verify_progress_begin(progress, 0, 2);
	verify_progress_begin(progress, 1, 3);
	verify_progress_end(progress, 0);
	verify_progress_begin(progress, 0, 4);
	ck_assert_uint_eq(
		verify_progress_read(progress, &open_writes, &open_count), 4);
	ck_assert_uint_eq(open_count, 3);
	ck_assert_uint_eq(open_writes[0], 1);
	ck_assert_uint_eq(open_writes[1], 3);
	ck_assert_uint_eq(open_writes[2], 4);
}
END_TEST

START_TEST(remembers_what_failed)
{
	verify_progress_begin(progress, 0, 1);
	verify_progress_fail(progress, 0);
	verify_progress_begin(progress, 0, 2);
	verify_progress_end(progress, 0);
	ck_assert_uint_eq(
		verify_progress_read(progress, &open_writes, &open_count), 2);
	ck_assert_uint_eq(open_count, 1);
	ck_assert_uint_eq(open_writes[0], 1);
}
END_TEST

START_TEST(counts_more_failures_than_it_remembers)
{
	for (uint64_t i = 1; i <= PROGRESS_LOST_MAX + 1; i++) {
		verify_progress_begin(progress, 0, i);
		verify_progress_fail(progress, 0);
	}
	verify_progress_read(progress, &open_writes, &open_count);
	ck_assert_uint_eq(open_count, PROGRESS_LOST_MAX);
	ck_assert_uint_eq(progress->lost_count, PROGRESS_LOST_MAX + 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("progress");
	TCase *tcase = tcase_create("progress");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_test(tcase, begins_with_nothing);
	tcase_add_test(tcase, knows_what_is_on_its_way);
	tcase_add_test(tcase, remembers_what_failed);
	tcase_add_test(tcase, counts_more_failures_than_it_remembers);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
