#include "out/result.h"

#include "sample.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>

static struct sample s;

static void start(void)
{
	sample_start(&s);
}

static void end(void)
{
	sample_end(&s);
}

static struct direction_stats *stats_of(size_t job, enum direction d)
{
	return &s.pages[job].stats.direction[d];
}

static const struct result_direction *first_direction(enum direction d)
{
	return &sample_result(&s)->units[0].direction[d];
}

START_TEST(rates_are_of_whole_milliseconds)
{
	const struct result_direction *r;

	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 496, 4096, 1000, 0);
	counter_set(&stats_of(0, DIRECTION_READ)->runtime_ns, 53600000);
	r = first_direction(DIRECTION_READ);
	ck_assert_uint_eq(r->runtime_ms, 54);
	ck_assert_uint_eq(r->bytes, 2031616);
	ck_assert_uint_eq(r->bw_bytes, 37622518);
	ck_assert_uint_eq((uint64_t)r->iops, 9185);
}
END_TEST

START_TEST(bandwidth_of_huge_amounts_does_not_overflow)
{
	sample_add(&s, "a");
	counter_set(&stats_of(0, DIRECTION_READ)->bytes, UINT64_C(1) << 60);
	counter_set(&stats_of(0, DIRECTION_READ)->runtime_ns,
		    1024 * NSEC_PER_SEC);
	ck_assert_uint_eq(first_direction(DIRECTION_READ)->bw_bytes,
			  UINT64_C(1) << 50);
}
END_TEST

START_TEST(what_moved_took_at_least_a_millisecond)
{
	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_WRITE, 1, 512, 10, 0);
	ck_assert_uint_eq(first_direction(DIRECTION_WRITE)->runtime_ms, 1);
}
END_TEST

START_TEST(without_a_byte_there_is_no_runtime)
{
	const struct result_direction *r;

	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_WRITE, 100, 0, 0, 900);
	r = first_direction(DIRECTION_WRITE);
	ck_assert_uint_eq(r->runtime_ms, 0);
	ck_assert_uint_eq(r->ios, 100);
	ck_assert_double_eq(r->iops, 0);
	ck_assert(!s.result->groups[0].direction[DIRECTION_WRITE].used);
	ck_assert(s.result->units[0].ran);
}
END_TEST

START_TEST(a_group_adds_up_its_members_and_takes_the_longest_runtime)
{
	const struct result_unit *unit;
	const struct result_direction *r;

	sample_add_jobs(&s, "a", 3, true);
	sample_io(&s.pages[0], DIRECTION_READ, 10, 4096, 1000, 100);
	sample_io(&s.pages[1], DIRECTION_READ, 20, 4096, 2000, 300);
	sample_io(&s.pages[2], DIRECTION_READ, 30, 4096, 3000, 200);
	counter_set(&stats_of(0, DIRECTION_READ)->short_ios, 1);
	counter_set(&stats_of(2, DIRECTION_READ)->short_ios, 2);
	counter_set(&stats_of(1, DIRECTION_READ)->dropped, 4);
	sample_result(&s);
	ck_assert_uint_eq(s.result->unit_count, 1);
	unit = &s.result->units[0];
	r = &unit->direction[DIRECTION_READ];
	ck_assert_uint_eq(unit->job_count, 3);
	ck_assert_uint_eq(r->ios, 60);
	ck_assert_uint_eq(r->bytes, UINT64_C(60) * 4096);
	ck_assert_uint_eq(r->runtime_ms, 300);
	ck_assert_uint_eq(r->short_ios, 3);
	ck_assert_uint_eq(r->dropped, 4);
	ck_assert_int_eq(unit->pid, 1000);
}
END_TEST

