#ifndef RUNNER_SRC_SPEC_JOBFILE_LINES_H
#define RUNNER_SRC_SPEC_JOBFILE_LINES_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * The lines of a job file, and of the files it includes as if they stood in
 * its place: without comments, without outer blanks, none of them empty. What
 * can't be a line of a job file is reported and left out.
 */
struct jobfile_lines;

struct jobfile_lines *jobfile_lines_new(struct arena *arena, struct diag *diag);
void jobfile_lines_free(struct jobfile_lines *lines);

/*
 * Begin with the file at `path`, or with an open stream that messages call
 * `name` and that stays the caller's. Returns 0, or -1 after reporting why not.
 */
int jobfile_lines_open(struct jobfile_lines *lines, const char *path);
void jobfile_lines_begin(struct jobfile_lines *lines, FILE *in,
			 const char *name);

/*
 * Go on with the file `name`, from the current folder or else from beside the
 * file that is being read, and come back after its last line. Returns 0, or -1
 * after reporting why not.
 */
int jobfile_lines_include(struct jobfile_lines *lines, const char *name);

/* The next line, to change at will until the next call; NULL at the end. */
char *jobfile_lines_next(struct jobfile_lines *lines);

/* Where the line that was returned last is. */
struct source jobfile_lines_at(const struct jobfile_lines *lines);

/* Whether it is in an included file, and hints that say by which way. */
bool jobfile_lines_included(const struct jobfile_lines *lines);
void jobfile_lines_hint(const struct jobfile_lines *lines);

/* `text` without the blanks and control characters at both ends. */
char *jobfile_trim(char *text);

#endif
