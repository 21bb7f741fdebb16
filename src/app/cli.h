#ifndef RUNNER_APP_CLI_H
#define RUNNER_APP_CLI_H

#include "base/arena.h"
#include "base/diag.h"
#include "spec/jobfile.h"
#include "spec/settings.h"

#include <stdio.h>

/*
 * The command line: what to do and how to report it goes into `settings`, jobs
 * become sections of `file` as if they stood in a job file. Strings live in the
 * arena of `file` or in argv. Returns 0, or -1 after reporting all that is
 * wrong.
 */
int cli_parse(int argc, char **argv, struct settings *settings,
	      struct jobfile *file, struct diag *diag);

/* A word so that a shell reads it back as it is. */
void cli_print_quoted(FILE *out, const char *word);

/* All words so that a shell reads them back; lives in the arena. */
const char *cli_join_command(struct arena *arena, int argc, char **argv);

/* The part of --help about the command line itself. */
void cli_print_options(FILE *out);

#endif
