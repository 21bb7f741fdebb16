#include "command_quick.h"

#include "arguments.h"
#include "base/clock.h"
#include "base/duration.h"
#include "base/scaled.h"
#include "base/size.h"
#include "base/text.h"
#include "command_run.h"
#include "out/report.h"
#include "quick/profile.h"
#include "quick/report.h"
#include "quick/scale.h"
#include "quick_folder.h"
#include "quick_progress.h"
#include "quick_target.h"
#include "run/prepare.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, NOTES_MAX = 3, KB_BASE = 1024, LEAST_SIZE = 1 << 20 };

/* What a slow disk is given to do: no more than it writes in so long. */
enum { PHASE_SECONDS = 5 };

/* Of the space that is free; file systems slow down when they are full. */
#define SPACE_SHARE 0.8

/* Less than that in all is too little to tell anything. */
#define LEAST_SPACE (UINT64_C(64) << 20)

enum quick_form { AS_TEXT, AS_MARKDOWN, AS_JSON };

struct quick {
	struct settings *settings;
	struct arena *arena;
	struct diag *diag;
	const char *profile;
	const char *directory;
	enum quick_form form;
	bool help;
	bool show_jobs;
	struct quick_scale bounds; /* that the user gave */
	struct quick_folder folder;
	struct quick_machine machine;
	struct quick_report report;
	const char *notes[NOTES_MAX];
	struct quick_progress progress;
	double probe_bw; /* bytes a second */
};

enum {
	QUICK_HELP,
	QUICK_JSON,
	QUICK_MARKDOWN,
	QUICK_PROFILE,
	QUICK_SHOW_JOBS,
	QUICK_SIZE,
	QUICK_TIME,
};

static const struct argument options[] = {
	[QUICK_HELP] = { "help", NULL, "Print this help" },
	[QUICK_JSON] = { "json", NULL,
			 "The whole result document, with \"quick\" in it" },
	[QUICK_MARKDOWN] = { "markdown", NULL,
			     "To paste into a forum or a ticket" },
	[QUICK_PROFILE] = { "profile", "NAME",
			    "kdiskmark, database, etcd, or a job file" },
	[QUICK_SHOW_JOBS] = { "show-jobs", NULL,
			      "Print the job file that does the same" },
	[QUICK_SIZE] = { "size", "SIZE", "No phase does more than this" },
	[QUICK_TIME] = { "time", "TIME", "No phase takes longer than this" },
};

static struct source place(void)
{
	return (struct source){ "quick", 0 };
}

static void set_size(struct quick *q, const char *text)
{
	const char *why;

	if (size_parse_bytes(text, KB_BASE, &q->bounds.size_bytes, &why) < 0)
		diag_error(q->diag, place(), "--size: '%s' %s", text, why);
	else if (q->bounds.size_bytes < LEAST_SIZE)
		diag_error(q->diag, place(), "--size: '%s' is less than 1m",
			   text);
}

static void set_time(struct quick *q, const char *text)
{
	struct duration d;
	const char *why;

	if (duration_parse(text, NSEC_PER_SEC, &d, &why) < 0)
		diag_error(q->diag, place(), "--time: '%s' %s", text, why);
	else if (d.ns == 0)
		diag_error(q->diag, place(), "--time: '%s' is no time", text);
	else
		q->bounds.time_ns = d.ns;
}

static void set_directory(struct quick *q, const char *path)
{
	if (q->directory)
		diag_error(q->diag, place(), "there is one folder too many: %s",
			   path);
	q->directory = path;
}

static void set_form(struct quick *q, enum quick_form form)
{
	if (q->form != AS_TEXT && q->form != form)
		diag_error(q->diag, place(),
			   "--json and --markdown exclude each other");
	q->form = form;
}

static void apply(struct quick *q, int found, const char *value)
{
	switch (found) {
	case QUICK_HELP:
		q->help = true;
		break;
	case QUICK_JSON:
		set_form(q, AS_JSON);
		break;
	case QUICK_MARKDOWN:
		set_form(q, AS_MARKDOWN);
		break;
	case QUICK_PROFILE:
		q->profile = value;
		break;
	case QUICK_SHOW_JOBS:
		q->show_jobs = true;
		break;
	case QUICK_SIZE:
		set_size(q, value);
		break;
	case QUICK_TIME:
		set_time(q, value);
		break;
	default:
		set_directory(q, value);
		break;
	}
}

static void note(struct quick *q, const char *text)
{
	q->notes[q->report.note_count++] = text;
}

static const char *bytes_text(struct quick *q, uint64_t bytes)
{
	char text[SCALED_TEXT_MAX];

	return arena_strdup(q->arena, scaled_format(bytes, 3, SCALED_IEC,
						    SCALED_BYTES, text));
}

