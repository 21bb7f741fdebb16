#ifndef RUNNER_APP_HELP_H
#define RUNNER_APP_HELP_H

#include "base/diag.h"
#include "spec/plan.h"
#include "spec/settings.h"

#include <stdio.h>

/* What the program says of itself: each prints and returns an exit status. */
int help_print(const struct settings *settings, FILE *out, struct diag *diag);

/* Whether the action of `settings` is one of those and needs no jobs. */
bool help_is_asked(const struct settings *settings);

/* The jobs of a plan as the command line that says the same: --showcmd. */
void showcmd_print(const struct plan *plan, const struct settings *settings,
		   FILE *out);

#endif
