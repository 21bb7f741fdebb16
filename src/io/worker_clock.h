#ifndef RUNNER_IO_WORKER_CLOCK_H
#define RUNNER_IO_WORKER_CLOCK_H

#include "base/cycle_clock.h"
#include "spec/job_options.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What a worker's time stamps are read from (clocksource). Whichever it is, it
 * reads as CLOCK_MONOTONIC does, which is what the worker sleeps by.
 */
struct worker_clock {
	enum clock_source source;
	struct cycle_clock cycles;
	uint64_t offset_ns; /* from gettimeofday() to CLOCK_MONOTONIC */
};

/*
 * `cycles` NULL: there is no such clock, and clock_gettime() takes its place.
 */
void worker_clock_init(struct worker_clock *clock, enum clock_source wanted,
		       const struct cycle_clock *cycles);

/* Before the first reading. Returns as worker_clock_check() does. */
bool worker_clock_start(struct worker_clock *clock);

/* When worker_clock_check() is due. */
static inline uint64_t worker_clock_due(const struct worker_clock *clock)
{
	return clock->source == CLOCKSOURCE_CPU ? clock->cycles.check_ns
						: UINT64_MAX;
}

/*
 * Returns false when the CPU's counter turned out to be no clock. From then on
 * clock_gettime() is read, which may be behind what was read so far.
 */
bool worker_clock_check(struct worker_clock *clock);

/* For the sources that are system calls, or nearly so. */
uint64_t worker_clock_call(const struct worker_clock *clock);

static inline uint64_t worker_clock_now(const struct worker_clock *clock)
{
	if (clock->source == CLOCKSOURCE_CPU)
		return cycle_clock_now(&clock->cycles);
	return worker_clock_call(clock);
}

#endif
