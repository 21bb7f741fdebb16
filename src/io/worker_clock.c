#include "worker_clock.h"

#include "base/clock.h"

#include <sys/time.h>

static uint64_t wall_ns(void)
{
	struct timeval t;

	gettimeofday(&t, NULL);
	return (uint64_t)t.tv_sec * NSEC_PER_SEC +
	       (uint64_t)t.tv_usec * NSEC_PER_USEC;
}

void worker_clock_init(struct worker_clock *clock, enum clock_source wanted,
		       const struct cycle_clock *cycles)
{
	*clock = (struct worker_clock){ .source = wanted };
	if (wanted == CLOCKSOURCE_GETTIMEOFDAY)
		clock->offset_ns = clock_now() - wall_ns();
	else if (wanted == CLOCKSOURCE_CPU && cycles)
		clock->cycles = *cycles;
	else
		clock->source = CLOCKSOURCE_CLOCK_GETTIME;
}

bool worker_clock_start(struct worker_clock *clock)
{
	if (clock->source != CLOCKSOURCE_CPU ||
	    cycle_clock_start(&clock->cycles))
		return true;
	clock->source = CLOCKSOURCE_CLOCK_GETTIME;
	return false;
}

bool worker_clock_check(struct worker_clock *clock)
{
	if (cycle_clock_check(&clock->cycles))
		return true;
	clock->source = CLOCKSOURCE_CLOCK_GETTIME;
	return false;
}

uint64_t worker_clock_call(const struct worker_clock *clock)
{
	if (clock->source == CLOCKSOURCE_GETTIMEOFDAY)
		return wall_ns() + clock->offset_ns;
	return clock_now();
}
