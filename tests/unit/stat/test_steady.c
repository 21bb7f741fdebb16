#include "stat/steady.h"

#include "unit.h"

#include <math.h>

enum { SIZE_MAX_TESTED = 8 };

static struct steady_sample memory[SIZE_MAX_TESTED];

static struct steady_window window_of(size_t size)
{
	return (struct steady_window){ .ring = memory, .size = size };
}

static void add(struct steady_window *w, uint64_t value)
{
	struct steady_sample s = { { value, 2 * value, 3 * value } };

	steady_window_add(w, &s);
}

static const struct {
	size_t count;
	uint64_t values[SIZE_MAX_TESTED];
	struct steady_rule rule;
	double criterion;
	bool steady;
} judged[] = {
	{ 3, { 10, 10, 10 }, { STEADY_IOPS, false, false, 1 }, 0, true },
	/* It has to be below the limit, and not at it. */
	{ 3, { 9, 10, 11 }, { STEADY_IOPS, false, false, 1 }, 1, false },
	{ 3, { 9, 10, 11 }, { STEADY_IOPS, false, false, 1.1 }, 1, true },
	{ 3, { 9, 10, 11 }, { STEADY_IOPS, false, true, 10.1 }, 10, true },
	{ 3, { 9, 10, 11 }, { STEADY_IOPS, false, true, 9.9 }, 10, false },
	{ 3, { 9, 10, 11 }, { STEADY_BW, false, false, 3 }, 2, true },
	{ 3, { 9, 10, 11 }, { STEADY_LAT, false, false, 3 }, 3, false },
	{ 3, { 9, 10, 11 }, { STEADY_IOPS, true, false, 1.1 }, 1, true },
	{ 3, { 11, 10, 9 }, { STEADY_IOPS, true, false, 0.5 }, -1, false },
	{ 3, { 11, 10, 9 }, { STEADY_IOPS, true, true, 11 }, -10, true },
	/* Up and down again has no slope. */
	{ 5, { 1, 9, 40, 9, 1 }, { STEADY_IOPS, true, true, 0.1 }, 0, true },
	{ 1, { 7 }, { STEADY_IOPS, false, false, 1 }, 0, true },
	/* Through one point there is no line. */
	{ 1, { 7 }, { STEADY_IOPS, true, false, 1 }, 0, false },
	/* Where nothing moves there is no share of the mean. */
	{ 3, { 0, 0, 0 }, { STEADY_IOPS, false, true, 1 }, 0, false },
	{ 3, { 0, 0, 0 }, { STEADY_IOPS, true, true, 1 }, 0, false },
};

START_TEST(a_full_window_is_held_against_the_limit)
{
	struct steady_window w = window_of(judged[_i].count);
	struct steady_judgement j;

	/* What was before is gone. */
	for (size_t i = 0; i < judged[_i].count; i++)
		add(&w, 1000 * i);
	for (size_t i = 0; i < judged[_i].count; i++)
		add(&w, judged[_i].values[i]);
	j = steady_judge(&w, &judged[_i].rule);
	ck_assert_double_eq_tol(j.criterion, judged[_i].criterion, 1e-9);
	ck_assert_int_eq(j.steady, judged[_i].steady);
	ck_assert_double_eq(judged[_i].rule.slope ? j.deviation : j.slope, 0);
}
END_TEST

START_TEST(a_window_that_is_not_full_is_not_judged)
{
	const struct steady_rule rule = { STEADY_IOPS, false, false, 100 };
	struct steady_window w = window_of(3);

	add(&w, 5);
	add(&w, 5);
	ck_assert(!steady_judge(&w, &rule).steady);
	add(&w, 5);
	ck_assert(steady_judge(&w, &rule).steady);
	steady_window_clear(&w);
	ck_assert(!steady_judge(&w, &rule).steady);
	ck_assert_uint_eq(steady_window_count(&w), 0);
}
END_TEST

START_TEST(the_oldest_sample_is_the_first)
{
	struct steady_window w = window_of(3);

	for (uint64_t i = 1; i <= 7; i++) {
		size_t n = i < 3 ? i : 3;

		add(&w, i);
		ck_assert_uint_eq(steady_window_count(&w), n);
		ck_assert_uint_eq(steady_window_at(&w, 0)->of[STEADY_IOPS],
				  i - n + 1);
		ck_assert_uint_eq(steady_window_at(&w, n - 1)->of[STEADY_IOPS],
				  i);
	}
	ck_assert_double_eq(steady_window_mean(&w, STEADY_BW), 12);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("steady");
	TCase *tc = tcase_create("steady");

	tcase_add_loop_test(tc, a_full_window_is_held_against_the_limit, 0,
			    COUNT_OF(judged));
	tcase_add_test(tc, a_window_that_is_not_full_is_not_judged);
	tcase_add_test(tc, the_oldest_sample_is_the_first);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
