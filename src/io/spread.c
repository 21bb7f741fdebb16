#include "spread.h"

void spread_init(struct spread *spread, const struct distribution *distribution,
		 uint64_t n, uint64_t unit, uint64_t seed)
{
	enum distribution_kind kind = distribution->kind;
	uint64_t center;

	*spread = (struct spread){
		.ranked = kind == DISTRIBUTION_ZIPF ||
			  kind == DISTRIBUTION_PARETO,
	};
	if (n == 0)
		n = 1;
	sampler_init(&spread->sampler, distribution, n, unit);
	if (!spread->ranked)
		return;
	permutation_init(&spread->order, n, seed);
	if (!distribution->centered)
		return;
	center = (uint64_t)(distribution->center * (double)n);
	if (center >= n)
		center = n - 1;
	spread->shift = center + n - permutation_at(&spread->order, 0);
}

uint64_t spread_next(struct spread *spread, struct random *random)
{
	uint64_t place = sampler_next(&spread->sampler, random);

	if (!spread->ranked)
		return place;
	place = permutation_at(&spread->order, place) + spread->shift;
	while (place >= spread->sampler.n)
		place -= spread->sampler.n;
	return place;
}
