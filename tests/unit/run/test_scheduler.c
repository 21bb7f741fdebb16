#include "run/scheduler.h"

#include "base/clock.h"

#include "plan_text.h"

#include <signal.h>
#include <sys/resource.h>

/* Runs of real workers: what they do is null I/O or a few KiB of files. */
static struct job_page *pages;
static struct run_outcome outcome;
static struct run_settings settings;
static unsigned ticks;

static enum run_wish on_tick(void *arg)
{
	(void)arg;
	ticks++;
	return RUN_GO_ON;
}

static void run(const char *jobs)
{
	prepare_text(arena_printf(arena, "[global]\nioengine=null\n%s", jobs));
	pages = job_pages_map(plan->job_count);
	settings.hooks.tick = on_tick;
	ck_assert_int_eq(
		scheduler_run(plan, prepared, pages, &settings, &outcome, diag),
		0);
}

static void end(void)
{
	job_pages_unmap(pages, plan ? plan->job_count : 0);
	pages = NULL;
	teardown();
}

static uint64_t bytes_read(size_t job)
{
	return counter_read(&pages[job].stats.direction[DIRECTION_READ].bytes);
}

static uint64_t begun(size_t job)
{
	return counter_read(&pages[job].begun_ns);
}

static uint64_t ended(size_t job)
{
	return counter_read(&pages[job].ended_ns);
}

START_TEST(every_copy_runs_to_its_end)
{
	run("[a]\nnumjobs=8\nsize=1m\n[b]\nsize=64k\n");
	for (size_t i = 0; i < 9; i++) {
		ck_assert_uint_eq(bytes_read(i), i < 8 ? 1048576 : 65536);
		ck_assert_uint_eq(atomic_load(&pages[i].state), JOB_REAPED);
		ck_assert_int_gt(pages[i].pid, 0);
	}
	ck_assert_uint_eq(outcome.failed_jobs, 0);
	ck_assert_int_eq(outcome.signal, 0);
	ck_assert_uint_le(outcome.started_ns, begun(0));
	ck_assert_uint_ge(outcome.ended_ns, ended(8));
	ck_assert_uint_ge(ticks, 2);
}
END_TEST

START_TEST(jobs_start_when_the_last_of_them_is_ready)
{
	run("[a]\nnumjobs=5\nsize=4k\n"
	    "[b]\nsize=4k\nexec_prerun=sleep 0.2\n");
	for (size_t i = 0; i < 6; i++)
		ck_assert_uint_ge(begun(i),
				  outcome.started_ns + 200 * NSEC_PER_MSEC);
}
END_TEST

START_TEST(stages_follow_one_another)
{
	run("[a]\nsize=1m\nnumjobs=2\n[b]\nstonewall\nsize=1m\n"
	    "[c]\nstonewall\nsize=1m\n");
	ck_assert_uint_ge(begun(2), ended(0));
	ck_assert_uint_ge(begun(2), ended(1));
	ck_assert_uint_ge(begun(3), ended(2));
}
END_TEST

START_TEST(wait_for_and_startdelay_hold)
{
	run("[a]\nsize=1m\n[b]\nwait_for=a\nsize=4k\n"
	    "[c]\nstartdelay=300ms\nsize=4k\n");
	ck_assert_uint_ge(begun(1), ended(0));
	ck_assert_uint_ge(begun(2) - outcome.started_ns, 300 * NSEC_PER_MSEC);
}
END_TEST

START_TEST(exitall_ends_its_group_and_no_other)
{
	run("[a]\nsize=4k\nexitall\n"
	    "[b]\nsize=4k\ntime_based\nruntime=100\n"
	    "[c]\nstartdelay=100\nsize=4k\n"
	    "[d]\nstonewall\nsize=64k\n");
	ck_assert_uint_lt(ended(1) - begun(1), 50 * NSEC_PER_SEC);
	ck_assert_uint_eq(atomic_load(&pages[2].state), JOB_NOT_STARTED);
	ck_assert_uint_eq(bytes_read(3), 65536);
	ck_assert_uint_eq(outcome.failed_jobs, 0);
}
END_TEST

