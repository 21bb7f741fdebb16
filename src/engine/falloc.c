#include "single.h"

#include "engine/blocking.h"

#include <fcntl.h>
#include <linux/falloc.h>
#include <unistd.h>

/*
 * Two engines that move no data: the space of a file is allocated and given
 * back, or its length changed.
 */

static int allocate(const struct io *io, int mode)
{
	int result;

	do {
		result = fallocate(io->fd, mode, (off_t)io->offset,
				   (off_t)io->length);
	} while (result < 0 && errno == EINTR);
	return result;
}

static int32_t falloc_perform(const struct io *io)
{
	int result;

	if (io->kind == IO_READ)
		result = allocate(io, FALLOC_FL_KEEP_SIZE);
	else if (io->kind == IO_WRITE)
		result = allocate(io, 0);
	else if (io->kind == IO_TRIM)
		result = allocate(io,
				  FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE);
	else
		return blocking_perform(io);
	return result < 0 ? -errno : io_moved_at_once(io);
}

static int32_t ftruncate_perform(const struct io *io)
{
	int result;

	if (io->kind != IO_WRITE)
		return blocking_perform(io);
	do {
		result = ftruncate(io->fd, (off_t)io->offset);
	} while (result < 0 && errno == EINTR);
	return result < 0 ? -errno : io_moved_at_once(io);
}

static int falloc_submit(void *state, struct io *const *ios, unsigned n)
{
	struct single *s = state;

	(void)n;
	if (s->finished)
		return -EAGAIN;
	return single_finish(s, ios[0], falloc_perform(ios[0]));
}

static int ftruncate_submit(void *state, struct io *const *ios, unsigned n)
{
	struct single *s = state;

	(void)n;
	if (s->finished)
		return -EAGAIN;
	return single_finish(s, ios[0], ftruncate_perform(ios[0]));
}

const struct engine_ops engine_falloc = {
	.info = {
		.name = "falloc",
		.help = "fallocate: a read allocates within the size of the "
			"file, a write makes it longer, a trim punches a hole",
		.flags = ENGINE_SYNC | ENGINE_NO_DATA | ENGINE_CHANGES,
	},
	.open = single_open,
	.close = single_close,
	.submit = falloc_submit,
	.reap = single_reap,
};

const struct engine_ops engine_ftruncate = {
	.info = {
		.name = "ftruncate",
		.help = "ftruncate: a write makes the file end at its offset",
		.flags = ENGINE_SYNC | ENGINE_NO_DATA | ENGINE_NO_READ |
			 ENGINE_NO_TRIM | ENGINE_DESTROYS,
	},
	.open = single_open,
	.close = single_close,
	.submit = ftruncate_submit,
	.reap = single_reap,
};
