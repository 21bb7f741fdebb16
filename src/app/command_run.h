#ifndef RUNNER_APP_COMMAND_RUN_H
#define RUNNER_APP_COMMAND_RUN_H

#include "base/diag.h"
#include "run/prepare.h"
#include "spec/plan.h"
#include "spec/settings.h"

/*
 * Run the plan and report. Returns the exit status of the program: 0, 1 when a
 * job failed or the report could not be written, 2 when nothing was run, and
 * 128 + n when signal n ended the run.
 */
int command_run(const struct plan *plan, struct prepared *prepared,
		const struct settings *settings, struct diag *diag);

#endif