/* As the value of an option that takes several, with colons between them. */
static const char *as_list(struct quick *q, const char *path)
{
	char *text = arena_alloc(q->arena, 2 * strlen(path) + 1);
	char *end = text;

	for (; *path; path++) {
		if (*path == ':')
			*end++ = '\\';
		*end++ = *path;
	}
	*end = '\0';
	return text;
}

/*
 * Run jobs in the folder. Returns the exit status of the run; the observer has
 * the result.
 */
static int run_jobs(struct quick *q, const struct jobfile *jobs,
		    const struct run_observer *observer)
{
	struct jobfile_key overrides[] = {
		{ .name = "directory",
		  .value = as_list(q, q->folder.path),
		  .at = place() },
		{ .name = "direct", .value = "0", .at = place() },
	};
	struct settings settings = *q->settings;
	struct prepared *prepared = NULL;
	int status = EXIT_USAGE;
	struct plan *plan;

	settings.formats = 0;
	settings.eta = ETA_NEVER;
	/* The state of a job that verifies is left nowhere else either. */
	settings.plan.aux_path = q->folder.path;
	settings.plan.overrides = overrides;
	settings.plan.override_count = q->report.direct ? 1 : 2;
	plan = plan_build(jobs, &settings.plan, q->diag);
	if (plan)
		prepared = prepare(plan, false, q->diag);
	if (prepared) {
		quick_progress_begin(&q->progress, q->arena, plan);
		status = command_run(plan, prepared, &settings, observer,
				     q->diag);
	}
	prepared_free(prepared);
	plan_free(plan);
	return status;
}

static void on_start(void *arg, const struct job *job)
{
	struct quick *q = arg;

	quick_progress_started(&q->progress, job, clock_now());
}

static void on_tick(void *arg, uint64_t now_ns)
{
	struct quick *q = arg;

	quick_progress_draw(&q->progress, now_ns);
}

static int on_probe_end(void *arg, const struct result *result)
{
	struct quick *q = arg;

	quick_progress_erase(&q->progress);
	if (result->unit_count > 0)
		q->probe_bw = (double)result->units[0]
				      .direction[DIRECTION_WRITE]
				      .bw_bytes;
	return 0;
}

static void add_to_document(struct json *root, const void *arg)
{
	quick_report_json(arg, root);
}

static int on_end(void *arg, const struct result *result)
{
	struct quick *q = arg;
	struct quick_report *r = &q->report;

	quick_progress_erase(&q->progress);
	r->phases = quick_phases_make(q->arena, result);
	r->verdicts = quick_verdicts_make(q->arena, &r->phases);
	r->interrupted = result->interrupted;
	switch (q->form) {
	case AS_JSON:
		return report_json_write_with(result, stdout, add_to_document,
					      r);
	case AS_MARKDOWN:
		quick_report_markdown(r, stdout);
		break;
	case AS_TEXT:
		quick_report_text(r, stdout);
		break;
	}
	return fflush(stdout);
}

/* How fast the disk writes, for a second: 0, or the status to end with. */
static int probe(struct quick *q)
{
	const struct run_observer observer = { .started = on_start,
					       .tick = on_tick,
					       .ended = on_probe_end,
					       .arg = q };
	struct jobfile *jobs = jobfile_new(q->arena);
	struct quick_scale scale = q->bounds;

	if (quick_profile_read(QUICK_PROFILE_PROBE, jobs, q->diag) < 0)
		return EXIT_FAILURE;
	scale.share = q->report.share;
	quick_scale_apply(&scale, jobs);
	return run_jobs(q, jobs, &observer);
}

/* 0, or -1 after saying that there is too little space. */
static int fit_space(struct quick *q, uint64_t needed)
{
	uint64_t available = quick_target_free_bytes(q->directory);
	uint64_t usable = (uint64_t)((double)available * SPACE_SHARE);

	if (needed <= usable)
		return 0;
	if (usable < LEAST_SPACE)
		return diag_error(
			q->diag, (struct source){ q->directory, 0 },
			"too little space is free: %s; runner quick "
			"needs %s, or less with --size",
			bytes_text(q, available),
			bytes_text(q, (uint64_t)(LEAST_SPACE / SPACE_SHARE)));
	q->report.share = (double)usable / (double)needed;
	note(q, arena_printf(q->arena,
			     "Only %s are free: files are %.0f%% as large as "
			     "usual.",
			     bytes_text(q, available), q->report.share * 100));
	return 0;
}

