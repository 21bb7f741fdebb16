#include "engine/blocking.h"
#include "engine/early.h"
#include "engine/engine.h"

#include "base/clock.h"

#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/*
 * POSIX asynchronous I/O as the C library has it: threads that read and write,
 * one for each file at a time. What is in flight is waited for with
 * aio_suspend() and never polled for.
 */
struct posixaio_state {
	unsigned depth;
	unsigned in_flight;
	struct aiocb *blocks;         /* one a slot */
	const struct aiocb **waiting; /* those in flight, in any order */
	struct early early;           /* done by submit(), not yet reaped */
};

static void posixaio_free(struct posixaio_state *s)
{
	free(s->blocks);
	free(s->waiting);
	early_close(&s->early);
	free(s);
}

static int posixaio_open(void **state, const struct engine_setup *setup,
			 struct job_error *error)
{
	struct posixaio_state *s = calloc(1, sizeof(*s));
	unsigned depth = setup->depth;
	bool has_early = s && early_open(&s->early, depth);

	if (s) {
		s->depth = depth;
		s->blocks = calloc(depth, sizeof(s->blocks[0]));
		s->waiting = calloc(depth, sizeof(struct aiocb *));
	}
	if (has_early && s->blocks && s->waiting) {
		*state = s;
		return 0;
	}
	if (s)
		posixaio_free(s);
	return job_error_set(error, ENOMEM, "calloc", "no memory for %u I/Os",
			     depth);
}

/* The threads must be through with the buffers. */
static void posixaio_close(void *state)
{
	struct posixaio_state *s = state;

	for (unsigned i = 0; i < s->in_flight; i++)
		while (aio_error(s->waiting[i]) == EINPROGRESS)
			aio_suspend(&s->waiting[i], 1, NULL);
	posixaio_free(s);
}

/* Returns 0, or -1 with errno. */
static int start(struct aiocb *block, const struct io *io)
{
	*block = (struct aiocb){
		.aio_fildes = io->fd,
		.aio_buf = io->buf,
		.aio_nbytes = io->length,
		.aio_offset = (off_t)io->offset,
		.aio_sigevent = { .sigev_notify = SIGEV_NONE },
	};
	switch ((enum io_kind)io->kind) {
	case IO_READ:
		return aio_read(block);
	case IO_WRITE:
		return aio_write(block);
	case IO_FSYNC:
		return aio_fsync(O_SYNC, block);
	case IO_FDATASYNC:
		return aio_fsync(O_DSYNC, block);
	case IO_TRIM:
	case IO_SYNC_FILE_RANGE:
		break;
	}
	errno = EINVAL;
	return -1;
}

static int posixaio_submit(void *state, struct io *const *ios, unsigned n)
{
	struct posixaio_state *s = state;
	unsigned room = s->depth - s->in_flight - s->early.count;
	unsigned taken = 0;

	for (; taken < n && taken < room; taken++) {
		const struct io *io = ios[taken];
		struct aiocb *block = &s->blocks[io->slot];

		if (io->kind == IO_TRIM || io->kind == IO_SYNC_FILE_RANGE) {
			early_add(&s->early, io, blocking_perform(io));
		} else if (start(block, io) == 0) {
			s->waiting[s->in_flight++] = block;
		} else if (errno == EAGAIN && s->in_flight + taken > 0) {
			break;
		} else {
			early_add(&s->early, io, -errno);
		}
	}
	return taken ? (int)taken : -EAGAIN;
}

/* Those that are done; the last in the list take their places in it. */
static unsigned take_done(struct posixaio_state *s, struct completion *done,
			  unsigned max)
{
	unsigned n = 0;
	unsigned i = 0;

	while (i < s->in_flight && n < max) {
		struct aiocb *block =
			&s->blocks[s->waiting[i] -
				   (const struct aiocb *)s->blocks];
		int error = aio_error(block);

		if (error == EINPROGRESS) {
			i++;
			continue;
		}
		done[n++] = (struct completion){
			.slot = (uint32_t)(block - s->blocks),
			.result = error ? -error : (int32_t)aio_return(block),
		};
		s->waiting[i] = s->waiting[--s->in_flight];
	}
	return n;
}

static int posixaio_reap(void *state, struct completion *done, unsigned min,
			 unsigned max, const struct timespec *timeout)
{
	struct posixaio_state *s = state;
	unsigned outstanding = s->in_flight + s->early.count;
	uint64_t end = 0;
	unsigned n;

	if (min > outstanding)
		min = outstanding;
	n = early_take(&s->early, done, max);
	n += take_done(s, &done[n], max - n);
	if (n >= min)
		return (int)n;
	if (timeout)
		end = clock_now() + (uint64_t)timeout->tv_sec * NSEC_PER_SEC +
		      (uint64_t)timeout->tv_nsec;
	while (n < min) {
		uint64_t now = timeout ? clock_now() : 0;
		struct timespec left =
			clock_timespec(end > now ? end - now : 0);

		if (aio_suspend(s->waiting, (int)s->in_flight,
				timeout ? &left : NULL)) {
			if (errno == EAGAIN) /* the time is over */
				break;
			return n > 0 ? (int)n : -errno;
		}
		n += take_done(s, &done[n], max - n);
	}
	return (int)n;
}

const struct engine_ops engine_posixaio = {
	.info = {
		.name = "posixaio",
		.help = "POSIX asynchronous I/O: threads of the C library, "
			"which does one I/O at a time in each file",
	},
	.open = posixaio_open,
	.close = posixaio_close,
	.submit = posixaio_submit,
	.reap = posixaio_reap,
};
