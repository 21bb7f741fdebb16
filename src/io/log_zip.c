#include "io/log_zip.h"

#include "base/write_all.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define ZLIB_CONST /* what is compressed is left as it is */
#include <zlib.h>

enum { CHUNK = 65536 };

struct log_zip {
	z_stream stream;
	int fd;
	uint64_t part;
	uint64_t in_part; /* bytes of text in the present one */
	unsigned char out[CHUNK];
};

struct log_zip *log_zip_new(int fd, uint64_t part)
{
	struct log_zip *z = calloc(1, sizeof(*z));

	if (!z)
		return NULL;
	z->fd = fd;
	z->part = part;
	/* The fastest: it is done while something else is measured. */
	if (deflateInit(&z->stream, Z_BEST_SPEED) == Z_OK)
		return z;
	free(z);
	return NULL;
}

void log_zip_free(struct log_zip *z)
{
	if (!z)
		return;
	deflateEnd(&z->stream);
	free(z);
}

/* Compress what the stream has been given, up to its end with Z_FINISH. */
static int compress_input(struct log_zip *z, int flush)
{
	z_stream *s = &z->stream;
	int error = 0;

	do {
		s->next_out = z->out;
		s->avail_out = CHUNK;
		deflate(s, flush);
		error = write_all(z->fd, z->out, CHUNK - s->avail_out);
	} while (!error && s->avail_out == 0);
	return error;
}

static int end_part(struct log_zip *z)
{
	int error = compress_input(z, Z_FINISH);

	deflateReset(&z->stream);
	z->in_part = 0;
	return error;
}

int log_zip_put(struct log_zip *z, const char *text, size_t length)
{
	int error = 0;

	while (length > 0 && !error) {
		uint64_t left = z->part ? z->part - z->in_part : UINT64_MAX;
		size_t n = length < left ? length : (size_t)left;

		if (n > CHUNK)
			n = CHUNK;
		z->stream.next_in = (const unsigned char *)text;
		z->stream.avail_in = (unsigned)n;
		error = compress_input(z, Z_NO_FLUSH);
		text += n;
		length -= n;
		z->in_part += n;
		if (!error && z->in_part == z->part)
			error = end_part(z);
	}
	return error;
}

int log_zip_end(struct log_zip *z)
{
	return z->in_part ? end_part(z) : 0;
}

/* What there is to know while a file is read. */
struct unzip {
	z_stream stream;
	int fd;
	FILE *text;
	bool started; /* something was printed */
	const char *why;
	unsigned char in[CHUNK];
	unsigned char out[CHUNK];
};

static int fail(struct unzip *u, const char *why)
{
	u->why = why;
	return -1;
}

/* The rows of a log begin with a time. */
static int print(struct unzip *u, size_t length)
{
	if (length == 0)
		return 0;
	if (!u->started && (u->out[0] < '0' || u->out[0] > '9'))
		return fail(u, "is not a log of this program");
	u->started = true;
	if (fwrite(u->out, 1, length, u->text) == length)
		return 0;
	return fail(u, "can't be printed");
}

/* Inflate what was read. Returns the state of the stream, or -1. */
static int inflate_input(struct unzip *u)
{
	z_stream *s = &u->stream;
	int state;

	do {
		s->next_out = u->out;
		s->avail_out = CHUNK;
		state = inflate(s, Z_NO_FLUSH);
		if (print(u, CHUNK - s->avail_out) < 0)
			return -1;
		if (state == Z_STREAM_END && inflateReset(s) == Z_OK)
			continue;
		if (state != Z_OK && state != Z_BUF_ERROR)
			return fail(u, u->started ? "is damaged"
						  : "is not a compressed log");
	} while (s->avail_in > 0 || s->avail_out == 0);
	return state;
}

static int unzip(struct unzip *u)
{
	int state = Z_STREAM_END; /* an empty file has no rows */
	ssize_t n;

	for (;;) {
		do
			n = read(u->fd, u->in, sizeof(u->in));
		while (n < 0 && errno == EINTR);
		if (n < 0)
			return fail(u, strerror(errno));
		if (n == 0)
			break;
		u->stream.next_in = u->in;
		u->stream.avail_in = (unsigned)n;
		state = inflate_input(u);
		if (state < 0)
			return -1;
	}
	if (state == Z_STREAM_END)
		return 0;
	return fail(u, u->started ? "is cut off" : "is not a compressed log");
}

int log_unzip(int fd, FILE *out, const char **why)
{
	struct unzip *u = calloc(1, sizeof(*u));
	int status = -1;

	*why = "can't be read: no memory";
	if (!u)
		return -1;
	u->fd = fd;
	u->text = out;
	if (inflateInit(&u->stream) == Z_OK) {
		status = unzip(u);
		inflateEnd(&u->stream);
		*why = u->why;
	}
	free(u);
	return status;
}