static bool is_at_work(size_t job)
{
	return atomic_load(&pages[job].state) == JOB_NOT_STARTED ||
	       counter_read(&pages[job].live_ios[DIRECTION_READ]);
}

/* Signals `job`, or this process for NO_JOB, once all that began are at work.
 */
struct shot {
	size_t job;
	int signal;
	bool done;
};

static enum run_wish shoot(void *arg)
{
	struct shot *shot = arg;
	size_t job = shot->job == NO_JOB ? 0 : shot->job;

	if (shot->done || !begun(job))
		return RUN_GO_ON;
	for (size_t i = 0; i < plan->job_count; i++)
		if (!is_at_work(i))
			return RUN_GO_ON;
	shot->done = true;
	kill(shot->job == NO_JOB ? getpid() : pages[job].pid, shot->signal);
	return RUN_GO_ON;
}

static void run_and_shoot(const char *jobs, struct shot *shot)
{
	prepare_text(arena_printf(arena, "[global]\nioengine=null\n%s", jobs));
	pages = job_pages_map(plan->job_count);
	settings.hooks = (struct run_hooks){ .tick = shoot, .arg = shot };
	ck_assert_int_eq(
		scheduler_run(plan, prepared, pages, &settings, &outcome, diag),
		0);
	ck_assert(shot->done);
}

START_TEST(a_killed_worker_is_told_and_the_others_go_on)
{
	struct shot shot = { 1, SIGKILL, false };

	run_and_shoot("[a]\nsize=4k\ntime_based\nruntime=1\nnumjobs=3\n"
		      "[b]\nstonewall\nsize=64k\n",
		      &shot);
	ck_assert_uint_eq(atomic_load(&pages[1].state), JOB_KILLED);
	ck_assert_int_eq(pages[1].signal, SIGKILL);
	ck_assert_uint_ge(ended(1), begun(1));
	ck_assert_uint_eq(outcome.failed_jobs, 1);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 1);
	ck_assert(is_said(DIAG_ERROR,
			  arena_printf(arena,
				       "job a (pid %d) was killed by signal 9 "
				       "(Killed)",
				       (int)pages[1].pid)));
	ck_assert_uint_eq(atomic_load(&pages[2].state), JOB_REAPED);
	ck_assert_uint_eq(bytes_read(3), 65536);
}
END_TEST

static const int interrupts[] = { SIGINT, SIGTERM };

START_TEST(a_signal_ends_all_with_what_was_done)
{
	struct shot shot = { NO_JOB, interrupts[_i], false };

	run_and_shoot("[a]\nsize=4k\ntime_based\nruntime=100\nnumjobs=2\n"
		      "[b]\nstonewall\nsize=64k\n",
		      &shot);
	ck_assert_int_eq(outcome.signal, interrupts[_i]);
	ck_assert_uint_eq(outcome.failed_jobs, 0);
	ck_assert_uint_gt(bytes_read(0), 0);
	ck_assert_uint_gt(bytes_read(1), 0);
	ck_assert_uint_eq(atomic_load(&pages[0].state), JOB_REAPED);
	ck_assert_uint_eq(atomic_load(&pages[2].state), JOB_NOT_STARTED);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 0);
}
END_TEST

/* Ctrl-C at a terminal reaches the workers, too. */
START_TEST(workers_leave_signals_to_the_parent)
{
	struct shot shot = { 0, interrupts[_i], false };

	run_and_shoot("[a]\nsize=4k\ntime_based\nruntime=1\n", &shot);
	ck_assert_uint_eq(outcome.failed_jobs, 0);
	ck_assert_uint_ge(ended(0) - begun(0), NSEC_PER_SEC);
}
END_TEST

static enum run_wish stop_worker_then_interrupt_twice(void *arg)
{
	unsigned *step = arg;

	if (!begun(0))
		return RUN_GO_ON;
	if (*step == 0)
		kill(pages[0].pid, SIGSTOP);
	else if (*step < 3)
		kill(getpid(), SIGINT);
	++*step;
	return RUN_GO_ON;
}

/* Asks for a report, then for one by SIGUSR1, then for the end. */
struct asking {
	unsigned step;
	unsigned asked, due;
};

static enum run_wish ask(void *arg)
{
	struct asking *a = arg;

