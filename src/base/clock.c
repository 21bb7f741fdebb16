#include "base/clock.h"

uint64_t clock_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * (NSEC_PER_SEC / NSEC_PER_MSEC) +
	       (uint64_t)t.tv_nsec / NSEC_PER_MSEC;
}

int clock_sleep_until(uint64_t ns)
{
	struct timespec until = clock_timespec(ns);

	return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)
		       ? -1
		       : 0;
}
