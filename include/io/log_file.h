#ifndef RUNNER_IO_LOG_FILE_H
#define RUNNER_IO_LOG_FILE_H

#include "stat/job_page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A file that rows are streamed to: they are gathered in memory and written in
 * large pieces, compressed if so wanted. Where jobs share a file, each one
 * gathers its own in a file without a name beside it, and adds them at its
 * end, so that they stay together.
 *
 * After an error nothing more is written; log_file_close() tells of it.
 */
struct log_zip;

struct log_file_options {
	const char *path; /* borrowed until the file is closed */
	bool append;      /* add to what is there */
	bool shared;      /* the same, in one piece */
	bool compressed;
	uint64_t compressed_part; /* of log_zip_new() */
};

struct log_file {
	const char *path;
	bool shared;
	int fd;
	int error; /* errno of the first failure */
	struct log_zip *zip;
	char *text;
	size_t length;
};

/* No more than this may be reserved at once. */
enum { LOG_FILE_RESERVE_MAX = 65536, LOG_FILE_CAPACITY = 131072 };

/* An empty file, unless it is one to add to. 0, or -1 with `error` set. */
int log_file_open(struct log_file *f, const struct log_file_options *options,
		  struct job_error *error);

/* Write what has been gathered. */
void log_file_flush(struct log_file *f);

/* Room for `length` bytes, to be written there before log_file_advance(). */
static inline char *log_file_reserve(struct log_file *f, size_t length)
{
	if (f->length + length > LOG_FILE_CAPACITY)
		log_file_flush(f);
	return f->text + f->length;
}

/* What was reserved has been filled up to `end`. */
static inline void log_file_advance(struct log_file *f, const char *end)
{
	f->length = (size_t)(end - f->text);
}

/* Write the rest. Sets `error` (unless there is one) if anything failed. */
void log_file_close(struct log_file *f, struct job_error *error);

#endif
