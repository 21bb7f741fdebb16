#ifndef RUNNER_PING_SCHEDULE_H
#define RUNNER_PING_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * When requests begin. An interval lasts from the start of one to the start of
 * the next, which begins at once after one that took longer: nothing is made
 * up for. In a burst they follow each other at once; intervals are between the
 * last of one and the first of the next.
 */
struct schedule {
	uint64_t interval_ns;
	uint64_t burst;    /* requests in one; 0 and 1: no bursts */
	uint64_t in_burst; /* so many of the present one were made */
};

/*
 * The interval that options ask for: that given, or longer where a request of
 * `size` bytes or one of any size may not come so soon. Without a limit, 0 is
 * none.
 */
struct schedule_limits {
	bool has_interval; /* else: one second if there is no limit */
	uint64_t interval_ns;
	uint64_t bytes_per_s;
	uint64_t requests_per_s;
};
uint64_t schedule_interval(const struct schedule_limits *limits, uint64_t size);

/* A request was made: whether a burst ends with it. */
bool schedule_ends_burst(struct schedule *s);

/* When the one after it begins: it took from `start_ns` to `end_ns`. */
uint64_t schedule_next(const struct schedule *s, uint64_t start_ns,
		       uint64_t end_ns);

#endif
