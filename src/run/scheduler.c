#include "run/scheduler.h"

#include "barrier.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "events.h"
#include "job_notes.h"
#include "job_process.h"
#include "layout_run.h"
#include "process.h"
#include "run/cgroup.h"
#include "run/io_scheduler.h"
#include "run/order.h"
#include "run/steady_state.h"
#include "stopping.h"
#include "sys/clocksource.h"
#include "telling.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Jobs that start together. There is at most one such batch at a time; what
 * becomes due meanwhile starts right after it.
 */
struct batch {
	const struct job **jobs;
	size_t count;
	struct barrier barrier;
	struct layout_helper helper; /* at work before they are forked */
};

struct scheduler {
	const struct plan *plan;
	const struct prepared *prepared;
	struct job_page *pages;
	const struct run_settings *settings;
	struct run_outcome *outcome;
	struct diag *diag;
	struct events events;
	struct order *order;
	struct process_table *processes;
	struct telling telling;
	struct batch batch;
	size_t running;

	struct stopping stopping;

	/* The clock of workers that read the CPU's counter. */
	struct cycle_clock cycles;
	bool has_cycles;

	struct io_schedulers *io_schedulers;
	struct cgroups cgroups;
	bool *begun; /* by section: one of its jobs was started */

	struct job_notes notes;
};

static struct job_page *page_of(const struct scheduler *s,
				const struct job *job)
{
	return &s->pages[job->number];
}

static const struct layout *layout_of(const struct scheduler *s,
				      const struct job *job)
{
	return &s->prepared->layouts[job->number];
}

static void set_state(const struct scheduler *s, const struct job *job,
		      enum job_state state)
{
	atomic_store_explicit(&page_of(s, job)->state, (uint32_t)state,
			      memory_order_relaxed);
}

/* The text of a failure is in its page. */
static void report_failure(struct scheduler *s, const struct job *job)
{
	s->outcome->failed_jobs++;
	diag_error(s->diag, job->section->at, "%s: %s", job->section->name,
		   page_of(s, job)->error.text);
}

/* A job that never came to run. */
static void fail_to_start(struct scheduler *s, const struct job *job, int code,
			  const char *function, const char *text)
{
	job_error_set(&page_of(s, job)->error, code, function,
		      "can't be started: %s", text);
	set_state(s, job, JOB_FAILED);
	report_failure(s, job);
	order_ended(s->order, job);
	stopping_with(&s->stopping, job, true);
}

static _Noreturn void be_worker(struct scheduler *s, const struct job *job)
{
	struct barrier *b = &s->batch.barrier;

	barrier_enter(b);
	_exit(job_process_run(layout_of(s, job), page_of(s, job),
			      s->has_cycles ? &s->cycles : NULL, b->ready[1],
			      b->go[0]));
}

/* The line that readers of the reference's output know. */
static void tell_of_command(const struct scheduler *s, const struct job *job,
			    const char *which, const char *command)
{
	char *output;

	if (!command || !s->settings->info)
		return;
	output = job_output_name(job, which);
	fprintf(s->settings->info, "%s : Saving output of %s in %s\n",
		job->section->name, which, output);
	fflush(s->settings->info);
	free(output);
}

static void empty_output(const struct job *job, const char *which,
			 const char *command)
{
	char *output;

	if (!command)
		return;
	output = job_output_name(job, which);
	/* If there is none yet, so much the better. */
	if (truncate(output, 0) < 0)
		errno = 0;
	free(output);
}

/* Copies of a job add to the same files: the first to start empties them. */
static void empty_outputs(struct scheduler *s, const struct job *job)
{
	bool *begun = &s->begun[job->section - s->plan->sections];
	const struct job_options *o = job->section->options;

	if (*begun)
		return;
	*begun = true;
	empty_output(job, "prerun", o->exec_prerun);
	empty_output(job, "postrun", o->exec_postrun);
}

/* What has to be so before the process is there. 0, or -1: reported. */
static int get_ready(struct scheduler *s, const struct job *job)
{
	const struct job_options *o = job->section->options;
	struct job_error error = { 0 };

	if (cgroup_make(&s->cgroups, o, &error) == 0 &&
	    io_schedulers_acquire(s->io_schedulers, layout_of(s, job),
				  &error) == 0)
		return 0;
	fail_to_start(s, job, error.code, error.function, error.text);
	return -1;
}

