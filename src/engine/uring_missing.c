#include "single.h"
#include "uring_cmd_options.h"
#include "uring_options.h"

#include "engine/engine.h"

#include <errno.h>

/* What needs io_uring, in a program that was built without its library. */

static int missing_check(struct job_error *error)
{
	return job_error_set(error, ENOSYS, "io_uring",
			     "this program was built without liburing");
}

static int missing_open(void **state, const struct engine_setup *setup,
			struct job_error *error)
{
	(void)setup;
	*state = NULL;
	return missing_check(error);
}

/* Never called, as nothing can be opened. */
static int missing_submit(void *state, struct io *const *ios, unsigned n)
{
	(void)state;
	(void)ios;
	(void)n;
	return -ENOSYS;
}

const struct engine_ops engine_io_uring = {
	.info = { URING_INFO },
	.open = missing_open,
	.close = single_close,
	.submit = missing_submit,
	.reap = single_reap,
	.check = missing_check,
};

const struct engine_ops engine_io_uring_cmd = {
	.info = { URING_CMD_INFO },
	.open = missing_open,
	.close = single_close,
	.submit = missing_submit,
	.reap = single_reap,
	.check = missing_check,
};
