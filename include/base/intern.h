#ifndef RUNNER_BASE_INTERN_H
#define RUNNER_BASE_INTERN_H

#include "base/arena.h"

#include <stddef.h>

/*
 * Values of one size of which those that are equal, byte for byte, are kept
 * once: thousands of sections have few sets of options. What lies between the
 * members of a struct counts as well; where it differs, one copy more is kept.
 */
struct intern {
	struct arena *arena; /* where they are kept */
	size_t size;
	const void **slots;
	size_t slot_count; /* a power of two, or 0 */
	size_t count;
};

/* Of values of `size` bytes. intern_free() leaves the values alone. */
void intern_init(struct intern *i, struct arena *arena, size_t size);
void intern_free(struct intern *i);

/* The one that is kept and equals `value`. */
const void *intern_keep(struct intern *i, const void *value);

#endif
