#include "plan_fixture.h"

/* The rules between options of logs, a row each. */

START_TEST(logs_are_called_as_their_option_says_or_as_the_job)
{
	build("[global]\nwrite_bw_log\nwrite_lat_log=p\n"
	      "[a]\n[b]\nwrite_lat_log\nwrite_iops_log=q\n");
	ck_assert_str_eq(options(0)->log.bw.prefix, "a");
	ck_assert_str_eq(options(0)->log.lat.prefix, "p");
	ck_assert(!options(0)->log.iops.wanted);
	ck_assert_str_eq(options(1)->log.bw.prefix, "b");
	ck_assert_str_eq(options(1)->log.lat.prefix, "b");
	ck_assert_str_eq(options(1)->log.iops.prefix, "q");
}
END_TEST

START_TEST(logs_of_jobs_that_say_the_same_are_called_as_each_job)
{
	build("[global]\nwrite_bw_log\n[a]\nrw=read\n[b]\nrw=read\n"
	      "[c]\nname=d\n[e]\nname=d\n");
	ck_assert_str_eq(options(0)->log.bw.prefix, "a");
	ck_assert_str_eq(options(1)->log.bw.prefix, "b");
	ck_assert_str_eq(options(2)->log.bw.prefix, "d");
	ck_assert_str_eq(options(3)->log.bw.prefix, "d");
}
END_TEST

START_TEST(samples_of_the_report_are_as_short_as_windows)
{
	build("[a]\nwrite_bw_log\nlog_avg_msec=100\n"
	      "[b]\nwrite_iops_log\nlog_avg_msec=100\niopsavgtime=50\n"
	      "[c]\nwrite_bw_log\nlog_avg_msec=1000\n");
	ck_assert_uint_eq(options(0)->bwavgtime.ns, 100000000);
	ck_assert_uint_eq(options(0)->iopsavgtime.ns, 500000000);
	ck_assert_uint_eq(options(1)->bwavgtime.ns, 500000000);
	ck_assert_uint_eq(options(1)->iopsavgtime.ns, 50000000);
	ck_assert_uint_eq(options(2)->bwavgtime.ns, 500000000);
}
END_TEST

static const struct {
	const char *text;
	enum log_window_value value;
} values[] = {
	{ "[a]\nwrite_lat_log\nlog_avg_msec=1\n", LOG_WINDOW_AVG },
	{ "[a]\nwrite_lat_log\nlog_avg_msec=1\nlog_max_value=1\n",
	  LOG_WINDOW_MAX },
	{ "[a]\nwrite_lat_log\nlog_avg_msec=1\nlog_max_value\n",
	  LOG_WINDOW_MAX },
	{ "[a]\nwrite_lat_log\nlog_avg_msec=1\nlog_window_value=both\n",
	  LOG_WINDOW_BOTH },
	{ "[a]\nwrite_lat_log\nlog_avg_msec=1\nlog_max_value=0\n",
	  LOG_WINDOW_AVG },
};

START_TEST(windows_have_a_mean_or_a_maximum_or_both)
{
	build(values[_i].text);
	ck_assert_int_eq((int)options(0)->log.window_value,
			 (int)values[_i].value);
	assert_told("");
}
END_TEST

static const struct {
	const char *text;
	const char *told;
} refusals[] = {
	{ "[a]\nwrite_lat_log\nlog_issue_time=1\n",
	  "t.fio:3: error: log_issue_time: needs write_lat_log and "
	  "log_offset\n" },
	{ "[a]\nwrite_bw_log\nlog_offset\nlog_issue_time\n",
	  "t.fio:4: error: log_issue_time: needs write_lat_log and "
	  "log_offset\n" },
	{ "[a]\nwrite_bw_log=\n",
	  "t.fio:2: error: write_bw_log needs a value\n"
	  "t.fio:2: hint: write it as write_bw_log=PREFIX\n" },
	{ "[a]\nwrite_hist_log\nlog_hist_coarseness=7\n",
	  "t.fio:3: error: log_hist_coarseness: '7' is out of range: 0 to "
	  "6\n" },
	{ "[a]\nwrite_lat_log\nlog_entries=10\n",
	  "t.fio:3: error: log_entries: '10' is out of range: 1024 to "
	  "1048576\n" },
};

START_TEST(refuses_what_cannot_be)
{
	build(refusals[_i].text);
	ck_assert_ptr_null(plan);
	assert_told(refusals[_i].told);
}
END_TEST

static const struct {
	const char *text;
	const char *told;
} notes[] = {
	{ "[a]\nwrite_lat_log\nlog_offset\nlog_issue_time\nlog_prio\n", "" },
	{ "[a]\nlog_avg_msec=10\n",
	  "t.fio:2: note: log_avg_msec: has no effect without write_bw_log, "
	  "write_iops_log or write_lat_log\n" },
	{ "[a]\nwrite_bw_log\nlog_max_value=1\n",
	  "t.fio:3: note: log_window_value: has no effect without "
	  "log_avg_msec\n" },
	{ "[a]\nwrite_hist_log\n",
	  "t.fio:2: note: write_hist_log: its file stays empty without "
	  "log_hist_msec\n" },
	{ "[a]\nlog_hist_msec=5\n",
	  "t.fio:2: note: log_hist_msec: has no effect without "
	  "write_hist_log\n" },
	{ "[a]\nwrite_hist_log\nlog_hist_msec=5\nlog_hist_coarseness=2\n", "" },
	{ "[a]\nwrite_lat_log\ngtod_reduce\n",
	  "t.fio:2: note: write_lat_log: writes nothing, since latencies are "
	  "disabled by gtod_reduce\n" },
	{ "[a]\nwrite_lat_log\nlog_compression=4k\n",
	  "t.fio:3: note: log_compression: has no effect without "
	  "log_store_compressed: logs are written as they grow, so that "
	  "nothing is kept in memory\n" },
	{ "[a]\nwrite_bw_log\nlog_alternate_epoch_clock_id=1\n",
	  "t.fio:3: note: log_alternate_epoch_clock_id: has no effect without "
	  "log_alternate_epoch\n" },
	{ "[a]\nwrite_bw_log\nlog_unix_epoch=1\n", "" },
};

START_TEST(notes_what_has_no_effect)
{
	build(notes[_i].text);
	ck_assert_ptr_nonnull(plan);
	assert_told(notes[_i].told);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan_log");
	TCase *tc = tcase_create("plan_log");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, logs_are_called_as_their_option_says_or_as_the_job);
	tcase_add_test(tc,
		       logs_of_jobs_that_say_the_same_are_called_as_each_job);
	tcase_add_test(tc, samples_of_the_report_are_as_short_as_windows);
	tcase_add_loop_test(tc, windows_have_a_mean_or_a_maximum_or_both, 0,
			    COUNT_OF(values));
	tcase_add_loop_test(tc, refuses_what_cannot_be, 0, COUNT_OF(refusals));
	tcase_add_loop_test(tc, notes_what_has_no_effect, 0, COUNT_OF(notes));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
