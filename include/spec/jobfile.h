#ifndef RUNNER_SPEC_JOBFILE_H
#define RUNNER_SPEC_JOBFILE_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Job files as they were written: sections in order, and in each the keys in
 * order, with the place each came from. What a key means, and what [global]
 * does, is for the layers that read this. Command-line options make sections
 * of the same kind.
 *
 * Everything lives in the arena that was handed in.
 */
struct jobfile_key {
	const char *name;
	const char *value; /* NULL for a key without "=", such as `stonewall` */
	const char
		*unset; /* first ${VAR} of its line that isn't set, or NULL */
	struct source at;
};

struct jobfile_section {
	const char *name;
	bool global;  /* named exactly "global" */
	size_t input; /* 0: the command line, n: the nth job file */
	struct source at;
	struct jobfile_key *keys;
	size_t key_count;
};

struct jobfile {
	struct arena *arena;
	struct jobfile_section *sections;
	size_t section_count;
	size_t input_count; /* job files that were read */
};

struct jobfile *jobfile_new(struct arena *arena);

/*
 * Add an empty section, and a key to the last section. Texts are copied. What
 * is returned may move when the next one is added.
 */
struct jobfile_section *jobfile_add_section(struct jobfile *file,
					    const char *name, struct source at);
struct jobfile_key *jobfile_add_key(struct jobfile *file, const char *name,
				    const char *value, struct source at);

/*
 * Read the job file at `path` ("-": standard input) and append its sections.
 * Comments, includes, ${VAR} and $keywords are dealt with; docs/jobfile.md has
 * the rules. Returns 0, or -1 after reporting all that is wrong with it.
 */
int jobfile_read(struct jobfile *file, const char *path, struct diag *diag);

/* The same from an open stream that messages call `name`. */
int jobfile_read_stream(struct jobfile *file, FILE *in, const char *name,
			struct diag *diag);

/*
 * Replace ${VAR} by the environment and $pagesize, $mb_memory and $ncpus by
 * what they are here, in any text. Returns `text` itself when there is nothing
 * to replace, else a copy in the arena. `*unset` (if not NULL) becomes the
 * name of the first variable that isn't set, or stays NULL.
 */
const char *jobfile_expand(struct arena *arena, const char *text,
			   const char **unset);

/* The ${VAR} part of it alone: section names keep "$ncpus" as it is. */
const char *jobfile_expand_variables(struct arena *arena, const char *text,
				     const char **unset);

#endif
