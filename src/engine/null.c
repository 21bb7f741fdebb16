#include "engine/engine.h"

#include <errno.h>
#include <stdlib.h>

/*
 * Does nothing, at once: what is left of a job's figures is what the program
 * itself costs. The finished I/Os wait in a ring, whose places are counted
 * without an end and taken modulo its size, a power of two.
 */
struct null_state {
	unsigned mask;
	unsigned head;
	unsigned tail;
	struct completion ring[];
};

static unsigned power_of_two(unsigned least)
{
	unsigned size = 1;

	while (size < least)
		size *= 2;
	return size;
}

static int null_open(void **state, const struct engine_setup *setup,
		     struct job_error *error)
{
	unsigned size = power_of_two(setup->depth);
	struct null_state *s;

	s = calloc(1, sizeof(*s) + size * sizeof(s->ring[0]));
	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for %u I/Os", setup->depth);
	s->mask = size - 1;
	*state = s;
	return 0;
}

static void null_close(void *state)
{
	free(state);
}

static int32_t null_perform(void *state, const struct io *io)
{
	(void)state;
	return io->kind < IO_FSYNC ? io_moved_at_once(io) : 0;
}

static int null_submit(void *state, struct io *const *ios, unsigned n)
{
	struct null_state *s = state;
	unsigned room = s->mask + 1 - (s->tail - s->head);

	if (n > room)
		n = room;
	for (unsigned i = 0; i < n; i++) {
		struct completion *c = &s->ring[s->tail++ & s->mask];

		c->slot = ios[i]->slot;
		c->result = null_perform(s, ios[i]);
	}
	return n ? (int)n : -EAGAIN;
}

/* All that was submitted is finished, so there is nothing to wait for. */
static int null_reap(void *state, struct completion *done, unsigned min,
		     unsigned max, const struct timespec *timeout)
{
	struct null_state *s = state;
	unsigned n = s->tail - s->head;

	(void)min;
	(void)timeout;
	if (n > max)
		n = max;
	for (unsigned i = 0; i < n; i++)
		done[i] = s->ring[s->head++ & s->mask];
	return (int)n;
}

const struct engine_ops engine_null = {
	.info = {
		.name = "null",
		.help = "Does nothing and says that it is done, "
			"to measure the overhead of the program",
		.flags = ENGINE_DISKLESS | ENGINE_SYNC_AT_DEPTH_1 |
			 ENGINE_RANGES,
	},
	.open = null_open,
	.close = null_close,
	.submit = null_submit,
	.reap = null_reap,
	.perform = null_perform,
};
