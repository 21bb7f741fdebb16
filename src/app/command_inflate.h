#ifndef RUNNER_APP_COMMAND_INFLATE_H
#define RUNNER_APP_COMMAND_INFLATE_H

#include "base/diag.h"

#include <stdio.h>

/*
 * --inflate-log: print the text of a log that was stored compressed. Returns
 * the exit status.
 */
int command_inflate(const char *path, FILE *out, struct diag *diag);

#endif
