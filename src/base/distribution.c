#include "base/distribution.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* A number in [0, 1) of 53 bits. */
static double unit_interval(struct random *random)
{
	return (double)(random_next(random) >> 11) * 0x1p-53;
}

static uint64_t next_uniform(struct sampler *s, struct random *random)
{
	return random_below(random, s->n);
}

static uint64_t next_zipf(struct sampler *s, struct random *random)
{
	return zipf_next(s->zipf, random);
}

static uint64_t at_most(double x, uint64_t last)
{
	return x < (double)last ? (uint64_t)x : last;
}

/*
 * The self-similar distribution (Gray et al., "Quickly generating
 * billion-record synthetic databases", 1994).
 */
static uint64_t next_pareto(struct sampler *s, struct random *random)
{
	double x = pow(unit_interval(random), s->exponent);

	return at_most(x * (double)s->n, s->n - 1);
}

static void init_pareto(struct sampler *s)
{
	double h = s->distribution->parameter;

	s->next = next_pareto;
	s->exponent = log(h) / log(1 - h);
}

/* The polar method (Marsaglia and Bray, 1964). */
static double normal_deviate(struct sampler *s, struct random *random)
{
	double x, y, square, factor;

	if (s->has_spare) {
		s->has_spare = false;
		return s->spare;
	}
	do {
		x = 2 * unit_interval(random) - 1;
		y = 2 * unit_interval(random) - 1;
		square = x * x + y * y;
	} while (square >= 1 || square <= 0);
	factor = sqrt(-2 * log(square) / square);
	s->spare = y * factor;
	s->has_spare = true;
	return x * factor;
}

static uint64_t next_normal(struct sampler *s, struct random *random)
{
	const struct distribution *d = s->distribution;
	double x = d->centered ? d->center : 0.5;

	x += normal_deviate(s, random) * d->parameter / 100;
	/* An end is a place of its own, and not the other end. */
	if (x < 0 || x > 1)
		x -= floor(x);
	return at_most(x * (double)s->n, s->n - 1);
}

/* Where in the whole of n numbers a zone's bound is. */
static uint64_t zone_bound(const struct sampler *s, double bound)
{
	if (s->distribution->kind == DISTRIBUTION_ZONED)
		return at_most(bound / 100 * (double)s->n + 0.5, s->n);
	return at_most(bound / s->unit, s->n);
}

static uint64_t next_zoned(struct sampler *s, struct random *random)
{
	uint64_t draw = random_below(random, s->zones_below);
	const struct zone *z = s->distribution->zones;
	uint64_t from, to;

	while (draw >= z->below)
		z++;
	from = zone_bound(s, z->from);
	to = zone_bound(s, z->to);
	/* Of a zone smaller than one number, that is it. */
	if (from >= s->n)
		from = s->n - 1;
	return to > from ? from + random_below(random, to - from) : from;
}

/* Zones behind the end get nothing. */
static void init_zoned(struct sampler *s)
{
	const struct distribution *d = s->distribution;

	assert(d->zone_count > 0);
	s->next = next_zoned;
	s->zones_below = d->zones[0].below;
	for (size_t i = 1; i < d->zone_count; i++)
		if (zone_bound(s, d->zones[i].from) < s->n)
			s->zones_below = d->zones[i].below;
}

uint64_t distribution_stride(const struct distribution *distribution)
{
	uint64_t most = 0;

	if (!distribution->strided)
		return 0;
	for (size_t i = 0; i < distribution->sequence_count; i++)
		if (distribution->sequence[i] > most)
			most = distribution->sequence[i];
	return most + 1;
}

static uint64_t next_of_sequence(struct sampler *s, struct random *random)
{
	const struct distribution *d = s->distribution;
	uint64_t number = (s->base + d->sequence[s->at] % s->n) % s->n;

	(void)random;
	if (++s->at == d->sequence_count) {
		s->at = 0;
		s->base = (s->base + distribution_stride(d) % s->n) % s->n;
	}
	return number;
}

/* Its table, too, if that is of the same distribution over as many. */
static bool init_zipf(struct sampler *s, const struct sampler *like)
{
	double theta = s->distribution->parameter;

	s->next = next_zipf;
	if (like && like->zipf && like->n == s->n &&
	    like->zipf->theta <= theta && like->zipf->theta >= theta) {
		s->zipf = like->zipf;
		return true;
	}
	s->own = zipf_new(theta, s->n);
	s->zipf = s->own;
	return s->own;
}

bool sampler_init(struct sampler *s, const struct distribution *distribution,
		  uint64_t n, uint64_t unit, const struct sampler *like)
{
	*s = (struct sampler){
		.next = next_uniform,
		.distribution = distribution,
		.n = n ? n : 1,
		.unit = unit ? (double)unit : 1,
	};
	switch (distribution->kind) {
	case DISTRIBUTION_UNIFORM:
		break;
	case DISTRIBUTION_ZIPF:
		return init_zipf(s, like);
	case DISTRIBUTION_PARETO:
		init_pareto(s);
		break;
	case DISTRIBUTION_NORMAL:
		s->next = next_normal;
		break;
	case DISTRIBUTION_ZONED:
	case DISTRIBUTION_ZONED_BYTES:
		init_zoned(s);
		break;
	case DISTRIBUTION_SEQUENCE:
		s->next = next_of_sequence;
		break;
	}
	return true;
}

void sampler_free(struct sampler *s)
{
	free(s->own);
}
