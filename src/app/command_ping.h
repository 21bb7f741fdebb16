#ifndef RUNNER_APP_COMMAND_PING_H
#define RUNNER_APP_COMMAND_PING_H

#include "base/diag.h"
#include "spec/settings.h"

/* "runner ping", as subcommands.h has it: see ping/ping.h. */
int command_ping(char **words, struct settings *settings, struct diag *diag);

#endif
