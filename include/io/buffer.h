#ifndef RUNNER_IO_BUFFER_H
#define RUNNER_IO_BUFFER_H

#include "base/random.h"
#include "io/layout.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The I/O buffers of a job: iodepth of them in one aligned mapping, from where
 * mem= says, and what is in them before a write. They are filled once, with
 * random data or zeros, if the job writes; a job that doesn't leaves their
 * memory untouched.
 */
struct buffers {
	unsigned char *base;
	size_t stride; /* from one buffer to the next */
	void *mapping; /* what `base` is a part of */
	size_t mapped; /* bytes of the whole mapping */
	int kind;      /* enum memory_kind */
	bool refill;   /* before each write: filled with new random data, */
	bool scramble; /* or stamped */
	struct random random;
	uint64_t stamp;
};

/* 0, or -1: see `error`. They are filled as the job's options say. */
int buffers_open(struct buffers *buffers, const struct layout *layout,
		 struct job_error *error);
void buffers_close(struct buffers *buffers);

static inline void *buffers_at(const struct buffers *b, unsigned slot)
{
	return b->base + (size_t)slot * b->stride;
}

/* Incompressible data at memory speed; `size` need not be a multiple of 8. */
void buffer_fill_random(struct random *random, void *buf, size_t size);

/*
 * Make a buffer's content differ from the last write of it, and each 512 bytes
 * of it from the others: a few stamps, one for each 512 bytes.
 */
void buffer_scramble(void *buf, size_t size, uint64_t offset, uint64_t stamp);

/* Before each write: refill_buffers, scramble_buffers, or leave it alone. */
static inline void buffers_prepare_write(struct buffers *b, void *buf,
					 size_t size, uint64_t offset)
{
	if (b->refill)
		buffer_fill_random(&b->random, buf, size);
	else if (b->scramble)
		buffer_scramble(buf, size, offset, ++b->stamp);
}

#endif