START_TEST(latencies_of_members_are_one_sample)
{
	const struct result_latency *l;

	sample_add_jobs(&s, "a", 2, true);
	sample_io(&s.pages[0], DIRECTION_READ, 1, 1, 10, 1);
	sample_io(&s.pages[1], DIRECTION_READ, 1, 1, 20, 1);
	sample_io(&s.pages[1], DIRECTION_READ, 1, 1, 60, 1);
	l = &first_direction(DIRECTION_READ)->clat;
	ck_assert_uint_eq(l->summary.count, 3);
	ck_assert_uint_eq(l->summary.min, 10);
	ck_assert_uint_eq(l->summary.max, 60);
	ck_assert_double_eq_tol(l->summary.mean, 30, 1e-9);
	ck_assert_double_eq_tol(l->deviation, 26.457513110645905, 1e-9);
}
END_TEST

START_TEST(units_do_not_leak_into_each_other)
{
	sample_add(&s, "a");
	sample_add(&s, "b");
	sample_add(&s, "c");
	sample_io(&s.pages[0], DIRECTION_READ, 5, 1, 5000000, 1);
	sample_io(&s.pages[2], DIRECTION_READ, 5, 1, 50, 1);
	sample_result(&s);
	ck_assert_uint_eq(
		s.result->units[1].direction[DIRECTION_READ].clat.summary.count,
		0);
	ck_assert_uint_eq(
		s.result->units[2].direction[DIRECTION_READ].clat.percentile[0],
		50);
	ck_assert_double_eq(s.result->units[2].latency_ms[2], 0);
	ck_assert(!s.result->units[1].ran);
}
END_TEST

START_TEST(percentiles_are_only_those_asked_for)
{
	struct job_options *o = sample_add(&s, "a");
	const struct result_direction *r;

	sample_io(&s.pages[0], DIRECTION_READ, 5, 1, 50, 1);
	o->clat_percentiles = false;
	o->lat_percentiles = true;
	r = first_direction(DIRECTION_READ);
	ck_assert(!r->clat.has_percentiles);
	ck_assert(r->lat.has_percentiles);
	ck_assert(!r->slat.has_percentiles);
	ck_assert(!s.result->units[0]
			   .direction[DIRECTION_TRIM]
			   .lat.has_percentiles);
}
END_TEST

START_TEST(the_percentile_100_is_the_maximum_and_none_is_above)
{
	struct job_options *o = sample_add(&s, "a");
	const struct result_latency *l;

	o->percentile_list =
		(struct percentiles){ .of = { 50, 99, 99.9, 100 }, .count = 4 };
	/* The last bucket's middle, 12864, is above the last value. */
	for (unsigned i = 0; i <= 810; i++)
		latency_add(&stats_of(0, DIRECTION_READ)->clat, 12000 + i);
	l = &first_direction(DIRECTION_READ)->clat;
	ck_assert_uint_eq(l->percentile[3], 12810);
	ck_assert_uint_eq(l->percentile[2], 12810);
	ck_assert_uint_le(l->percentile[0], 12500);
	ck_assert_uint_ge(l->percentile[0], 12300);
}
END_TEST

START_TEST(percentiles_go_on_above_17_seconds)
{
	const struct result_latency *l;

	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 100, 1, 60 * NSEC_PER_SEC, 1);
	l = &first_direction(DIRECTION_READ)->clat;
	ck_assert_uint_eq(l->percentile[0], 60 * NSEC_PER_SEC);
}
END_TEST

/* A latency and the class it is counted in: row 0 ns, 1 us, 2 ms. */
static const struct {
	uint64_t ns;
	unsigned row;
	unsigned class;
} classes[] = {
	{ 0, 0, 0 },           { 1, 0, 0 },           { 2, 0, 1 },
	{ 9, 0, 2 },           { 10, 0, 3 },          { 99, 0, 5 },
	{ 100, 0, 6 },         { 900, 0, 9 },         { 1100, 1, 0 },
	{ 3000, 1, 1 },        { 60000, 1, 5 },       { 900000, 1, 9 },
	{ 1500000, 2, 0 },     { 15000000, 2, 3 },    { 1500000000, 2, 10 },
	{ 2500000000, 2, 11 }, { UINT64_MAX, 2, 11 },
};

