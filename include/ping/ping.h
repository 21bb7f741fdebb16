#ifndef RUNNER_PING_PING_H
#define RUNNER_PING_PING_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdio.h>

/*
 * "runner ping": requests to a folder, file or device, one at a time, each with
 * its latency; what ioping(1) does, with the engines and the clock of jobs.
 *
 * `words` are those of the command line behind "ping", up to a NULL. Prints to
 * `out` and returns the exit status of the program: that of ioping (1 usage, 2
 * preparation, 3 a request failed), or, where conditions are given, that of a
 * monitoring plugin.
 */
int ping_run(char **words, struct arena *arena, FILE *out, struct diag *diag);

#endif
