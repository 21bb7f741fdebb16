#include "command_run.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "debug.h"
#include "monitor.h"
#include "out/report.h"
#include "run/bandwidth_log.h"
#include "run/priorities.h"
#include "run/scheduler.h"
#include "run/state_files.h"
#include "run/status.h"
#include "sys/process_usage.h"
#include "targets.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_SIGNAL = 128 };

struct run {
	const struct plan *plan;
	struct prepared *prepared;
	const struct settings *settings;
	const struct run_observer *observer; /* or NULL */
	struct diag *diag;
	struct job_page *pages;
	struct diskstats *disks;
	struct targets targets;
	struct host *host;
	struct cpu_idle *idle; /* NULL: not asked for */
	struct monitor monitor;
	struct run_outcome outcome;
	struct status *status; /* for its estimates; NULL until needed */
	struct bandwidth_log bandwidth; /* if it is asked for */
	struct steady_states *steady;   /* NULL: no job is judged */
	bool report_failed;             /* once: it was said */
	FILE *out;
	FILE *info; /* lines for people, or NULL */
};

/* A line that readers of such reports know. */
static void note_capped_depth(const struct run *run, const struct job *job)
{
	const struct job_section *section = job->section;

	if (run->info && job->clone == 0 && section->options->iodepth > 1 &&
	    section_has_no_depth(section))
		fputs("note: both iodepth >= 1 and synchronous I/O engine are "
		      "selected, queue depth will be capped at 1\n",
		      run->info);
}

/* The devices below a job are watched from its own start. */
static void job_started(void *arg, const struct job *job)
{
	struct run *run = arg;

	note_capped_depth(run, job);
	debug_started(run->settings, job, &run->pages[job->number],
		      debug_stream(run->info));
	if (run->observer && run->observer->started)
		run->observer->started(run->observer->arg, job);
	if (job->section->options->disk_util)
		targets_watch(run->disks, &run->prepared->layouts[job->number]);
}

static bool wants_status(const struct settings *s)
{
	/* Standard output may be for a document alone. */
	if (!s->output && !(s->formats & OUTPUT_NORMAL))
		return false;
	if (s->eta == ETA_AUTO)
		return isatty(STDOUT_FILENO);
	return s->eta == ETA_ALWAYS;
}

/* Of a worker that is there: what it can't tell while it works. */
static struct job_usage usage_now(const struct job_page *page)
{
	struct process_usage u;
	struct job_usage now = { 0 };

	if (process_usage_read("", page->pid, &u) == 0)
		now = (struct job_usage){ u.user_ms, u.system_ms,
					  u.context_switches, u.major_faults,
					  u.minor_faults };
	return job_usage_since(&now, &page->usage_before);
}

static struct job_usage *read_usage(const struct run *run)
{
	size_t count = run->plan->job_count;
	struct job_usage *usage = xcalloc(count, sizeof(usage[0]));

	for (size_t i = 0; i < count; i++)
		if (counter_read(&run->pages[i].measured_ns) &&
		    !counter_read(&run->pages[i].ended_ns))
			usage[i] = usage_now(&run->pages[i]);
	return usage;
}

static int hand_out(struct run *run, const struct result *result)
{
	int status;

	if (run->observer)
		return result->interim ? 0
				       : run->observer->ended(
						 run->observer->arg, result);
	status = report_write_all(result, run->out);
	return status == 0 && fflush(run->out) != 0 ? -1 : status;
}

static int write_report(struct run *run, struct result_input *input)
{
	struct result *result;
	int status;

	input->plan = run->plan;
	input->settings = run->settings;
	input->pages = run->pages;
	input->disks = run->disks;
	input->host = run->host;
	if (run->idle)
		input->idleness = cpu_idle_read(run->idle, input->now_ns);
	input->targets = run->targets.list;
	input->target_count = run->targets.count;
	input->steady = steady_states_verdicts(run->steady);
	input->diag = run->diag;
	input->started_ns = run->outcome.started_ns;
	diskstats_update(run->disks);
	result = result_new(input);
	status = hand_out(run, result);
	if (status < 0 && !run->report_failed)
		diag_error(
			run->diag, (struct source){ run->settings->output, 0 },
			"the report could not be written: %s", strerror(errno));
	run->report_failed |= status < 0;
	result_free(result);
	return status;
}

static uint64_t estimate_s(struct run *run, uint64_t now_ns)
{
	uint64_t start = run->outcome.started_ns, left;

	if (!run->status)
		run->status =
			status_new(run->plan, run->prepared, run->pages, start);
	left = status_left_ns(run->status, now_ns);
	if (now_ns - start < STATUS_FIRST_ESTIMATE_NS || left == UINT64_MAX)
		return ETA_UNKNOWN;
	return (left + NSEC_PER_SEC / 2) / NSEC_PER_SEC;
}

