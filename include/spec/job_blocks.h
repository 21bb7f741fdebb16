#ifndef RUNNER_SPEC_JOB_BLOCKS_H
#define RUNNER_SPEC_JOB_BLOCKS_H

#include "spec/job_options.h"

#include <stdbool.h>

/*
 * What several options together say of a job's blocks. A direction is 0 for
 * reads, 1 for writes and 2 for trims.
 */

/* Whether the job does random, or sequential, I/O in this direction. */
bool job_is_random(const struct job_options *o, int direction);
bool job_is_sequential(const struct job_options *o, int direction);

/* Of which direction in bs and bssplit the sizes of its blocks are. */
int job_sizes_of(const struct job_options *o, int direction, bool random);

/* The smallest and the largest block in this direction. */
struct number_range job_block_sizes(const struct job_options *o, int direction);

/*
 * Whether each random offset is drawn by itself (norandommap): not with lfsr,
 * whose order is one of all blocks in any case.
 */
bool job_draws_offsets(const struct job_options *o);

/* Why a random job may hit blocks again: an option's name, or NULL. */
const char *job_repeats_blocks(const struct job_options *o);

#endif
