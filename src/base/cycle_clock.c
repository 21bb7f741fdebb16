#include "base/cycle_clock.h"

#include "base/clock.h"

#include <sys/prctl.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

/* By what share the rate is changed at the most, to make up for a difference.
 */
#define CHANGE_MAX 0.01

enum {
	CALIBRATION_NS = 1000000,
	CHECK_PERIOD_NS = 250000000,
	/* Both clocks are read between two interrupts in one of so many tries.
	 */
	TRIES = 4,
	/*
	 * What may lie between the clocks: what an interrupt in the middle of
	 * every try may be, and 1 in 2^8 of the time that passed, for clocks
	 * of the system that are being adjusted. Counters that change with the
	 * CPU's frequency are off by tens of percent.
	 */
	DOUBT_NS = 200000,
	DOUBT_SHIFT = 8,
};

#ifdef __x86_64__
bool cycle_clock_possible(void)
{
	const unsigned power_leaf = 0x80000007, invariant = 1u << 8;
	unsigned a, b, c, d;
	int access;

	if (!__get_cpuid(power_leaf, &a, &b, &c, &d) || !(d & invariant))
		return false;
	return prctl(PR_GET_TSC, &access) < 0 || access == PR_TSC_ENABLE;
}
#else
bool cycle_clock_possible(void)
{
	return false;
}
#endif

/* The counter in the middle of two readings, of the closest pair. */
static struct cycle_moment read_both(void)
{
	struct cycle_moment best = { 0 };
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint64_t before = cycle_counter();
		uint64_t ns = clock_now();
		uint64_t took = cycle_counter() - before;

		if (took >= least)
			continue;
		least = took;
		best = (struct cycle_moment){ before + took / 2, ns };
	}
	return best;
}

static uint64_t rate_between(struct cycle_moment from, struct cycle_moment to)
{
	__extension__ unsigned __int128 ns = to.ns - from.ns;
	uint64_t cycles = to.cycles - from.cycles;

	return cycles ? (uint64_t)((ns << 32) / cycles) : 0;
}

void cycle_clock_begin(struct cycle_clock *clock)
{
	clock->first = read_both();
}

void cycle_clock_finish(struct cycle_clock *clock)
{
	do
		clock->from = read_both();
	while (clock->from.ns - clock->first.ns < CALIBRATION_NS);
	clock->rate = rate_between(clock->first, clock->from);
	clock->check_ns = clock->from.ns + CHECK_PERIOD_NS;
}

/* The rate at which the clock is right again when the next check is due. */
static uint64_t rate_after(uint64_t rate, int64_t ahead_ns)
{
	double ahead = (double)ahead_ns / CHECK_PERIOD_NS;

	if (ahead > CHANGE_MAX)
		ahead = CHANGE_MAX;
	else if (ahead < -CHANGE_MAX)
		ahead = -CHANGE_MAX;
	return (uint64_t)((double)rate * (1 - ahead));
}

/* How far the clock is ahead; whether that is as much as clocks may differ. */
static bool compare(const struct cycle_clock *clock, struct cycle_moment now,
		    int64_t *ahead_ns)
{
	uint64_t from = clock->from.ns;
	uint64_t passed = now.ns > from ? now.ns - from : 0;
	uint64_t apart;

	*ahead_ns = (int64_t)(cycle_clock_at(clock, now.cycles) - now.ns);
	apart = (uint64_t)(*ahead_ns < 0 ? -*ahead_ns : *ahead_ns);
	return apart <= DOUBT_NS + (passed >> DOUBT_SHIFT);
}

bool cycle_clock_start(struct cycle_clock *clock)
{
	struct cycle_moment now = read_both();
	int64_t ahead_ns;

	if (!compare(clock, now, &ahead_ns))
		return false;
	clock->from = now;
	clock->rate = rate_between(clock->first, now);
	clock->check_ns = now.ns + CHECK_PERIOD_NS;
	return true;
}

bool cycle_clock_check(struct cycle_clock *clock)
{
	struct cycle_moment now = read_both();
	uint64_t reading = cycle_clock_at(clock, now.cycles);
	int64_t ahead_ns;

	if (!compare(clock, now, &ahead_ns))
		return false;
	clock->from = (struct cycle_moment){ now.cycles, reading };
	clock->rate = rate_after(rate_between(clock->first, now), ahead_ns);
	clock->check_ns = reading + CHECK_PERIOD_NS;
	return true;
}
