#ifndef RUNNER_IO_WORKLOAD_STATE_H
#define RUNNER_IO_WORKLOAD_STATE_H

#include "io/workload.h"

#include "placement.h"
#include "replay.h"
#include "syncs.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The inside of a workload: workload_start.c sets it up, workload.c takes the
 * I/Os from it.
 */

/* A block that was trimmed and isn't yet written again (trimwrite). */
struct trimmed {
	uint32_t file;
	uint64_t at;
	uint64_t end;
};

struct workload {
	const struct layout *layout;
	unsigned (*fill)(struct workload *w, struct io *const *ios, unsigned n);
	/* In its place, for trims of several ranges: how each is chosen. */
	unsigned (*fill_range)(struct workload *w, struct io *const *ios,
			       unsigned n);
	struct io_range *ranges; /* range_max for each slot */
	uint32_t range_max;
	struct replay *replay; /* in place of all below but syncs */
	struct placement placement;
	struct random random;
	struct part *parts;
	struct segment *segments;
	struct part_mix *mixes;

	/* Directions: the one there is, or reads where a draw is below. */
	bool mixed;
	uint8_t kind;
	uint64_t read_below;
	uint64_t mix_below; /* what that is by the options */

	/* The pass. */
	uint64_t byte_limit;
	uint64_t io_limit;
	bool wraps; /* over all files again until byte_limit */
	uint64_t bytes;
	uint64_t ios;
	uint64_t round; /* times that all files were begun */
	uint64_t ios_before_round;

	/* Files: those in use now, and those whose turn comes later. */
	bool by_file; /* each is one I/O: of an activity */
	enum service service;
	bool draws_turns;
	uint64_t ios_per_turn;
	uint64_t turn_left;
	uint32_t *active;
	uint32_t active_count;
	uint32_t active_max;
	uint32_t turn; /* place in `active` */
	uint32_t next_file;
	const struct distribution *skew;
	struct spread favour; /* of files, by their place in `active` */

	bool trims_first;
	struct trimmed trimmed;
	struct syncs syncs;
};

/*
 * The ways to fill in the next `n` I/Os, of which the workload has chosen one:
 * see workload_fill().
 */
unsigned workload_fill_general(struct workload *w, struct io *const *ios,
			       unsigned n);

/*
 * One file and one size of blocks: `ios` and `io_limit` alone tell when the
 * pass is over.
 */
unsigned workload_fill_sequence(struct workload *w, struct io *const *ios,
				unsigned n);
unsigned workload_fill_random(struct workload *w, struct io *const *ios,
			      unsigned n);

/* An activity does what it does once to each file, and all of it counts. */
unsigned workload_fill_files(struct workload *w, struct io *const *ios,
			     unsigned n);

/* Of num_range blocks each: workload_ranges.c. */
unsigned workload_fill_ranges(struct workload *w, struct io *const *ios,
			      unsigned n);

/* A log done again. */
unsigned workload_fill_replay(struct workload *w, struct io *const *ios,
			      unsigned n);

#endif