START_TEST(a_latency_is_counted_in_one_class)
{
	const struct result_unit *unit;
	const double *rows[3];
	const unsigned counts[3] = { LATENCY_CLASSES_NS, LATENCY_CLASSES_US,
				     LATENCY_CLASSES_MS };

	sample_add(&s, "a");
	counter_set(&stats_of(0, DIRECTION_TRIM)->issued, 1);
	latency_add(&stats_of(0, DIRECTION_TRIM)->clat, classes[_i].ns);
	sample_result(&s);
	unit = &s.result->units[0];
	rows[0] = unit->latency_ns;
	rows[1] = unit->latency_us;
	rows[2] = unit->latency_ms;
	for (unsigned r = 0; r < 3; r++) {
		for (unsigned c = 0; c < counts[r]; c++) {
			bool here =
				r == classes[_i].row && c == classes[_i].class;

			ck_assert_double_eq(rows[r][c], here ? 100 : 0);
		}
	}
}
END_TEST

START_TEST(classes_are_shares_of_the_ios_of_all_directions)
{
	const struct result_unit *unit;

	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 30, 1, 15, 1);
	sample_io(&s.pages[0], DIRECTION_WRITE, 50, 1, 15000, 1);
	sample_io(&s.pages[0], DIRECTION_TRIM, 20, 1, 0, 1);
	sample_result(&s);
	unit = &s.result->units[0];
	ck_assert_double_eq(unit->latency_ns[3], 30);
	ck_assert_double_eq(unit->latency_us[3], 50);
}
END_TEST

START_TEST(a_rare_class_shows_a_hundredth_of_a_percent)
{
	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 1, 1, 15, 1);
	counter_set(&stats_of(0, DIRECTION_READ)->issued, 1000000);
	sample_result(&s);
	ck_assert_double_eq(s.result->units[0].latency_ns[3], 0.01);
}
END_TEST

START_TEST(depths_are_shares_with_a_least_one)
{
	const struct result_unit *unit;
	struct job_stats *stats = &s.pages[0].stats;

	sample_add(&s, "a");
	counter_set(&stats->direction[DIRECTION_READ].issued, 600);
	counter_set(&stats->direction[DIRECTION_WRITE].issued, 400);
	counter_set(&stats->depth_level[0], 1);
	counter_set(&stats->depth_level[2], 250);
	counter_set(&stats->depth_level[6], 1120);
	counter_set(&stats->depth_submit[1], 30);
	counter_set(&stats->submits, 40);
	counter_set(&stats->depth_complete[0], 1);
	counter_set(&stats->completes, 5);
	sample_result(&s);
	unit = &s.result->units[0];
	ck_assert_double_eq(unit->depth_level[0], 0.1);
	ck_assert_double_eq(unit->depth_level[1], 0);
	ck_assert_double_eq(unit->depth_level[2], 25);
	ck_assert_double_eq(unit->depth_level[6], 112);
	ck_assert_double_eq(unit->depth_submit[1], 75);
	ck_assert_double_eq(unit->depth_complete[0], 20);
}
END_TEST

START_TEST(bandwidth_samples_of_members_are_stacked)
{
	const struct result_direction *r;

	sample_add_jobs(&s, "a", 2, true);
	sample_io(&s.pages[0], DIRECTION_READ, 1, 204800, 1, 1000);
	sample_io(&s.pages[1], DIRECTION_READ, 1, 204800, 1, 1000);
	moments_add(&stats_of(0, DIRECTION_READ)->bw, 90);
	moments_add(&stats_of(0, DIRECTION_READ)->bw, 110);
	moments_add(&stats_of(1, DIRECTION_READ)->bw, 100);
	moments_add(&stats_of(0, DIRECTION_READ)->iops, 7);
	r = first_direction(DIRECTION_READ);
	ck_assert_uint_eq(r->bw.summary.count, 3);
	ck_assert_uint_eq(r->bw.summary.min, 190);
	ck_assert_uint_eq(r->bw.summary.max, 210);
	ck_assert_double_eq(r->bw.summary.mean, 200);
	ck_assert_double_eq(r->bw.share, 50); /* of 400 KiB/s */
	ck_assert_uint_eq(r->iops_samples.summary.max, 7);
}
END_TEST

