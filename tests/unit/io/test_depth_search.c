#include "io/depth_search.h"

#include "unit.h"

/* A device of which depths up to `holds` keep to the target. */
static struct depth_search search;
static unsigned windows;

static void begin(unsigned max, double percent, bool runs_on)
{
	search = (struct depth_search){
		.target_ns = 1000,
		.window_ns = 100,
		.percent = percent,
		.runs_on = runs_on,
		.max = max,
	};
	windows = 0;
	depth_search_start(&search, 0);
}

/* A window of ten I/Os, `late` of which are. */
static enum depth_step window(unsigned late)
{
	uint64_t now = 100 * (uint64_t)++windows;

	for (unsigned i = 0; i < 10; i++)
		depth_search_add(&search, search.begin_ns,
				 i < late ? 1001 : 1000);
	return depth_search_judge(&search, now);
}

/* Returns the depth at which the search ends. */
static unsigned find(unsigned holds, unsigned late)
{
	enum depth_step step;

	do
		step = window(search.depth > holds ? late : 0);
	while (step != DEPTH_FOUND && step != DEPTH_FAILED && windows < 1000);
	ck_assert_int_eq((int)step, DEPTH_FOUND);
	return search.depth;
}

START_TEST(the_greatest_depth_that_holds_is_found)
{
	for (unsigned max = 1; max <= 40; max++) {
		for (unsigned holds = 1; holds <= max; holds++) {
			begin(max, 100, false);
			if (find(holds, 1) != holds)
				ck_abort_msg("%u of %u: %u", holds, max,
					     search.depth);
			/* The last window was at that depth. */
			if (search.low != holds || windows > 15)
				ck_abort_msg("%u windows for %u", windows,
					     holds);
		}
	}
}
END_TEST

START_TEST(a_share_may_be_late)
{
	begin(16, 90, false);
	ck_assert_uint_eq(find(1, 1), 16);
	begin(16, 90, false);
	ck_assert_uint_eq(find(5, 2), 5);
}
END_TEST

START_TEST(depth_1_fails_only_where_none_may_be_late)
{
	begin(16, 100, false);
	ck_assert_int_eq((int)window(1), DEPTH_FAILED);
	begin(16, 99, false);
	ck_assert_int_eq((int)window(1), DEPTH_STAYS);
	ck_assert_uint_eq(search.depth, 1);
	ck_assert_uint_eq(find(3, 1), 3);
}
END_TEST

START_TEST(what_began_before_the_window_is_none_of_it)
{
	begin(16, 100, false);
	ck_assert_int_eq((int)window(0), DEPTH_CHANGED);
	ck_assert(!depth_search_add(&search, search.begin_ns - 1, 5000));
	ck_assert_uint_eq(search.bad, 0);
	ck_assert(depth_search_add(&search, search.begin_ns, 5000));
	ck_assert_uint_eq(search.bad, 1);
}
END_TEST

START_TEST(a_window_without_an_io_goes_on)
{
	begin(16, 100, false);
	ck_assert_int_eq((int)depth_search_judge(&search, 100), DEPTH_STAYS);
	ck_assert_uint_eq(search.begin_ns, 0);
	ck_assert_uint_eq(search.end_ns, 200);
}
END_TEST

START_TEST(latency_run_follows_the_device)
{
	begin(64, 100, true);
	for (unsigned i = 0; i < 40; i++)
		ck_assert_int_ne((int)window(search.depth > 20), DEPTH_FOUND);
	ck_assert_uint_ge(search.depth, 17);
	ck_assert_uint_le(search.depth, 21);
	/* It became slower, and then faster than before. */
	for (unsigned i = 0; i < 40; i++)
		window(search.depth > 4);
	ck_assert_uint_le(search.depth, 5);
	for (unsigned i = 0; i < 100; i++)
		window(0);
	ck_assert_uint_eq(search.depth, 64);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("depth_search");
	TCase *tc = tcase_create("depth_search");

	tcase_add_test(tc, the_greatest_depth_that_holds_is_found);
	tcase_add_test(tc, a_share_may_be_late);
	tcase_add_test(tc, depth_1_fails_only_where_none_may_be_late);
	tcase_add_test(tc, what_began_before_the_window_is_none_of_it);
	tcase_add_test(tc, a_window_without_an_io_goes_on);
	tcase_add_test(tc, latency_run_follows_the_device);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
