#include "ping/figures.h"

#include "base/clock.h"

#include <math.h>

/* With fewer, the mean means little: nothing is marked. */
enum { MARK_COUNT_MIN = 6 };

void figures_start(struct figures *f, uint64_t now_ns)
{
	*f = (struct figures){ .start_ns = now_ns, .end_ns = now_ns };
}

static void add_counted(struct figures *f, uint64_t bytes, uint64_t ns)
{
	double value = (double)ns, away = value - f->mean_ns;

	if (f->count == 0 || ns < f->min_ns)
		f->min_ns = ns;
	if (ns > f->max_ns)
		f->max_ns = ns;
	f->count++;
	f->bytes += bytes;
	f->sum_ns += ns;
	f->mean_ns += away / (double)f->count;
	f->squares += away * (value - f->mean_ns);
}

void figures_add(struct figures *f, enum request_class class, uint64_t bytes,
		 uint64_t ns, uint64_t end_ns)
{
	f->requests++;
	f->all_bytes += bytes;
	f->end_ns = end_ns;
	if (class == REQUEST_COUNTS)
		add_counted(f, bytes, ns);
	else if (class == REQUEST_TOO_FAST)
		f->too_fast++;
	else if (class == REQUEST_TOO_SLOW)
		f->too_slow++;
}

double figures_rate(uint64_t amount, uint64_t ns)
{
	return ns ? (double)amount * (double)NSEC_PER_SEC / (double)ns : 0;
}

uint64_t figures_mean(const struct figures *f)
{
	return f->count ? f->sum_ns / f->count : 0;
}

uint64_t figures_deviation(const struct figures *f)
{
	return f->count ? (uint64_t)sqrt(f->squares / (double)f->count) : 0;
}

enum request_mark figures_mark(const struct figures *f, uint64_t ns)
{
	uint64_t mean = figures_mean(f);

	if (f->count < MARK_COUNT_MIN)
		return MARK_NONE;
	if (ns < mean / 2)
		return MARK_FAST;
	return ns > mean * 2 ? MARK_SLOW : MARK_NONE;
}

uint64_t figures_percentile(const struct figures *f,
			    const struct histogram *times, double percent)
{
	uint64_t value;

	/* The last of all is known, not only what bucket it is in. */
	if (percent / 100 * (double)f->count > (double)f->count - 1)
		return f->max_ns;
	histogram_percentiles(times, &percent, 1, f->min_ns, f->max_ns, &value);
	return value;
}
