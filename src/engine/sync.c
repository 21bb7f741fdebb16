#include "engine/blocking.h"
#include "engine/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * The two engines in which submitting an I/O is doing it: one at a time, each
 * reaped before the next.
 */
struct sync_state {
	bool finished; /* there is one to reap */
	struct completion done;
};

static int sync_open(void **state, const struct engine_setup *setup,
		     struct job_error *error)
{
	struct sync_state *s = calloc(1, sizeof(*s));

	(void)setup;
	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	*state = s;
	return 0;
}

static void sync_close(void *state)
{
	free(state);
}

static ssize_t seek_and_move(const struct io *io)
{
	if (lseek(io->fd, (off_t)io->offset, SEEK_SET) < 0)
		return -1;
	if (io->kind == IO_READ)
		return read(io->fd, io->buf, io->length);
	return write(io->fd, io->buf, io->length);
}

static ssize_t move_at(const struct io *io)
{
	if (io->kind == IO_READ)
		return pread(io->fd, io->buf, io->length, (off_t)io->offset);
	return pwrite(io->fd, io->buf, io->length, (off_t)io->offset);
}

/* Linux moves less than 2 GiB in one call, so the result fits. */
static int32_t perform(ssize_t (*move)(const struct io *io),
		       const struct io *io)
{
	ssize_t result;

	if (io_is_blocking(io))
		return blocking_perform(io);
	do {
		result = move(io);
	} while (result < 0 && errno == EINTR);
	return result < 0 ? -errno : (int32_t)result;
}

static int submit_one(struct sync_state *s, const struct io *io,
		      ssize_t (*move)(const struct io *io))
{
	if (s->finished)
		return -EAGAIN;
	s->done.result = perform(move, io);
	s->done.slot = io->slot;
	s->finished = true;
	return 1;
}

static int sync_submit(void *state, struct io *const *ios, unsigned n)
{
	(void)n;
	return submit_one(state, ios[0], seek_and_move);
}

static int psync_submit(void *state, struct io *const *ios, unsigned n)
{
	(void)n;
	return submit_one(state, ios[0], move_at);
}

static int sync_reap(void *state, struct completion *done, unsigned min,
		     unsigned max, const struct timespec *timeout)
{
	struct sync_state *s = state;

	(void)min;
	(void)timeout;
	if (!s->finished || max == 0)
		return 0;
	done[0] = s->done;
	s->finished = false;
	return 1;
}

const struct engine_ops engine_sync = {
	.info = {
		.name = "sync",
		.help = "lseek, then read or write, one I/O at a time",
		.flags = ENGINE_SYNC,
	},
	.open = sync_open,
	.close = sync_close,
	.submit = sync_submit,
	.reap = sync_reap,
};

const struct engine_ops engine_psync = {
	.info = {
		.name = "psync",
		.help = "pread or pwrite, one I/O at a time",
		.flags = ENGINE_SYNC,
	},
	.open = sync_open,
	.close = sync_close,
	.submit = psync_submit,
	.reap = sync_reap,
};
