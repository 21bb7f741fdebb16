#include "stat/io_stats.h"

#include "unit.h"

#include <math.h>
#include <string.h>

static struct job_stats stats;

static void add_all(struct moments *m, const uint64_t *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		moments_add(m, values[i]);
}

static const struct {
	uint64_t values[5];
	unsigned count;
	uint64_t min, max;
	double mean, deviation;
} samples[] = {
	{ { 0 }, 0, 0, 0, 0, 0 },
	{ { 7 }, 1, 7, 7, 7, 0 },
	{ { 0, 0, 0 }, 3, 0, 0, 0, 0 },
	{ { 2, 4, 4, 6 }, 4, 2, 6, 4, 1.632993162 },
	{ { 9, 5, 1 }, 3, 1, 9, 5, 4 },
	/* Where a sum of squares has lost all digits that matter. */
	{ { 4000000000000000, 4000000000000001, 4000000000000002 },
	  3,
	  4000000000000000,
	  4000000000000002,
	  4000000000000001,
	  1 },
};

START_TEST(moments_describe_the_numbers)
{
	struct moments m = { 0 };
	struct summary s;

	add_all(&m, samples[_i].values, samples[_i].count);
	s = moments_summary(&m);
	ck_assert_uint_eq(s.count, samples[_i].count);
	ck_assert_uint_eq(s.min, samples[_i].min);
	ck_assert_uint_eq(s.max, samples[_i].max);
	ck_assert_double_eq(s.mean, samples[_i].mean);
	ck_assert_double_eq_tol(summary_deviation(&s), samples[_i].deviation,
				1e-9);
}
END_TEST

START_TEST(a_list_is_as_its_numbers)
{
	struct latency_stats *one = &stats.direction[0].clat;
	struct latency_stats *list = &stats.direction[1].clat;
	const uint64_t values[] = { 900, 3, 70000, 127, 128, 900 };
	unsigned n = COUNT_OF(values);

	memset(&stats, 0, sizeof(stats));
	for (unsigned i = 0; i < n; i++)
		latency_add(one, values[i]);
	latency_add_list(list, values, 2);
	latency_add_list(list, values + 2, n - 2);
	ck_assert_mem_eq(one, list, sizeof(*one));
}
END_TEST

START_TEST(equal_numbers_do_not_deviate)
{
	struct moments m = { 0 };
	struct summary s;

	moments_add(&m, 1);
	for (int i = 0; i < 1000; i++)
		moments_add(&m, 333333333);
	s = moments_summary(&m);
	ck_assert_double_ge(s.m2, 0);
	ck_assert(isfinite(summary_deviation(&s)));
}
END_TEST

START_TEST(reset_moments_are_as_new)
{
	struct moments m = { 0 };
	struct summary s;

	moments_add(&m, 1);
	moments_add(&m, 100);
	moments_reset(&m);
	ck_assert_uint_eq(moments_summary(&m).count, 0);
	moments_add(&m, 50);
	s = moments_summary(&m);
	ck_assert_uint_eq(s.min, 50);
	ck_assert_uint_eq(s.max, 50);
	ck_assert_double_eq(s.mean, 50);
}
END_TEST

static const uint64_t numbers[] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5 };

/* Cut in two at every place, the ends included. */
START_TEST(merged_parts_are_the_whole)
{
	struct moments left = { 0 };
	struct moments right = { 0 };
	struct moments whole = { 0 };
	struct summary merged, all;
	size_t cut = (size_t)_i;

	add_all(&left, numbers, cut);
	add_all(&right, numbers + cut, COUNT_OF(numbers) - cut);
	add_all(&whole, numbers, COUNT_OF(numbers));
	merged = summary_merge(moments_summary(&left), moments_summary(&right));
	all = moments_summary(&whole);
	ck_assert_uint_eq(merged.count, all.count);
	ck_assert_uint_eq(merged.min, all.min);
	ck_assert_uint_eq(merged.max, all.max);
	ck_assert_double_eq_tol(merged.mean, all.mean, 1e-9);
	ck_assert_double_eq_tol(merged.m2, all.m2, 1e-9);
}
END_TEST

