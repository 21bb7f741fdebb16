#ifndef RUNNER_IO_SPRANDOM_H
#define RUNNER_IO_SPRANDOM_H

#include "io/permutation.h"
#include "spec/sprandom_options.h"

#include <stdint.h>

/*
 * sprandom=1: which block each write of one pass is of, so that an SSD ends as
 * if it had been written at random for long ("SanDisk pseudo random", S.
 * Sprouse, SNIA SDC 2025).
 *
 * Under random writes flash fills in the order of time, and what was written
 * earlier has lost more of its blocks to later writes. A pass writes as many
 * blocks as the device has flash for, its spare included: each block of the
 * file once, in a random order, and so many a second time that the flash of
 * each region (of the order in which it is written) keeps the share of valid
 * blocks that a steady state has at that age. The blocks that a region loses
 * are drawn evenly from all of its writes, and written at the beginning of the
 * next region, or of the one after that where a cache would swallow a block
 * that is written again too soon. What the last regions lose, with none after
 * them, follows at the end.
 *
 * The shares are those of a log that is cleaned from its oldest end (Desnoyers,
 * "Analytic models of SSD write performance", 2014; Menon, 1995): with A, the
 * flash for each usable block, the part c of the flash that cleaning wins is
 * the root of 1 - c = exp(-A c), and a block is still valid with the
 * probability exp(-c y / L) after y more blocks of flash were filled, with L
 * usable ones.
 *
 * No memory in proportion to the file: a write again is found by asking which
 * block the write was of that it takes the place of.
 */
struct sprandom_request {
	uint64_t blocks;          /* of the file, 1 or more */
	double over_provisioning; /* spare blocks for each of them, above 0 */
	uint64_t regions;
	uint64_t cache_blocks; /* 0: none */
};

/* What a job asks for of a file with so many blocks of so many bytes. */
struct sprandom_request sprandom_of_job(const struct sprandom_options *options,
					uint64_t blocks, uint64_t block_bytes);

/* Writes of a pass: the blocks and the spare ones. */
uint64_t sprandom_writes(const struct sprandom_request *request);

enum sprandom_fault {
	SPRANDOM_WORKS,
	SPRANDOM_TOO_MANY, /* regions: some have no room for what they are to
			      write again */
	SPRANDOM_TOO_FEW,  /* the last has not */
	SPRANDOM_CACHE,    /* regions are smaller than the cache */
	SPRANDOM_NO_MEMORY,
};

/* A part of the pass, by numbers of writes, and of blocks in their order. */
struct sprandom_region {
	uint64_t begin;
	uint64_t again; /* writes of earlier blocks, before the others */
	uint64_t fresh; /* writes of blocks that come the first time */
	uint64_t first; /* place of those in the order */
	uint64_t lost;  /* of its writes, whose blocks are written again */
	struct permutation chosen; /* the first `lost` of it are those */
};

struct sprandom {
	struct sprandom_region *region; /* an empty one follows the last */
	uint64_t count;
	uint64_t distance; /* regions from a write to the one that undoes it */
	uint64_t writes;
	struct permutation order; /* of the blocks of the file */
	uint64_t at;              /* of the next write: region, */
	uint64_t index;           /* and place in that */
};

/*
 * The regions for a file. In case of a fault nothing is held; with
 * SPRANDOM_WORKS sprandom_free() is to be called, and sprandom_start() before
 * the first write.
 */
enum sprandom_fault sprandom_init(struct sprandom *s,
				  const struct sprandom_request *request);
void sprandom_free(struct sprandom *s);

/* Begin a pass: each seed gives another order. */
void sprandom_start(struct sprandom *s, uint64_t seed);

/* The block that write `index` of region `region` is of. */
uint64_t sprandom_block(const struct sprandom *s, uint64_t region,
			uint64_t index);

/* The block of the next write, or UINT64_MAX when the pass is over. */
uint64_t sprandom_next(struct sprandom *s);

#endif