	if (!begun(0) || a->due < 2)
		return RUN_GO_ON;
	a->step++;
	if (a->step == 1)
		return RUN_REPORT;
	if (a->step == 2)
		kill(getpid(), SIGUSR1);
	return a->asked == 2 ? RUN_STOP : RUN_GO_ON;
}

static void count_report(void *arg, uint64_t now_ns, bool asked)
{
	struct asking *a = arg;

	ck_assert_uint_gt(now_ns, outcome.started_ns);
	a->asked += asked;
	a->due += !asked;
}

START_TEST(reports_are_made_in_time_and_when_asked_for)
{
	struct asking asking = { 0 };

	prepare_text("[a]\nioengine=null\nsize=4k\ntime_based\nruntime=100\n"
		     "rate_iops=100\n");
	pages = job_pages_map(plan->job_count);
	settings.report_ns = 20 * NSEC_PER_MSEC;
	settings.hooks = (struct run_hooks){ .tick = ask,
					     .report = count_report,
					     .arg = &asking };
	ck_assert_int_eq(
		scheduler_run(plan, prepared, pages, &settings, &outcome, diag),
		0);
	ck_assert_uint_eq(asking.asked, 2);
	/* No more of them than there is time for. */
	ck_assert_uint_le(asking.due, (outcome.ended_ns - outcome.started_ns) /
					      settings.report_ns);
	ck_assert_int_eq(outcome.signal, 0);
	ck_assert_uint_eq(outcome.failed_jobs, 0);
	ck_assert_uint_eq(atomic_load(&pages[0].state), JOB_REAPED);
}
END_TEST

START_TEST(a_second_signal_kills)
{
	unsigned step = 0;

	prepare_text("[a]\nioengine=null\nsize=4k\ntime_based\nruntime=100\n");
	pages = job_pages_map(plan->job_count);
	settings.hooks =
		(struct run_hooks){ .tick = stop_worker_then_interrupt_twice,
				    .arg = &step };
	ck_assert_int_eq(
		scheduler_run(plan, prepared, pages, &settings, &outcome, diag),
		0);
	ck_assert_uint_ge(step, 3);
	ck_assert_int_eq(outcome.signal, SIGINT);
	ck_assert_uint_eq(atomic_load(&pages[0].state), JOB_KILLED);
}
END_TEST

START_TEST(a_job_that_fails_is_told_and_the_others_go_on)
{
	run("[a]\nioengine=psync\nfilename=/dev/full\nrw=write\nsize=64k\n"
	    "[b]\nsize=64k\n");
	ck_assert_uint_eq(atomic_load(&pages[0].state), JOB_FAILED);
	ck_assert_int_ne(pages[0].error.code, 0);
	ck_assert_uint_eq(outcome.failed_jobs, 1);
	ck_assert(is_said(DIAG_ERROR, "/dev/full"));
	ck_assert_uint_eq(bytes_read(1), 65536);
}
END_TEST

START_TEST(files_are_there_before_the_first_job)
{
	char *said;
	size_t length;

	settings.info = open_memstream(&said, &length);
	run("[a]\nsize=64k\n"
	    "[b]\nstonewall\nioengine=psync\nnrfiles=2\nsize=4m\n"
	    "[c]\nioengine=psync\nsize=1m\nnumjobs=2\nfilename=c\n"
	    "create_serialize=0\n");
	fclose(settings.info);
	ck_assert_str_eq(said, "b: Laying out IO files (2 files / total 4MiB)\n"
			       "c: Laying out IO file (1 file / 1MiB)\n");
	free(said);
	ck_assert_uint_eq(bytes_read(1), 4 << 20);
	ck_assert_uint_eq(bytes_read(3), 1 << 20);
	ck_assert_uint_eq(outcome.failed_jobs, 0);
}
END_TEST

START_TEST(a_reader_finds_what_a_writer_and_the_layout_left)
{
	run("[a]\nioengine=psync\nfilename=x\nrw=write\nsize=4m\nio_size=1m\n"
	    "[b]\nstonewall\nioengine=psync\nfilename=x\nsize=4m\n");
	ck_assert_uint_eq(bytes_read(1), 4 << 20);
	ck_assert_int_eq(size_of("x"), 4 << 20);
}
END_TEST