/*
 * What version 3.33 of the reference printed for a group of two jobs of which
 * each logged these samples of bandwidth.
 */
static const uint64_t job_1[] = { 4716167, 4797600, 4741184, 4801218, 4797600,
				  4795592, 4789987, 4857600, 4795190 };
static const uint64_t job_2[] = { 4732665, 4799992, 4778192, 4797803, 4773600,
				  4759200, 4780761, 4819200, 4797595 };

START_TEST(stacked_series_are_as_in_the_reference)
{
	struct moments a = { 0 };
	struct moments b = { 0 };
	struct summary s;

	add_all(&a, job_1, COUNT_OF(job_1));
	add_all(&b, job_2, COUNT_OF(job_2));
	s = summary_stack(moments_summary(&a), moments_summary(&b));
	ck_assert_uint_eq(s.count, 18);
	ck_assert_uint_eq(s.min, 9448832);
	ck_assert_uint_eq(s.max, 9676800);
	ck_assert_double_eq_tol(s.mean, 9570127.333333, 1e-6);
	ck_assert_double_eq_tol(summary_deviation(&s), 32457.166432, 1e-6);
}
END_TEST

START_TEST(a_series_without_samples_adds_nothing)
{
	const struct summary none = { .count = 0 };
	const struct summary some = { 3, 1, 9, 5, 32 };
	struct summary s;

	for (int i = 0; i < 2; i++) {
		s = i ? summary_stack(none, some) : summary_stack(some, none);
		ck_assert_uint_eq(s.count, 3);
		ck_assert_uint_eq(s.min, 1);
		ck_assert_uint_eq(s.max, 9);
		ck_assert_double_eq(s.mean, 5);
		ck_assert_double_eq(s.m2, 32);
	}
	ck_assert_uint_eq(summary_stack(none, none).count, 0);
	ck_assert_uint_eq(summary_merge(none, none).count, 0);
}
END_TEST

static const struct {
	unsigned depth;
	unsigned class;
} levels[] = {
	{ 0, 0 },  { 1, 0 },  { 2, 1 },   { 3, 1 },   { 4, 2 },  { 7, 2 },
	{ 8, 3 },  { 15, 3 }, { 16, 4 },  { 31, 4 },  { 32, 5 }, { 63, 5 },
	{ 64, 6 }, { 65, 6 }, { 128, 6 }, { ~0U, 6 },
};

START_TEST(depths_have_a_class)
{
	ck_assert_uint_eq(depth_level_class(levels[_i].depth),
			  levels[_i].class);
}
END_TEST

static const struct {
	unsigned ios;
	unsigned class;
} batches[] = {
	{ 0, 0 },  { 1, 1 },  { 4, 1 },   { 5, 2 },   { 8, 2 },
	{ 9, 3 },  { 16, 3 }, { 17, 4 },  { 32, 4 },  { 33, 5 },
	{ 64, 5 }, { 65, 6 }, { 128, 6 }, { ~0U, 6 },
};

START_TEST(batches_have_a_class)
{
	ck_assert_uint_eq(depth_batch_class(batches[_i].ios),
			  batches[_i].class);
}
END_TEST

START_TEST(directions_have_names)
{
	ck_assert_str_eq(direction_name(DIRECTION_READ), "read");
	ck_assert_str_eq(direction_name(DIRECTION_WRITE), "write");
	ck_assert_str_eq(direction_name(DIRECTION_TRIM), "trim");
}
END_TEST

static void fill_direction(struct direction_stats *d)
{
	counter_set(&d->issued, 1);
	counter_set(&d->completed, 1);
	counter_set(&d->bytes, 1);
	counter_set(&d->short_ios, 1);
	counter_set(&d->dropped, 1);
	counter_set(&d->runtime_ns, 1);
	latency_add(&d->slat, 1);
	latency_add(&d->clat, 1000);
	latency_add(&d->lat, UINT64_MAX);
	latency_add(&d->intended, 77);
	moments_add(&d->bw, 1);
	moments_add(&d->iops, 1);
}

