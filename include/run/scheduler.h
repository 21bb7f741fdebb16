#ifndef RUNNER_RUN_SCHEDULER_H
#define RUNNER_RUN_SCHEDULER_H

#include "base/diag.h"
#include "run/prepare.h"
#include "run/steady_state.h"
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
enum run_wish {
	RUN_GO_ON,
	RUN_REPORT,
	RUN_STOP, /* as at SIGTERM, but it is no signal that ends the run */
};

struct run_hooks {
	/* Called before the first worker is forked, and about four times a
	 * second until the last has ended. Returns what is to be done. Any of
	 * the hooks may be NULL. */
	enum run_wish (*tick)(void *arg);
	void (*started)(void *arg, const struct job *job);

	/* The time for a report has come: the interval is over, or (`asked`)
	 * SIGUSR1 or a tick asked for one. */
	void (*report)(void *arg, uint64_t now_ns, bool asked);
	void *arg;
};

struct run_settings {
	FILE *info;          /* lines for people ("Laying out ..."), or NULL */
	bool status;         /* draw the live line on standard output */
	uint64_t status_ns;  /* how often, rounded to ticks; 0: each second */
	uint64_t newline_ns; /* begin a new line so often; 0: never */
	uint64_t report_ns;  /* from one report to the next; 0: none */
	struct run_hooks hooks;
	struct steady_states *steady; /* or NULL */
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
