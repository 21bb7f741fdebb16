#ifndef RUNNER_ENGINE_URING_SETUP_H
#define RUNNER_ENGINE_URING_SETUP_H

#include "uring_options.h"
#include "uring_ring.h"

#include <sys/uio.h>

/*
 * What a ring is told of files and buffers before the job starts, so that the
 * kernel need not look them up, or pin them, at each I/O.
 */
struct uring_files {
	int *known; /* what is registered, by file; -1: nothing; NULL: the ring
		       knows no files */
	size_t count;
};

struct uring_buffers {
	bool fixed;
	unsigned slots_each; /* slots of one registered stretch of memory */
};

/* 0 (with the files or without, as asked for), or -1: see `error`. */
int uring_files_open(struct uring_files *files, struct uring_ring *r,
		     const struct engine_setup *setup, enum uring_use use,
		     struct job_error *error);
void uring_files_close(struct uring_files *files);

/* File `index` is `fd` from here on. Whether the ring knows it so. */
bool uring_files_update(struct uring_files *files, struct uring_ring *r,
			uint32_t index, int fd);

/* Keep none of them open. */
void uring_files_forget(struct uring_files *files, struct uring_ring *r);

/* 0 (with the buffers or without, as asked for), or -1: see `error`. */
int uring_buffers_open(struct uring_buffers *buffers, struct uring_ring *r,
		       const struct engine_setup *setup, enum uring_use use,
		       struct job_error *error);

#endif