START_TEST(a_reset_leaves_all_zero)
{
	static const struct job_stats zero;

	for (unsigned i = 0; i < DIRECTION_COUNT; i++)
		fill_direction(&stats.direction[i]);
	moments_add(&stats.all_bw, 1);
	moments_add(&stats.all_iops, 1);
	latency_add(&stats.sync, 12345);
	for (unsigned i = 0; i < DEPTH_CLASSES; i++) {
		counter_set(&stats.depth_level[i], 1);
		counter_set(&stats.depth_submit[i], 1);
		counter_set(&stats.depth_complete[i], 1);
	}
	counter_set(&stats.syncs, 1);
	counter_set(&stats.submits, 1);
	counter_set(&stats.completes, 1);
	counter_set(&stats.errors, 1);
	counter_set(&stats.first_error, 1);
	counter_set(&stats.latency_depth, 1);
	job_stats_reset(&stats);
	ck_assert_mem_eq(&stats, &zero, sizeof(stats));
}
END_TEST

/* A mark in the histogram alone shows whether it was written. */
START_TEST(a_reset_leaves_unused_histograms_alone)
{
	struct histogram *unused =
		&stats.direction[DIRECTION_TRIM].clat.histogram;
	struct histogram *used =
		&stats.direction[DIRECTION_READ].clat.histogram;

	counter_set(&unused->bucket[1000], 1);
	counter_set(&used->bucket[1000], 1);
	latency_add(&stats.direction[DIRECTION_READ].clat, 5);
	job_stats_reset(&stats);
	ck_assert_uint_eq(unused->bucket[1000], 1);
	ck_assert_uint_eq(used->bucket[1000], 0);
}
END_TEST

START_TEST(many_of_a_value_are_as_each_by_itself)
{
	static const uint64_t values[] = { 7, 1000000007, 3 };
	struct moments one_by_one = { 0 }, at_once = { 0 }, copy = { 0 };
	struct summary a, b;

	for (unsigned v = 0; v < COUNT_OF(values); v++) {
		for (unsigned i = 0; i <= v; i++)
			moments_add(&one_by_one, values[v]);
		moments_add_many(&at_once, values[v], v + 1);
	}
	moments_copy(&copy, &at_once);
	a = moments_summary(&one_by_one);
	b = moments_summary(&copy);
	ck_assert_uint_eq(b.count, 6);
	ck_assert_uint_eq(b.min, 3);
	ck_assert_uint_eq(b.max, 1000000007);
	ck_assert_double_eq_tol(a.mean, b.mean, 1e-6);
	ck_assert_double_eq_tol(a.m2, b.m2, a.m2 * 1e-12);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("io_stats");
	TCase *tc = tcase_create("io_stats");

	tcase_add_loop_test(tc, moments_describe_the_numbers, 0,
			    COUNT_OF(samples));
	tcase_add_test(tc, many_of_a_value_are_as_each_by_itself);
	tcase_add_test(tc, a_list_is_as_its_numbers);
	tcase_add_test(tc, equal_numbers_do_not_deviate);
	tcase_add_test(tc, reset_moments_are_as_new);
	tcase_add_loop_test(tc, merged_parts_are_the_whole, 0,
			    COUNT_OF(numbers) + 1);
	tcase_add_test(tc, stacked_series_are_as_in_the_reference);
	tcase_add_test(tc, a_series_without_samples_adds_nothing);
	tcase_add_loop_test(tc, depths_have_a_class, 0, COUNT_OF(levels));
	tcase_add_loop_test(tc, batches_have_a_class, 0, COUNT_OF(batches));
	tcase_add_test(tc, directions_have_names);
	tcase_add_test(tc, a_reset_leaves_all_zero);
	tcase_add_test(tc, a_reset_leaves_unused_histograms_alone);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
