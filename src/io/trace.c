#include "trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct trace {
	const struct engine_ops *inner;
	void *state;
	const struct layout *layout;
	struct io *ios; /* in flight, by slot: as they were queued */
};

/* As the reference numbers directions; syncs come after them. */
static unsigned direction_number(const struct io *io)
{
	return io->kind < IO_FSYNC ? io->kind : IO_FSYNC;
}

static void write_range(const struct trace *t, const char *what,
			const struct io *io, const struct io_range *range)
{
	const char *path = t->layout->files[io->file_index].path;

	dprintf(t->layout->trace_fd,
		"%-8s %-5u %s: io_u %p: off=0x%" PRIx64
		",len=0x%x,ddir=%u,file=%s\n",
		"io", (unsigned)getpid(), what, (const void *)&t->ios[io->slot],
		range->offset, range->length, direction_number(io),
		path ? path : t->layout->job->section->name);
}

/* A line; of several ranges, one for each. */
static void write_lines(const struct trace *t, const char *what,
			const struct io *io)
{
	const struct io_range whole = { io->offset, io->length };

	if (!io->range_count)
		write_range(t, what, io, &whole);
	for (unsigned i = 0; i < io->range_count; i++)
		write_range(t, what, io, &io->ranges[i]);
}

static int trace_submit(void *state, struct io *const *ios, unsigned n)
{
	struct trace *t = state;
	int taken = t->inner->submit(t->state, ios, n);

	for (int i = 0; i < taken; i++) {
		t->ios[ios[i]->slot] = *ios[i];
		write_lines(t, "queue", ios[i]);
	}
	return taken;
}

static int trace_reap(void *state, struct completion *done, unsigned min,
		      unsigned max, const struct timespec *timeout)
{
	struct trace *t = state;
	int n = t->inner->reap(t->state, done, min, max, timeout);

	for (int i = 0; i < n; i++)
		write_lines(t, "complete", &t->ios[done[i].slot]);
	return n;
}

static void trace_forget_files(void *state)
{
	struct trace *t = state;

	engine_forget_files(t->inner, t->state);
}

static void trace_close(void *state)
{
	struct trace *t = state;

	t->inner->close(t->state);
	free(t->ios);
	free(t);
}

/* It is opened by trace_engine(). */
static const struct engine_ops traced = {
	.close = trace_close,
	.submit = trace_submit,
	.reap = trace_reap,
	.forget_files = trace_forget_files,
};

const struct engine_ops *trace_engine(const struct engine_ops *inner,
				      void **state, const struct layout *layout,
				      unsigned depth)
{
	struct trace *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	*t = (struct trace){ .inner = inner,
			     .state = *state,
			     .layout = layout,
			     .ios = calloc(depth, sizeof(t->ios[0])) };
	if (!t->ios) {
		free(t);
		return NULL;
	}
	*state = t;
	return &traced;
}