static void fork_worker(struct scheduler *s, const struct job *job)
{
	pid_t pid;

	set_state(s, job, JOB_CREATED);
	if (get_ready(s, job) < 0)
		return;
	empty_outputs(s, job);
	tell_of_command(s, job, "prerun", job->section->options->exec_prerun);
	pid = process_fork(&s->events);
	if (pid == 0)
		be_worker(s, job);
	if (pid < 0) {
		fail_to_start(s, job, errno, "fork", strerror(errno));
		io_schedulers_release(s->io_schedulers, layout_of(s, job));
		return;
	}
	page_of(s, job)->pid = pid;
	process_table_set(s->processes, pid, job);
	s->running++;
	if (s->settings->hooks.started)
		s->settings->hooks.started(s->settings->hooks.arg, job);
}

/* create_only: its files are there, and that is all. */
static void end_at_once(struct scheduler *s, const struct job *job)
{
	set_state(s, job, JOB_REAPED);
	order_ended(s->order, job);
	stopping_with(&s->stopping, job, false);
}

static void start_job(struct scheduler *s, const struct job *job)
{
	if (job->section->options->create_only)
		end_at_once(s, job);
	else
		fork_worker(s, job);
}

static void fail_batch(struct scheduler *s, int code, const char *function,
		       const char *text)
{
	for (size_t i = 0; i < s->batch.count; i++)
		fail_to_start(s, s->batch.jobs[i], code, function, text);
	s->batch.count = 0;
}

static void fork_batch(struct scheduler *s)
{
	struct batch *b = &s->batch;

	if (barrier_open(&b->barrier) < 0) {
		fail_batch(s, errno, "pipe2", strerror(errno));
		return;
	}
	for (size_t i = 0; i < b->count; i++)
		start_job(s, b->jobs[i]);
	barrier_forked(&b->barrier);
}

/* The tasks that have to be finished before `job` reads their files. */
static size_t late_tasks(const struct scheduler *s, const struct job *job,
			 size_t *first)
{
	const struct prepared *p = s->prepared;
	size_t low = 0, high = p->late_task_count, end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->late_tasks[middle]->fill_before < job->number)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < p->late_task_count; end++)
		if (p->late_tasks[end]->fill_before != job->number)
			break;
	*first = low;
	return end - low;
}

/* All that are late for jobs of the batch; `tasks` has room for all. */
static size_t gather_late_tasks(const struct scheduler *s,
				struct run_file **tasks)
{
	size_t count = 0;

	for (size_t i = 0; i < s->batch.count; i++) {
		size_t first;
		size_t n = late_tasks(s, s->batch.jobs[i], &first);

		if (n)
			memcpy(&tasks[count], &s->prepared->late_tasks[first],
			       n * sizeof(struct run_file *));
		count += n;
	}
	return count;
}

/* Files come first, where jobs before have left something to fill. */
static void prepare_batch(struct scheduler *s)
{
	struct layout_helper *h = &s->batch.helper;
	struct run_file **tasks = xcalloc(s->prepared->late_task_count,
					  sizeof(struct run_file *));
	size_t count = gather_late_tasks(s, tasks);

	if (count == 0)
		fork_batch(s);
	else if (layout_helper_start(h, &s->events, tasks, count, true) < 0)
		fail_batch(s, errno, "fork", strerror(errno));
	free(tasks);
}

static void start_batch(struct scheduler *s)
{
	barrier_go(&s->batch.barrier);
	s->batch.count = 0;
}

static void start_what_is_due(struct scheduler *s)
{
	struct batch *b = &s->batch;
	uint64_t now = clock_now() - s->outcome->started_ns;
	const struct job *job;

	while (b->count == 0 && !s->events.interrupts) {
		while ((job = order_next(s->order, now)) != NULL)
			b->jobs[b->count++] = job;
		if (b->count == 0)
			return;
		prepare_batch(s);
		/* If none of it could be started, its followers are next. */
		if (s->running == 0 && !b->helper.pid)
			start_batch(s);
	}
}

