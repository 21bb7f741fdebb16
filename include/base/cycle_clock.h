#ifndef RUNNER_BASE_CYCLE_CLOCK_H
#define RUNNER_BASE_CYCLE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The processor's own counter as a clock that reads as CLOCK_MONOTONIC does, at
 * a third of the price. Only for counters that run at one rate on all CPUs and
 * in all their states: "invariant TSC" (Intel, "Software Developer's Manual",
 * volume 3, 18.17.1; AMD, "Programmer's Manual", volume 2, 13.2.4). Its rate
 * is measured against CLOCK_MONOTONIC, and again as long as it is in use.
 */

/* A moment on the counter and on CLOCK_MONOTONIC. */
struct cycle_moment {
	uint64_t cycles;
	uint64_t ns;
};

struct cycle_clock {
	struct cycle_moment first; /* since when the rate is measured */
	struct cycle_moment from;  /* what a reading counts from, */
	uint64_t rate;             /* in 2^-32 ns a cycle */
	uint64_t check_ns;         /* when cycle_clock_check() is due */
};

/* Whether this CPU has such a counter, and lets this process read it. */
bool cycle_clock_possible(void);

/*
 * Begin to measure the rate, and finish: the first millisecond after the
 * beginning is waited for, if it isn't over yet. A clock may be copied then.
 */
void cycle_clock_begin(struct cycle_clock *clock);
void cycle_clock_finish(struct cycle_clock *clock);

/*
 * Before the first reading, which may be long after: with CLOCK_MONOTONIC from
 * here on. False as for cycle_clock_check().
 */
bool cycle_clock_start(struct cycle_clock *clock);

/*
 * Compare with CLOCK_MONOTONIC and make up for the difference, without a step,
 * until the next time. Returns false when it is more than adjustments of that
 * clock explain: the counter is not what it says, and no clock any more.
 */
bool cycle_clock_check(struct cycle_clock *clock);

/* The reading that belongs to `cycles`, before or after clock->from. */
static inline uint64_t cycle_clock_at(const struct cycle_clock *clock,
				      uint64_t cycles)
{
	__extension__ typedef __int128 wide;
	int64_t passed = (int64_t)(cycles - clock->from.cycles);

	return clock->from.ns +
	       (uint64_t)(((wide)passed * (int64_t)clock->rate) >> 32);
}

/*
 * The counter. It is not ordered with the instructions around it, which system
 * calls are by themselves.
 */
static inline uint64_t cycle_counter(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return 0;
#endif
}

static inline uint64_t cycle_clock_now(const struct cycle_clock *clock)
{
	return cycle_clock_at(clock, cycle_counter());
}

#endif
