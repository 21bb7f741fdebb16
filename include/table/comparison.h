#ifndef RUNNER_TABLE_COMPARISON_H
#define RUNNER_TABLE_COMPARISON_H

#include "base/arena.h"
#include "table/document.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * The same workloads on several volumes, side by side: a row for each workload
 * and direction, a column for each volume.
 */
struct volume {
	const char *name;
	struct document document;
};

struct comparison_cell {
	bool used; /* this volume ran the workload */
	bool best; /* no other of the row has more I/Os a second */
	double iops;
	double bw_bytes; /* a second */
	double ratio;    /* of I/Os a second to the first volume's; 0: none */
};

struct comparison_row {
	const char *workload; /* "mixed read" where it goes both ways */
	struct comparison_cell *cells; /* one a volume */
};

struct comparison {
	struct arena *arena;
	const struct volume *volumes;
	size_t volume_count;
	struct comparison_row *rows; /* in the order of the documents */
	size_t row_count;
};

/*
 * Workloads are the same if their names are; of several of a name the second
 * is the second's. A row of which there is only one volume has no best. Lives
 * in the arena; the volumes are borrowed.
 */
struct comparison *comparison_new(struct arena *arena,
				  const struct volume *volumes, size_t count);

/* Volumes that don't fit beside the others into 80 columns follow below. */
void comparison_write_text(const struct comparison *comparison, FILE *out);
void comparison_write_markdown(const struct comparison *comparison, FILE *out);

/* All digits; bandwidth in MB/s (10^6). */
void comparison_write_csv(const struct comparison *comparison, FILE *out);

#endif
