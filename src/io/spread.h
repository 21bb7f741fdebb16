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

/* A distribution over `n` places of `unit` bytes. */
struct spread_request {
	const struct distribution *distribution; /* borrowed */
	uint64_t n;
	uint64_t unit;
	uint64_t seed; /* each scatters in another way */
};

/*
 * What can be in common with `like`, which may be NULL, is borrowed from it.
 * Returns false when there is no memory; spread_free() is right in either case,
 * and for one that is zeroed.
 */
bool spread_init(struct spread *spread, const struct spread_request *request,
		 const struct spread *like);
void spread_free(struct spread *spread);

uint64_t spread_next(struct spread *spread, struct random *random);

#endif
