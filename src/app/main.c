#include "base/arena.h"
#include "base/diag.h"
#include "cli.h"
#include "command_bench.h"
#include "command_inflate.h"
#include "command_run.h"
#include "debug.h"
#include "engine/engine.h"
#include "help.h"
#include "run/prepare.h"
#include "standard_files.h"
#include "subcommands.h"
#include "verify/block.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

static int read_job_files(const struct settings *settings, struct jobfile *file,
			  struct diag *diag)
{
	int status = 0;

	for (size_t i = 0; i < settings->job_file_count; i++)
		if (jobfile_read(file, settings->job_files[i], diag) < 0)
			status = -1;
	return status;
}

static int no_jobs(const struct settings *settings, struct diag *diag)
{
	struct source at = { "command line", 0 };

	if (settings->plan.section_count > 0)
		diag_error(diag, at, "--section: no job has such a name");
	for (size_t i = 0; i < settings->job_file_count; i++)
		if (settings->plan.section_count == 0)
			diag_error(diag,
				   (struct source){ settings->job_files[i], 0 },
				   "no jobs: there is no section but [global]");
	if (diag_count(diag, DIAG_ERROR) == 0)
		diag_error(diag, at, "no jobs: name a job file or give --name");
	diag_hint(diag, at, "runner --help tells more");
	return EXIT_USAGE;
}

static bool is_stopped_by_warnings(const struct settings *settings,
				   const struct diag *diag)
{
	return settings->warnings_fatal && diag_count(diag, DIAG_WARNING) > 0;
}

/* What the machine has to say, once the plan itself is sound. */
static int prepare_and_do(const struct plan *plan,
			  const struct settings *settings, struct diag *diag)
{
	struct prepared *prepared =
		prepare(plan, settings->plan.readonly, diag);
	int status = EXIT_USAGE;

	if (prepared && !is_stopped_by_warnings(settings, diag)) {
		if (settings->action == ACTION_CHECK) {
			prepare_print(plan, prepared, stdout);
			diag_print(diag, stdout);
			status = EXIT_SUCCESS;
		} else if (settings->action == ACTION_ENGINE_BENCH) {
			status = command_bench(prepared, stdout, diag);
		} else {
			status = command_run(plan, prepared, settings, NULL,
					     diag);
		}
	}
	prepared_free(prepared);
	return status;
}

static int do_plan(const struct plan *plan, const struct settings *settings,
		   struct diag *diag)
{
	if (is_stopped_by_warnings(settings, diag))
		return EXIT_USAGE;
	if (settings->action == ACTION_PARSE_ONLY) {
		debug_print_chosen(settings, stdout);
		debug_plan(settings, plan, stdout);
	}
	/* Whoever asks only what is read may have given nothing to read. */
	if (plan->job_count == 0 && !(settings->action == ACTION_PARSE_ONLY &&
				      debug_has(settings, "parse")))
		return no_jobs(settings, diag);
	switch (settings->action) {
	case ACTION_PARSE_ONLY:
		diag_print(diag, stdout);
		return EXIT_SUCCESS;
	case ACTION_SHOWCMD:
		showcmd_print(plan, settings, stdout);
		return EXIT_SUCCESS;
	default:
		return prepare_and_do(plan, settings, diag);
	}
}

static int run_program(int argc, char **argv, struct settings *settings,
		       struct jobfile *file, struct diag *diag)
{
	const struct subcommand *command =
		argc > 1 ? subcommand_find(argv[1]) : NULL;
	struct plan *plan;
	int status;

	if (command) {
		settings->command =
			cli_join_command(settings->arena, argc, argv);
		return command->run(argv + 2, settings, diag);
	}
	if (cli_parse(argc, argv, settings, file, diag) < 0)
		return EXIT_USAGE;
	if (help_is_asked(settings))
		return help_print(settings, stdout, diag);
	if (settings->action == ACTION_INFLATE_LOG)
		return command_inflate(settings->topic, stdout, diag);
	status = read_job_files(settings, file, diag);
	if (settings->action == ACTION_ENGINE_BENCH)
		command_bench_add_job(file);
	plan = plan_build(file, &settings->plan, diag);
	if (plan && status == 0)
		status = do_plan(plan, settings, diag);
	else
		status = EXIT_USAGE;
	plan_free(plan);
	return status;
}

/* Standard error stays silent when all is well. */
static void print_what_went_wrong(const struct diag *diag)
{
	size_t count;
	const struct diag_message *messages = diag_messages(diag, &count);
	bool shown = false;

	for (size_t i = 0; i < count; i++) {
		if (messages[i].kind != DIAG_HINT)
			shown = messages[i].kind != DIAG_NOTE;
		if (shown)
			diag_print_message(&messages[i], stderr);
	}
}

int main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct settings settings = { .arena = arena,
				     .plan = { .engines = &engine_list,
					       .verify_lack =
						       verify_scheme_lack } };
	struct diag *diag = diag_new();
	int status;

	standard_files_fill();
	status = run_program(argc, argv, &settings, jobfile_new(arena), diag);
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_SUCCESS) {
		diag_error(diag, (struct source){ 0 },
			   "standard output can't be written: %s",
			   strerror(errno));
		status = EXIT_FAILURE;
	}
	if (status != EXIT_SUCCESS)
		print_what_went_wrong(diag);
	diag_free(diag);
	arena_free(arena);
	return status;
}
