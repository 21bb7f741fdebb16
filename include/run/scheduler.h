#ifndef RUNNER_RUN_SCHEDULER_H
#define RUNNER_RUN_SCHEDULER_H

#include "base/diag.h"
#include "run/prepare.h"
#include "spec/plan.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Runs all jobs of a plan: each when the jobs it waits for have ended and its
 * startdelay is over, those that can start together together. One thread in
 * one poll() on the workers, the signals and the clock.
 */
struct run_hooks {
	/* Called before the first worker is forked, and about four times a
	 * second until the last has ended. Either may be NULL. */
	void (*tick)(void *arg);
	void (*started)(void *arg, const struct job *job);
	void *arg;
};

struct run_settings {
	FILE *info;  /* lines for people ("Laying out ..."), or NULL */
	bool status; /* draw the live line on standard output */
	struct run_hooks hooks;
};

struct run_outcome {
	int signal;          /* SIGINT or SIGTERM that ended it, or 0 */
	uint64_t started_ns; /* CLOCK_MONOTONIC */
	uint64_t ended_ns;
	size_t failed_jobs;
};

/*
 * Returns 0 when everything was run to its end (jobs may have failed: see the
 * pages and the outcome) or was interrupted, -1 when nothing could be run.
 * Errors of jobs are reported to `diag`.
 */
int scheduler_run(const struct plan *plan, const struct prepared *prepared,
		  struct job_page *pages, const struct run_settings *settings,
		  struct run_outcome *outcome, struct diag *diag);

#endif
