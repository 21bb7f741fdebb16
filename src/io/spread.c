#include "spread.h"

bool spread_init(struct spread *spread, const struct spread_request *request,
		 const struct spread *like)
{
	const struct distribution *distribution = request->distribution;
	enum distribution_kind kind = distribution->kind;
	uint64_t n = request->n ? request->n : 1;
	uint64_t center;

	*spread = (struct spread){
		.ranked = kind == DISTRIBUTION_ZIPF ||
			  kind == DISTRIBUTION_PARETO,
	};
	if (!sampler_init(&spread->sampler, distribution, n, request->unit,
			  like ? &like->sampler : NULL))
		return false;
	if (!spread->ranked)
		return true;
	permutation_init(&spread->order, n, request->seed);
	if (!distribution->centered)
		return true;
	center = (uint64_t)(distribution->center * (double)n);
	if (center >= n)
		center = n - 1;
	spread->shift = center + n - permutation_at(&spread->order, 0);
	return true;
}

void spread_free(struct spread *spread)
{
	sampler_free(&spread->sampler);
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
