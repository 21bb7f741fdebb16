#include "result_priority.h"

#include "base/alloc.h"
#include "latency_sum.h"

#include <stdlib.h>

/* Sums by priority, in the order in which they were come upon. */
struct sums {
	struct priority_sum {
		uint16_t priority;
		struct latency_sum *sum;
	} * items;
	size_t count;
};

static struct latency_sum *sum_of(struct sums *sums, uint16_t priority)
{
	struct priority_sum *item;

	for (size_t i = 0; i < sums->count; i++)
		if (sums->items[i].priority == priority)
			return sums->items[i].sum;
	sums->items = xreallocarray(sums->items, sums->count + 1,
				    sizeof(sums->items[0]));
	item = &sums->items[sums->count++];
	item->priority = priority;
	item->sum = xcalloc(1, sizeof(*item->sum));
	return item->sum;
}

static void add(struct sums *sums, uint16_t priority,
		const struct latency_stats *l)
{
	if (counter_read(&l->moments.count))
		latency_sum_add(sum_of(sums, priority), l, true);
}

static void add_member(struct sums *sums, const struct result_member *m,
		       unsigned d, bool of_lat)
{
	const struct direction_stats *all = &m->page->stats.direction[d];
	const struct priority_stats *p = m->page->priorities;
	uint16_t own = section_io_priority(m->job->section);

	if (!p)
		add(sums, own, of_lat ? &all->lat : &all->clat);
	for (size_t i = 0; p && i < p->count[d]; i++)
		add(sums, p->of[d][i].priority ? p->of[d][i].priority : own,
		    &p->of[d][i].latency);
}

/* Whether there can be two: most units needn't be looked through. */
static bool may_differ(const struct result_unit *unit)
{
	const struct job_section *first = unit->section;

	for (size_t i = 0; i < unit->job_count; i++) {
		const struct result_member *m = &unit->members[i];

		if (m->page->priorities)
			return true;
		if (m->job->section != first &&
		    section_io_priority(m->job->section) !=
			    section_io_priority(first))
			return true;
	}
	return false;
}

static void finish(struct result_unit *unit, unsigned direction,
		   const struct sums *sums, struct arena *arena,
		   struct arena *bins)
{
	const struct job_options *o = unit->options;
	const struct percentiles *list =
		o->lat_percentiles || o->clat_percentiles ? &o->percentile_list
							  : NULL;
	struct result_direction *r = &unit->direction[direction];
	struct result_priority *priorities =
		arena_calloc(arena, sums->count, sizeof(priorities[0]));
	uint64_t total = 0;

	for (size_t i = 0; i < sums->count; i++)
		total += sums->items[i].sum->summary.count;
	for (size_t i = 0; i < sums->count; i++) {
		struct latency_sum *sum = sums->items[i].sum;

		priorities[i] = (struct result_priority){
			.priority = io_priority_decode(sums->items[i].priority),
			.share = result_share(sum->summary.count, total, 0),
			.latency = latency_sum_result(sum, list, bins),
		};
	}
	r->priorities = priorities;
	r->priority_count = sums->count;
}

void result_add_priorities(struct result_unit *unit, unsigned direction,
			   struct arena *arena, struct arena *bins)
{
	unsigned first = direction == RESULT_MIXED ? 0 : direction;
	unsigned last = direction == RESULT_MIXED ? DIRECTION_COUNT - 1 : first;
	struct sums sums = { .count = 0 };

	if (!may_differ(unit))
		return;
	for (size_t i = 0; i < unit->job_count; i++)
		for (unsigned d = first; d <= last; d++)
			add_member(&sums, &unit->members[i], d,
				   unit->options->lat_percentiles);
	if (sums.count > 1)
		finish(unit, direction, &sums, arena, bins);
	for (size_t i = 0; i < sums.count; i++)
		free(sums.items[i].sum);
	free(sums.items);
}
