#ifndef RUNNER_RUN_JOB_PROCESS_H
#define RUNNER_RUN_JOB_PROCESS_H

#include "base/cycle_clock.h"
#include "io/layout.h"
#include "stat/job_page.h"

/*
 * All that the process of a job does, from its fork to its end: it enters its
 * control group, becomes what its options ask for, runs exec_prerun, works, and
 * runs exec_postrun. `cycles` is for worker_run(). Returns its exit status: 0,
 * or 1 with page->error set.
 */
int job_process_run(const struct layout *layout, struct job_page *page,
		    const struct cycle_clock *cycles, int ready_fd, int go_fd);

/* The file for what the commands print: "JOB.prerun.txt". `which` is "prerun"
 * or "postrun". The caller frees it. */
char *job_output_name(const struct job *job, const char *which);

#endif
