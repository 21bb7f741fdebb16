#include "help.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "cli.h"
#include "debug.h"
#include "engine/engine.h"
#include "out/columns.h"
#include "out/report.h"
#include "spec/option_help.h"
#include "spec/options_refused.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

static int print_version(const struct settings *settings, FILE *out)
{
	if (settings->as_fio)
		fprintf(out, "%s\n", report_fio_version());
	else
		fprintf(out, "runner %s\n", RUNNER_VERSION);
	return EXIT_SUCCESS;
}

static int print_help(FILE *out)
{
	fputs("usage: runner [OPTIONS] JOBFILE...\n"
	      "       runner [OPTIONS] --name=JOB [JOB OPTIONS]...\n"
	      "       runner engine-bench [JOBFILE... | JOB OPTIONS]\n"
	      "       runner ping [OPTIONS] FOLDER|FILE|DEVICE\n"
	      "       runner quick [OPTIONS] [DIRECTORY]\n"
	      "       runner table [OPTIONS] RESULT.json...\n"
	      "\n"
	      "Runs the I/O jobs of job files (\"-\": standard input) and of "
	      "the command line\nand reports what the storage did; "
	      "engine-bench reports what runner itself\ncosts, and touches no "
	      "file; ping prints the latency of single requests; quick\ntells "
	      "in a minute what a disk does; table puts the results of several "
	      "volumes\nside by side. These three tell more with --help.\n"
	      "\n"
	      "Options:\n",
	      out);
	cli_print_options(out);
	fputs("\nJob options, as NAME=VALUE in a job file or --NAME=VALUE "
	      "here; those before the\nfirst --name hold for all jobs:\n",
	      out);
	option_help_list(&job_option_table, out);
	return EXIT_SUCCESS;
}

static const struct option *find_anywhere(const char *name)
{
	const struct option *o = option_find(&job_option_table, name);

	for (size_t i = 0; !o && i < engine_list.count; i++)
		if (engine_list.engines[i]->options)
			o = option_find(engine_list.engines[i]->options, name);
	return o;
}

static int print_cmdhelp(const char *topic, FILE *out, struct diag *diag)
{
	const struct option_table *tables[] = { &job_option_table, NULL };
	struct source at = { "command line: --cmdhelp", 0 };
	const struct option *o;
	const char *near;

	if (!topic || strcmp(topic, "all") == 0) {
		option_help_list(&job_option_table, out);
		option_help_refused(out);
		return EXIT_SUCCESS;
	}
	o = find_anywhere(topic);
	if (o) {
		option_help_one(o, out);
		return EXIT_SUCCESS;
	}
	if (option_refusal(topic)) {
		diag_error(diag, at, "%s: is not supported: %s", topic,
			   option_refusal(topic));
		return EXIT_USAGE;
	}
	diag_error(diag, at, "cmdhelp: '%s' is not an option", topic);
	near = option_nearest(tables, topic);
	if (near)
		diag_hint(diag, at, "did you mean '%s'?", near);
	return EXIT_USAGE;
}

static int print_engine_option(const struct engine_info *engine,
			       const char *name, FILE *out, struct diag *diag)
{
	const struct option_table *tables[] = { engine->options, NULL };
	struct source at = { "command line: --enghelp", 0 };
	const struct option *o = NULL;
	const char *near = NULL;

	if (engine->options) {
		o = option_find(engine->options, name);
		near = option_nearest(tables, name);
	}
	if (o) {
		option_help_one(o, out);
		return EXIT_SUCCESS;
	}
	diag_error(diag, at, "enghelp: '%s' is not an option of %s", name,
		   engine->name);
	if (near)
		diag_hint(diag, at, "did you mean '%s'?", near);
	return EXIT_USAGE;
}

static const struct engine_info *find_engine(const char *topic)
{
	const struct engine_info *engine;
	char *name = xstrdup(topic);

	name[strcspn(name, ",")] = '\0';
	engine = engine_list_find(&engine_list, name);
	free(name);
	return engine;
}

static int print_enghelp(const char *topic, FILE *out, struct diag *diag)
{
	struct source at = { "command line: --enghelp", 0 };
	const struct engine_info *engine;
	const char *comma;

	if (!topic || !*topic) {
		fputs("Available IO engines:\n", out);
		for (size_t i = 0; i < engine_list.count; i++)
			fprintf(out, "\t%s\n", engine_list.engines[i]->name);
		return EXIT_SUCCESS;
	}
	engine = find_engine(topic);
	if (!engine) {
		diag_error(diag, at, "enghelp: '%s' is not an engine", topic);
		return EXIT_USAGE;
	}
	comma = strchr(topic, ',');
	if (comma)
		return print_engine_option(engine, comma + 1, out, diag);
	fprintf(out, "%s: %s\n", engine->name, engine->help);
	if (engine->options)
		option_help_list(engine->options, out);
	else
		fputs("It has no options of its own.\n", out);
	return EXIT_SUCCESS;
}

static int print_calibration(FILE *out, struct diag *diag)
{
	struct cpu_idle *idle = cpu_idle_start();

	if (!idle) {
		diag_error(diag,
			   (struct source){ "command line: --idle-prof", 0 },
			   "CPUs can't be watched: %s", strerror(errno));
		return EXIT_FAILURE;
	}
	fputs("CPU idleness:\n", out);
	report_text_unit_work(cpu_idle_read(idle, clock_now()), out);
	cpu_idle_stop(idle);
	return EXIT_SUCCESS;
}

bool help_is_asked(const struct settings *settings)
{
	switch (settings->action) {
	case ACTION_CMDHELP:
	case ACTION_ENGHELP:
	case ACTION_DEBUG_HELP:
	case ACTION_IDLE_CALIBRATE:
	case ACTION_VERSION:
	case ACTION_HELP:
	case ACTION_OPTIONS_MARKDOWN:
	case ACTION_MAN:
	case ACTION_COLUMNS_MARKDOWN:
		return true;
	default:
		return false;
	}
}

int help_print(const struct settings *settings, FILE *out, struct diag *diag)
{
	switch (settings->action) {
	case ACTION_CMDHELP:
		return print_cmdhelp(settings->topic, out, diag);
	case ACTION_ENGHELP:
		return print_enghelp(settings->topic, out, diag);
	case ACTION_DEBUG_HELP:
		debug_print_categories(out);
		return EXIT_SUCCESS;
	case ACTION_IDLE_CALIBRATE:
		return print_calibration(out, diag);
	case ACTION_VERSION:
		return print_version(settings, out);
	case ACTION_OPTIONS_MARKDOWN:
		option_help_markdown(&job_option_table, &engine_list, out);
		option_help_markdown_refused(out);
		return EXIT_SUCCESS;
	case ACTION_COLUMNS_MARKDOWN:
		columns_markdown(out);
		return EXIT_SUCCESS;
	case ACTION_MAN:
		option_help_man(&job_option_table, &engine_list, out);
		return EXIT_SUCCESS;
	default:
		return print_help(out);
	}
}
