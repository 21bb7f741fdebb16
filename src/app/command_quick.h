#ifndef RUNNER_APP_COMMAND_QUICK_H
#define RUNNER_APP_COMMAND_QUICK_H

#include "base/diag.h"
#include "spec/settings.h"

/* "runner quick": see subcommands.h. */
int command_quick(char **words, struct settings *settings, struct diag *diag);

#endif
