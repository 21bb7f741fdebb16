#ifndef RUNNER_IO_BLOCK_DRAW_H
#define RUNNER_IO_BLOCK_DRAW_H

#include "base/random.h"
#include "spec/job_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How large the next block is: bs=, bsrange= and bssplit=. Private to the
 * workload.
 */

/* `min` and so many steps on from it, but not beyond `max`. */
struct block_sizes_of_range {
	uint64_t min;
	uint64_t step;
	uint64_t steps;
	uint64_t max;
};

/* One entry of bssplit. */
struct block_class {
	uint64_t below; /* of 2^64: the shares up to and with this one */
	struct block_sizes_of_range sizes;
};

/* The sizes of one direction. */
struct block_draw {
	struct block_sizes_of_range sizes; /* steps 0: look at the classes */
	const struct block_class *classes;
	size_t class_count;
};

/*
 * The sizes that `index` (0 to 2) of bs and bssplit stands for. `classes` has
 * room for each entry of bssplit, and is borrowed.
 */
void block_draw_init(struct block_draw *draw, const struct job_options *o,
		     int index, struct block_class *classes);

bool block_draw_equal(const struct block_draw *a, const struct block_draw *b);

/* The largest size that is not above `limit`; 0: there is none. */
uint64_t block_draw_at_most(const struct block_draw *draw, uint64_t limit);

static inline uint64_t
block_sizes_draw(const struct block_sizes_of_range *sizes, struct random *r)
{
	uint64_t length =
		sizes->min + sizes->step * random_below(r, sizes->steps);

	return length < sizes->max ? length : sizes->max;
}

uint64_t block_classes_draw(const struct block_draw *draw, struct random *r);

static inline uint64_t block_draw_next(const struct block_draw *draw,
				       struct random *r)
{
	/* Most jobs have no shares; those that do have time. */
	if (__builtin_expect(draw->sizes.steps == 0, 0))
		return block_classes_draw(draw, r);
	return draw->sizes.steps == 1 ? draw->sizes.max
				      : block_sizes_draw(&draw->sizes, r);
}

#endif
