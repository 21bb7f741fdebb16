#ifndef RUNNER_RUN_LAYOUT_FILES_H
#define RUNNER_RUN_LAYOUT_FILES_H

#include "run/file_table.h"
#include "stat/job_page.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * What the process that lays a file out and its parent share; all zero at the
 * start.
 */
struct layout_progress {
	_Atomic uint32_t stop;  /* by the parent: end soon */
	_Atomic uint64_t bytes; /* written so far, of all files */
	struct job_error error;
};

/*
 * Lay out one file, adding only what is missing now: make it, with the folders
 * above it; fill it with incompressible data if a job reads it, or allocate
 * space as its job says; sync. Never changes what was in the file. With `late`
 * what the jobs until now left unwritten of the new part is filled.
 *
 * Returns 0, or -1: see progress->error, which stays empty when it was told to
 * stop. A file that was made here and isn't finished is removed again.
 */
int layout_file(const struct run_file *file, bool late,
		struct layout_progress *progress);

#endif