static void helper_ended(struct scheduler *s, int status)
{
	struct layout_helper *h = &s->batch.helper;

	if (layout_helper_ended(h, status) == 0 && !s->events.interrupts)
		fork_batch(s);
	else if (h->progress->error.code)
		fail_batch(s, h->progress->error.code,
			   h->progress->error.function,
			   h->progress->error.text);
	else
		s->batch.count = 0;
}

static void note_end(struct scheduler *s, const struct job *job, int status)
{
	struct job_page *page = page_of(s, job);

	if (WIFSIGNALED(status)) {
		page->signal = WTERMSIG(status);
		page->error.code = 0; /* what it came to say is not the cause */
		job_error_set(&page->error, EINTR, "worker",
			      "job %s (pid %d) was killed by signal %d (%s)",
			      job->section->name, (int)page->pid, page->signal,
			      strsignal(page->signal));
		set_state(s, job, JOB_KILLED);
		s->outcome->failed_jobs++;
		diag_error(s->diag, job->section->at, "%s", page->error.text);
	} else if (WEXITSTATUS(status) != 0) {
		job_error_set(&page->error, EIO, "worker",
			      "ended with status %d", WEXITSTATUS(status));
		set_state(s, job, JOB_FAILED);
		report_failure(s, job);
	} else {
		set_state(s, job, JOB_REAPED);
	}
	if (counter_read(&page->begun_ns) && !counter_read(&page->ended_ns))
		counter_set(&page->ended_ns, clock_now());
}

static void job_ended(struct scheduler *s, const struct job *job, int status)
{
	s->running--;
	io_schedulers_release(s->io_schedulers, layout_of(s, job));
	if (counter_read(&page_of(s, job)->begun_ns))
		tell_of_command(s, job, "postrun",
				job->section->options->exec_postrun);
	note_end(s, job, status);
	job_notes_report(&s->notes, job, page_of(s, job), s->diag);
	order_ended(s->order, job);
	stopping_with(&s->stopping, job, status != 0);
}

static void reap(struct scheduler *s)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		const struct job *job = process_table_get(s->processes, pid);

		if (pid == s->batch.helper.pid)
			helper_ended(s, status);
		else if (job)
			job_ended(s, job, status);
	}
}

/* The first time by asking, the second by force. */
static void stop_all(struct scheduler *s)
{
	bool force = s->events.interrupts > 1;

	atomic_store(&s->batch.helper.progress->stop, 1);
	if (force && s->batch.helper.pid)
		kill(s->batch.helper.pid, SIGKILL);
	for (size_t i = 0; i < s->plan->job_count; i++) {
		struct job_page *page = &s->pages[i];
		uint32_t state = atomic_load(&page->state);

		if (state == JOB_NOT_STARTED || state >= JOB_REAPED)
			continue;
		atomic_store(&page->stop, 1);
		if (force && page->pid > 0)
			kill(page->pid, SIGKILL);
	}
	/* Those that wait for the others of their batch end at once. */
	barrier_go(&s->batch.barrier);
}

static void tick(struct scheduler *s)
{
	if (telling_tick(&s->telling) != RUN_STOP || s->events.interrupts)
		return;
	s->events.interrupts = 1;
	stop_all(s);
}

static void handle(struct scheduler *s, unsigned seen)
{
	struct batch *b = &s->batch;

	if (seen & EVENT_INTERRUPT)
		stop_all(s);
	if (seen & EVENT_CHILD)
		reap(s);
	if ((seen & EVENT_DESCRIPTOR) && barrier_descriptor(&b->barrier) >= 0 &&
	    barrier_is_ready(&b->barrier))
		start_batch(s);
	if (seen & EVENT_REPORT)
		telling_report(&s->telling);
	if (seen & EVENT_TICK) {
		tick(s);
		telling_draw(&s->telling);
	}
}

