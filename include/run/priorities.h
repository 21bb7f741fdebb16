#ifndef RUNNER_RUN_PRIORITIES_H
#define RUNNER_RUN_PRIORITIES_H

#include "spec/plan.h"
#include "stat/job_page.h"

/*
 * Give the pages of jobs that send I/Os with priorities of their own room for
 * latencies by priority, before any worker is forked. 0, or -1 with errno set;
 * job_pages_unmap() gives it back.
 */
int priorities_map(const struct plan *plan, struct job_page *pages);

#endif
