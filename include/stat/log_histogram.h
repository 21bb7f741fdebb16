#ifndef RUNNER_STAT_LOG_HISTOGRAM_H
#define RUNNER_STAT_LOG_HISTOGRAM_H

#include "stat/histogram.h"
#include "stat/io_stats.h"
#include "stat/log_window.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A log of completion latencies by windows: how many there were in each bucket
 * since the row before,
 *
 *     TIME, DDIR, BS, c0, c1, ...
 *
 * The buckets are those of the reference: the first 29 groups of ours, and
 * what is beyond them in the last. 2^coarseness of them are one column. BS is
 * the largest block of the window.
 */
enum {
	LOG_HISTOGRAM_BUCKETS = 29 * HISTOGRAM_PER_GROUP,
	LOG_HISTOGRAM_ROW_MAX = LOG_ROW_MAX + LOG_HISTOGRAM_BUCKETS * 22,
};

struct log_histogram {
	struct log_clock clock;
	unsigned coarseness;
	uint64_t epoch_ms; /* added to TIME */
	uint64_t bytes[DIRECTION_COUNT];
	uint64_t count[DIRECTION_COUNT];
	uint64_t bucket[DIRECTION_COUNT][LOG_HISTOGRAM_BUCKETS];
};

/* An I/O ended at `now_ns`: whether the window is over by then. */
static inline bool log_histogram_is_over(struct log_histogram *h,
					 uint64_t now_ns)
{
	return log_clock_is_over(&h->clock, log_clock_place(&h->clock, now_ns));
}

/* An I/O that took `ns`; the window before has been taken if it is over. */
void log_histogram_add(struct log_histogram *h, unsigned direction, uint64_t ns,
		       uint64_t bytes);

/*
 * Write the row of a direction (up to LOG_HISTOGRAM_ROW_MAX bytes) and empty
 * it. Returns the end, which is `at` where there was nothing.
 */
char *log_histogram_take(struct log_histogram *h, unsigned direction,
			 uint64_t now_ns, char *at);

/* On to the window of `now_ns`, once all directions have been taken. */
void log_histogram_move(struct log_histogram *h, uint64_t now_ns);

#endif