static bool is_over(const struct scheduler *s)
{
	if (s->running || s->batch.helper.pid)
		return false;
	return s->events.interrupts || order_done(s->order);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* When a report, a sample or the next job is due, unless a batch holds it up.
 */
static uint64_t wake_up_ns(const struct scheduler *s)
{
	uint64_t due = order_due(s->order);
	uint64_t other = earlier(s->telling.report_ns,
				 steady_states_due(s->settings->steady));

	if (s->batch.count || s->events.interrupts || due == UINT64_MAX)
		return other;
	return earlier(other, due + s->outcome->started_ns);
}

/* Those that have become steady end. */
static void look_whether_steady(struct scheduler *s)
{
	const struct report_unit *unit;

	while ((unit = steady_states_look(s->settings->steady, clock_now())))
		stopping_unit(&s->stopping, unit);
}

/* Files are laid out while the rate of the counter is measured. */
static void begin_cycles(struct scheduler *s)
{
	for (size_t i = 0; i < s->plan->section_count && !s->has_cycles; i++)
		s->has_cycles = s->plan->sections[i].options->clocksource ==
				CLOCKSOURCE_CPU;
	s->has_cycles = s->has_cycles && cycle_clock_possible() &&
			!clocksource_doubts_counter("");
	if (s->has_cycles)
		cycle_clock_begin(&s->cycles);
}

static void run_jobs(struct scheduler *s)
{
	if (s->has_cycles)
		cycle_clock_finish(&s->cycles);
	s->outcome->started_ns = clock_now();
	telling_start(&s->telling, s->settings, s->outcome->started_ns);
	if (s->settings->status) {
		s->telling.status = status_new(s->plan, s->prepared, s->pages,
					       s->outcome->started_ns);
		status_set_newline(s->telling.status, s->settings->newline_ns);
	}
	tick(s);
	for (;;) {
		start_what_is_due(s);
		order_stop_followers(s->order, s->pages);
		if (is_over(s))
			break;
		handle(s, events_wait(&s->events,
				      barrier_descriptor(&s->batch.barrier),
				      wake_up_ns(s)));
		telling_report_if_due(&s->telling);
		look_whether_steady(s);
	}
	barrier_go(&s->batch.barrier);
	s->outcome->ended_ns = clock_now();
	tick(s);
	telling_end(&s->telling);
}

static int lay_out_and_run(struct scheduler *s)
{
	process_raise_limits();
	begin_cycles(s);
	s->outcome->started_ns = clock_now();
	if (layout_run(s->prepared, &s->events, s->settings, s->pages,
		       s->diag) == 0)
		run_jobs(s);
	else if (!s->events.signal)
		return -1;
	else
		s->outcome->ended_ns = clock_now();
	s->outcome->signal = s->events.signal;
	return 0;
}

int scheduler_run(const struct plan *plan, const struct prepared *prepared,
		  struct job_page *pages, const struct run_settings *settings,
		  struct run_outcome *outcome, struct diag *diag)
{
	struct scheduler s = { .plan = plan,
			       .prepared = prepared,
			       .pages = pages,
			       .settings = settings,
			       .outcome = outcome,
			       .diag = diag,
			       .batch = { .barrier = BARRIER_CLOSED } };
	int status;

	*outcome = (struct run_outcome){ 0 };
	if (layout_helper_open(&s.batch.helper) < 0 ||
	    events_open(&s.events) < 0) {
		layout_helper_close(&s.batch.helper);
		return diag_error(diag, (struct source){ 0 },
				  "jobs can't be run: %s", strerror(errno));
	}
	s.order = order_new(plan, prepared);
	s.processes = process_table_new(plan->job_count);
	s.batch.jobs = xcalloc(plan->job_count, sizeof(struct job *));
	stopping_open(&s.stopping, plan, pages, s.order);
	s.io_schedulers = io_schedulers_new("");
	s.begun = xcalloc(plan->section_count, sizeof(s.begun[0]));
	s.cgroups.arena = arena_new();
	status = lay_out_and_run(&s);
	status_free(s.telling.status);
	cgroups_remove(&s.cgroups);
	arena_free(s.cgroups.arena);
	io_schedulers_free(s.io_schedulers);
	free(s.begun);
	stopping_close(&s.stopping);
	free(s.batch.jobs);
	process_table_free(s.processes);
	order_free(s.order);
	events_close(&s.events);
	layout_helper_close(&s.batch.helper);
	return status;
}
