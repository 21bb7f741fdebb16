#include "sys/diskstats.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "sys/blockdev.h"
#include "sys/sysfile.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct diskstats *diskstats_new(const char *root)
{
	struct diskstats *stats = xcalloc(1, sizeof(*stats));

	stats->root = root;
	return stats;
}

void diskstats_free(struct diskstats *stats)
{
	if (!stats)
		return;
	for (size_t i = 0; i < stats->count; i++) {
		free(stats->disks[i].name);
		free(stats->disks[i].members);
	}
	free(stats->disks);
	free(stats);
}

enum { STAT_FIELDS = 11 };

/* False, and `c` as it was, when the device is gone. */
static bool read_counters(const char *root, const char *name,
			  struct disk_counters *c)
{
	char *text = sysfile_read("%s/sys/block/%s/stat", root, name);
	uint64_t field[STAT_FIELDS] = { 0 };
	const char *at = text;
	unsigned count = 0;

	while (at && count < STAT_FIELDS) {
		char *end;

		field[count] = strtoull(at, &end, 10);
		if (end == at)
			break;
		at = end;
		count++;
	}
	free(text);
	if (count < STAT_FIELDS)
		return false;
	*c = (struct disk_counters){
		.ios = { field[0], field[4] },
		.merges = { field[1], field[5] },
		.sectors = { field[2], field[6] },
		.ticks_ms = { field[3], field[7] },
		/* field[8] is a level, not a count: what is in flight. */
		.busy_ms = field[9],
		.in_queue_ms = field[10],
	};
	return true;
}

/* The place of the disk called `name`, added if need be. */
static size_t disk_place(struct diskstats *stats, const char *name,
			 bool is_member)
{
	struct disk *d;
	size_t i;

	for (i = 0; i < stats->count; i++) {
		if (strcmp(stats->disks[i].name, name) == 0)
			return i;
	}
	stats->disks = xreallocarray(stats->disks, stats->count + 1,
				     sizeof(*stats->disks));
	d = &stats->disks[stats->count++];
	memset(d, 0, sizeof(*d));
	d->name = xstrdup(name);
	d->is_member = is_member;
	read_counters(stats->root, name, &d->first);
	d->first_ns = clock_now();
	d->last = d->first;
	d->last_ns = d->first_ns;
	return i;
}

/* Two partitions of a disk can be members of the same device. */
static void add_member(struct disk *d, size_t place)
{
	for (size_t i = 0; i < d->member_count; i++) {
		if (d->members[i] == place)
			return;
	}
	d->members = xreallocarray(d->members, d->member_count + 1,
				   sizeof(*d->members));
	d->members[d->member_count++] = place;
}

static void add_members(struct diskstats *stats, size_t place)
{
	struct blockdev *whole;
	dev_t number;

	if (!blockdev_number(stats->root, stats->disks[place].name, &number))
		return;
	whole = blockdev_read(stats->root, number);
	for (size_t i = 0; whole && i < whole->member_count; i++) {
		struct blockdev *member = NULL;

		if (blockdev_number(stats->root, whole->members[i], &number))
			member = blockdev_read(stats->root, number);
		if (member) {
			size_t m = disk_place(stats, member->name, true);

			add_member(&stats->disks[place], m);
		}
		blockdev_free(member);
	}
	blockdev_free(whole);
}

void diskstats_add(struct diskstats *stats, dev_t number)
{
	struct blockdev *device = blockdev_read(stats->root, number);
	size_t before = stats->count;
	size_t place;

	if (!device)
		return;
	place = disk_place(stats, device->name, false);
	stats->disks[place].is_member = 0;
	blockdev_free(device);
	/* Members are added at the end, and so get theirs in their turn. */
	for (size_t i = before; i < stats->count; i++)
		add_members(stats, i);
}

void diskstats_update(struct diskstats *stats)
{
	for (size_t i = 0; i < stats->count; i++) {
		struct disk *d = &stats->disks[i];

		if (read_counters(stats->root, d->name, &d->last))
			d->last_ns = clock_now();
	}
}

/* Some counters have 32 bits in some kernels, and start again at 0. */
static uint64_t difference(uint64_t first, uint64_t last)
{
	if (last < first && first <= UINT32_MAX)
		return (uint32_t)(last - first);
	return last - first;
}

struct disk_counters disk_delta(const struct disk *disk)
{
	const struct disk_counters *a = &disk->first;
	const struct disk_counters *b = &disk->last;
	struct disk_counters d;

	for (int i = 0; i < 2; i++) {
		d.ios[i] = difference(a->ios[i], b->ios[i]);
		d.merges[i] = difference(a->merges[i], b->merges[i]);
		d.sectors[i] = difference(a->sectors[i], b->sectors[i]);
		d.ticks_ms[i] = difference(a->ticks_ms[i], b->ticks_ms[i]);
	}
	d.in_queue_ms = difference(a->in_queue_ms, b->in_queue_ms);
	d.busy_ms = difference(a->busy_ms, b->busy_ms);
	return d;
}

double disk_utilization(const struct disk *disk)
{
	uint64_t busy_ms = disk_delta(disk).busy_ms;
	double elapsed_ns, share;

	if (disk->last_ns <= disk->first_ns)
		return 0;
	elapsed_ns = (double)(disk->last_ns - disk->first_ns);
	share = 100 * (double)busy_ms * (double)NSEC_PER_MSEC / elapsed_ns;
	return share < 100 ? share : 100;
}
