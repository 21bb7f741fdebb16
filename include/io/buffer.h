#ifndef RUNNER_IO_BUFFER_H
#define RUNNER_IO_BUFFER_H

#include "engine/engine.h"
#include "io/buffer_memory.h"
#include "io/content.h"
#include "io/layout.h"
#include "stat/job_page.h"

#include <stddef.h>
#include <stdint.h>

/*
 * The I/O buffers of a job: iodepth of them in one aligned mapping, from where
 * mem= says, and what is in them before a write. They are filled once if the
 * job writes; a job that doesn't leaves their memory untouched.
 */
struct buffers {
	unsigned char *base;
	size_t stride; /* from one buffer to the next */

	/* What there is to do before each write, NULL: nothing. */
	void (*prepare)(struct buffers *b, const struct io *io);
	struct verify_job
		*verify; /* of the job that checks its data, or NULL */
	struct content content;
	uint64_t stamp; /* of scramble_buffers */

	struct buffer_memory memory; /* what `base` is a part of */
	struct buffer_memory locked; /* lockmem */
};

/* 0, or -1: see `error`. They are filled as the job's options say. */
int buffers_open(struct buffers *buffers, const struct layout *layout,
		 struct job_error *error);
void buffers_close(struct buffers *buffers);

static inline void *buffers_at(const struct buffers *b, unsigned slot)
{
	return b->base + (size_t)slot * b->stride;
}

/*
 * Make a buffer's content differ from the last write of it, and each 512 bytes
 * of it from the others: a few stamps, one for each 512 bytes.
 */
void buffer_scramble(void *buf, size_t size, uint64_t offset, uint64_t stamp);

#endif