/* Mean sample and what the group moved in a second, in KiB. */
static const struct {
	unsigned mean;
	unsigned group;
	double share;
} shares[] = {
	{ 50, 200, 25 }, { 200, 200, 100 }, { 300, 200, 100 },
	{ 1, 1, 100 },   { 0, 1, 100 },
};

START_TEST(the_share_of_a_group_is_at_most_100)
{
	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_WRITE, 1,
		  UINT64_C(1024) * shares[_i].group, 1, 1000);
	moments_add(&stats_of(0, DIRECTION_WRITE)->bw, shares[_i].mean);
	ck_assert_double_eq(first_direction(DIRECTION_WRITE)->bw.share,
			    shares[_i].share);
}
END_TEST

START_TEST(a_group_has_the_extremes_of_its_units)
{
	const struct result_group_direction *g;

	sample_add(&s, "a");
	sample_add(&s, "b");
	sample_add(&s, "c");
	sample_io(&s.pages[0], DIRECTION_READ, 1, 1000, 1, 100);
	sample_io(&s.pages[1], DIRECTION_READ, 1, 6000, 1, 200);
	sample_io(&s.pages[2], DIRECTION_WRITE, 1, 6000, 1, 50);
	sample_result(&s);
	g = &s.result->groups[0].direction[DIRECTION_READ];
	ck_assert(g->used);
	ck_assert_uint_eq(g->bytes, 7000);
	ck_assert_uint_eq(g->bw_bytes, 35000);
	ck_assert_uint_eq(g->min_bw_bytes, 10000);
	ck_assert_uint_eq(g->max_bw_bytes, 30000);
	ck_assert_uint_eq(g->min_runtime_ms, 100);
	ck_assert_uint_eq(g->max_runtime_ms, 200);
	ck_assert(!s.result->groups[0].direction[DIRECTION_TRIM].used);
}
END_TEST

START_TEST(a_group_prints_in_the_style_of_its_first_unit)
{
	struct job_options *o = sample_add(&s, "a");

	o->kb_base = 1000;
	o->unit_base = 1;
	o->significant_figures = 6;
	sample_add(&s, "b");
	sample_result(&s);
	ck_assert_uint_eq(s.result->groups[0].kb_base, 1000);
	ck_assert_uint_eq(s.result->groups[0].unit_base, 1);
	ck_assert_uint_eq(s.result->groups[0].significant_figures, 6);
}
END_TEST

START_TEST(cpu_is_a_share_of_the_summed_runtime)
{
	const struct result_unit *unit;

	sample_add_jobs(&s, "a", 2, true);
	sample_time(&s.pages[0], 0, 1000);
	sample_time(&s.pages[1], 0, 3000);
	s.pages[0].usage.user_ms = 200;
	s.pages[1].usage.user_ms = 600;
	s.pages[1].usage.system_ms = 1000;
	s.pages[0].usage.context_switches = 3;
	s.pages[1].usage.context_switches = 4;
	sample_result(&s);
	unit = &s.result->units[0];
	ck_assert_uint_eq(unit->job_runtime_ms, 4000);
	ck_assert_double_eq(unit->user_percent, 20);
	ck_assert_double_eq(unit->system_percent, 25);
	ck_assert_uint_eq(unit->context_switches, 7);
}
END_TEST

START_TEST(runtime_leaves_out_the_ramp)
{
	sample_add(&s, "a");
	sample_time(&s.pages[0], 0, 1000);
	counter_set(&s.pages[0].measured_ns,
		    5 * NSEC_PER_SEC + 400 * NSEC_PER_MSEC);
	sample_result(&s);
	ck_assert_uint_eq(s.result->units[0].job_runtime_ms, 600);
}
END_TEST

