#include "stat/series.h"

#include "base/clock.h"
#include "unit.h"

static struct job_stats stats;

static const struct {
	uint64_t bytes;
	uint64_t ns;
	uint64_t kib; /* a second */
} bandwidths[] = {
	{ 1024, NSEC_PER_SEC, 1 },
	{ 1023, NSEC_PER_SEC, 0 },
	{ UINT64_C(1024) * 1024, 500 * NSEC_PER_MSEC, 2048 },
	{ 4096, 1, 4000000000 },
	{ 1000 * UINT64_C(1024), 3 * NSEC_PER_SEC, 333 },
	{ 1, 3600 * NSEC_PER_SEC, 0 },
	/* 100 GiB/s for an hour. */
	{ 3600 * (UINT64_C(100) << 30), 3600 * NSEC_PER_SEC,
	  UINT64_C(100) << 20 },
	/* More than there is a number for. */
	{ UINT64_MAX, 1, UINT64_MAX / 1024 },
};

START_TEST(a_window_gives_its_bandwidth)
{
	struct series s;
	struct summary bw;

	series_start(&s, bandwidths[_i].ns, 77);
	counter_set(&stats.direction[DIRECTION_READ].bytes,
		    bandwidths[_i].bytes);
	series_sample_bw(&s, &stats, 77 + bandwidths[_i].ns);
	bw = moments_summary(&stats.direction[DIRECTION_READ].bw);
	ck_assert_uint_eq(bw.count, 1);
	ck_assert_uint_eq(bw.max, bandwidths[_i].kib);
}
END_TEST

START_TEST(a_window_is_due_when_it_is_over)
{
	struct series s;

	series_start(&s, 500, 1000);
	ck_assert_uint_eq(series_due(&s), 1500);
	/* The next begins where this one ended, however late. */
	series_sample_bw(&s, &stats, 1700);
	ck_assert_uint_eq(series_due(&s), 2200);
}
END_TEST

START_TEST(each_window_counts_only_what_it_saw)
{
	_Atomic uint64_t *done = &stats.direction[DIRECTION_WRITE].completed;
	struct series s;
	struct summary iops;

	series_start(&s, NSEC_PER_SEC, 0);
	counter_add(done, 300);
	series_sample_iops(&s, &stats, NSEC_PER_SEC);
	counter_add(done, 100);
	series_sample_iops(&s, &stats, 2 * NSEC_PER_SEC);
	series_sample_iops(&s, &stats, 4 * NSEC_PER_SEC);
	iops = moments_summary(&stats.direction[DIRECTION_WRITE].iops);
	ck_assert_uint_eq(iops.count, 3);
	ck_assert_uint_eq(iops.min, 0);
	ck_assert_uint_eq(iops.max, 300);
	ck_assert_double_eq_tol(iops.mean, 400.0 / 3, 1e-9);
}
END_TEST

START_TEST(a_direction_has_samples_from_its_first_move_on)
{
	struct series s;

	series_start(&s, NSEC_PER_SEC, 0);
	counter_set(&stats.direction[DIRECTION_READ].bytes, 4096);
	series_sample_bw(&s, &stats, NSEC_PER_SEC);
	counter_set(&stats.direction[DIRECTION_TRIM].bytes, 4096);
	series_sample_bw(&s, &stats, 2 * NSEC_PER_SEC);
	ck_assert_uint_eq(stats.direction[DIRECTION_READ].bw.count, 2);
	ck_assert_uint_eq(stats.direction[DIRECTION_WRITE].bw.count, 0);
	ck_assert_uint_eq(stats.direction[DIRECTION_TRIM].bw.count, 1);
	ck_assert_uint_eq(stats.direction[DIRECTION_READ].iops.count, 0);
}
END_TEST

START_TEST(all_directions_are_sampled_together)
{
	struct series s;
	struct summary bw, iops;

	series_start(&s, NSEC_PER_SEC, 0);
	series_sample_bw(&s, &stats, 1);
	ck_assert_uint_eq(moments_summary(&stats.all_bw).count, 0);
	series_start(&s, NSEC_PER_SEC, 0);
	counter_set(&stats.direction[DIRECTION_READ].bytes, 1536);
	counter_set(&stats.direction[DIRECTION_TRIM].bytes, 512);
	series_sample_bw(&s, &stats, NSEC_PER_SEC);
	bw = moments_summary(&stats.all_bw);
	ck_assert_uint_eq(bw.count, 1);
	ck_assert_uint_eq(bw.max, 2);
	series_start(&s, NSEC_PER_SEC, 0);
	counter_set(&stats.direction[DIRECTION_READ].completed, 30);
	counter_set(&stats.direction[DIRECTION_WRITE].completed, 12);
	series_sample_iops(&s, &stats, NSEC_PER_SEC);
	iops = moments_summary(&stats.all_iops);
	ck_assert_uint_eq(iops.count, 1);
	ck_assert_uint_eq(iops.max, 42);
}
END_TEST

START_TEST(no_time_gives_no_sample)
{
	struct series s;

	series_start(&s, 0, 50);
	counter_set(&stats.direction[DIRECTION_READ].bytes, 4096);
	series_sample_bw(&s, &stats, 50);
	series_sample_bw(&s, &stats, 49);
	ck_assert_uint_eq(stats.direction[DIRECTION_READ].bw.count, 0);
	/* And what was done isn't lost. */
	series_sample_bw(&s, &stats, 50 + NSEC_PER_SEC);
	ck_assert_uint_eq(stats.direction[DIRECTION_READ].bw.max, 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("series");
	TCase *tc = tcase_create("series");

	tcase_add_loop_test(tc, a_window_gives_its_bandwidth, 0,
			    COUNT_OF(bandwidths));
	tcase_add_test(tc, a_window_is_due_when_it_is_over);
	tcase_add_test(tc, each_window_counts_only_what_it_saw);
	tcase_add_test(tc, a_direction_has_samples_from_its_first_move_on);
	tcase_add_test(tc, all_directions_are_sampled_together);
	tcase_add_test(tc, no_time_gives_no_sample);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
