#include "stat/histogram.h"

#include <float.h>
#include <math.h>

uint64_t histogram_value(unsigned index)
{
	unsigned shift;
	uint64_t first;

	if (index < HISTOGRAM_EXACT)
		return index;
	shift = (index >> HISTOGRAM_BITS) - 1;
	first = (uint64_t)(index - (shift << HISTOGRAM_BITS)) << shift;
	return first + (UINT64_C(1) << (shift - 1));
}

void histogram_merge(struct histogram *into, const struct histogram *from,
		     uint64_t min, uint64_t max)
{
	unsigned last = histogram_index(max);

	for (unsigned i = histogram_index(min); i <= last; i++) {
		uint64_t n = counter_read(&from->bucket[i]);

		if (n)
			counter_add(&into->bucket[i], n);
	}
}

static uint64_t sum_up_to(const struct histogram *h, unsigned end)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < end; i++)
		sum += counter_read(&h->bucket[i]);
	return sum;
}

uint64_t histogram_count(const struct histogram *h)
{
	return sum_up_to(h, HISTOGRAM_BUCKETS);
}

uint64_t histogram_count_below(const struct histogram *h, uint64_t limit)
{
	unsigned end = histogram_index(limit);

	if (histogram_value(end) < limit)
		end++;
	return sum_up_to(h, end);
}

/*
 * Which of `count` values in ascending order, from 1 on, is the percentile.
 * A percentile such as 99.9 is not exact in binary: what it is too large by
 * must not lead to the next value.
 */
static uint64_t percentile_rank(double percent, uint64_t count)
{
	long double rank = (long double)percent * (long double)count / 100;

	rank = ceill(rank * (1 - (long double)DBL_EPSILON));
	if (rank < 1)
		return 1;
	return rank < (long double)count ? (uint64_t)rank : count;
}

static uint64_t clamp(uint64_t value, uint64_t min, uint64_t max)
{
	if (value < min)
		return min;
	return value > max ? max : value;
}

void histogram_percentiles(const struct histogram *h, const double *percent,
			   unsigned count, uint64_t min, uint64_t max,
			   uint64_t *values)
{
	unsigned last = histogram_index(max);
	uint64_t total = sum_up_to(h, last + 1);
	uint64_t reached = 0;
	unsigned next = 0;

	for (unsigned i = 0; i < count; i++)
		values[i] = total ? max : 0;
	for (unsigned i = histogram_index(min); i <= last && total; i++) {
		reached += counter_read(&h->bucket[i]);
		while (next < count && percent[next] < 100 &&
		       reached >= percentile_rank(percent[next], total))
			values[next++] = clamp(histogram_value(i), min, max);
	}
}
