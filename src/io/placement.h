#ifndef RUNNER_IO_PLACEMENT_H
#define RUNNER_IO_PLACEMENT_H

#include "base/random.h"
#include "io/layout.h"
#include "io/permutation.h"
#include "stat/io_stats.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Where in a file the next block is and how large: the orders that rw=, bs=
 * and norandommap= ask for. Private to the workload.
 */

/* Block sizes of a direction: multiples of `min`, and `max`. */
struct block_draw {
	uint64_t min;
	uint64_t max;
	uint64_t steps; /* how many sizes there are */
};

/* What is left of a stretch of the file that is cut into blocks. */
struct segment {
	uint64_t at;
	uint64_t end;
};

/* The part of a file that the job uses, and how far the pass is with it. */
struct part {
	uint64_t offset; /* in the file; all else counts from here */
	uint64_t length;
	uint64_t whole;  /* of it, in whole blocks of the least size */
	uint64_t places; /* blocks of the least size */
	uint64_t left;   /* bytes that the pass still owes this file */
	uint64_t position[DIRECTION_COUNT];
	uint64_t next; /* place in the order */
	struct permutation order;
	struct segment *open; /* being cut; borrowed */
};

struct block {
	uint64_t offset; /* in the file */
	uint64_t length;
	enum direction direction;
};

struct placement {
	bool (*place)(struct placement *placement, struct part *part,
		      struct block *block);
	struct block_draw draw[DIRECTION_COUNT];
	uint64_t unit; /* the least size of a block */
	int64_t hole;  /* left out after each block of a sequence */
	uint64_t segment;
	unsigned open_count; /* segments of a set that are cut by turns */
	unsigned set_count;  /* 1, or DIRECTION_COUNT: one a direction */
	bool random;
	bool anywhere; /* drawn without looking at what was hit */
	bool fixed;    /* all blocks are of the size `unit` */
	struct random *source;
};

/* Every number that is drawn comes from `source`, which is borrowed. */
void placement_init(struct placement *placement, const struct layout *layout,
		    struct random *source);

/* Segments that each part needs room for. */
unsigned placement_open_total(const struct placement *placement);

/* The part at its beginning, in the order that `seed` gives. */
void placement_start(const struct placement *placement, struct part *part,
		     uint64_t seed);

/*
 * The next block of `part` in block->direction, which becomes another one when
 * that has nothing left. Returns false when the part is done.
 */
static inline bool placement_next(struct placement *placement,
				  struct part *part, struct block *block)
{
	return placement->place(placement, part, block);
}

static inline uint64_t placement_draw(struct placement *placement,
				      enum direction direction)
{
	const struct block_draw *draw = &placement->draw[direction];
	uint64_t length;

	if (draw->steps == 1)
		return draw->max;
	length = draw->min * (1 + random_below(placement->source, draw->steps));
	return length < draw->max ? length : draw->max;
}

#endif
