#ifndef RUNNER_RUN_PREPARE_H
#define RUNNER_RUN_PREPARE_H

#include "base/diag.h"
#include "io/layout.h"
#include "run/file_table.h"
#include "spec/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * The plan against this machine, settled once, before anything is written:
 * which files there are and which have to be made, percentages in bytes, what
 * direct I/O needs, and whether a job would destroy something. Looks at files
 * and devices and changes nothing.
 */
struct prepared {
	struct arena *arena;
	struct layout *layouts; /* one a job of the plan */
	size_t layout_count;
	struct file_table *files; /* all that the jobs use, each path once */

	struct overlap_table *overlaps; /* of all jobs; NULL: none has any */

	/* Those that are made or made longer, by the job that needs them. */
	struct run_file **tasks;
	size_t task_count;

	/* Those of them with a fill_before, by that. */
	struct run_file **late_tasks;
	size_t late_task_count;
};

/*
 * NULL after reporting every reason why the plan can't be run here. With
 * `readonly` it is one that a file would have to be made or made longer.
 */
struct prepared *prepare(const struct plan *plan, bool readonly,
			 struct diag *diag);
void prepared_free(struct prepared *prepared);

/* Workers are to tell of each I/O, on the descriptor `fd`. */
void prepared_trace(struct prepared *prepared, int fd);

/* Whether the job does I/O in this direction: 0 read, 1 write, 2 trim. */
static inline bool job_moves(const struct job_options *o, int direction)
{
	return o->rw.flags & ((unsigned)RW_READ << direction);
}

/* What --check prints: everything that would be done. */
void prepare_print(const struct plan *plan, const struct prepared *prepared,
		   FILE *out);

#endif
