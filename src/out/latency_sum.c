#include "latency_sum.h"

#include "base/clock.h"

/* Where a class ends, in units of its row: ns, us or ms. */
static const uint64_t limits[] = { 2,   4,   10,  20,   50,  100,
				   250, 500, 750, 1000, 2000 };

const char *const latency_class_names[LATENCY_CLASSES_MS] = {
	"2",   "4",   "10",  "20",   "50",   "100",
	"250", "500", "750", "1000", "2000", ">=2000",
};

void latency_sum_reset(struct latency_sum *sum)
{
	unsigned first = histogram_index(sum->summary.min);
	unsigned last = histogram_index(sum->summary.max);

	if (sum->summary.count == 0)
		return;
	sum->summary = (struct summary){ 0 };
	for (unsigned i = first; i <= last; i++)
		counter_set(&sum->histogram.bucket[i], 0);
}

void latency_sum_add(struct latency_sum *sum, const struct latency_stats *l,
		     bool histogram)
{
	struct summary s = moments_summary(&l->moments);

	if (s.count == 0)
		return;
	sum->summary = summary_merge(sum->summary, s);
	if (histogram)
		histogram_merge(&sum->histogram, &l->histogram, s.min, s.max);
}

static void copy_bins(const struct latency_sum *sum,
		      struct result_latency *result, struct arena *arena)
{
	unsigned first = histogram_index(sum->summary.min);
	unsigned last = histogram_index(sum->summary.max);
	struct result_bin *bins;
	size_t count = 0;

	for (unsigned i = first; i <= last; i++)
		count += counter_read(&sum->histogram.bucket[i]) != 0;
	bins = arena_calloc(arena, count, sizeof(bins[0]));
	result->bins = bins;
	result->bin_count = count;
	for (unsigned i = first; i <= last; i++) {
		uint64_t n = counter_read(&sum->histogram.bucket[i]);

		if (n)
			*bins++ = (struct result_bin){ histogram_value(i), n };
	}
}

struct result_latency latency_sum_result(const struct latency_sum *sum,
					 const struct percentiles *list,
					 struct arena *arena)
{
	struct result_latency result = {
		.summary = sum->summary,
		.deviation = summary_deviation(&sum->summary),
	};

	if (!list || sum->summary.count == 0)
		return result;
	result.has_percentiles = true;
	histogram_percentiles(&sum->histogram, list->of, list->count,
			      sum->summary.min, sum->summary.max,
			      result.percentile);
	if (arena)
		copy_bins(sum, &result, arena);
	return result;
}

double result_share(uint64_t count, uint64_t total, double least)
{
	double share;

	if (count == 0 || total == 0)
		return 0;
	share = 100 * (double)count / (double)total;
	return share > least ? share : least;
}

/* How many values of all sums are below `limit`. */
static uint64_t count_below(struct latency_sum *const *sums, unsigned count,
			    uint64_t limit)
{
	uint64_t below = 0;

	for (unsigned i = 0; i < count; i++) {
		const struct summary *s = &sums[i]->summary;

		if (s->count == 0 || limit <= s->min)
			continue;
		if (limit > s->max)
			below += s->count;
		else
			below += histogram_count_below(&sums[i]->histogram,
						       limit);
	}
	return below;
}

void latency_shares(struct latency_sum *const *sums, unsigned count,
		    uint64_t ios, struct result_unit *unit)
{
	const struct {
		uint64_t unit_ns;
		double *shares;
		unsigned classes; /* that have a limit */
	} rows[] = {
		{ 1, unit->latency_ns, LATENCY_CLASSES_NS },
		{ NSEC_PER_USEC, unit->latency_us, LATENCY_CLASSES_US },
		{ NSEC_PER_MSEC, unit->latency_ms, LATENCY_CLASSES_MS - 1 },
	};
	const double least = 0.01;
	uint64_t before = 0, total = 0;

	for (unsigned i = 0; i < count; i++)
		total += sums[i]->summary.count;
	if (total == 0)
		return;
	if (ios < total)
		ios = total;
	for (unsigned r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		for (unsigned c = 0; c < rows[r].classes; c++) {
			uint64_t below = count_below(
				sums, count, limits[c] * rows[r].unit_ns);

			rows[r].shares[c] =
				result_share(below - before, ios, least);
			before = below;
		}
	}
	unit->latency_ms[LATENCY_CLASSES_MS - 1] =
		result_share(total - before, ios, least);
	unit->latency_below_2us = result_share(
		count_below(sums, count, 2 * NSEC_PER_USEC), ios, least);
}
