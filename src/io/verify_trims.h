#ifndef RUNNER_IO_VERIFY_TRIMS_H
#define RUNNER_IO_VERIFY_TRIMS_H

#include "spec/verify_options.h"
#include "verify/record.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * trim_percentage: which of the blocks that a job has written are trimmed, and
 * when.
 */
struct verify_trims {
	const struct verify_options *options;
	struct record *record;
	uint64_t seed;
	uint64_t since; /* writes since the last batch */
	uint64_t left;  /* of the batch; while there are, nothing is written */
	uint32_t open;  /* on their way */
};

/* A write has begun. */
void verify_trims_count_write(struct verify_trims *trims);

/* A pass is over, and is to be read back. */
void verify_trims_begin_phase(struct verify_trims *trims);

/* Whether trims are done then, and not in the midst of passes. */
bool verify_trims_are_in_phases(const struct verify_options *options);

/*
 * The block to be trimmed next, which is on its way then. RECORD_NONE: there is
 * none for now, while `left` goes on saying so, or at all.
 */
uint32_t verify_trims_next(struct verify_trims *trims);

/* The trim has ended. */
void verify_trims_end(struct verify_trims *trims, uint32_t block, bool well);

#endif
