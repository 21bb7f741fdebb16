#include "io/sprandom.h"

#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

struct sprandom_request sprandom_of_job(const struct sprandom_options *options,
					uint64_t blocks, uint64_t block_bytes)
{
	return (struct sprandom_request){
		.blocks = blocks,
		.over_provisioning = options->over_provisioning,
		.regions = options->regions,
		.cache_blocks = options->cache / block_bytes +
				(options->cache % block_bytes != 0),
	};
}

uint64_t sprandom_writes(const struct sprandom_request *request)
{
	return request->blocks +
	       (uint64_t)((double)request->blocks * request->over_provisioning);
}

/*
 * The root of 1 - c = exp(-a c) above 0, by halving: it lies above the place
 * where the difference of the two sides is greatest.
 */
static double part_won(double a)
{
	double low = log(a) / a, high = 1;

	for (int i = 0; i < 64; i++) {
		double c = (low + high) / 2;

		if (1 - c > exp(-a * c))
			low = c;
		else
			high = c;
	}
	return (low + high) / 2;
}

/* Of the first `x` writes, how many are to have lost their blocks. */
struct decay {
	double blocks;
	double writes;
	double won;
};

static double lost_of(const struct decay *d, double x)
{
	double valid_of_rest = d->blocks / d->won *
			       (1 - exp(-(d->writes - x) * d->won / d->blocks));

	return x - (d->blocks - valid_of_rest);
}

static void set_losses(struct sprandom *s, uint64_t blocks)
{
	struct decay d = { (double)blocks, (double)s->writes, 1 };
	uint64_t before = 0;

	if (s->writes > blocks)
		d.won = part_won(d.writes / d.blocks);
	for (uint64_t i = 0; s->writes > blocks && i < s->count; i++) {
		double lost = lost_of(&d, (double)s->region[i + 1].begin);
		uint64_t now = lost > (double)before ? (uint64_t)lost : before;

		if (i + 1 == s->count)
			now = s->writes - blocks;
		s->region[i].lost = now - before;
		before = now;
	}
}

static uint64_t length_of(const struct sprandom *s, uint64_t region)
{
	return s->region[region + 1].begin - s->region[region].begin;
}

/* The first region whose losses are made good at the very end. */
static uint64_t first_left(const struct sprandom *s)
{
	return s->count > s->distance ? s->count - s->distance : 0;
}

static uint64_t left_for_the_end(const struct sprandom *s)
{
	uint64_t sum = 0;

	for (uint64_t i = first_left(s); i < s->count; i++)
		sum += s->region[i].lost;
	return sum;
}

/* What is written again, and what is fresh, in each. */
static enum sprandom_fault set_shares(struct sprandom *s)
{
	uint64_t first = 0;

	for (uint64_t i = 0; i < s->count; i++) {
		struct sprandom_region *r = &s->region[i];
		bool is_last = i + 1 == s->count;
		uint64_t end = is_last ? left_for_the_end(s) : 0;

		if (i >= s->distance)
			r->again = s->region[i - s->distance].lost;
		if (r->again > length_of(s, i))
			return SPRANDOM_TOO_MANY;
		if (end > length_of(s, i) - r->again ||
		    (is_last && r->lost > length_of(s, i) - end))
			return SPRANDOM_TOO_FEW;
		r->fresh = length_of(s, i) - r->again - end;
		r->first = first;
		first += r->fresh;
	}
	return SPRANDOM_WORKS;
}

enum sprandom_fault sprandom_init(struct sprandom *s,
				  const struct sprandom_request *request)
{
	enum sprandom_fault fault;

	*s = (struct sprandom){
		.count = request->regions,
		.distance = request->cache_blocks ? 2 : 1,
		.writes = sprandom_writes(request),
	};
	if (s->writes < s->count)
		return SPRANDOM_TOO_MANY;
	if (s->writes / s->count < request->cache_blocks)
		return SPRANDOM_CACHE;
	s->region = calloc(s->count + 1, sizeof(s->region[0]));
	if (!s->region)
		return SPRANDOM_NO_MEMORY;
	for (uint64_t i = 0; i <= s->count; i++)
		s->region[i].begin = s->writes / s->count * i +
				     s->writes % s->count * i / s->count;
	set_losses(s, request->blocks);
	fault = set_shares(s);
	if (fault != SPRANDOM_WORKS)
		sprandom_free(s);
	permutation_init(&s->order, request->blocks, 0);
	return fault;
}

void sprandom_free(struct sprandom *s)
{
	free(s->region);
	s->region = NULL;
}

void sprandom_start(struct sprandom *s, uint64_t seed)
{
	s->at = s->index = 0;
	permutation_init(&s->order, s->order.count, seed);
	for (uint64_t i = 0; i < s->count; i++) {
		struct sprandom_region *r = &s->region[i];

		/* Those at the very end can't undo each other. */
		permutation_init(&r->chosen,
				 i + 1 < s->count ? length_of(s, i)
						  : r->again + r->fresh,
				 random_mix(seed, i + 1));
	}
}

uint64_t sprandom_block(const struct sprandom *s, uint64_t region,
			uint64_t index)
{
	for (;;) {
		const struct sprandom_region *r = &s->region[region];

		if (index < r->again) {
			region -= s->distance;
		} else if (index - r->again < r->fresh) {
			return permutation_at(&s->order,
					      r->first + index - r->again);
		} else {
			index -= r->again + r->fresh;
			region = first_left(s);
			while (index >= s->region[region].lost)
				index -= s->region[region++].lost;
		}
		index = permutation_at(&s->region[region].chosen, index);
	}
}

uint64_t sprandom_next(struct sprandom *s)
{
	while (s->at < s->count && s->index >= length_of(s, s->at)) {
		s->at++;
		s->index = 0;
	}
	if (s->at >= s->count)
		return UINT64_MAX;
	return sprandom_block(s, s->at, s->index++);
}
