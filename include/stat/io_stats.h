#ifndef RUNNER_STAT_IO_STATS_H
#define RUNNER_STAT_IO_STATS_H

#include "stat/counter.h"
#include "stat/histogram.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Count, least, greatest, mean and deviation of a stream of numbers, in a form
 * that costs an addition a number: sums of the differences to the first one,
 * which keep their digits where the spread is small against the mean.
 */
struct moments {
	_Atomic uint64_t count;
	_Atomic uint64_t min;
	_Atomic uint64_t max;
	_Atomic uint64_t shift;    /* the first number */
	_Atomic int64_t sum;       /* of number - shift */
	_Atomic double square_sum; /* of (number - shift)^2 */
};

void moments_reset(struct moments *m);

/* Private to the two that follow. */
static inline void moments_add_sums(struct moments *m, int64_t sum,
				    double square_sum)
{
	atomic_store_explicit(
		&m->sum,
		atomic_load_explicit(&m->sum, memory_order_relaxed) + sum,
		memory_order_relaxed);
	atomic_store_explicit(
		&m->square_sum,
		atomic_load_explicit(&m->square_sum, memory_order_relaxed) +
			square_sum,
		memory_order_relaxed);
}

/* `count` (not 0) times the same value. */
static inline void moments_add_many(struct moments *m, uint64_t value,
				    uint64_t count)
{
	uint64_t before = counter_read(&m->count);
	int64_t d;

	if (before == 0) {
		counter_set(&m->shift, value);
		counter_set(&m->min, value);
		counter_set(&m->max, value);
	}
	if (value < counter_read(&m->min))
		counter_set(&m->min, value);
	if (value > counter_read(&m->max))
		counter_set(&m->max, value);
	d = (int64_t)(value - counter_read(&m->shift));
	moments_add_sums(m, d * (int64_t)count,
			 (double)d * (double)d * (double)count);
	counter_set(&m->count, before + count);
}

/* `n` (not 0) values at once: cheaper than one by one. */
void moments_add_list(struct moments *m, const uint64_t *values, unsigned n);

static inline void moments_add(struct moments *m, uint64_t value)
{
	moments_add_many(m, value, 1);
}

/* `to` becomes what `from` is. */
static inline void moments_copy(struct moments *to, const struct moments *from)
{
	counter_set(&to->count, counter_read(&from->count));
	counter_set(&to->min, counter_read(&from->min));
	counter_set(&to->max, counter_read(&from->max));
	counter_set(&to->shift, counter_read(&from->shift));
	atomic_store_explicit(
		&to->sum,
		atomic_load_explicit(&from->sum, memory_order_relaxed),
		memory_order_relaxed);
	atomic_store_explicit(
		&to->square_sum,
		atomic_load_explicit(&from->square_sum, memory_order_relaxed),
		memory_order_relaxed);
}

/* A finished summary: plain numbers, for merging and printing. */
struct summary {
	uint64_t count;
	uint64_t min;
	uint64_t max;
	double mean;
	double m2; /* sum of squared differences from the mean */
};

struct summary moments_summary(const struct moments *m);

/* Two samples as one: Chan, Golub, LeVeque (1979), formula 1.5. */
struct summary summary_merge(struct summary a, struct summary b);

/*
 * Two series that ran beside each other as one: minima, maxima and means are
 * added, and so are counts and the sums of squares. This is how the samples of
 * bandwidth of a group's members are combined. The deviation that comes of it
 * is that of one member, not of their sum: it is so in the reference.
 */
struct summary summary_stack(struct summary a, struct summary b);

/* The sample deviation (n - 1); 0 below two numbers. */
double summary_deviation(const struct summary *s);

/* A kind of latency, in nanoseconds. */
struct latency_stats {
	struct moments moments;
	struct histogram histogram;
};

static inline void latency_add(struct latency_stats *l, uint64_t ns)
{
	moments_add(&l->moments, ns);
	histogram_add(&l->histogram, ns);
}

/*
 * All zero again. Without a value it is left alone, so that the pages of its
 * histogram, never written, go on costing nothing.
 */
void latency_stats_reset(struct latency_stats *l);

/* `n` (not 0) values at once. */
void latency_add_list(struct latency_stats *l, const uint64_t *ns, unsigned n);

/* `count` (not 0) times the same; the histogram only if it is wanted. */
static inline void latency_add_many(struct latency_stats *l, uint64_t ns,
				    uint64_t count, bool histogram)
{
	moments_add_many(&l->moments, ns, count);
	if (histogram)
		counter_add(&l->histogram.bucket[histogram_index(ns)], count);
}

enum direction {
	DIRECTION_READ,
	DIRECTION_WRITE,
	DIRECTION_TRIM,
	DIRECTION_COUNT,
};

/* "read", "write", "trim". */
const char *direction_name(enum direction direction);

/* What a job did in one direction. Times in nanoseconds. */
struct direction_stats {
	_Atomic uint64_t issued;    /* I/Os that were started */
	_Atomic uint64_t completed; /* of them, that ended well */
	_Atomic uint64_t bytes;
	_Atomic uint64_t short_ios; /* that moved less than was asked */
	_Atomic uint64_t dropped;
	_Atomic uint64_t runtime_ns;   /* first start to last end */
	struct latency_stats slat;     /* start to issue: async engines only */
	struct latency_stats clat;     /* issue to completion */
	struct latency_stats lat;      /* start to completion */
	struct latency_stats intended; /* when rate would have it start, to
					  completion: paced jobs only */
	struct moments bw;             /* samples in KiB/s, a window each */
	struct moments iops;           /* samples of I/Os a second */
};

/* Sizes of batches and depths, in the classes that reports use. */
enum { DEPTH_CLASSES = 7 };

/* 1, 2-3, 4-7, 8-15, 16-31, 32-63, 64 and more. */
static inline unsigned depth_level_class(unsigned depth)
{
	unsigned log2 = depth ? 31u - (unsigned)__builtin_clz(depth) : 0;

	return log2 < DEPTH_CLASSES - 1 ? log2 : DEPTH_CLASSES - 1;
}

/* 0, 1-4, 5-8, 9-16, 17-32, 33-64, more than 64. */
unsigned depth_batch_class(unsigned ios);

/* All that one worker counts. */
struct job_stats {
	struct direction_stats direction[DIRECTION_COUNT];
	struct moments all_bw;   /* samples as those of a direction, of all */
	struct moments all_iops; /* directions together */
	_Atomic uint64_t syncs;  /* fsync and its like that ended well */
	struct latency_stats sync;
	_Atomic uint64_t depth_level[DEPTH_CLASSES];    /* at issue, by I/O */
	_Atomic uint64_t depth_submit[DEPTH_CLASSES];   /* by submitting call */
	_Atomic uint64_t depth_complete[DEPTH_CLASSES]; /* by reaping call */
	_Atomic uint64_t submits;
	_Atomic uint64_t completes;
	_Atomic uint64_t errors;      /* that continue_on_error let pass */
	_Atomic uint64_t first_error; /* errno of the first of them */
	_Atomic uint64_t latency_depth;
};

/*
 * As at the start: all zero. A kind of latency without a value is left alone,
 * so that the pages of its histogram, never written, go on costing nothing.
 */
void job_stats_reset(struct job_stats *stats);

#endif
