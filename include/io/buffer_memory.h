#ifndef RUNNER_IO_BUFFER_MEMORY_H
#define RUNNER_IO_BUFFER_MEMORY_H

#include "spec/option_values.h"
#include "stat/job_page.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Memory of the kinds that mem= names, and memory that is only there to be
 * locked (lockmem).
 *
 * A file that mem= names and that isn't there is made beside that name and
 * removed again at once, so that each job has its own and none is left behind.
 * One that is there is used as it is: a private mapping doesn't change it, and
 * a shared one of a regular file is refused unless it is on hugetlbfs.
 */
struct buffer_memory {
	void *at; /* NULL: none */
	size_t size;
	enum memory_kind kind;
};

/*
 * At least `size` bytes, at a multiple of `alignment` (a power of two); of
 * pages of `hugepage_size` (0: the usual ones) for the kinds of huge pages. 0,
 * or -1: see `error`.
 */
struct buffer_memory_request {
	struct memory memory;
	size_t size;
	size_t alignment;
	uint64_t hugepage_size;
};

int buffer_memory_open(struct buffer_memory *memory,
		       const struct buffer_memory_request *request,
		       struct job_error *error);

/* Memory that is locked in place, for its own sake. 0, or -1: `error`. */
int buffer_memory_lock(struct buffer_memory *memory, uint64_t size,
		       struct job_error *error);

void buffer_memory_close(struct buffer_memory *memory);

#endif
