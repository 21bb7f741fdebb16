#ifndef RUNNER_APP_ARGUMENTS_H
#define RUNNER_APP_ARGUMENTS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * The words of a sub-command: --name, --name=value, --name value, -h for
 * --help, others; after "--" only those. The options of jobs and of the program
 * as a whole are read by cli.h.
 */
struct argument {
	const char *name;
	const char *value; /* what it takes, for help; NULL: nothing */
	const char *help;
};

struct arguments {
	const char *command; /* "quick" */
	const struct argument *list;
	size_t count;
	char **word;       /* the words after that, up to a NULL */
	const char *value; /* of what was read last */
	bool only_words;   /* "--" was read */
};

enum {
	ARGUMENT_END = -1,
	ARGUMENT_WORD = -2,  /* no option: it is the value */
	ARGUMENT_WRONG = -3, /* reported */
};

/* The next one: its place in the list, or one of the above. */
int arguments_next(struct arguments *arguments, struct diag *diag);

/* A line for each. */
void arguments_help(const struct arguments *arguments, FILE *out);

#endif
