#ifndef RUNNER_APP_SUBCOMMANDS_H
#define RUNNER_APP_SUBCOMMANDS_H

#include "base/diag.h"
#include "spec/settings.h"

/*
 * Programs within the program, each with a command line of its own: what the
 * first word names. A job file of that name is reached as "./quick".
 */
struct subcommand {
	const char *name;

	/*
	 * `words` are what follows the name, up to a NULL. `settings` has an
	 * arena, the engines and the command line as text. Returns the exit
	 * status of the program.
	 */
	int (*run)(char **words, struct settings *settings, struct diag *diag);
};

/* The one of that name, or NULL. */
const struct subcommand *subcommand_find(const char *name);

#endif
