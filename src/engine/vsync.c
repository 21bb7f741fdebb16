#include "engine/blocking.h"
#include "engine/engine.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

/*
 * readv and writev: those I/Os at the front of a batch that lie one after the
 * other in one file are done in one call. All that was submitted is finished
 * and waits to be reaped in `done`, from `head` to `tail`.
 */
struct vsync_state {
	unsigned depth;
	unsigned head;
	unsigned tail;
	struct iovec *vector;
	struct completion *done;
};

static void vsync_close(void *state)
{
	struct vsync_state *s = state;

	free(s->vector);
	free(s->done);
	free(s);
}

static int vsync_open(void **state, const struct engine_setup *setup,
		      struct job_error *error)
{
	struct vsync_state *s = calloc(1, sizeof(*s));

	if (s) {
		s->depth = setup->depth;
		s->vector = calloc(setup->depth, sizeof(s->vector[0]));
		s->done = calloc(setup->depth, sizeof(s->done[0]));
	}
	if (s && s->vector && s->done) {
		*state = s;
		return 0;
	}
	if (s)
		vsync_close(s);
	return job_error_set(error, ENOMEM, "calloc", "no memory for %u I/Os",
			     setup->depth);
}

static void finish(struct vsync_state *s, const struct io *io, int32_t result)
{
	s->done[s->tail++] = (struct completion){
		.slot = io->slot,
		.result = result,
	};
}

static bool follows(const struct io *next, const struct io *io)
{
	return next->kind == io->kind && next->fd == io->fd &&
	       next->offset == io->offset + io->length;
}

/* How many of the `n` I/Os can be done in one call. */
static unsigned run_length(struct io *const *ios, unsigned n)
{
	uint64_t bytes = ios[0]->length;
	unsigned run = 1;

	while (run < n && run < IOV_MAX && follows(ios[run], ios[run - 1])) {
		bytes += ios[run]->length;
		/* What one call moves at the most is a little less. */
		if (bytes > INT_MAX / 2)
			break;
		run++;
	}
	return run;
}

static ssize_t move_once(const struct io *first, const struct iovec *vector,
			 unsigned count)
{
	ssize_t result;

	do {
		if (first->kind == IO_READ)
			result = readv(first->fd, vector, (int)count);
		else
			result = writev(first->fd, vector, (int)count);
	} while (result < 0 && errno == EINTR);
	return result;
}

/*
 * Move the rest, too, if only a part was. Returns the bytes, and in `end` what
 * ended it before all was moved: -errno, or 0 at the end of the file.
 */
static uint64_t move_run(struct vsync_state *s, struct io *const *ios,
			 unsigned run, int *end)
{
	struct iovec *vector = s->vector;
	uint64_t moved = 0;
	ssize_t result = 0;

	for (unsigned i = 0; i < run; i++)
		vector[i] = (struct iovec){ ios[i]->buf, ios[i]->length };
	if (lseek(ios[0]->fd, (off_t)ios[0]->offset, SEEK_SET) < 0)
		result = -1;
	while (run > 0 && result >= 0) {
		result = move_once(ios[0], vector, run);
		if (result <= 0)
			break;
		moved += (uint64_t)result;
		while (run > 0 && (size_t)result >= vector->iov_len) {
			result -= (ssize_t)vector->iov_len;
			vector++;
			run--;
		}
		if (run > 0) {
			vector->iov_base = (char *)vector->iov_base + result;
			vector->iov_len -= (size_t)result;
		}
	}
	*end = result < 0 ? -errno : 0;
	return moved;
}

/* What was moved is of those that come first. */
static void finish_run(struct vsync_state *s, struct io *const *ios,
		       unsigned run)
{
	int end;
	uint64_t moved = move_run(s, ios, run, &end);

	for (unsigned i = 0; i < run; i++) {
		uint64_t part = moved < ios[i]->length ? moved : ios[i]->length;

		finish(s, ios[i], part ? (int32_t)part : end);
		moved -= part;
	}
}

/*
 * One call a time: what comes behind is submitted again, with a time of its
 * own.
 */
static int vsync_submit(void *state, struct io *const *ios, unsigned n)
{
	struct vsync_state *s = state;
	unsigned room = s->depth - s->tail;
	unsigned run;

	if (room == 0)
		return -EAGAIN;
	if (io_is_blocking(ios[0])) {
		finish(s, ios[0], blocking_perform(ios[0]));
		return 1;
	}
	run = run_length(ios, n < room ? n : room);
	finish_run(s, ios, run);
	return (int)run;
}

static int vsync_reap(void *state, struct completion *done, unsigned min,
		      unsigned max, const struct timespec *timeout)
{
	struct vsync_state *s = state;
	unsigned n = 0;

	(void)min;
	(void)timeout;
	while (n < max && s->head != s->tail)
		done[n++] = s->done[s->head++];
	if (s->head == s->tail)
		s->head = s->tail = 0;
	return (int)n;
}

const struct engine_ops engine_vsync = {
	.info = {
		.name = "vsync",
		.help = "lseek, then readv or writev of all those of a batch "
			"(iodepth) that lie one after the other",
		.flags = ENGINE_SYNC | ENGINE_GATHERS,
		.shared = "calls preadv and pwritev for each I/O: a file has "
			  "one position for all threads",
	},
	.open = vsync_open,
	.close = vsync_close,
	.submit = vsync_submit,
	.reap = vsync_reap,
	.shared = &engine_pvsync,
};
