#ifndef RUNNER_APP_COMMAND_TABLE_H
#define RUNNER_APP_COMMAND_TABLE_H

#include "base/diag.h"
#include "spec/settings.h"

/* "runner table": see subcommands.h. */
int command_table(char **words, struct settings *settings, struct diag *diag);

#endif
