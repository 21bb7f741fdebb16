#ifndef RUNNER_PING_FIGURES_H
#define RUNNER_PING_FIGURES_H

#include "stat/histogram.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What is counted of requests. The deviation is kept as Welford does ("Note on
 * a method for calculating corrected sums of squares and products", 1962),
 * since squares of nanoseconds add up to more than a number holds.
 */
struct figures {
	/* Requests that count, and their bytes and times. */
	uint64_t count;
	uint64_t bytes;
	uint64_t sum_ns;
	uint64_t min_ns;
	uint64_t max_ns;
	double mean_ns;
	double squares; /* of the differences from the mean, summed */

	/* All requests, from the first one's start to the last one's end. */
	uint64_t requests;
	uint64_t all_bytes;
	uint64_t too_fast;
	uint64_t too_slow;
	uint64_t start_ns;
	uint64_t end_ns;
};

enum request_class {
	REQUEST_COUNTS,
	REQUEST_WARMUP,
	REQUEST_TOO_FAST,
	REQUEST_TOO_SLOW,
};

/* Nothing yet, from `now_ns` on. */
void figures_start(struct figures *f, uint64_t now_ns);

/* One that ended at `end_ns`. */
void figures_add(struct figures *f, enum request_class class, uint64_t bytes,
		 uint64_t ns, uint64_t end_ns);

/* What came of a number of requests in a time: 0 in none. */
double figures_rate(uint64_t amount, uint64_t ns);

uint64_t figures_mean(const struct figures *f);
uint64_t figures_deviation(const struct figures *f); /* of the population */

/*
 * Whether a request that is in the figures already was twice as fast or slow
 * as the mean, once there are enough of them to say so.
 */
enum request_mark {
	MARK_NONE,
	MARK_FAST,
	MARK_SLOW,
};
enum request_mark figures_mark(const struct figures *f, uint64_t ns);

/* One percentile of the requests that count, whose times are in `times`. */
uint64_t figures_percentile(const struct figures *f,
			    const struct histogram *times, double percent);

#endif
