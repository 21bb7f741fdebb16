#include "single.h"

#include "engine/blocking.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/*
 * Data goes through a pipe: splice moves pages between it and the file, and
 * vmsplice between it and the buffer.
 */
struct splice_state {
	struct single single;
	int reader;
	int writer;
	int capacity; /* that the pipe is asked to have */
};

/* The pipe is empty between two I/Os. 0, or -errno. */
static int open_pipe(struct splice_state *s)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	s->reader = ends[0];
	s->writer = ends[1];
	/* Larger is faster, but any size works. */
	if (s->capacity > 0)
		fcntl(s->writer, F_SETPIPE_SZ, s->capacity);
	return 0;
}

static void close_pipe(const struct splice_state *s)
{
	close(s->reader);
	close(s->writer);
}

static ssize_t splice_once(int from, loff_t *from_at, int to, loff_t *to_at,
			   size_t length)
{
	ssize_t result;

	do {
		result = splice(from, from_at, to, to_at, length, 0);
	} while (result < 0 && errno == EINTR);
	return result;
}

static ssize_t vmsplice_once(int fd, void *buf, size_t length, unsigned flags)
{
	struct iovec vector = { buf, length };
	ssize_t result;

	do {
		result = vmsplice(fd, &vector, 1, flags);
	} while (result < 0 && errno == EINTR);
	return result;
}

/* All `length` bytes that are in the pipe. Returns them, or less. */
static size_t empty_into_buffer(const struct splice_state *s, void *buf,
				size_t length)
{
	size_t done = 0;

	while (done < length) {
		ssize_t n = vmsplice_once(s->reader, (char *)buf + done,
					  length - done, 0);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return done;
}

static size_t empty_into_file(const struct splice_state *s, int fd, loff_t at,
			      size_t length)
{
	size_t done = 0;

	while (done < length) {
		ssize_t n =
			splice_once(s->reader, NULL, fd, &at, length - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return done;
}

/*
 * Move up to `length` bytes, as many as fit in the pipe. Returns how many, 0 at
 * the end of the file, or -1.
 */
static ssize_t move_part(const struct splice_state *s, const struct io *io,
			 size_t done, size_t *in)
{
	char *buf = (char *)io->buf + done;
	size_t rest = io->length - done;
	loff_t at = (loff_t)(io->offset + done);
	ssize_t n;

	*in = 0;
	if (io->kind == IO_READ)
		n = splice_once(io->fd, &at, s->writer, NULL, rest);
	else
		n = vmsplice_once(s->writer, buf, rest, SPLICE_F_NONBLOCK);
	if (n <= 0)
		return n;
	*in = (size_t)n;
	if (io->kind == IO_READ)
		return (ssize_t)empty_into_buffer(s, buf, *in);
	return (ssize_t)empty_into_file(s, io->fd, at, *in);
}

/* What is left in the pipe must not get into the next I/O. */
static int32_t failed(struct splice_state *s, int error)
{
	close_pipe(s);
	open_pipe(s);
	return -error;
}

static int32_t move(struct splice_state *s, const struct io *whole)
{
	struct io io = *whole;
	size_t done = 0;

	io.length = (uint32_t)io_moved_at_once(whole);
	while (done < io.length) {
		size_t in;
		ssize_t n;

		errno = 0;
		n = move_part(s, &io, done, &in);
		if (n > 0)
			done += (size_t)n;
		if (n >= 0 && (size_t)n == in && in > 0)
			continue;
		if (n == 0 && in == 0)
			break;
		return done > 0 ? (failed(s, 0), (int32_t)done)
				: failed(s, errno ? errno : EIO);
	}
	return (int32_t)done;
}

static int splice_submit(void *state, struct io *const *ios, unsigned n)
{
	struct splice_state *s = state;
	const struct io *io = ios[0];

	(void)n;
	if (s->single.finished)
		return -EAGAIN;
	return single_finish(&s->single, io,
			     io_is_blocking(io) ? blocking_perform(io)
						: move(s, io));
}

static int splice_open(void **state, const struct engine_setup *setup,
		       struct job_error *error)
{
	struct splice_state *s = single_new(sizeof(*s), error);
	int result;

	if (!s)
		return -1;
	s->capacity =
		setup->buffer_size < INT_MAX ? (int)setup->buffer_size : 0;
	result = open_pipe(s);
	if (result < 0) {
		free(s);
		return job_error_set(error, -result, "pipe2", "a pipe: %s",
				     strerror(-result));
	}
	*state = s;
	return 0;
}

static void splice_close(void *state)
{
	close_pipe(state);
	free(state);
}

const struct engine_ops engine_splice = {
	.info = {
		.name = "splice",
		.help = "splice and vmsplice through a pipe, one I/O at a time",
		.flags = ENGINE_SYNC,
	},
	.open = splice_open,
	.close = splice_close,
	.submit = splice_submit,
	.reap = single_reap,
};