/* While jobs run: a report of the state, or only the interval's figures. */
static void report_meanwhile(void *arg, uint64_t now_ns, bool asked)
{
	struct run *run = arg;
	struct job_usage *usage;
	struct result_input input = { .interim = true, .now_ns = now_ns };

	if (!asked)
		monitor_interval(&run->monitor, now_ns);
	if (!asked && !run->settings->status_interval_ns)
		return;
	usage = read_usage(run);
	input.usage = usage;
	input.eta_s = estimate_s(run, now_ns);
	if (write_report(run, &input) < 0)
		run->monitor.failed = true;
	free(usage);
}

/* The first comes before there are workers. */
static enum run_wish tick(void *arg)
{
	struct run *run = arg;
	uint64_t now;

	if (run->monitor.start_ns == 0) {
		monitor_start(&run->monitor, run->plan, run->pages,
			      run->outcome.started_ns);
		if (run->idle)
			cpu_idle_reset(run->idle, run->outcome.started_ns);
	}
	now = clock_now();
	if (run->settings->bandwidth_log)
		bandwidth_log_tick(&run->bandwidth, run->pages,
				   run->plan->job_count, now);
	if (run->observer && run->observer->tick)
		run->observer->tick(run->observer->arg, now);
	return monitor_tick(&run->monitor, now);
}

/* Figures of intervals are wanted each second unless it is said how often. */
static uint64_t report_period(const struct settings *s)
{
	if (s->status_interval_ns || (!s->status_file && !s->openmetrics))
		return s->status_interval_ns;
	return NSEC_PER_SEC;
}

static int close_bandwidth_log(struct run *run)
{
	struct job_error error = { 0 };

	if (!run->settings->bandwidth_log)
		return 0;
	bandwidth_log_close(&run->bandwidth, run->pages, run->plan->job_count,
			    clock_now(), &error);
	if (!error.code)
		return 0;
	return diag_error(run->diag, (struct source){ 0 }, "%s", error.text);
}

/* What is known before the jobs start. */
static void tell_before(struct run *run)
{
	FILE *out = debug_stream(run->info);

	debug_print_chosen(run->settings, out);
	debug_plan(run->settings, run->plan, out);
	if (run->info)
		report_text_header(run->plan, run->settings, run->info);
	debug_prepared(run->settings, run->prepared, out);
	if (debug_has(run->settings, "io"))
		prepared_trace(run->prepared, fileno(out));
	if (run->settings->debug)
		fflush(out);
}

static int run_and_report(struct run *run)
{
	const struct run_settings settings = {
		.info = run->info,
		.status = wants_status(run->settings),
		.status_ns = run->settings->eta_interval_ns,
		.newline_ns = run->settings->eta_newline_ns,
		.report_ns = report_period(run->settings),
		.hooks = { .tick = tick,
			   .started = job_started,
			   .report = report_meanwhile,
			   .arg = run },
		.steady = run->steady,
	};
	struct run_outcome *outcome = &run->outcome;
	struct result_input input = { 0 };
	int status;

	tell_before(run);
	status = scheduler_run(run->plan, run->prepared, run->pages, &settings,
			       outcome, run->diag);
	state_files_save(run->prepared, false, run->diag);
	monitor_interval(&run->monitor, clock_now());
	if (close_bandwidth_log(run) < 0)
		status = -1;
	debug_ended(run->settings, run->plan, run->pages,
		    debug_stream(run->info));
	if (run->info && outcome->signal)
		fprintf(run->info, "\nfio: terminating on signal %d\n",
			outcome->signal);
	input.signal = outcome->signal;
	input.now_ns = clock_now();
	if (write_report(run, &input) < 0 || run->monitor.failed)
		return EXIT_FAILURE;
	if (outcome->signal)
		return EXIT_SIGNAL + outcome->signal;
	return status < 0 || outcome->failed_jobs ? EXIT_FAILURE : EXIT_SUCCESS;
}

