#ifndef RUNNER_QUICK_PROFILE_H
#define RUNNER_QUICK_PROFILE_H

#include "base/diag.h"
#include "spec/jobfile.h"

#include <stddef.h>
#include <stdio.h>

/*
 * The job files of jobs/quick, which the program has within itself. What is
 * measured stands there; a file of the user's own is as good.
 */
struct quick_profile {
	const char *name; /* the file's, without ".fio" */
	const char *text;
	size_t length;
};

extern const struct quick_profile quick_profiles[]; /* by name */
extern const size_t quick_profile_count;

/* What is run if nothing is asked for, and what is run before it. */
#define QUICK_PROFILE_DEFAULT "default"
#define QUICK_PROFILE_PROBE "probe"

/* NULL: there is none of that name. */
const struct quick_profile *quick_profile_find(const char *name);

/*
 * Read the one of that name, or else the job file at that path, where copies of
 * a job (numjobs) get `group_reporting`. Returns 0, or -1 after reporting all
 * that is wrong.
 */
int quick_profile_read(const char *name, struct jobfile *file,
		       struct diag *diag);

/* Sections as a job file. */
void quick_profile_print(const struct jobfile *file, FILE *out);

#endif
