#include "single.h"

#include "engine/blocking.h"

#include <sys/uio.h>
#include <unistd.h>

/* The plain system calls, one I/O in each. */

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

static ssize_t move_vector_at(const struct io *io)
{
	struct iovec vector = { io->buf, io->length };

	if (io->kind == IO_READ)
		return preadv(io->fd, &vector, 1, (off_t)io->offset);
	return pwritev(io->fd, &vector, 1, (off_t)io->offset);
}

/* Linux moves less than 2 GiB in one call, so the result fits. */
static inline int32_t perform(ssize_t (*move)(const struct io *io),
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

static int submit_one(struct single *s, const struct io *io,
		      int32_t (*perform_it)(void *state, const struct io *io))
{
	if (s->finished)
		return -EAGAIN;
	return single_finish(s, io, perform_it(s, io));
}

/* One engine's way in, by the name of the function that moves the data. */
#define WAY_IN(name, move)                                                     \
	static int32_t name##_perform(void *state, const struct io *io)        \
	{                                                                      \
		(void)state;                                                   \
		return perform(move, io);                                      \
	}                                                                      \
                                                                               \
	static int name##_submit(void *state, struct io *const *ios,           \
				 unsigned n)                                   \
	{                                                                      \
		(void)n;                                                       \
		return submit_one(state, ios[0], name##_perform);              \
	}

WAY_IN(sync, seek_and_move)
WAY_IN(psync, move_at)
WAY_IN(pvsync, move_vector_at)

const struct engine_ops engine_sync = {
	.info = {
		.name = "sync",
		.help = "lseek, then read or write, one I/O at a time",
		.flags = ENGINE_SYNC,
		.shared = "calls pread and pwrite: a file has one position for "
			  "all threads",
	},
	.open = single_open,
	.close = single_close,
	.submit = sync_submit,
	.reap = single_reap,
	.perform = sync_perform,
	.shared = &engine_psync,
};

const struct engine_ops engine_psync = {
	.info = {
		.name = "psync",
		.help = "pread or pwrite, one I/O at a time",
		.flags = ENGINE_SYNC,
	},
	.open = single_open,
	.close = single_close,
	.submit = psync_submit,
	.reap = single_reap,
	.perform = psync_perform,
};

const struct engine_ops engine_pvsync = {
	.info = {
		.name = "pvsync",
		.help = "preadv or pwritev, one I/O at a time",
		.flags = ENGINE_SYNC,
	},
	.open = single_open,
	.close = single_close,
	.submit = pvsync_submit,
	.reap = single_reap,
	.perform = pvsync_perform,
};
