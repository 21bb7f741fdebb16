#include "ping/figures.h"

#include "unit.h"

static struct figures after(const uint64_t *ns, size_t count)
{
	struct figures f;
	uint64_t now = 1000;

	figures_start(&f, now);
	for (size_t i = 0; i < count; i++) {
		now += ns[i];
		figures_add(&f, REQUEST_COUNTS, 4096, ns[i], now);
	}
	return f;
}

START_TEST(what_counts_is_summed_and_the_rest_only_counted)
{
	struct figures f;

	figures_start(&f, 1000);
	figures_add(&f, REQUEST_WARMUP, 4096, 9, 1010);
	figures_add(&f, REQUEST_COUNTS, 4096, 20, 1030);
	figures_add(&f, REQUEST_TOO_FAST, 4096, 1, 1040);
	figures_add(&f, REQUEST_TOO_SLOW, 4096, 500, 1600);
	figures_add(&f, REQUEST_COUNTS, 4096, 30, 1700);
	ck_assert_uint_eq(f.count, 2);
	ck_assert_uint_eq(f.bytes, 8192);
	ck_assert_uint_eq(f.sum_ns, 50);
	ck_assert_uint_eq(f.min_ns, 20);
	ck_assert_uint_eq(f.max_ns, 30);
	ck_assert_uint_eq(figures_mean(&f), 25);
	ck_assert_uint_eq(figures_deviation(&f), 5);
	ck_assert_uint_eq(f.requests, 5);
	ck_assert_uint_eq(f.all_bytes, 20480);
	ck_assert_uint_eq(f.too_fast, 1);
	ck_assert_uint_eq(f.too_slow, 1);
	ck_assert_uint_eq(f.end_ns - f.start_ns, 700);
}
END_TEST

START_TEST(nothing_has_figures_too)
{
	struct figures f = after(NULL, 0);

	ck_assert_uint_eq(figures_mean(&f), 0);
	ck_assert_uint_eq(figures_deviation(&f), 0);
	ck_assert(figures_rate(0, 0) == 0);
	ck_assert_int_eq(figures_mark(&f, 1), MARK_NONE);
}
END_TEST

/* Squares of an hour in nanoseconds don't fit into 64 bits. */
START_TEST(the_deviation_of_long_times_is_right)
{
	const uint64_t hour = UINT64_C(3600000000000);
	uint64_t ns[] = { hour, hour + 2000, hour, hour + 2000 };
	struct figures f = after(ns, COUNT_OF(ns));

	ck_assert_uint_eq(figures_mean(&f), hour + 1000);
	ck_assert_uint_eq(figures_deviation(&f), 1000);
}
END_TEST

/* ioping 1.3: five of 1 ms, then one of this. */
static const struct {
	unsigned before;
	uint64_t us;
	enum request_mark mark;
} marks[] = {
	{ 4, 9000, MARK_NONE }, { 5, 9000, MARK_SLOW }, { 5, 2501, MARK_SLOW },
	{ 5, 2500, MARK_NONE }, { 5, 1000, MARK_NONE }, { 5, 455, MARK_NONE },
	{ 5, 454, MARK_FAST },  { 4, 100, MARK_NONE },
};

START_TEST(twice_as_fast_or_slow_as_the_mean_is_marked)
{
	uint64_t ns[6];
	struct figures f;

	for (unsigned i = 0; i < marks[_i].before; i++)
		ns[i] = 1000000;
	ns[marks[_i].before] = marks[_i].us * 1000;
	f = after(ns, marks[_i].before + 1);
	ck_assert_int_eq(figures_mark(&f, ns[marks[_i].before]),
			 marks[_i].mark);
}
END_TEST

START_TEST(high_percentiles_of_few_are_the_maximum)
{
	uint64_t ns[] = { 1000, 200003, 300007 };
	static struct histogram times;
	struct figures f = after(ns, COUNT_OF(ns));

	for (size_t i = 0; i < COUNT_OF(ns); i++)
		histogram_add(&times, ns[i]);
	ck_assert_uint_eq(figures_percentile(&f, &times, 99), 300007);
	ck_assert_uint_eq(figures_percentile(&f, &times, 100), 300007);
	ck_assert_uint_lt(figures_percentile(&f, &times, 1), 1010);
	ck_assert_uint_gt(figures_percentile(&f, &times, 50), 198000);
	ck_assert_uint_lt(figures_percentile(&f, &times, 50), 202000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("figures");
	TCase *tc = tcase_create("figures");

	tcase_add_test(tc, what_counts_is_summed_and_the_rest_only_counted);
	tcase_add_test(tc, nothing_has_figures_too);
	tcase_add_test(tc, the_deviation_of_long_times_is_right);
	tcase_add_loop_test(tc, twice_as_fast_or_slow_as_the_mean_is_marked, 0,
			    COUNT_OF(marks));
	tcase_add_test(tc, high_percentiles_of_few_are_the_maximum);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
