#ifndef RUNNER_STAT_HISTOGRAM_H
#define RUNNER_STAT_HISTOGRAM_H

#include "stat/counter.h"

#include <stdint.h>

/*
 * Log-linear histogram of 64-bit values: exact below 128, then 64 buckets for
 * each power of two, up to 2^64 - 1. A value stands for itself within 1/128.
 * The first 29 groups of 64 are those of the reference, so that its
 * percentiles and bins compare with ours.
 */
enum {
	HISTOGRAM_BITS = 6,
	HISTOGRAM_PER_GROUP = 1 << HISTOGRAM_BITS,
	HISTOGRAM_EXACT = 2 * HISTOGRAM_PER_GROUP, /* where doubt begins */
	HISTOGRAM_GROUPS = 64 - HISTOGRAM_BITS,
	HISTOGRAM_BUCKETS = (HISTOGRAM_GROUPS + 1) * HISTOGRAM_PER_GROUP,
};

struct histogram {
	_Atomic uint64_t bucket[HISTOGRAM_BUCKETS];
};

static inline unsigned histogram_index(uint64_t value)
{
	/* Of values below HISTOGRAM_EXACT the shift is 0, and they remain. */
	unsigned msb =
		63u - (unsigned)__builtin_clzll(value | HISTOGRAM_PER_GROUP);
	unsigned shift = msb - HISTOGRAM_BITS;

	return (shift << HISTOGRAM_BITS) + (unsigned)(value >> shift);
}

static inline void histogram_add(struct histogram *h, uint64_t value)
{
	counter_add(&h->bucket[histogram_index(value)], 1);
}

/* The middle of the values that fall into bucket `index`. */
uint64_t histogram_value(unsigned index);

/*
 * `into` += `from`, all values of which lie between `min` and `max`: other
 * buckets are not looked at, so that memory that was never used stays so.
 */
void histogram_merge(struct histogram *into, const struct histogram *from,
		     uint64_t min, uint64_t max);

/* How many values there are, and how many of them are below `limit`. */
uint64_t histogram_count(const struct histogram *h);
uint64_t histogram_count_below(const struct histogram *h, uint64_t limit);

/*
 * The values at the `count` ascending percentiles `percent` (0-100): of each,
 * the value of the first bucket at which percent % of all values are reached.
 * None is above `max` or below `min`, and 100 gives `max`. Zeros when empty.
 */
void histogram_percentiles(const struct histogram *h, const double *percent,
			   unsigned count, uint64_t min, uint64_t max,
			   uint64_t *values);

#endif
