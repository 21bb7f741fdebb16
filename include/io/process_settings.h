#ifndef RUNNER_IO_PROCESS_SETTINGS_H
#define RUNNER_IO_PROCESS_SETTINGS_H

#include "io/layout.h"
#include "stat/job_page.h"

/*
 * Make this process, which the parent has forked for a job, what the job's
 * options of processes ask for: its name, CPUs, NUMA memory policy, I/O and
 * CPU priority, and last, since that takes away the right to the others, its
 * group and user. What was not asked for is left as it is. 0, or -1: see
 * `error`.
 */
int process_settings_apply(const struct layout *layout,
			   struct job_error *error);

#endif
