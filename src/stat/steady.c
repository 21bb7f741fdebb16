#include "stat/steady.h"

#include <math.h>

void steady_window_add(struct steady_window *w,
		       const struct steady_sample *sample)
{
	w->ring[w->count++ % w->size] = *sample;
}

void steady_window_clear(struct steady_window *w)
{
	w->count = 0;
}

size_t steady_window_count(const struct steady_window *w)
{
	return w->count < w->size ? w->count : w->size;
}

const struct steady_sample *steady_window_at(const struct steady_window *w,
					     size_t i)
{
	size_t first = w->count < w->size ? 0 : w->count;

	return &w->ring[(first + i) % w->size];
}

static double value_at(const struct steady_window *w, size_t i,
		       enum steady_measure measure)
{
	return (double)steady_window_at(w, i)->of[measure];
}

double steady_window_mean(const struct steady_window *w,
			  enum steady_measure measure)
{
	size_t n = steady_window_count(w);
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += value_at(w, i, measure);
	return n ? sum / (double)n : 0;
}

/* By least squares, over 0, 1, 2, ...; of one sample there is none. */
static double slope_of(const struct steady_window *w,
		       enum steady_measure measure, double mean)
{
	size_t n = steady_window_count(w);
	double middle = (double)(n - 1) / 2;
	double above = 0, below = 0;

	for (size_t i = 0; i < n; i++) {
		double x = (double)i - middle;

		above += x * (value_at(w, i, measure) - mean);
		below += x * x;
	}
	return below > 0 ? above / below : 0;
}

static double deviation_of(const struct steady_window *w,
			   enum steady_measure measure, double mean)
{
	double greatest = 0;

	for (size_t i = 0; i < steady_window_count(w); i++)
		greatest = fmax(greatest, fabs(value_at(w, i, measure) - mean));
	return greatest;
}

/* No line goes through a single point, and nothing is a share of nothing. */
static bool can_be_judged(const struct steady_window *w,
			  const struct steady_rule *rule, double mean)
{
	return (!rule->slope || w->size > 1) && (!rule->percent || mean > 0);
}

struct steady_judgement steady_judge(const struct steady_window *w,
				     const struct steady_rule *rule)
{
	struct steady_judgement j = { .steady = false };
	double mean;

	if (w->count < w->size)
		return j;
	mean = steady_window_mean(w, rule->measure);
	if (!can_be_judged(w, rule, mean))
		return j;
	if (rule->slope)
		j.criterion = j.slope = slope_of(w, rule->measure, mean);
	else
		j.criterion = j.deviation =
			deviation_of(w, rule->measure, mean);
	if (rule->percent)
		j.criterion *= 100 / mean;
	j.steady = fabs(j.criterion) < rule->limit;
	return j;
}