START_TEST(a_running_job_has_run_until_now)
{
	sample_add(&s, "a");
	sample_time(&s.pages[0], 500, 0);
	counter_set(&s.pages[0].ended_ns, 0);
	atomic_store(&s.pages[0].state, JOB_RUNNING);
	sample_result(&s);
	ck_assert_uint_eq(s.result->units[0].job_runtime_ms, 1500);
	ck_assert_uint_eq(s.result->units[0].elapsed_s, 3);
}
END_TEST

START_TEST(a_killed_job_ran_as_long_as_it_counted)
{
	const struct result_unit *unit;

	sample_add(&s, "a");
	sample_time(&s.pages[0], 500, 0);
	counter_set(&s.pages[0].ended_ns, 0);
	sample_io(&s.pages[0], DIRECTION_READ, 1, 1, 1, 700);
	atomic_store(&s.pages[0].state, JOB_KILLED);
	s.pages[0].signal = SIGKILL;
	sample_result(&s);
	unit = &s.result->units[0];
	ck_assert_uint_eq(unit->job_runtime_ms, 700);
	ck_assert_uint_eq(unit->members[0].ended_epoch_ms -
				  unit->members[0].begun_epoch_ms,
			  700);
	ck_assert_int_eq(unit->error, EINTR);
	ck_assert_str_eq(unit->failure_signal, "killed by signal 9 (Killed)");
}
END_TEST

START_TEST(a_failure_comes_before_an_ignored_error)
{
	const struct result_unit *unit;

	sample_add_jobs(&s, "a", 3, true);
	counter_set(&s.pages[0].stats.errors, 2);
	counter_set(&s.pages[0].stats.first_error, EIO);
	job_error_set(&s.pages[2].error, ENOSPC, "io_u", "full");
	sample_result(&s);
	unit = &s.result->units[0];
	ck_assert_int_eq(unit->error, ENOSPC);
	ck_assert_ptr_eq(unit->failure, &s.pages[2].error);
	ck_assert_uint_eq(unit->total_errors, 2);
	ck_assert_int_eq(unit->first_error, EIO);
}
END_TEST

START_TEST(an_ignored_error_is_the_units_when_nothing_failed)
{
	struct job_options *o = sample_add(&s, "a");

	o->continue_on_error = CONTINUE_WRITE;
	counter_set(&s.pages[0].stats.first_error, EIO);
	sample_result(&s);
	ck_assert_int_eq(s.result->units[0].error, EIO);
	ck_assert_ptr_null(s.result->units[0].failure);
	ck_assert(s.result->units[0].continued);
}
END_TEST

START_TEST(syncs_have_percentiles_when_any_latency_has)
{
	struct job_options *o = sample_add(&s, "a");

	counter_set(&s.pages[0].stats.syncs, 1);
	latency_add(&s.pages[0].stats.sync, 1000);
	sample_result(&s);
	ck_assert_uint_eq(s.result->units[0].syncs, 1);
	ck_assert(s.result->units[0].sync.has_percentiles);
	o->clat_percentiles = false;
	sample_result(&s);
	ck_assert(!s.result->units[0].sync.has_percentiles);
	ck_assert_uint_eq(s.result->units[0].sync.summary.count, 1);
}
END_TEST

START_TEST(the_depth_is_the_jobs_unless_it_was_capped)
{
	struct job_options *o = sample_add(&s, "a");

	sample_add(&s, "b");
	o->iodepth = 8;
	counter_set(&s.pages[1].stats.latency_depth, 3);
	sample_result(&s);
	ck_assert_uint_eq(s.result->units[0].latency_depth, 8);
	ck_assert_uint_eq(s.result->units[1].latency_depth, 3);
}
END_TEST

