#ifndef RUNNER_BASE_DISTRIBUTION_H
#define RUNNER_BASE_DISTRIBUTION_H

#include "base/random.h"
#include "base/zipf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Numbers from 0 to n - 1 of which some come more often than others.
 */
enum distribution_kind {
	DISTRIBUTION_UNIFORM,

	/* Rank k of n, from 1 on, as 1 / k^parameter. */
	DISTRIBUTION_ZIPF,

	/*
	 * A share h of the ranks, h being the parameter, gets a share 1 - h of
	 * the draws, and so on within that share.
	 */
	DISTRIBUTION_PARETO,

	/*
	 * Around the centre, with a deviation of so many percent of n. What
	 * leads out at one end comes in at the other.
	 */
	DISTRIBUTION_NORMAL,

	DISTRIBUTION_ZONED,       /* zones in percent of n */
	DISTRIBUTION_ZONED_BYTES, /* zones in bytes */
	DISTRIBUTION_SEQUENCE,    /* given numbers, in turn */
};

/* A part of the whole, each number of it as likely as the other. */
struct zone {
	double share;   /* of the draws, in percent; all add up to 100 */
	uint64_t below; /* of 2^64: the shares up to and with this one */
	double from;
	double to;
};

struct distribution {
	enum distribution_kind kind;
	double parameter;
	bool centered; /* the likeliest number is where `center` says */
	double center; /* 0: the first, 1: the last */
	const struct zone *zones;
	size_t zone_count;
	const uint64_t *sequence;
	size_t sequence_count;
	bool strided; /* a sequence goes on behind itself */
};

/*
 * A distribution over a certain n. Zipf and pareto give ranks: 0 is the
 * likeliest. All others give the numbers themselves.
 */
struct sampler {
	uint64_t (*next)(struct sampler *s, struct random *random);
	const struct distribution *distribution;
	uint64_t n;
	double unit; /* bytes that a number stands for */

	const struct zipf *zipf;
	struct zipf *own; /* the same, if it is not another sampler's */
	double exponent;  /* pareto */

	double spare; /* normal: deviates come in pairs */
	bool has_spare;
	uint64_t zones_below; /* of 2^64: the zones that there are */
	size_t at;            /* in the sequence */
	uint64_t base;
};

/*
 * `n` 0 is as 1. The distribution is borrowed, and so is what this one can have
 * in common with `like`, which may be NULL. Returns false when there is no
 * memory; sampler_free() is right in either case, and for one that is zeroed.
 */
bool sampler_init(struct sampler *s, const struct distribution *distribution,
		  uint64_t n, uint64_t unit, const struct sampler *like);
void sampler_free(struct sampler *s);

static inline uint64_t sampler_next(struct sampler *s, struct random *random)
{
	return s->next(s, random);
}

/* What is added to a sequence when it is through. */
uint64_t distribution_stride(const struct distribution *distribution);

#endif
