#ifndef RUNNER_IO_PLACEMENT_H
#define RUNNER_IO_PLACEMENT_H

#include "base/random.h"
#include "block_draw.h"
#include "io/layout.h"
#include "io/permutation.h"
#include "io/sprandom.h"
#include "spread.h"
#include "stat/io_stats.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Where in a file the next block is and how large: the orders that rw=, bs=
 * and norandommap= ask for. Private to the workload.
 */

/* What is left of a stretch of the file that is cut into blocks. */
struct segment {
	uint64_t at;
	uint64_t end;
};

/* What the orders of placement_mix.c need besides. */
struct part_mix {
	struct spread spread[DIRECTION_COUNT];
	uint64_t run_left;   /* I/Os that go with the last one */
	struct segment last; /* the whole of it, in the file */
};

/* What zones of a file need besides: placement_stride.c. */
struct part_stride {
	uint64_t base;  /* of the first zone, in the file */
	uint64_t whole; /* bytes from there to the end of the file */
	uint64_t start; /* of the present zone, from `base` */
};

/* The same with zonemode=zbd: placement_zbd.c. */
struct zone_map;
struct part_zbd {
	struct zone_map *map; /* borrowed */
	uint32_t first, end;  /* zones of the job */
	uint32_t at[DIRECTION_COUNT];
	uint64_t read_to; /* in the zone that is read */
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
	struct segment *open;       /* being cut; borrowed */
	struct part_mix *mix;       /* borrowed */
	struct part_stride *stride; /* the same; the rest is of its zone */
	struct part_zbd *zbd;       /* borrowed */
	struct sprandom *sprandom;  /* the same */
};

struct block {
	uint64_t offset; /* in the file */
	uint64_t length;
	enum direction direction;
};

/* zonemode=strided: the order `place`, in one zone after the other. */
struct placement;
struct stride {
	bool (*place)(struct placement *placement, struct part *part,
		      struct block *block);
	uint64_t size;  /* to move in a zone */
	uint64_t bytes; /* that were moved in the present one */
	uint64_t range; /* of a zone */
	uint64_t step;  /* from one to the next */
	uint64_t factor;
	bool goes_on; /* a start is not at the first zone */
};

/* zonemode=zbd */
struct zbd {
	uint32_t owner;
	uint32_t max_open;
	uint32_t skip; /* zones left out after each of a sequence */
	bool remainder;
	bool reads_beyond;
	double threshold;
	uint64_t renew_every; /* writes; 0: never */
	uint64_t writes;      /* since, with that much data */
	uint64_t resets;      /* of zones so far */
};

struct placement {
	bool (*place)(struct placement *placement, struct part *part,
		      struct block *block);
	struct block_draw draw[DIRECTION_COUNT];
	uint64_t align[DIRECTION_COUNT]; /* of random offsets */
	uint64_t unit;                   /* the least size of a block */
	int64_t hole; /* left out after each block of a sequence */
	uint64_t segment;
	unsigned open_count; /* segments of a set that are cut by turns */
	unsigned set_count;  /* 1, or DIRECTION_COUNT: one a direction */
	bool random;
	bool anywhere; /* drawn without looking at what was hit */
	bool fixed;    /* all blocks are of the size `unit` */
	bool plain;    /* and one order serves all directions */

	/* Orders made of two. */
	bool (*place_first)(struct placement *placement, struct part *part,
			    struct block *block);
	struct block_draw following[DIRECTION_COUNT];
	uint64_t random_below[DIRECTION_COUNT]; /* of 2^64 */
	uint64_t run;                           /* I/Os in a row */
	const struct distribution *distribution[DIRECTION_COUNT];
	bool spreads;                /* any that isn't uniform */
	const struct spread *spread; /* that was made last; borrowed */

	struct stride stride; /* size 0: no zones */
	struct zbd zbd;
	void *zones; /* struct part_stride or part_zbd of each file, or NULL */

	const struct sprandom_options *sprandom; /* NULL: not wanted */
	struct sprandom *sprandoms;              /* of each file */
	size_t sprandom_count;

	struct block_class *classes;
	struct random *source;
};

/*
 * Every number that is drawn comes from `source`, which is borrowed. Returns
 * false when there is no memory; placement_free() is right in either case.
 */
bool placement_init(struct placement *placement, const struct layout *layout,
		    struct random *source);
void placement_free(struct placement *placement);

/* Segments that each part needs room for. */
unsigned placement_open_total(const struct placement *placement);

/* Whether each part needs a struct part_mix. */
bool placement_mixes(const struct placement *placement);

/*
 * Once, before the first start: `seed` is the same in each pass. Returns false
 * when there is no memory. The part before this one has to live as long.
 */
bool placement_spread(struct placement *placement, struct part *part,
		      uint64_t seed);
void part_mix_free(struct part_mix *mix);

/* The part at its beginning, in the order that `seed` gives. */
void placement_start(const struct placement *placement, struct part *part,
		     uint64_t seed);

/* The same for what the part holds, without regard to zones. */
void placement_begin(const struct placement *placement, struct part *part,
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

/* Orders of placement_mix.c: for place_first, and made of it. */
bool place_spread(struct placement *placement, struct part *part,
		  struct block *block);
bool place_partly(struct placement *placement, struct part *part,
		  struct block *block);
bool place_again(struct placement *placement, struct part *part,
		 struct block *block);

/*
 * What the part, of the file of this number, needs of zones, and of sprandom.
 * Once, before its first start. Returns false when there is no memory.
 */
bool placement_set_part(struct placement *placement, struct part *part,
			const struct layout *layout, size_t file);

/* placement_zbd.c */
void placement_zbd(struct placement *placement, const struct layout *layout);
void placement_zbd_part(struct placement *placement, struct part *part,
			struct part_zbd *zbd, const struct layout *layout,
			size_t file);
void placement_zbd_start(const struct placement *placement, struct part *part,
			 uint64_t seed);
bool place_zbd(struct placement *placement, struct part *part,
	       struct block *block);

struct io;

/* See workload_take_back() and workload_leave(). */
void placement_zbd_take_back(struct placement *placement,
			     const struct part *part, const struct io *io);
void placement_zbd_leave(const struct placement *placement,
			 const struct part *part);

/* placement_stride.c: around the order that was chosen before. */
void placement_stride(struct placement *placement, const struct job_options *o);
void placement_stride_part(struct part *part, struct part_stride *stride,
			   const struct layout *layout, size_t file);
void placement_stride_start(const struct placement *placement,
			    struct part *part, uint64_t seed);
bool place_strided(struct placement *placement, struct part *part,
		   struct block *block);

/*
 * placement_sprandom.c: sprandom=1, in place of the order that was chosen
 * before. Each returns false when there is no memory.
 */
bool placement_sprandom(struct placement *placement,
			const struct layout *layout);
bool placement_sprandom_part(struct placement *placement, struct part *part,
			     size_t file);
void placement_sprandom_free(struct placement *placement);
void placement_sprandom_start(const struct placement *placement,
			      struct part *part, uint64_t seed);

/* placement_segment.c: each block once, in segments that are cut. */
bool place_in_segment(struct placement *placement, struct part *part,
		      struct block *block);
bool place_in_shares(struct placement *placement, struct part *part,
		     struct block *block);
uint64_t placement_segment_size(const struct placement *placement,
				uint64_t run);

static inline uint64_t placement_draw(struct placement *placement,
				      enum direction direction)
{
	return block_draw_next(&placement->draw[direction], placement->source);
}

#endif
