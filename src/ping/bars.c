#include "ping/bars.h"

#include "base/human.h"

#include <inttypes.h>
#include <string.h>

enum { BAR_WIDTH = 40 };

/* 0, 1, 2, 5, 10, 20 and so on; UINT64_MAX after the last. */
static uint64_t step_after(uint64_t step)
{
	uint64_t power = 1;

	if (step == 0)
		return 1;
	while (step / power >= 10)
		power *= 10;
	if (step / power == 2)
		return step / 2 * 5;
	return step > UINT64_MAX / 2 ? UINT64_MAX : step * 2;
}

size_t bars_make(const struct histogram *times, uint64_t min_ns,
		 uint64_t max_ns, struct bar bars[BARS_MAX])
{
	uint64_t from = 0, to, below = 0, count;
	size_t n = 0;

	if (histogram_count(times) == 0)
		return 0;
	while (step_after(from) <= min_ns)
		from = step_after(from);
	while (from <= max_ns && n < BARS_MAX) {
		to = step_after(from);
		/* What is in the last bucket may be told as more than it is. */
		count = to > max_ns ? histogram_count(times)
				    : histogram_count_below(times, to);
		bars[n++] = (struct bar){ from, to, count - below };
		below = count;
		from = to;
	}
	return n;
}

/* At least one mark for a single request. */
static int marks_of(uint64_t count, uint64_t most)
{
	uint64_t marks = (uint64_t)((double)count / (double)most * BAR_WIDTH);

	return count > 0 && marks == 0 ? 1 : (int)marks;
}

void bars_print(const struct bar *bars, size_t count, FILE *out)
{
	static const char marks[] = "########################################";
	char from[HUMAN_TEXT_MAX], to[HUMAN_TEXT_MAX];
	uint64_t most = 0;

	for (size_t i = 0; i < count; i++)
		most = bars[i].count > most ? bars[i].count : most;
	for (size_t i = 0; i < count && most > 0; i++)
		fprintf(out, "%8s to %8s  %-*.*s  %" PRIu64 "\n",
			human_time(bars[i].from_ns, from),
			human_time(bars[i].to_ns, to), BAR_WIDTH,
			marks_of(bars[i].count, most), marks, bars[i].count);
}
