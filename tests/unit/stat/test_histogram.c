#include "stat/histogram.h"

#include "unit.h"

#include <string.h>

/*
 * Too large for the stack. Every test runs in a process of its own, so that
 * each finds them empty.
 */
static struct histogram a, b;

/* The smallest value of bucket `index`, worked out another way. */
static uint64_t first_of(unsigned index)
{
	unsigned group = index / 64;
	uint64_t first = 64 + index % 64;

	if (group < 2)
		return index;
	for (unsigned i = 1; i < group; i++)
		first *= 2;
	return first;
}

static uint64_t last_of(unsigned index)
{
	return index == HISTOGRAM_BUCKETS - 1 ? UINT64_MAX
					      : first_of(index + 1) - 1;
}

START_TEST(buckets_cover_all_values_without_a_gap)
{
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		ck_assert_uint_eq(histogram_index(first_of(i)), i);
		ck_assert_uint_eq(histogram_index(last_of(i)), i);
	}
	ck_assert_uint_eq(histogram_index(0), 0);
	ck_assert_uint_eq(histogram_index(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
}
END_TEST

START_TEST(a_bucket_stands_for_its_middle)
{
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t width = last_of(i) - first_of(i) + 1;

		ck_assert_uint_eq(histogram_value(i), first_of(i) + width / 2);
	}
}
END_TEST

START_TEST(the_middle_is_within_a_128th_of_every_value)
{
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t middle = histogram_value(i);

		ck_assert_uint_le(middle - first_of(i), first_of(i) / 128);
		ck_assert_uint_le(last_of(i) - middle, last_of(i) / 128);
	}
}
END_TEST

/* Keys of `bins` as version 3.33 of the reference printed them. */
static const uint64_t reference_bins[] = {
	10,      11,      20,      21,       30,       40,       41,
	50,      70,      71,      90,       241,      251,      362,
	1208,    1224,    1240,    2064,     2096,     2128,     9152,
	11328,   15936,   17536,   19072,    24704,    33024,    34048,
	35584,   66048,   67072,   73216,    136192,   142336,   144384,
	264192,  268288,  276480,  544768,   552960,   561152,   1056768,
	1073152, 1089536, 3457024, 21364736, 21626880, 21889024,
};

START_TEST(bins_are_those_of_the_reference)
{
	for (unsigned i = 0; i < COUNT_OF(reference_bins); i++) {
		uint64_t value = reference_bins[i];

		ck_assert_uint_eq(histogram_value(histogram_index(value)),
				  value);
	}
}
END_TEST

START_TEST(nothing_has_no_percentiles)
{
	const double percent[] = { 0, 50, 100 };
	uint64_t values[] = { 7, 7, 7 };

	histogram_percentiles(&a, percent, 3, 0, 0, values);
	for (int i = 0; i < 3; i++)
		ck_assert_uint_eq(values[i], 0);
	ck_assert_uint_eq(histogram_count(&a), 0);
}
END_TEST

static const struct {
	double percent;
	uint64_t value;
} ranks[] = {
	{ 0, 1 },      { 1, 1 },       { 1.5, 2 },   { 2, 2 },
	{ 2.001, 3 },  { 50, 50 },     { 50.5, 51 }, { 99, 99 },
	{ 99.5, 100 }, { 99.99, 100 }, { 100, 100 },
};

START_TEST(a_percentile_is_the_value_at_which_the_share_is_reached)
{
	uint64_t value;

	for (uint64_t v = 1; v <= 100; v++)
		histogram_add(&a, v);
	histogram_percentiles(&a, &ranks[_i].percent, 1, 1, 100, &value);
	ck_assert_uint_eq(value, ranks[_i].value);
}
END_TEST

/* 1000 values; the Nth of them has the value N / 10, rounded up. */
static const struct {
	double percent;
	unsigned rank;
} inexact[] = {
	{ 99.9, 999 }, { 99.8, 998 }, { 95.1, 951 }, { 33.3, 333 }, { 0.1, 1 },
	{ 16.1, 161 }, { 64.3, 643 }, { 28.7, 287 }, { 57.4, 574 },
};

START_TEST(a_percentile_that_is_not_exact_in_binary_has_its_own_rank)
{
	uint64_t value;

	/* All of the first `rank` in one bucket, the rest in the next. */
	for (unsigned i = 1; i <= 1000; i++)
		histogram_add(&a, i <= inexact[_i].rank ? 10 : 20);
	histogram_percentiles(&a, &inexact[_i].percent, 1, 10, 20, &value);
	ck_assert_uint_eq(value, 10);
}
END_TEST

START_TEST(many_percentiles_are_what_each_is_alone)
{
	const double percent[] = { 1, 1, 5, 50, 99, 99.5, 100, 100 };
	uint64_t together[COUNT_OF(percent)];
	uint64_t alone;

	for (uint64_t v = 1; v <= 5000; v++)
		histogram_add(&a, v * v);
	histogram_percentiles(&a, percent, COUNT_OF(percent), 1, 25000000,
			      together);
	for (unsigned i = 0; i < COUNT_OF(percent); i++) {
		histogram_percentiles(&a, &percent[i], 1, 1, 25000000, &alone);
		ck_assert_uint_eq(together[i], alone);
	}
}
END_TEST

