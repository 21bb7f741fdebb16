#ifndef RUNNER_ENGINE_EARLY_H
#define RUNNER_ENGINE_EARLY_H

#include "engine/engine.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * I/Os that an asynchronous engine did, or failed to start, while they were
 * submitted: they wait here to be reaped, in their order.
 */
struct early {
	struct completion *list; /* room for all I/Os in flight */
	unsigned count;
};

/* Returns whether there was memory. */
static inline bool early_open(struct early *e, unsigned depth)
{
	e->list = calloc(depth, sizeof(e->list[0]));
	e->count = 0;
	return e->list;
}

static inline void early_close(struct early *e)
{
	free(e->list);
}

static inline void early_add(struct early *e, const struct io *io,
			     int32_t result)
{
	e->list[e->count++] = (struct completion){
		.slot = io->slot,
		.result = result,
	};
}

/* Take up to `max` of them. Returns how many. */
static inline unsigned early_take(struct early *e, struct completion *done,
				  unsigned max)
{
	unsigned n = e->count < max ? e->count : max;

	if (!n)
		return 0;
	memcpy(done, e->list, n * sizeof(done[0]));
	e->count -= n;
	memmove(e->list, e->list + n, e->count * sizeof(done[0]));
	return n;
}

#endif
