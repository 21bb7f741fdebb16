#ifndef RUNNER_RUN_COMMAND_H
#define RUNNER_RUN_COMMAND_H

#include "stat/job_page.h"

#include <stdatomic.h>
#include <stdint.h>

/*
 * Run `command` by the shell and wait for its end: exec_prerun and
 * exec_postrun. What it prints is added to the file `output`, in the folder
 * that the program was started in; it reads nothing. When *stop comes to be set
 * it is told to end (SIGTERM); a null `stop` never is.
 *
 * Returns 0, or -1 with `error` set: it couldn't be run, or its status wasn't
 * 0. That it was told to end is no error.
 */
struct command {
	const char *option; /* that it comes from, for messages */
	const char *text;
	const char *output;
	const _Atomic uint32_t *stop;
};

int command_execute(const struct command *command, struct job_error *error);

#endif
