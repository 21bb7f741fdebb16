#ifndef RUNNER_IO_PACE_H
#define RUNNER_IO_PACE_H

#include "io/layout.h"
#include "stat/io_stats.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * When the next I/O may start: rate, rate_iops and thinktime. Times are
 * absolute, so that a late I/O doesn't shift those after it.
 */

/*
 * A clock that each unit (a byte, an I/O) moves on by 1 s / per_s. What is
 * below a nanosecond is kept as a remainder and never lost, so that no rate
 * drifts however long it is kept up.
 */
struct pace_clock {
	uint64_t per_s; /* 0: no limit */
	uint64_t due_ns;
	uint64_t remainder; /* of due_ns, in 1 / per_s ns */
	uint64_t units;     /* what the step below is for */
	uint64_t step_ns;
	uint64_t step_remainder;
};

struct pace {
	bool active; /* any of the options is used */
	struct pace_clock bytes[DIRECTION_COUNT];
	struct pace_clock ios[DIRECTION_COUNT];
	uint64_t thinktime_ns;
	uint64_t think_until_ns;
};

void pace_init(struct pace *pace, const struct layout *layout);

/* Count from here: at the start, and after the ramp. */
void pace_start(struct pace *pace, uint64_t now_ns);

/* The earliest time at which an I/O of `direction` may start (0: at once). */
uint64_t pace_due(const struct pace *pace, enum direction direction);

/* An I/O was started; one was completed (thinktime begins). */
void pace_started(struct pace *pace, enum direction direction, uint64_t bytes);
void pace_completed(struct pace *pace, uint64_t now_ns);

#endif