START_TEST(members_of_a_device_are_averaged)
{
	static char names[][4] = { "md0", "sda", "sdb" };
	static size_t members[] = { 1, 2 };
	static struct disk disks[] = {
		{ .name = names[0],
		  .last = { .ios = { 30, 5 } },
		  .members = members,
		  .member_count = 2 },
		{ .name = names[1],
		  .last = { .ios = { 10, 3 }, .busy_ms = 500 },
		  .last_ns = NSEC_PER_SEC },
		{ .name = names[2],
		  .last = { .ios = { 21, 4 }, .busy_ms = 900 },
		  .last_ns = NSEC_PER_SEC },
	};
	static struct diskstats stats = { .root = "",
					  .disks = disks,
					  .count = 3 };

	s.input.disks = &stats;
	sample_result(&s);
	ck_assert_uint_eq(s.result->disk_count, 3);
	ck_assert_str_eq(s.result->disks[0].name, "md0");
	ck_assert_uint_eq(s.result->disks[0].delta.ios[0], 30);
	ck_assert_uint_eq(s.result->disks[0].member_mean.ios[0], 15);
	ck_assert_uint_eq(s.result->disks[0].member_mean.ios[1], 3);
	ck_assert_double_eq(s.result->disks[0].member_utilization, 90);
	ck_assert_uint_eq(s.result->disks[1].member_count, 0);
	ck_assert_double_eq(s.result->disks[1].utilization, 50);
}
END_TEST

START_TEST(an_interruption_has_the_name_of_its_signal)
{
	s.input.signal = SIGTERM;
	ck_assert_str_eq(sample_result(&s)->interrupted, "SIGTERM");
	s.input.signal = 0;
	ck_assert_ptr_null(sample_result(&s)->interrupted);
}
END_TEST

static void add_sums(TCase *tc)
{
	tcase_add_test(tc, rates_are_of_whole_milliseconds);
	tcase_add_test(tc, bandwidth_of_huge_amounts_does_not_overflow);
	tcase_add_test(tc, what_moved_took_at_least_a_millisecond);
	tcase_add_test(tc, without_a_byte_there_is_no_runtime);
	tcase_add_test(
		tc, a_group_adds_up_its_members_and_takes_the_longest_runtime);
	tcase_add_test(tc, bandwidth_samples_of_members_are_stacked);
	tcase_add_loop_test(tc, the_share_of_a_group_is_at_most_100, 0,
			    COUNT_OF(shares));
	tcase_add_test(tc, a_group_has_the_extremes_of_its_units);
	tcase_add_test(tc, a_group_prints_in_the_style_of_its_first_unit);
	tcase_add_test(tc, cpu_is_a_share_of_the_summed_runtime);
	tcase_add_test(tc, runtime_leaves_out_the_ramp);
	tcase_add_test(tc, a_running_job_has_run_until_now);
	tcase_add_test(tc, a_killed_job_ran_as_long_as_it_counted);
	tcase_add_test(tc, a_failure_comes_before_an_ignored_error);
	tcase_add_test(tc, an_ignored_error_is_the_units_when_nothing_failed);
	tcase_add_test(tc, the_depth_is_the_jobs_unless_it_was_capped);
	tcase_add_test(tc, members_of_a_device_are_averaged);
	tcase_add_test(tc, an_interruption_has_the_name_of_its_signal);
}

static void add_latencies(TCase *tc)
{
	tcase_add_test(tc, latencies_of_members_are_one_sample);
	tcase_add_test(tc, units_do_not_leak_into_each_other);
	tcase_add_test(tc, percentiles_are_only_those_asked_for);
	tcase_add_test(tc, the_percentile_100_is_the_maximum_and_none_is_above);
	tcase_add_test(tc, percentiles_go_on_above_17_seconds);
	tcase_add_loop_test(tc, a_latency_is_counted_in_one_class, 0,
			    COUNT_OF(classes));
	tcase_add_test(tc, classes_are_shares_of_the_ios_of_all_directions);
	tcase_add_test(tc, a_rare_class_shows_a_hundredth_of_a_percent);
	tcase_add_test(tc, depths_are_shares_with_a_least_one);
	tcase_add_test(tc, syncs_have_percentiles_when_any_latency_has);
}

int main(void)
{
	Suite *suite = suite_create("result");
	TCase *tc = tcase_create("result");

	tcase_add_checked_fixture(tc, start, end);
	add_sums(tc);
	add_latencies(tc);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