static bool is_same_file(const struct stat *st, const char *path)
{
	struct stat other;

	return path && stat(path, &other) == 0 && S_ISREG(other.st_mode) &&
	       other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

/* Whether `path` is a job file, or a file or log of a job. */
static bool is_in_use(const struct run *run, const char *path)
{
	const struct settings *s = run->settings;
	const struct prepared *p = run->prepared;
	struct stat st;

	if (stat(path, &st) < 0)
		return false;
	for (size_t i = 0; i < s->job_file_count; i++)
		if (is_same_file(&st, s->job_files[i]))
			return true;
	for (size_t i = 0; i < p->layout_count; i++) {
		const struct layout *l = &p->layouts[i];

		for (size_t k = 0; k < l->file_count; k++)
			if (is_same_file(&st, l->files[k].path))
				return true;
		for (size_t k = 0; k < l->log_count; k++)
			if (is_same_file(&st, l->logs[k].path))
				return true;
		if (is_same_file(&st, l->iolog))
			return true;
	}
	return false;
}

static int open_bandwidth_log(struct run *run)
{
	struct job_error error = { 0 };

	if (!run->settings->bandwidth_log)
		return 0;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (is_in_use(run, bandwidth_log_path(d)))
			return diag_error(
				run->diag,
				(struct source){ bandwidth_log_path(d), 0 },
				"is a file of the run: --bandwidth-log would "
				"overwrite it");
	if (bandwidth_log_open(&run->bandwidth, &error) == 0)
		return 0;
	return diag_error(run->diag, (struct source){ 0 }, "%s", error.text);
}

/* A file that the program writes must not be one that the run needs. */
static int check_output(struct run *run, const char *path)
{
	if (!path || !is_in_use(run, path))
		return 0;
	return diag_error(run->diag, (struct source){ path, 0 },
			  "is a file of the run: the report would overwrite "
			  "it");
}

static int check_trigger(struct run *run)
{
	const char *path = run->settings->trigger_file;

	if (!path || !is_in_use(run, path))
		return 0;
	return diag_error(run->diag, (struct source){ path, 0 },
			  "is a file of the run: --trigger-file would remove "
			  "it");
}

static int open_output(struct run *run)
{
	const char *path = run->settings->output;

	run->out = stdout;
	if (check_trigger(run) < 0 || check_output(run, path) < 0 ||
	    check_output(run, run->settings->status_file) < 0 ||
	    check_output(run, run->settings->openmetrics) < 0)
		return -1;
	if (!path)
		return 0;
	run->out = fopen(path, "we");
	if (run->out)
		return 0;
	return diag_error(run->diag, (struct source){ path, 0 },
			  "cannot be written: %s", strerror(errno));
}

static int start_idle_profile(struct run *run)
{
	if (run->settings->idle_profile == IDLE_NONE)
		return 0;
	run->idle = cpu_idle_start();
	if (run->idle)
		return 0;
	return diag_error(run->diag,
			  (struct source){ "command line: --idle-prof", 0 },
			  "CPUs can't be watched: %s", strerror(errno));
}

static int run_with_pages(struct run *run)
{
	const struct prepared *p = run->prepared;
	int status;

	if (start_idle_profile(run) < 0)
		return EXIT_USAGE;
	run->disks = diskstats_new("");
	run->host = host_read("");
	targets_read(&run->targets, p->layouts, p->layout_count);
	run->steady = steady_states_new(run->plan, run->pages);
	status = run_and_report(run);
	status_free(run->status);
	steady_states_free(run->steady);
	targets_free(&run->targets);
	host_free(run->host);
	cpu_idle_stop(run->idle);
	diskstats_free(run->disks);
	return status;
}

int command_run(const struct plan *plan, struct prepared *prepared,
		const struct settings *settings,
		const struct run_observer *observer, struct diag *diag)
{
	struct run run = { .plan = plan,
			   .prepared = prepared,
			   .settings = settings,
			   .observer = observer,
			   .diag = diag };
	int status = EXIT_USAGE;

	/* It asks for a report: one that comes early must not end the run. */
	signal(SIGUSR1, SIG_IGN);
	/* A file that may not grow is an error of a call, and no death. */
	signal(SIGXFSZ, SIG_IGN);
	if (open_output(&run) < 0 || open_bandwidth_log(&run) < 0)
		return EXIT_USAGE;
	run.info = settings->formats & OUTPUT_NORMAL ? run.out : NULL;
	run.pages = job_pages_map(plan->job_count);
	if (!run.pages || priorities_map(plan, run.pages) < 0)
		diag_error(diag, (struct source){ 0 },
			   "no memory for %zu jobs: %s", plan->job_count,
			   strerror(errno));
	else if (state_files_open(prepared, diag) == 0 &&
		 monitor_open(&run.monitor, settings, prepared, diag) == 0)
		status = run_with_pages(&run);
	if (monitor_close(&run.monitor) < 0 && status == EXIT_SUCCESS)
		status = EXIT_FAILURE;
	state_files_close(prepared);
	job_pages_unmap(run.pages, plan->job_count);
	if (run.out != stdout && fclose(run.out) != 0 && status == EXIT_SUCCESS)
		status = EXIT_FAILURE;
	return status;
}
