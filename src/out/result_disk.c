#include "result_disk.h"

static void counters_add(struct disk_counters *into,
			 const struct disk_counters *from)
{
	for (int i = 0; i < 2; i++) {
		into->ios[i] += from->ios[i];
		into->merges[i] += from->merges[i];
		into->sectors[i] += from->sectors[i];
		into->ticks_ms[i] += from->ticks_ms[i];
	}
	into->in_queue_ms += from->in_queue_ms;
	into->busy_ms += from->busy_ms;
}

static void counters_divide(struct disk_counters *c, uint64_t by)
{
	for (int i = 0; i < 2; i++) {
		c->ios[i] /= by;
		c->merges[i] /= by;
		c->sectors[i] /= by;
		c->ticks_ms[i] /= by;
	}
	c->in_queue_ms /= by;
	c->busy_ms /= by;
}

static struct result_disk make_disk(const struct diskstats *stats,
				    const struct disk *disk)
{
	struct result_disk r = {
		.name = disk->name,
		.delta = disk_delta(disk),
		.utilization = disk_utilization(disk),
		.member_count = disk->member_count,
	};

	for (size_t i = 0; i < disk->member_count; i++) {
		const struct disk *member = &stats->disks[disk->members[i]];
		struct disk_counters delta = disk_delta(member);
		double utilization = disk_utilization(member);

		counters_add(&r.member_mean, &delta);
		if (utilization > r.member_utilization)
			r.member_utilization = utilization;
	}
	if (disk->member_count)
		counters_divide(&r.member_mean, disk->member_count);
	return r;
}

void result_add_disks(struct result *result, const struct diskstats *stats)
{
	struct result_disk *disks =
		arena_calloc(result->arena, stats->count, sizeof(disks[0]));

	for (size_t i = 0; i < stats->count; i++)
		disks[i] = make_disk(stats, &stats->disks[i]);
	result->disks = disks;
	result->disk_count = stats->count;
}
