#include "run/status.h"

#include "plan_text.h"

#define SECOND UINT64_C(1000000000)
#define MIB (UINT64_C(1) << 20)

static struct job_page *pages;
static struct status *status;

/* A run that has begun at 100 s of the clock. */
static void begin(const char *jobs)
{
	prepare_text(arena_printf(
		arena, "[global]\nioengine=null\nsize=100m\n%s", jobs));
	pages = job_pages_map(plan->job_count);
	ck_assert_ptr_nonnull(pages);
	status = status_new(plan, prepared, pages, 100 * SECOND);
}

static void end(void)
{
	status_free(status);
	status = NULL;
	job_pages_unmap(pages, plan ? plan->job_count : 0);
	pages = NULL;
	teardown();
}

static const char *line(unsigned seconds)
{
	return status_line(status, (100 + seconds) * SECOND);
}

/* The job is at work, has done its ramp, and has moved so much since. */
static void run(size_t job, enum job_state state, enum direction direction,
		uint64_t bytes)
{
	struct job_page *p = &pages[job];

	atomic_store(&p->state, (uint32_t)state);
	atomic_store(&p->open_files, 1);
	counter_set(&p->begun_ns, 100 * SECOND);
	counter_set(&p->measured_ns, 100 * SECOND);
	counter_set(&p->live_bytes[direction], bytes);
	counter_set(&p->live_ios[direction], bytes / 4096);
	counter_set(&p->stats.direction[direction].bytes, bytes);
}

START_TEST(the_first_three_seconds_have_no_estimate)
{
	begin("[a]\nrw=read\n");
	run(0, JOB_RUNNING, DIRECTION_READ, 10 * MIB);
	ck_assert_str_eq(line(2), "Jobs: 1 (f=1)");
	ck_assert_str_eq(line(4), "Jobs: 1 (f=1): [R(1)][10.0%][eta 00m:36s]");
}
END_TEST

START_TEST(shows_what_moved_since_the_last_time)
{
	begin("[a]\nrw=randrw\n");
	run(0, JOB_RUNNING, DIRECTION_READ, 10 * MIB);
	line(4);
	run(0, JOB_RUNNING, DIRECTION_READ, 30 * MIB);
	run(0, JOB_RUNNING, DIRECTION_WRITE, 20 * MIB);
	ck_assert_str_eq(line(5), "Jobs: 1 (f=1): [m(1)][50.0%]"
				  "[r=20.0MiB/s,w=20.0MiB/s]"
				  "[r=5120,w=5120 IOPS][eta 00m:05s]");
	ck_assert_str_eq(line(6), "Jobs: 1 (f=1): [m(1)][50.0%][eta 00m:06s]");
}
END_TEST

static const struct {
	const char *rw;
	const char *letter;
} letters[] = {
	{ "read", "R" },      { "randread", "r" }, { "write", "W" },
	{ "randwrite", "w" }, { "rw", "M" },       { "randrw", "m" },
	{ "trim", "D" },      { "randtrim", "d" },
};

START_TEST(a_letter_tells_what_a_job_does)
{
	begin(arena_printf(arena, "[a]\nrw=%s\n", letters[_i].rw));
	run(0, JOB_RUNNING, DIRECTION_READ, 0);
	ck_assert_ptr_nonnull(strstr(
		line(4), arena_printf(arena, "[%s(1)]", letters[_i].letter)));
}
END_TEST

START_TEST(neighbours_of_a_state_are_counted_together)
{
	static const enum job_state states[] = {
		JOB_REAPED,  JOB_REAPED,    JOB_FAILED,      JOB_KILLED,
		JOB_RUNNING, JOB_RUNNING,   JOB_RAMP,        JOB_SYNCING,
		JOB_EXITED,  JOB_FINISHING, JOB_NOT_STARTED, JOB_CREATED,
		JOB_INIT,
	};

	begin("[a]\nrw=read\nnumjobs=13\n");
	for (size_t i = 0; i < COUNT_OF(states); i++)
		run(i, states[i], DIRECTION_READ, MIB);
	ck_assert_ptr_nonnull(
		strstr(line(4), "Jobs: 5 (f=5): [_(2),X(1),K(1),R(2),/(1),F(1),"
				"E(1),f(1),P(1),C(1),I(1)]"));
}
END_TEST

START_TEST(targets_are_those_of_jobs_at_work)
{
	begin("[a]\nrw=read\nrate=4m\n[b]\nrw=rw\nrate=1m\n");
	ck_assert_str_eq(line(1), "Jobs: 0 (f=0)");
	run(0, JOB_RUNNING, DIRECTION_READ, 0);
	ck_assert_str_eq(line(1), "Jobs: 1 (f=1), 0B/s-4096KiB/s");
	run(1, JOB_RUNNING, DIRECTION_READ, 0);
	ck_assert_str_eq(line(2), "Jobs: 2 (f=2), 0B/s-6144KiB/s");
}
END_TEST

START_TEST(targets_may_be_of_ios)
{
	begin("[a]\nrw=read\nrate_iops=500\n");
	run(0, JOB_RUNNING, DIRECTION_READ, 0);
	ck_assert_str_eq(line(1), "Jobs: 1 (f=1), 0-500 IOPS");
}
END_TEST