/* 0, or the status to end with. */
static int fit_speed(struct quick *q, uint64_t largest)
{
	double share;
	int status;

	/* What is small anyway is no work for a slow disk either. */
	if ((double)largest * q->report.share <= (double)LEAST_SPACE)
		return 0;
	status = probe(q);
	if (status != EXIT_SUCCESS || q->probe_bw <= 0)
		return status;
	share = q->probe_bw * PHASE_SECONDS / (double)largest;
	if (share >= q->report.share)
		return 0;
	q->report.share = share;
	note(q, arena_printf(q->arena,
			     "It writes %.0f MB a second: files are %.0f%% as "
			     "large as usual, so that it doesn't take long.",
			     q->probe_bw / 1e6, share * 100));
	return 0;
}

static void look_at_target(struct quick *q)
{
	const struct filesystem *fs;

	quick_target_read(&q->machine, q->directory);
	fs = q->machine.fs;
	q->report.direct = quick_target_has_direct(q->folder.path);
	if (fs && strcmp(fs->type, "tmpfs") == 0)
		note(q, "tmpfs is memory: no disk is measured here.");
	else if (!q->report.direct)
		note(q, "This file system has no direct I/O: all is buffered, "
			"and what is read may come from memory.");
}

static int measure(struct quick *q, struct jobfile *jobs)
{
	const struct run_observer observer = {
		.started = on_start, .tick = on_tick, .ended = on_end, .arg = q
	};
	struct quick_need need = quick_need(jobs);
	int status;

	look_at_target(q);
	if (fit_space(q, need.all_bytes) < 0)
		return EXIT_USAGE;
	status = fit_speed(q, need.largest_bytes);
	if (status != EXIT_SUCCESS)
		return status;
	quick_scale_apply(&(struct quick_scale){ .share = q->report.share },
			  jobs);
	if (q->form == AS_TEXT) {
		quick_report_head(&q->report, stdout);
		fflush(stdout);
	}
	return run_jobs(q, jobs, &observer);
}

static bool wants_colour(void)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no && *no) && term &&
	       strcmp(term, "dumb") != 0;
}

/* One that comes before the jobs start, or between them, is for the run. */
static void hold_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static int do_quick(struct quick *q, struct jobfile *jobs)
{
	int status;

	q->report = (struct quick_report){
		.arena = q->arena,
		.profile = q->profile,
		.machine = &q->machine,
		.notes = q->notes,
		.share = 1,
		.direct = true,
		.colour = wants_colour(),
	};
	hold_signals();
	if (quick_folder_make(q->directory, &q->folder, q->diag) < 0)
		return EXIT_USAGE;
	status = measure(q, jobs);
	quick_target_free(&q->machine);
	quick_folder_remove(&q->folder);
	return status;
}

static int print_help(const struct arguments *arguments)
{
	fputs("usage: runner quick [OPTIONS] [DIRECTORY]\n"
	      "\n"
	      "What the disk below a folder (the current one, if none is given) "
	      "does, in about\na minute: the machine, sequential and random "
	      "I/O, latencies, and a verdict. It\ntakes less than 2 GiB "
	      "meanwhile, and leaves nothing behind.\n"
	      "\n"
	      "Options:\n",
	      stdout);
	arguments_help(arguments, stdout);
	return EXIT_SUCCESS;
}

static int show_jobs(const struct quick *q, const struct jobfile *jobs)
{
	printf("; runner quick --profile=%s, by hand: runner --set "
	       "directory=DIRECTORY FILE\n\n",
	       text_printable(q->arena, q->profile));
	quick_profile_print(jobs, stdout);
	return EXIT_SUCCESS;
}

static int read_profile(struct quick *q, struct jobfile *jobs)
{
	if (quick_profile_read(q->profile, jobs, q->diag) < 0)
		return -1;
	for (size_t i = 0; i < jobs->section_count; i++)
		if (!jobs->sections[i].global)
			return 0;
	return diag_error(q->diag, (struct source){ q->profile, 0 },
			  "no jobs: there is no section but [global]");
}

int command_quick(char **words, struct settings *settings, struct diag *diag)
{
	struct arguments arguments = {
		"quick", options, sizeof(options) / sizeof(options[0]),
		words,   NULL,    false
	};
	struct quick q = { .settings = settings,
			   .arena = settings->arena,
			   .diag = diag,
			   .profile = QUICK_PROFILE_DEFAULT,
			   .bounds = { .share = 1 } };
	struct jobfile *jobs = jobfile_new(settings->arena);
	int found;

	while ((found = arguments_next(&arguments, diag)) != ARGUMENT_END)
		if (found != ARGUMENT_WRONG)
			apply(&q, found, arguments.value);
	if (q.help)
		return print_help(&arguments);
	if (!q.directory)
		q.directory = ".";
	if (diag_count(diag, DIAG_ERROR) > 0 || read_profile(&q, jobs) < 0)
		return EXIT_USAGE;
	quick_scale_apply(&q.bounds, jobs);
	return q.show_jobs ? show_jobs(&q, jobs) : do_quick(&q, jobs);
}
