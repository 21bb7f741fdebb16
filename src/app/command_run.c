#include "command_run.h"

#include "base/clock.h"
#include "out/report.h"
#include "run/scheduler.h"
#include "targets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_SIGNAL = 128 };

struct run {
	const struct plan *plan;
	const struct prepared *prepared;
	const struct settings *settings;
	struct diag *diag;
	struct job_page *pages;
	struct diskstats *disks;
	struct targets targets;
	FILE *out;
	FILE *info; /* lines for people, or NULL */
};

/* A line that readers of such reports know. */
static void note_capped_depth(const struct run *run, const struct job *job)
{
	const struct job_section *section = job->section;

	if (run->info && job->clone == 0 && section->options->iodepth > 1 &&
	    engine_has_no_depth(section->engine))
		fputs("note: both iodepth >= 1 and synchronous I/O engine are "
		      "selected, queue depth will be capped at 1\n",
		      run->info);
}

/* The devices below a job are watched from its own start. */
static void job_started(void *arg, const struct job *job)
{
	struct run *run = arg;

	note_capped_depth(run, job);
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

static int report(struct run *run, const struct run_outcome *outcome)
{
	struct host *host = host_read("");
	struct result_input input = {
		.plan = run->plan,
		.settings = run->settings,
		.pages = run->pages,
		.disks = run->disks,
		.host = host,
		.targets = run->targets.list,
		.target_count = run->targets.count,
		.diag = run->diag,
		.signal = outcome->signal,
		.started_ns = outcome->started_ns,
		.now_ns = clock_now(),
	};
	struct result *result;
	int status;

	diskstats_update(run->disks);
	result = result_new(&input);
	status = report_write_all(result, run->out);
	if (status == 0 && fflush(run->out) != 0)
		status = -1;
	if (status < 0)
		diag_error(
			run->diag, (struct source){ run->settings->output, 0 },
			"the report could not be written: %s", strerror(errno));
	result_free(result);
	host_free(host);
	return status;
}

static int run_and_report(struct run *run)
{
	struct run_settings settings = {
		.info = run->info,
		.status = wants_status(run->settings),
		.hooks = { .started = job_started, .arg = run },
	};
	struct run_outcome outcome = { 0 };
	int status;

	if (run->info)
		report_text_header(run->plan, run->settings, run->info);
	status = scheduler_run(run->plan, run->prepared, run->pages, &settings,
			       &outcome, run->diag);
	if (run->info && outcome.signal)
		fprintf(run->info, "\nfio: terminating on signal %d\n",
			outcome.signal);
	if (report(run, &outcome) < 0)
		return EXIT_FAILURE;
	if (outcome.signal)
		return EXIT_SIGNAL + outcome.signal;
	return status < 0 || outcome.failed_jobs ? EXIT_FAILURE : EXIT_SUCCESS;
}

static bool is_same_file(const struct stat *st, const char *path)
{
	struct stat other;

	return path && stat(path, &other) == 0 && S_ISREG(other.st_mode) &&
	       other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

/* Whether `path` is a job file or a file of a job. */
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
	for (size_t i = 0; i < p->layout_count; i++)
		for (size_t k = 0; k < p->layouts[i].file_count; k++)
			if (is_same_file(&st, p->layouts[i].files[k].path))
				return true;
	return false;
}

static int open_output(struct run *run)
{
	const char *path = run->settings->output;

	run->out = stdout;
	if (!path)
		return 0;
	if (is_in_use(run, path))
		return diag_error(run->diag, (struct source){ path, 0 },
				  "is a file of the run: the report would "
				  "overwrite it");
	run->out = fopen(path, "we");
	if (run->out)
		return 0;
	return diag_error(run->diag, (struct source){ path, 0 },
			  "cannot be written: %s", strerror(errno));
}

int command_run(const struct plan *plan, const struct prepared *prepared,
		const struct settings *settings, struct diag *diag)
{
	struct run run = { .plan = plan,
			   .prepared = prepared,
			   .settings = settings,
			   .diag = diag };
	int status = EXIT_USAGE;

	if (open_output(&run) < 0)
		return EXIT_USAGE;
	run.info = settings->formats & OUTPUT_NORMAL ? run.out : NULL;
	run.pages = job_pages_map(plan->job_count);
	if (!run.pages) {
		diag_error(diag, (struct source){ 0 },
			   "no memory for %zu jobs: %s", plan->job_count,
			   strerror(errno));
	} else {
		run.disks = diskstats_new("");
		targets_read(&run.targets, prepared->layouts,
			     prepared->layout_count);
		status = run_and_report(&run);
		targets_free(&run.targets);
		diskstats_free(run.disks);
		job_pages_unmap(run.pages, plan->job_count);
	}
	if (run.out != stdout && fclose(run.out) != 0 && status == EXIT_SUCCESS)
		status = EXIT_FAILURE;
	return status;
}
