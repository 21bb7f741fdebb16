#ifndef RUNNER_BASE_REPLACEMENT_H
#define RUNNER_BASE_REPLACEMENT_H

#include <stdbool.h>
#include <stdio.h>

/*
 * A file that takes the place of another in one step: whoever reads it finds
 * the old one or the new one, and never a part.
 */
struct replacement {
	FILE *out;        /* to write to */
	char *name;       /* of the new file, beside the old one */
	const char *path; /* borrowed */
};

/* Begin one of `path`. 0, or -1 with errno and nothing to end. */
int replacement_begin(struct replacement *r, const char *path);

/*
 * Put it there, unless something could not be written. With `lasting` it is on
 * the disk after that, whatever becomes of the machine. 0, or -1 with errno
 * and all as it was.
 */
int replacement_commit(struct replacement *r, bool lasting);

/* Give it up, leaving errno alone. */
void replacement_abandon(struct replacement *r);

#endif
