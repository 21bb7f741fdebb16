#ifndef RUNNER_PING_TEMPORARY_H
#define RUNNER_PING_TEMPORARY_H

#include "base/diag.h"
#include "ping/options.h"

#include <signal.h>
#include <stdint.h>

/*
 * A file to work on in `folder`, of `size` bytes that don't compress, all on
 * the disk. It has no name; with options->keep it is "ioping.tmp", of which
 * what is there already stays. `*stop` ends the filling early.
 *
 * Returns the descriptor, or -1: reported.
 */
int temporary_open(const struct ping_options *options, const char *folder,
		   uint64_t size, int flags, const volatile sig_atomic_t *stop,
		   struct diag *diag);

#endif
