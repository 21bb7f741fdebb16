#ifndef RUNNER_IO_RATE_FLOOR_H
#define RUNNER_IO_RATE_FLOOR_H

#include "io/layout.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * rate_min and rate_iops_min: a job that does less than these over a window of
 * rate_cycle has failed.
 */
struct rate_floor {
	bool active; /* any of the options is used */
	uint64_t window_ns;
	uint64_t start_ns; /* of the window */
	uint64_t least_bytes[DIRECTION_COUNT];
	uint64_t least_ios[DIRECTION_COUNT];
	uint64_t block[DIRECTION_COUNT]; /* the largest */
	uint64_t bytes[DIRECTION_COUNT]; /* at the start of the window */
	uint64_t ios[DIRECTION_COUNT];
};

void rate_floor_init(struct rate_floor *floor, const struct layout *layout);

/* A first window from `now_ns` on, of statistics that are all zero. */
void rate_floor_start(struct rate_floor *floor, uint64_t now_ns);

/* When the window is over; UINT64_MAX without the options. */
static inline uint64_t rate_floor_due(const struct rate_floor *floor)
{
	return floor->active ? floor->start_ns + floor->window_ns : UINT64_MAX;
}

/*
 * End the window if it is over, and begin the next. One I/O less than asked
 * for is no failure: windows don't begin and end with I/Os. 0, or -1 when too
 * little was done: see `error`.
 */
int rate_floor_check(struct rate_floor *floor, const struct job_stats *stats,
		     uint64_t now_ns, struct job_error *error);

#endif
