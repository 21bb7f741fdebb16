#ifndef RUNNER_IO_VERIFY_THREADS_H
#define RUNNER_IO_VERIFY_THREADS_H

#include "verify_sink.h"

/*
 * verify_async: threads that check what the job has read, while it goes on. The
 * data are copied, so that the I/O's buffer is free at once.
 */
struct verify_threads;

/* NULL: see `error`. Tasks are of up to `size` bytes. */
struct verify_threads *verify_threads_open(struct verify_sink *sink,
					   const struct verify_options *options,
					   size_t size,
					   struct job_error *error);
void verify_threads_close(struct verify_threads *threads);

/* Waits for room if there is none. Allocates nothing. */
void verify_threads_put(struct verify_threads *threads,
			const struct verify_task *task);

/* Wait until all is checked. */
void verify_threads_drain(struct verify_threads *threads);

#endif
