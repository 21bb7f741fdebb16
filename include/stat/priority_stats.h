#ifndef RUNNER_STAT_PRIORITY_STATS_H
#define RUNNER_STAT_PRIORITY_STATS_H

#include "stat/io_stats.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Latencies by the priority that each I/O was sent with, in memory that worker
 * and parent map. Only jobs that send priorities have any; which ones there can
 * be is known before they start. Priorities are as ioprio_set(2) has them, 0 is
 * that of the process.
 */
struct priority_latency {
	uint16_t priority;
	struct latency_stats latency;
};

struct priority_stats {
	size_t size; /* bytes, of all of it */
	size_t count[DIRECTION_COUNT];
	struct priority_latency *of[DIRECTION_COUNT];
};

/*
 * Room for the priorities of each direction, of which some may be alike. NULL
 * with errno set.
 */
struct priority_stats *
priority_stats_map(const uint16_t *const list[DIRECTION_COUNT],
		   const size_t count[DIRECTION_COUNT]);
void priority_stats_unmap(struct priority_stats *stats); /* may be null */

/* An I/O of a priority that there is room for. */
void priority_stats_add(struct priority_stats *stats, unsigned direction,
			uint16_t priority, uint64_t ns);

/* As at the start. */
void priority_stats_reset(struct priority_stats *stats);

#endif
