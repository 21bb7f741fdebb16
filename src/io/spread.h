#ifndef RUNNER_IO_SPREAD_H
#define RUNNER_IO_SPREAD_H

#include "base/distribution.h"
#include "io/permutation.h"

/*
 * A distribution over places (blocks of a file, files of a job): the likeliest
 * ranks of zipf and pareto are scattered over all places, as hot data is; with
 * a centre the likeliest of all is there.
 */
struct spread {
	struct sampler sampler;
	struct permutation order; /* of ranks */
	uint64_t shift;
	bool ranked;
};

/* Over `n` places of `unit` bytes. Each seed scatters in another way. */
void spread_init(struct spread *spread, const struct distribution *distribution,
		 uint64_t n, uint64_t unit, uint64_t seed);

uint64_t spread_next(struct spread *spread, struct random *random);

#endif
