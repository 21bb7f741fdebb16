#ifndef RUNNER_ENGINE_SINGLE_H
#define RUNNER_ENGINE_SINGLE_H

#include "engine/engine.h"

#include <errno.h>
#include <stdbool.h>

/*
 * What engines have in common in which submitting an I/O is doing it: one at a
 * time, each reaped before the next. Their states begin with this.
 */
struct single {
	bool finished; /* there is one to reap */
	struct completion done;
};

/* For an engine whose state is only that; closed with free(). */
int single_open(void **state, const struct engine_setup *setup,
		struct job_error *error);
void single_close(void *state);

int single_reap(void *state, struct completion *done, unsigned min,
		unsigned max, const struct timespec *timeout);

/* Zeroed, `size` bytes; NULL: see `error`. */
void *single_new(size_t size, struct job_error *error);

/* `io` was done. Returns what submit() does. */
static inline int single_finish(struct single *s, const struct io *io,
				int32_t result)
{
	s->done.result = result;
	s->done.slot = io->slot;
	s->finished = true;
	return 1;
}

#endif
