#ifndef RUNNER_APP_COMMAND_RUN_H
#define RUNNER_APP_COMMAND_RUN_H

#include "base/diag.h"
#include "out/result.h"
#include "run/prepare.h"
#include "spec/plan.h"
#include "spec/settings.h"

/*
 * Whoever takes the result of a run as it is, and tells of it in words of its
 * own. Any of the functions but `ended` may be NULL.
 */
struct run_observer {
	void (*started)(void *arg, const struct job *job);
	void (*tick)(void *arg, uint64_t now_ns); /* about four times a s */

	/* Takes the place of the report. 0, or -1 with errno. */
	int (*ended)(void *arg, const struct result *result);
	void *arg;
};

/*
 * Run the plan and report. Returns the exit status of the program: 0, 1 when a
 * job failed or the report could not be written, 2 when nothing was run, and
 * 128 + n when signal n ended the run. `observer` may be NULL.
 */
int command_run(const struct plan *plan, struct prepared *prepared,
		const struct settings *settings,
		const struct run_observer *observer, struct diag *diag);

#endif
