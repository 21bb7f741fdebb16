#ifndef RUNNER_LATENCY_SUM_H
#define RUNNER_LATENCY_SUM_H

#include "out/result.h"
#include "stat/io_stats.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Latencies of several jobs put together. A sum is large and is used again for
 * the next unit: latency_sum_reset() touches only what was used. Jobs without
 * a value are not looked at, so that their histograms go on costing no memory.
 */
struct latency_sum {
	struct summary summary;
	struct histogram histogram;
};

void latency_sum_reset(struct latency_sum *sum);

/* `histogram`: it is wanted and was filled in. */
void latency_sum_add(struct latency_sum *sum, const struct latency_stats *l,
		     bool histogram);

/*
 * With `list` also the percentiles, if there are values; with them and `arena`
 * also the histogram, which lives there.
 */
struct result_latency latency_sum_result(const struct latency_sum *sum,
					 const struct percentiles *list,
					 struct arena *arena);

/*
 * Shares of `ios` I/Os, in %: how many of the values of `sums` fall into each
 * class. One that isn't empty has at least 0.01 %.
 */
void latency_shares(struct latency_sum *const *sums, unsigned count,
		    uint64_t ios, struct result_unit *unit);

/* `count` of `total` in %, at least `least` unless it is none. */
double result_share(uint64_t count, uint64_t total, double least);

#endif