/* What is left of a run, whose job `a` has moved 20 MiB in 10 s. */
static const struct {
	const char *jobs;
	const char *left;
} estimates[] = {
	/* by bytes */
	{ "[a]\n", "[20.0%]|[eta 00m:40s]" },
	{ "[a]\nloops=2\n", "[10.0%]|[eta 01m:30s]" },
	{ "[a]\nio_size=50%\n", "[40.0%]|[eta 00m:15s]" },
	{ "[a]\nnumber_ios=7680\n", "[66.7%]|[eta 00m:05s]" },
	/* by time, or by what comes first */
	{ "[a]\ntime_based\nruntime=40\n", "[25.0%]|[eta 00m:30s]" },
	{ "[a]\ntime_based\nruntime=40\nramp_time=10\n",
	  "[20.0%]|[eta 00m:40s]" },
	{ "[a]\nruntime=15\n", "[66.7%]|[eta 00m:05s]" },
	{ "[a]\nruntime=80\n", "[20.0%]|[eta 00m:40s]" },
	{ "[a]\ntime_based\nruntime=1h\n", "[0.3%]|[eta 59m:50s]" },
	{ "[a]\ntime_based\nruntime=2h\n", "[0.1%]|[eta 01h:59m:50s]" },
	{ "[a]\ntime_based\nruntime=2d\n", "[0.0%]|[eta 01d:23h:59m:50s]" },
	/* what comes after is added, what runs beside isn't */
	{ "[a]\n[b]\nstonewall\ntime_based\nruntime=50\n",
	  "[10.0%]|[eta 01m:30s]" },
	{ "[a]\n[b]\nwait_for=a\ntime_based\nruntime=50\n",
	  "[10.0%]|[eta 01m:30s]" },
	{ "[a]\n[b]\ntime_based\nruntime=50\n", "[16.7%]|[eta 00m:50s]" },
	{ "[a]\n[b]\ntime_based\nruntime=50\nstartdelay=30\n",
	  "[12.5%]|[eta 01m:10s]" },
	/* a job that waits is as fast as its rate, or as those that ran */
	{ "[a]\n[b]\nstonewall\nrate=1m\n", "[6.7%]|[eta 02m:20s]" },
	{ "[a]\n[b]\nstonewall\n", "[10.0%]|[eta 01m:30s]" },
	{ "[a]\n[b]\nstonewall\n[c]\nstonewall\n", "[6.7%]|[eta 02m:20s]" },
};

START_TEST(estimates_what_is_left)
{
	const char *text;
	char *share, *left;

	begin(estimates[_i].jobs);
	run(0, JOB_RUNNING, DIRECTION_READ, 20 * MIB);
	text = line(10);
	share = arena_strdup(arena, estimates[_i].left);
	left = strchr(share, '|');
	*left++ = '\0';
	if (!strstr(text, share) || !strstr(text, left))
		fprintf(stderr, "%s\n", text);
	ck_assert_ptr_nonnull(strstr(text, share));
	ck_assert_ptr_nonnull(strstr(text, left));
}
END_TEST

START_TEST(more_than_a_pass_is_no_end_where_time_is)
{
	begin("[a]\ntime_based\nruntime=40\n");
	run(0, JOB_RUNNING, DIRECTION_READ, 250 * MIB);
	ck_assert_ptr_nonnull(strstr(line(10), "[25.0%]"));
}
END_TEST

START_TEST(nothing_is_made_up_where_nothing_is_known)
{
	begin("[a]\n");
	run(0, JOB_RUNNING, DIRECTION_READ, 0);
	ck_assert_str_eq(line(5), "Jobs: 1 (f=1): [R(1)][-.-%][eta --]");
}
END_TEST

START_TEST(a_ramp_has_no_share)
{
	begin("[a]\ntime_based\nruntime=10\nramp_time=10\n");
	run(0, JOB_RAMP, DIRECTION_READ, 0);
	counter_set(&pages[0].measured_ns, 0);
	ck_assert_str_eq(line(5), "Jobs: 1 (f=1): [/(1)][-.-%][eta 00m:15s]");
}
END_TEST

START_TEST(the_end_is_at_a_hundred_percent)
{
	begin("[a]\n");
	run(0, JOB_REAPED, DIRECTION_READ, 100 * MIB);
	ck_assert_str_eq(line(10), "Jobs: 0 (f=0): [_(1)][100.0%]"
				   "[r=10.0MiB/s][r=2560 IOPS][eta 00m:00s]");
}
END_TEST

START_TEST(a_shorter_line_blanks_out_the_longer_one)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	begin("[a]\nrw=read\nrate=4m\n");
	run(0, JOB_RUNNING, DIRECTION_READ, 0);
	status_draw(status, out, 101 * SECOND);
	run(0, JOB_REAPED, DIRECTION_READ, 0);
	status_draw(status, out, 102 * SECOND);
	status_erase(status, out);
	status_erase(status, out);
	fclose(out);
	ck_assert_str_eq(text, "Jobs: 1 (f=1), 0B/s-4096KiB/s\r"
			       "Jobs: 0 (f=0)                \r"
			       "             \r");
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("status");
	TCase *tc = tcase_create("status");

	tcase_add_checked_fixture(tc, setup, end);
	tcase_add_test(tc, the_first_three_seconds_have_no_estimate);
	tcase_add_test(tc, shows_what_moved_since_the_last_time);
	tcase_add_loop_test(tc, a_letter_tells_what_a_job_does, 0,
			    COUNT_OF(letters));
	tcase_add_test(tc, neighbours_of_a_state_are_counted_together);
	tcase_add_test(tc, targets_are_those_of_jobs_at_work);
	tcase_add_test(tc, targets_may_be_of_ios);
	tcase_add_loop_test(tc, estimates_what_is_left, 0, COUNT_OF(estimates));
	tcase_add_test(tc, more_than_a_pass_is_no_end_where_time_is);
	tcase_add_test(tc, nothing_is_made_up_where_nothing_is_known);
	tcase_add_test(tc, a_ramp_has_no_share);
	tcase_add_test(tc, the_end_is_at_a_hundred_percent);
	tcase_add_test(tc, a_shorter_line_blanks_out_the_longer_one);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
