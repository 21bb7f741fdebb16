#ifndef RUNNER_PING_TARGET_H
#define RUNNER_PING_TARGET_H

#include "base/diag.h"
#include "ping/options.h"
#include "sys/storage.h"

#include <signal.h>
#include <stdint.h>

/*
 * What requests go to: a temporary file in a folder, which has no name from the
 * start or loses it at once (O_TMPFILE of open(2)) and so is gone whatever
 * happens; or a file or device that was there.
 */
struct ping_target {
	struct storage *storage;
	int fd;
	uint64_t offset; /* where the part that is used begins */
	uint64_t size;   /* bytes in it, at least one request */
};

/*
 * Look at it, protect what is there, and open it. A temporary file is filled
 * and on the disk then; `*stop` ends that early. 0, or -1: reported.
 */
int ping_target_open(const struct ping_options *options,
		     const volatile sig_atomic_t *stop,
		     struct ping_target *target, struct diag *diag);
void ping_target_close(struct ping_target *target);

#endif
