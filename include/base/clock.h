#ifndef RUNNER_BASE_CLOCK_H
#define RUNNER_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define NSEC_PER_USEC UINT64_C(1000)
#define NSEC_PER_MSEC UINT64_C(1000000)
#define NSEC_PER_SEC UINT64_C(1000000000)

/* Nanoseconds of CLOCK_MONOTONIC. */
static inline uint64_t clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_nsec;
}

static inline struct timespec clock_timespec(uint64_t ns)
{
	return (struct timespec){ .tv_sec = (time_t)(ns / NSEC_PER_SEC),
				  .tv_nsec = (long)(ns % NSEC_PER_SEC) };
}

/* Milliseconds of any clock, as CLOCK_REALTIME's since the epoch. */
uint64_t clock_ms(clockid_t clock);

/*
 * Sleep until CLOCK_MONOTONIC reads `ns`. Returns 0, or -1 when a signal ended
 * the sleep early.
 */
int clock_sleep_until(uint64_t ns);

#endif
