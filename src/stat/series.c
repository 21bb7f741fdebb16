#include "stat/series.h"

#include "base/clock.h"

#include <string.h>

void series_start(struct series *s, uint64_t window_ns, uint64_t now_ns)
{
	memset(s, 0, sizeof(*s));
	s->window_ns = window_ns;
	s->start_ns = now_ns;
}

/* How many a second `amount` in `ns` nanoseconds is. */
static uint64_t per_second(uint64_t amount, uint64_t ns)
{
	/* 18 GB times 10^9 is all that 64 bits hold. */
	__extension__ unsigned __int128 rate = amount;

	rate = rate * NSEC_PER_SEC / ns;
	return rate < UINT64_MAX ? (uint64_t)rate : UINT64_MAX;
}

/*
 * End the window at `now_ns`: of each total the rate since it began. Returns
 * false, and goes on with the window, when no time has passed.
 */
static bool end_window(struct series *s, const uint64_t *total, uint64_t now_ns,
		       uint64_t *rate)
{
	if (now_ns <= s->start_ns)
		return false;
	for (unsigned i = 0; i < SERIES_TOTALS; i++) {
		rate[i] =
			per_second(total[i] - s->last[i], now_ns - s->start_ns);
		s->last[i] = total[i];
	}
	s->start_ns = now_ns;
	return true;
}

void series_sample_bw(struct series *s, struct job_stats *stats,
		      uint64_t now_ns)
{
	uint64_t total[SERIES_TOTALS] = { 0 };
	uint64_t rate[SERIES_TOTALS];

	for (unsigned i = 0; i < DIRECTION_COUNT; i++) {
		total[i] = counter_read(&stats->direction[i].bytes);
		total[SERIES_ALL] += total[i];
	}
	if (!end_window(s, total, now_ns, rate))
		return;
	for (unsigned i = 0; i < DIRECTION_COUNT; i++) {
		if (total[i])
			moments_add(&stats->direction[i].bw, rate[i] / 1024);
	}
	if (total[SERIES_ALL])
		moments_add(&stats->all_bw, rate[SERIES_ALL] / 1024);
}

void series_sample_iops(struct series *s, struct job_stats *stats,
			uint64_t now_ns)
{
	uint64_t total[SERIES_TOTALS] = { 0 };
	uint64_t rate[SERIES_TOTALS];

	for (unsigned i = 0; i < DIRECTION_COUNT; i++) {
		total[i] = counter_read(&stats->direction[i].completed);
		total[SERIES_ALL] += total[i];
	}
	if (!end_window(s, total, now_ns, rate))
		return;
	for (unsigned i = 0; i < DIRECTION_COUNT; i++) {
		if (total[i])
			moments_add(&stats->direction[i].iops, rate[i]);
	}
	if (total[SERIES_ALL])
		moments_add(&stats->all_iops, rate[SERIES_ALL]);
}
