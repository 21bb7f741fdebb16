#include "stat/io_stats.h"

#include <math.h>

void moments_reset(struct moments *m)
{
	counter_set(&m->count, 0);
	counter_set(&m->min, 0);
	counter_set(&m->max, 0);
	counter_set(&m->shift, 0);
	atomic_store_explicit(&m->sum, 0, memory_order_relaxed);
	atomic_store_explicit(&m->square_sum, 0, memory_order_relaxed);
}

void moments_add_list(struct moments *m, const uint64_t *values, unsigned n)
{
	uint64_t min, max, shift;
	int64_t sum = 0;
	double square_sum = 0;

	if (counter_read(&m->count) == 0) {
		counter_set(&m->shift, values[0]);
		counter_set(&m->min, values[0]);
		counter_set(&m->max, values[0]);
	}
	shift = counter_read(&m->shift);
	min = counter_read(&m->min);
	max = counter_read(&m->max);
	for (unsigned i = 0; i < n; i++) {
		int64_t d = (int64_t)(values[i] - shift);

		min = values[i] < min ? values[i] : min;
		max = values[i] > max ? values[i] : max;
		sum += d;
		square_sum += (double)d * (double)d;
	}
	counter_set(&m->min, min);
	counter_set(&m->max, max);
	moments_add_sums(m, sum, square_sum);
	counter_add(&m->count, n);
}

void latency_add_list(struct latency_stats *l, const uint64_t *ns, unsigned n)
{
	moments_add_list(&l->moments, ns, n);
	for (unsigned i = 0; i < n; i++)
		histogram_add(&l->histogram, ns[i]);
}

struct summary moments_summary(const struct moments *m)
{
	struct summary s = { .count = counter_read(&m->count) };
	double n, sum;

	if (s.count == 0)
		return s;
	n = (double)s.count;
	sum = (double)atomic_load_explicit(&m->sum, memory_order_relaxed);
	s.min = counter_read(&m->min);
	s.max = counter_read(&m->max);
	s.mean = (double)counter_read(&m->shift) + sum / n;
	s.m2 = atomic_load_explicit(&m->square_sum, memory_order_relaxed) -
	       sum * (sum / n);
	/* Rounding can leave less than nothing of equal numbers. */
	if (s.m2 < 0)
		s.m2 = 0;
	return s;
}

struct summary summary_merge(struct summary a, struct summary b)
{
	double na = (double)a.count;
	double nb = (double)b.count;
	double d = b.mean - a.mean;
	struct summary s;

	if (a.count == 0 || b.count == 0)
		return a.count ? a : b;
	s.count = a.count + b.count;
	s.min = a.min < b.min ? a.min : b.min;
	s.max = a.max > b.max ? a.max : b.max;
	s.mean = a.mean + d * (nb / (na + nb));
	s.m2 = a.m2 + b.m2 + d * d * (na * (nb / (na + nb)));
	return s;
}

struct summary summary_stack(struct summary a, struct summary b)
{
	if (a.count == 0 || b.count == 0)
		return a.count ? a : b;
	return (struct summary){
		.count = a.count + b.count,
		.min = a.min + b.min,
		.max = a.max + b.max,
		.mean = a.mean + b.mean,
		.m2 = a.m2 + b.m2,
	};
}

double summary_deviation(const struct summary *s)
{
	return s->count > 1 ? sqrt(s->m2 / (double)(s->count - 1)) : 0;
}

const char *direction_name(enum direction direction)
{
	static const char *const names[DIRECTION_COUNT] = {
		[DIRECTION_READ] = "read",
		[DIRECTION_WRITE] = "write",
		[DIRECTION_TRIM] = "trim",
	};

	return names[direction];
}

unsigned depth_batch_class(unsigned ios)
{
	unsigned most = 4;
	unsigned class = 1;

	if (ios == 0)
		return 0;
	while (class < DEPTH_CLASSES - 1 && ios > most) {
		most *= 2;
		class ++;
	}
	return class;
}

static void counters_reset(_Atomic uint64_t *counters, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		counter_set(&counters[i], 0);
}

void latency_stats_reset(struct latency_stats *l)
{
	if (counter_read(&l->moments.count) == 0)
		return;
	moments_reset(&l->moments);
	counters_reset(l->histogram.bucket, HISTOGRAM_BUCKETS);
}

static void direction_reset(struct direction_stats *d)
{
	counter_set(&d->issued, 0);
	counter_set(&d->completed, 0);
	counter_set(&d->bytes, 0);
	counter_set(&d->short_ios, 0);
	counter_set(&d->dropped, 0);
	counter_set(&d->runtime_ns, 0);
	latency_stats_reset(&d->slat);
	latency_stats_reset(&d->clat);
	latency_stats_reset(&d->lat);
	latency_stats_reset(&d->intended);
	moments_reset(&d->bw);
	moments_reset(&d->iops);
}

void job_stats_reset(struct job_stats *stats)
{
	for (unsigned i = 0; i < DIRECTION_COUNT; i++)
		direction_reset(&stats->direction[i]);
	moments_reset(&stats->all_bw);
	moments_reset(&stats->all_iops);
	counter_set(&stats->syncs, 0);
	latency_stats_reset(&stats->sync);
	counters_reset(stats->depth_level, DEPTH_CLASSES);
	counters_reset(stats->depth_submit, DEPTH_CLASSES);
	counters_reset(stats->depth_complete, DEPTH_CLASSES);
	counter_set(&stats->submits, 0);
	counter_set(&stats->completes, 0);
	counter_set(&stats->errors, 0);
	counter_set(&stats->first_error, 0);
	counter_set(&stats->latency_depth, 0);
}
