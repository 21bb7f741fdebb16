#ifndef RUNNER_STAT_SERIES_H
#define RUNNER_STAT_SERIES_H

#include "stat/io_stats.h"

#include <stdint.h>

/*
 * Bandwidth and rate of I/O by windows of time: at the end of each window of
 * at least `window_ns`, what was done in it becomes one sample for each
 * direction that ever moved, and one for all together. A series is of one kind,
 * bandwidth or rate, and is started again when the statistics it is taken from
 * are reset.
 */
enum { SERIES_ALL = DIRECTION_COUNT, SERIES_TOTALS };

struct series {
	uint64_t window_ns;
	uint64_t start_ns; /* of the window */
	uint64_t last[SERIES_TOTALS];
};

/* A first window from `now_ns` on, of statistics that are all zero. */
void series_start(struct series *s, uint64_t window_ns, uint64_t now_ns);

/* When the present window is over: before that, nothing needs to be called. */
static inline uint64_t series_due(const struct series *s)
{
	return s->start_ns + s->window_ns;
}

/* Take samples of KiB/s (or I/Os a second) from the totals in `stats`. */
void series_sample_bw(struct series *s, struct job_stats *stats,
		      uint64_t now_ns);
void series_sample_iops(struct series *s, struct job_stats *stats,
			uint64_t now_ns);

#endif