static const uint64_t extremes[] = {
	0,
	127,
	128,
	129,
	12638,
	17113 * UINT64_C(1000000),
	UINT64_C(1) << 40,
	UINT64_C(1) << 63,
	UINT64_MAX - 1,
	UINT64_MAX,
};

START_TEST(no_percentile_leaves_the_range_of_the_values)
{
	const double percent[] = { 0, 1, 50, 99.99, 100 };
	uint64_t only = extremes[_i];
	uint64_t values[COUNT_OF(percent)];

	for (int n = 0; n < 3; n++)
		histogram_add(&a, only);
	histogram_percentiles(&a, percent, COUNT_OF(percent), only, only,
			      values);
	for (unsigned i = 0; i < COUNT_OF(percent); i++)
		ck_assert_uint_eq(values[i], only);
}
END_TEST

START_TEST(percentile_100_is_the_greatest_value)
{
	const double percent[] = { 50, 100 };
	uint64_t values[2];

	/* The bucket of 12638 begins at 12544 and has 12608 as its middle. */
	histogram_add(&a, 3000);
	histogram_add(&a, 12638);
	histogram_percentiles(&a, percent, 2, 3000, 12638, values);
	ck_assert_uint_eq(values[1], 12638);
	/* And the middle of its bucket, 2992, is below the least. */
	ck_assert_uint_eq(values[0], 3000);
}
END_TEST

/*
 * C03, axboe/fio#1668: the spread of a slow object store, where coarser
 * histograms give up.
 */
START_TEST(percentiles_of_minutes_are_true_to_one_percent)
{
	const uint64_t second = UINT64_C(1000000000);
	const double percent[] = { 50, 99 };
	uint64_t min = 20 * second;
	uint64_t max = 90 * second;
	uint64_t values[2];

	for (uint64_t i = 0; i < 1000; i++)
		histogram_add(&a, min + (max - min) * i / 999);
	histogram_percentiles(&a, percent, 2, min, max, values);
	ck_assert_double_eq_tol((double)values[0], 55e9, 0.55e9);
	ck_assert_double_eq_tol((double)values[1], 89.3e9, 0.893e9);
}
END_TEST

START_TEST(merging_adds_every_bucket)
{
	histogram_add(&a, 5);
	histogram_add(&a, 1000);
	histogram_add(&b, 1000);
	histogram_add(&b, UINT64_MAX);
	histogram_merge(&a, &b, 1000, UINT64_MAX);
	ck_assert_uint_eq(histogram_count(&a), 4);
	ck_assert_uint_eq(histogram_count(&b), 2);
	ck_assert_uint_eq(a.bucket[5], 1);
	ck_assert_uint_eq(a.bucket[histogram_index(1000)], 2);
	ck_assert_uint_eq(a.bucket[HISTOGRAM_BUCKETS - 1], 1);
}
END_TEST

START_TEST(merging_looks_only_where_values_are)
{
	histogram_add(&b, 50);
	histogram_add(&b, 1000);
	histogram_add(&b, 4000);
	histogram_merge(&a, &b, 1000, 1000);
	ck_assert_uint_eq(histogram_count(&a), 1);
	ck_assert_uint_eq(a.bucket[histogram_index(1000)], 1);
}
END_TEST

START_TEST(count_below_is_exact_between_buckets)
{
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		counter_set(&a.bucket[i], 1);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		ck_assert_uint_eq(histogram_count_below(&a, first_of(i)), i);
}
END_TEST

START_TEST(count_below_takes_a_bucket_at_its_middle)
{
	/* 1000 ns is in the bucket of 1000-1007, whose middle is 1004. */
	histogram_add(&a, 1000);
	ck_assert_uint_eq(histogram_count_below(&a, 1004), 0);
	ck_assert_uint_eq(histogram_count_below(&a, 1005), 1);
	ck_assert_uint_eq(histogram_count_below(&a, 0), 0);
	histogram_add(&b, UINT64_MAX);
	ck_assert_uint_eq(histogram_count_below(&b, UINT64_MAX), 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("histogram");
	TCase *tc = tcase_create("histogram");

	tcase_add_test(tc, buckets_cover_all_values_without_a_gap);
	tcase_add_test(tc, a_bucket_stands_for_its_middle);
	tcase_add_test(tc, the_middle_is_within_a_128th_of_every_value);
	tcase_add_test(tc, bins_are_those_of_the_reference);
	tcase_add_test(tc, nothing_has_no_percentiles);
	tcase_add_loop_test(
		tc, a_percentile_is_the_value_at_which_the_share_is_reached, 0,
		COUNT_OF(ranks));
	tcase_add_loop_test(
		tc, a_percentile_that_is_not_exact_in_binary_has_its_own_rank,
		0, COUNT_OF(inexact));
	tcase_add_test(tc, many_percentiles_are_what_each_is_alone);
	tcase_add_loop_test(tc, no_percentile_leaves_the_range_of_the_values, 0,
			    COUNT_OF(extremes));
	tcase_add_test(tc, percentile_100_is_the_greatest_value);
	tcase_add_test(tc, percentiles_of_minutes_are_true_to_one_percent);
	tcase_add_test(tc, merging_adds_every_bucket);
	tcase_add_test(tc, merging_looks_only_where_values_are);
	tcase_add_test(tc, count_below_is_exact_between_buckets);
	tcase_add_test(tc, count_below_takes_a_bucket_at_its_middle);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
