#include "stat/log_window.h"

#include "base/clock.h"
#include "unit.h"

#define MS NSEC_PER_MSEC

static struct log_row rows[DIRECTION_COUNT];

static struct log_window window(enum log_kind kind, uint64_t end_ns)
{
	struct log_window w = { .kind = kind };

	log_window_start(&w, 1000 * MS, end_ns);
	return w;
}

/* 50 I/Os a second each way for 4 s: four windows of two rows, each 50. */
START_TEST(windows_follow_each_other_without_a_gap)
{
	struct log_window w = window(LOG_IOPS, 4000 * MS);
	unsigned windows = 0;

	for (uint64_t i = 0; i < 200; i++) {
		uint64_t now = i * 20 * MS + 1000;
		unsigned n = log_window_add(&w, 0, 1, now, rows);

		if (n) {
			ck_assert_uint_eq(n, 2);
			windows++;
			for (unsigned d = 0; d < n; d++) {
				ck_assert_uint_eq(rows[d].time_ms,
						  UINT64_C(1000) * windows);
				ck_assert_uint_eq(rows[d].value, 50);
				ck_assert_uint_eq(rows[d].direction, d);
			}
		}
		ck_assert_uint_eq(log_window_add(&w, 1, 1, now, rows), 0);
	}
	ck_assert_uint_eq(windows, 3);
	ck_assert_uint_eq(log_window_finish(&w, 4000 * MS + 5000, rows), 2);
	ck_assert_uint_eq(rows[1].time_ms, 4000);
	ck_assert_uint_eq(rows[1].value, 50);
}
END_TEST

START_TEST(an_io_belongs_to_the_window_in_which_it_ended)
{
	struct log_window w = window(LOG_IOPS, UINT64_MAX);

	log_window_add(&w, 0, 1, 1000 * MS - 1, rows);
	ck_assert_uint_eq(log_window_add(&w, 0, 1, 1000 * MS, rows), 1);
	ck_assert_uint_eq(rows[0].value, 1);
	ck_assert_uint_eq(rows[0].time_ms, 1000);
}
END_TEST

START_TEST(windows_in_which_nothing_ended_have_no_row)
{
	struct log_window w = window(LOG_LAT, UINT64_MAX);

	log_window_add(&w, 2, 7, 10, rows);
	ck_assert_uint_eq(log_window_add(&w, 1, 9, 5500 * MS, rows), 1);
	ck_assert_uint_eq(rows[0].direction, 2);
	ck_assert_uint_eq(rows[0].time_ms, 1000);
	/* The windows stay where they were. */
	ck_assert_uint_eq(log_window_add(&w, 1, 9, 6000 * MS, rows), 1);
	ck_assert_uint_eq(rows[0].time_ms, 6000);
}
END_TEST

START_TEST(the_last_window_may_be_shorter)
{
	struct log_window w = window(LOG_BW, UINT64_MAX);

	log_window_add(&w, 0, UINT64_C(524288), 1000 * MS, rows);
	ck_assert_uint_eq(log_window_finish(&w, 1500 * MS - 5, rows), 1);
	ck_assert_uint_eq(rows[0].time_ms, 1500);
	ck_assert_uint_eq(rows[0].value, 1024); /* KiB/s */
	/* And is written once. */
	ck_assert_uint_eq(log_window_finish(&w, 1500 * MS, rows), 0);
}
END_TEST

START_TEST(what_ends_with_the_runtime_has_no_window_of_its_own)
{
	struct log_window w = window(LOG_IOPS, 2000 * MS);

	log_window_add(&w, 0, 1, 1500 * MS, rows);
	ck_assert_uint_eq(log_window_add(&w, 0, 1, 2000 * MS + 10, rows), 0);
	ck_assert_uint_eq(log_window_finish(&w, 2000 * MS + 20, rows), 1);
	ck_assert_uint_eq(rows[0].time_ms, 2000);
	ck_assert_uint_eq(rows[0].value, 2);
}
END_TEST

START_TEST(a_job_that_ends_late_has_no_longer_window)
{
	struct log_window w = window(LOG_IOPS, 1500 * MS);

	log_window_add(&w, 0, 1, 1250 * MS, rows);
	ck_assert_uint_eq(log_window_finish(&w, 1700 * MS, rows), 1);
	ck_assert_uint_eq(rows[0].time_ms, 1500);
	ck_assert_uint_eq(rows[0].value, 2); /* 1 in half a second */
}
END_TEST

START_TEST(what_ends_well_after_the_runtime_has_one)
{
	struct log_window w = window(LOG_IOPS, 2000 * MS);

	log_window_add(&w, 0, 1, 1500 * MS, rows);
	ck_assert_uint_eq(log_window_add(&w, 0, 1, 2010 * MS, rows), 1);
	ck_assert_uint_eq(log_window_finish(&w, 2010 * MS + 20, rows), 1);
	ck_assert_uint_eq(rows[0].time_ms, 2011);
	ck_assert_uint_eq(rows[0].value, 100); /* 1 in 10 ms */
}
END_TEST

static const struct {
	uint64_t latencies[4];
	unsigned count;
	uint64_t mean, max;
} means[] = {
	{ { 7 }, 1, 7, 7 },          { { 1, 2 }, 2, 2, 2 }, /* half up */
	{ { 1, 1, 2 }, 3, 1, 2 },    { { 1, 2, 2 }, 3, 2, 2 },
	{ { 0, 0, 0, 0 }, 4, 0, 0 }, { { 0, 0, 0, 3 }, 4, 1, 3 },
};

START_TEST(latencies_are_averaged)
{
	struct log_window w = window(LOG_CLAT, UINT64_MAX);

	for (int value = LOG_VALUE_AVG; value <= LOG_VALUE_BOTH; value++) {
		w.value = (enum log_value)value;
		for (unsigned i = 0; i < means[_i].count; i++)
			log_window_add(&w, 0, means[_i].latencies[i], i, rows);
		ck_assert_uint_eq(log_window_finish(&w, 10, rows), 1);
		ck_assert_uint_eq(rows[0].value, value == LOG_VALUE_MAX
							 ? means[_i].max
							 : means[_i].mean);
		ck_assert_uint_eq(rows[0].max, means[_i].max);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_window");
	TCase *tc = tcase_create("log_window");

	tcase_add_test(tc, windows_follow_each_other_without_a_gap);
	tcase_add_test(tc, an_io_belongs_to_the_window_in_which_it_ended);
	tcase_add_test(tc, windows_in_which_nothing_ended_have_no_row);
	tcase_add_test(tc, the_last_window_may_be_shorter);
	tcase_add_test(tc, what_ends_with_the_runtime_has_no_window_of_its_own);
	tcase_add_test(tc, a_job_that_ends_late_has_no_longer_window);
	tcase_add_test(tc, what_ends_well_after_the_runtime_has_one);
	tcase_add_loop_test(tc, latencies_are_averaged, 0, COUNT_OF(means));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
