#include "stat/priority_stats.h"

#include <sys/mman.h>

static struct priority_latency *find(const struct priority_stats *stats,
				     unsigned direction, uint16_t priority)
{
	struct priority_latency *list = stats->of[direction];

	for (size_t i = 0; i < stats->count[direction]; i++)
		if (list[i].priority == priority)
			return &list[i];
	return NULL;
}

static void fill(struct priority_stats *stats, unsigned direction,
		 const uint16_t *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!find(stats, direction, list[i]))
			stats->of[direction][stats->count[direction]++]
				.priority = list[i];
}

/* As with pages of jobs, memory is taken when it is first used. */
struct priority_stats *
priority_stats_map(const uint16_t *const list[DIRECTION_COUNT],
		   const size_t count[DIRECTION_COUNT])
{
	size_t size = sizeof(struct priority_stats);
	struct priority_latency *next;
	struct priority_stats *stats;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		size += count[d] * sizeof(*next);
	stats = mmap(NULL, size, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stats == MAP_FAILED)
		return NULL;
	stats->size = size;
	next = (struct priority_latency *)(stats + 1);
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		stats->of[d] = next;
		next += count[d];
		fill(stats, d, list[d], count[d]);
	}
	return stats;
}

void priority_stats_unmap(struct priority_stats *stats)
{
	if (stats)
		munmap(stats, stats->size);
}

void priority_stats_add(struct priority_stats *stats, unsigned direction,
			uint16_t priority, uint64_t ns)
{
	struct priority_latency *l = find(stats, direction, priority);

	if (l)
		latency_add(&l->latency, ns);
}

void priority_stats_reset(struct priority_stats *stats)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		for (size_t i = 0; i < stats->count[d]; i++)
			latency_stats_reset(&stats->of[d][i].latency);
}
