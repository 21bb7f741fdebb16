#ifndef RUNNER_APP_CLI_OPTIONS_H
#define RUNNER_APP_CLI_OPTIONS_H

#include "base/diag.h"
#include "spec/settings.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The options that say how to run and report, as opposed to what a job does:
 * one table that the parser and --help walk.
 */
enum cli_value {
	CLI_NONE,     /* --readonly */
	CLI_OPTIONAL, /* --cmdhelp[=NAME] */
	CLI_REQUIRED, /* --output=FILE */
};

struct cli_option {
	const char *name;
	enum cli_value value;
	const char *argument; /* what help calls the value */
	const char *help;     /* NULL: another spelling, not listed */
	/* `value` is NULL when there is none. 0, or -1 with the error told. */
	int (*apply)(struct settings *settings, const char *value,
		     struct source at, struct diag *diag);
};

extern const struct cli_option cli_options[];
extern const size_t cli_option_count;

/* Options of the reference's command line that are refused, by name. */
extern const char *const cli_unsupported[]; /* a null name ends them */

#endif
