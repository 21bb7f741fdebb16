#ifndef RUNNER_IO_PACE_H
#define RUNNER_IO_PACE_H

#include "base/random.h"
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
	double fraction; /* of due_ns, where gaps are drawn */
};

/*
 * Pauses between runs of I/Os. When a run is over nothing more starts; the
 * pause begins when what is in flight has ended.
 */
struct pace_think {
	uint64_t ns;
	uint64_t spin_ns;   /* of it, at its beginning, with the CPU busy */
	uint64_t blocks;    /* I/Os of a run, */
	uint64_t io_ns;     /* or its length; 0: any */
	bool by_issue;      /* blocks are counted as they start */
	uint64_t started;   /* I/Os of this run */
	uint64_t completed; /* and of those before that are not paid for */
	uint64_t run_end_ns;
	uint64_t until_ns; /* the last pause */
	uint64_t spin_until_ns;
};

struct pace {
	bool active;   /* any of the options is used */
	bool is_rated; /* a rate is */
	bool steers;   /* and whichever direction is due goes first */
	bool poisson;  /* gaps are drawn: a Poisson process */
	bool shifts;   /* pauses are no time of the rates */
	struct pace_clock bytes[DIRECTION_COUNT];
	struct pace_clock ios[DIRECTION_COUNT];
	struct pace_think think;
	struct random random;
};

void pace_init(struct pace *pace, const struct layout *layout);

/* Count from here: at the start, and after the ramp. */
void pace_start(struct pace *pace, uint64_t now_ns);

/* Whether a rate limits the I/Os of `direction`. */
static inline bool pace_limits(const struct pace *pace,
			       enum direction direction)
{
	return pace->bytes[direction].per_s || pace->ios[direction].per_s;
}

/*
 * The earliest time at which an I/O of `direction` may start (0: at once).
 * Begins a pause if there has to be one; UINT64_MAX: there has to be one, but
 * not before what is in flight has ended, that is while not `idle`.
 */
uint64_t pace_due(struct pace *pace, enum direction direction, uint64_t now_ns,
		  bool idle);

/*
 * For jobs that read and write: the direction of the next I/O, so that neither
 * waits for the other's rate. DIRECTION_COUNT when both may start.
 */
enum direction pace_choose(const struct pace *pace, uint64_t now_ns);

/* An I/O was started; one was completed. */
void pace_started(struct pace *pace, enum direction direction, uint64_t bytes);
void pace_completed(struct pace *pace);

#endif
