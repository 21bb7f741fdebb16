#ifndef RUNNER_ENGINE_URING_ERROR_H
#define RUNNER_ENGINE_URING_ERROR_H

#include "stat/job_page.h"

/*
 * Why there is no io_uring for `depth` I/Os, when io_uring_setup(2) failed with
 * errno `code`: what of the kernel, of its settings or of a container is in the
 * way. `root` is that of /proc, "" on a live system. Always -1.
 */
int uring_error_set(struct job_error *error, int code, unsigned depth,
		    const char *root);

#endif
