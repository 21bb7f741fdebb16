#include "single.h"

#include <stdlib.h>

void *single_new(size_t size, struct job_error *error)
{
	void *state = calloc(1, size);

	if (!state)
		job_error_set(error, ENOMEM, "calloc",
			      "no memory for the engine");
	return state;
}

int single_open(void **state, const struct engine_setup *setup,
		struct job_error *error)
{
	(void)setup;
	*state = single_new(sizeof(struct single), error);
	return *state ? 0 : -1;
}

void single_close(void *state)
{
	free(state);
}

int single_reap(void *state, struct completion *done, unsigned min,
		unsigned max, const struct timespec *timeout)
{
	struct single *s = state;

	(void)min;
	(void)timeout;
	if (!s->finished || max == 0)
		return 0;
	done[0] = s->done;
	s->finished = false;
	return 1;
}