START_TEST(nothing_runs_if_a_file_cannot_be_laid_out)
{
	struct rlimit limit = { 65536, RLIM_INFINITY };

	prepare_text("[a]\nioengine=null\nsize=4k\n"
		     "[b]\nfilename=x\nsize=4m\n");
	pages = job_pages_map(plan->job_count);
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert_int_eq(
		scheduler_run(plan, prepared, pages, &settings, &outcome, diag),
		-1);
	ck_assert(is_said(DIAG_ERROR, "b: laying out x: File too large"));
	ck_assert_uint_eq(atomic_load(&pages[0].state), JOB_NOT_STARTED);
	ck_assert_int_eq(size_of("x"), -1);
}
END_TEST

/* Without the right to fork, a job fails and the run still ends. */
START_TEST(a_worker_that_cannot_be_forked_is_told)
{
	const uid_t nobody = 65534;
	struct rlimit limit, none;

	/* The limit doesn't bind root. */
	if (geteuid() == 0 && (chown(folder, nobody, nobody) < 0 ||
			       setgid(nobody) < 0 || setuid(nobody) < 0))
		return;
	prepare_text("[a]\nioengine=null\nsize=4k\nnumjobs=2\n"
		     "[b]\nstonewall\nioengine=null\nsize=4k\n");
	pages = job_pages_map(plan->job_count);
	ck_assert_int_eq(getrlimit(RLIMIT_NPROC, &limit), 0);
	none = limit;
	none.rlim_cur = 0;
	ck_assert_int_eq(setrlimit(RLIMIT_NPROC, &none), 0);
	ck_assert_int_eq(
		scheduler_run(plan, prepared, pages, &settings, &outcome, diag),
		0);
	ck_assert_int_eq(setrlimit(RLIMIT_NPROC, &limit), 0);
	ck_assert_uint_eq(outcome.failed_jobs, 3);
	ck_assert_uint_eq(atomic_load(&pages[2].state), JOB_FAILED);
	ck_assert(is_said(DIAG_ERROR, "a: can't be started: "));
}
END_TEST

START_TEST(many_jobs_and_many_stages_run)
{
	char *jobs;
	size_t length;
	FILE *out = open_memstream(&jobs, &length);

	for (int i = 0; i < 100; i++)
		fprintf(out, "[s%d]\nstonewall\nsize=4k\n", i);
	fprintf(out, "[many]\nstonewall\nsize=4k\nnumjobs=200\n");
	fclose(out);
	run(jobs);
	free(jobs);
	for (size_t i = 0; i < 300; i++)
		ck_assert_uint_eq(bytes_read(i), 4096);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("scheduler");
	TCase *tc = tcase_create("scheduler");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, end);
	tcase_add_test(tc, every_copy_runs_to_its_end);
	tcase_add_test(tc, jobs_start_when_the_last_of_them_is_ready);
	tcase_add_test(tc, stages_follow_one_another);
	tcase_add_test(tc, wait_for_and_startdelay_hold);
	tcase_add_test(tc, exitall_ends_its_group_and_no_other);
	tcase_add_test(tc, a_killed_worker_is_told_and_the_others_go_on);
	tcase_add_loop_test(tc, a_signal_ends_all_with_what_was_done, 0,
			    COUNT_OF(interrupts));
	tcase_add_loop_test(tc, workers_leave_signals_to_the_parent, 0,
			    COUNT_OF(interrupts));
	tcase_add_test(tc, reports_are_made_in_time_and_when_asked_for);
	tcase_add_test(tc, a_second_signal_kills);
	tcase_add_test(tc, a_job_that_fails_is_told_and_the_others_go_on);
	tcase_add_test(tc, files_are_there_before_the_first_job);
	tcase_add_test(tc, a_reader_finds_what_a_writer_and_the_layout_left);
	tcase_add_test(tc, nothing_runs_if_a_file_cannot_be_laid_out);
	tcase_add_test(tc, a_worker_that_cannot_be_forked_is_told);
	tcase_add_test(tc, many_jobs_and_many_stages_run);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
