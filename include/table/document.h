#ifndef RUNNER_TABLE_DOCUMENT_H
#define RUNNER_TABLE_DOCUMENT_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The figures of a result document (--output-format=json, of this program or
 * of the one that it stands in for), as far as tables need them.
 */
enum document_direction {
	DOCUMENT_READ,
	DOCUMENT_WRITE,
	DOCUMENT_TRIM,
	DOCUMENT_MIXED, /* unified_rw_reporting */
	DOCUMENT_DIRECTIONS,
};

/* "read", ..., as documents call them. */
extern const char *const document_direction_names[DOCUMENT_DIRECTIONS];

struct document_figures {
	bool used; /* something was moved that way */
	double iops;
	double bw_bytes; /* a second */
};

struct document_job {
	const char *name;
	double group;
	struct document_figures direction[DOCUMENT_DIRECTIONS];
};

struct document {
	struct document_job *jobs;
	size_t job_count;
};

/*
 * Read the document at `path` ("-": standard input); all that `out` has lives
 * in the arena. Copies of a job that ran together and are reported each by
 * itself become one, with the sum of their figures. Of several documents, as
 * --status-interval makes them, the last holds; lines before and after that
 * don't begin one are passed over. Returns 0, or -1 after reporting what is
 * wrong, with the line.
 */
int document_read(const char *path, struct arena *arena, struct document *out,
		  struct diag *diag);

#endif
