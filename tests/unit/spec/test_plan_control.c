#include "plan_fixture.h"

/* The rules between options that control a job by its figures, a row each. */

static const struct {
	const char *text;
	struct steady_criterion criterion;
	const char *printed; /* NULL: as it was written */
} criteria[] = {
	{ "iops:10", { STEADY_BY_IOPS, false, false, 10 }, NULL },
	{ "iops:2.5", { STEADY_BY_IOPS, false, false, 2.5 }, NULL },
	{ "iops:1k", { STEADY_BY_IOPS, false, false, 1024 }, "iops:1024" },
	{ "iops_slope:0.1%", { STEADY_BY_IOPS, true, true, 0.1 }, NULL },
	{ "bw:12", { STEADY_BY_BW, false, false, 12 }, NULL },
	{ "bw_slope:2m",
	  { STEADY_BY_BW, true, false, 2097152 },
	  "bw_slope:2097152" },
	{ "lat:50us", { STEADY_BY_LAT, false, false, 50000 }, NULL },
	{ "lat:50", { STEADY_BY_LAT, false, false, 50 }, "lat:50ns" },
	{ "lat_slope:3%", { STEADY_BY_LAT, true, true, 3 }, NULL },
};

START_TEST(a_criterion_is_read_and_printed)
{
	const char *wanted =
		criteria[_i].printed ? criteria[_i].printed : criteria[_i].text;
	const struct steady_criterion *c;
	char *printed;

	build(arena_printf(arena, "[a]\nss=%s\nss_dur=4\n", criteria[_i].text));
	ck_assert_ptr_nonnull(plan);
	c = &plan->sections[0].options->control.steady.criterion;
	ck_assert_int_eq((int)c->by, (int)criteria[_i].criterion.by);
	ck_assert_int_eq(c->slope, criteria[_i].criterion.slope);
	ck_assert_int_eq(c->percent, criteria[_i].criterion.percent);
	ck_assert_double_eq(c->limit, criteria[_i].criterion.limit);
	printed = option_value_text(option_find(&job_option_table, "ss"),
				    plan->sections[0].options);
	ck_assert_str_eq(printed, wanted);
	free(printed);
}
END_TEST

static const struct {
	const char *text;
	const char *told;
} messages[] = {
	{ "[a]\nss=iops\nss_dur=1\n",
	  "t.fio:2: error: steadystate: 'iops' needs a limit, as in 'iops:2%'\n" },
	{ "[a]\nss=iops:-1\nss_dur=1\n",
	  "t.fio:2: error: steadystate: 'iops:-1' has a limit below 0\n" },
	{ "[a]\nss=bw:4q\nss_dur=1\n",
	  "t.fio:2: error: steadystate: 'bw:4q' has '4q', which has an unknown "
	  "unit\n" },
	{ "[a]\nss_dur=4\nss_interval=3\n",
	  "t.fio:2: error: steadystate_duration: is no multiple of "
	  "steadystate_check_interval (1 second, if it isn't given)\n" },
	{ "[a]\nss_dur=2000000\n",
	  "t.fio:2: error: steadystate_duration: is more than a million times "
	  "steadystate_check_interval (1 second, if it isn't given)\n" },
	{ "[a]\nss=lat:1%\nss_dur=4\ngtod_reduce\n",
	  "t.fio:2: error: steadystate: there is no latency to judge, since it "
	  "is disabled by gtod_reduce\n" },
	{ "[global]\ngroup_reporting\n[a]\nss_dur=4\n[b]\nss_dur=5\n",
	  "t.fio:6: error: steadystate: 'a' and 'b' are reported as one "
	  "(group_reporting), but are to be judged otherwise\n" },
	{ "[a]\nss=iops:1\nss_ramp=1\nss_interval=1\n",
	  "t.fio:2: note: steadystate: has no effect without "
	  "steadystate_duration\n"
	  "t.fio:3: note: steadystate_ramp_time: has no effect without "
	  "steadystate_duration\n"
	  "t.fio:4: note: steadystate_check_interval: has no effect without "
	  "steadystate_duration\n" },
	{ "[a]\nss_dur=1\nstats=0\n",
	  "t.fio:2: note: steadystate_duration: has no effect on a job that "
	  "stats=0 takes out of the report\n" },
	{ "[a]\nlatency_window=1s\nlatency_percentile=9\nlatency_run\n",
	  "t.fio:2: note: latency_window: has no effect without "
	  "latency_target\n"
	  "t.fio:3: note: latency_percentile: has no effect without "
	  "latency_target\n"
	  "t.fio:4: note: latency_run: has no effect without "
	  "latency_target\n" },
	{ "[a]\nflow_id=1\nflow_sleep=1\nflow_watermark=1\n",
	  "t.fio:2: note: flow_id: has no effect without flow\n"
	  "t.fio:3: note: flow_sleep: has no effect without flow\n"
	  "t.fio:4: note: flow_watermark: has no effect without flow\n" },
	{ "[a]\nflow=1001\n",
	  "t.fio:2: error: flow: '1001' is out of range: 0 to 1000\n" },
	{ "[a]\nlatency_target=1\nlatency_percentile=101\n",
	  "t.fio:3: error: latency_percentile: '101' is out of range: 0 to "
	  "100\n" },
	{ "[a]\nramp_size=1m\nramp_time=1\n",
	  "t.fio:2: error: ramp_size: excludes ramp_time, which is given, "
	  "too\n" },
	/* Units of their own may be judged each in its way. */
	{ "[a]\nss_dur=4\n[b]\nss_dur=5\n", "" },
	{ "[global]\ngroup_reporting\n[a]\nss_dur=4\n[b]\nnew_group\n", "" },
};

START_TEST(what_does_not_go_together_is_told)
{
	build(messages[_i].text);
	assert_told(messages[_i].told);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan_control");
	TCase *tc = tcase_create("plan_control");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, a_criterion_is_read_and_printed, 0,
			    COUNT_OF(criteria));
	tcase_add_loop_test(tc, what_does_not_go_together_is_told, 0,
			    COUNT_OF(messages));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
