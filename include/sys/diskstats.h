#ifndef RUNNER_SYS_DISKSTATS_H
#define RUNNER_SYS_DISKSTATS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Counters of the block devices that jobs use: /sys/block/NAME/stat at the
 * start, read again at the end and subtracted (Documentation/block/stat.rst of
 * the kernel). Members of md and dm devices are followed.
 */
struct disk_counters {
	uint64_t ios[2]; /* read, write */
	uint64_t merges[2];
	uint64_t sectors[2]; /* of 512 bytes */
	uint64_t ticks_ms[2];
	uint64_t in_queue_ms;
	uint64_t busy_ms; /* io_ticks */
};

struct disk {
	char *name;
	struct disk_counters first;
	struct disk_counters last;
	uint64_t first_ns; /* CLOCK_MONOTONIC of the readings */
	uint64_t last_ns;
	int is_member;   /* listed for the sake of a device above it */
	size_t *members; /* places in diskstats.disks, for md and dm */
	size_t member_count;
};

struct diskstats {
	const char *root;   /* stands before /sys, as in host_read() */
	struct disk *disks; /* in order of first use, members after theirs */
	size_t count;
};

struct diskstats *diskstats_new(const char *root);
void diskstats_free(struct diskstats *stats);

/*
 * Watch the device that `number` is or is a partition of, and its members.
 * Takes the first reading. Adding one twice does nothing, and neither does a
 * number that is no block device.
 */
void diskstats_add(struct diskstats *stats, dev_t number);

/* Take the last reading of every device. */
void diskstats_update(struct diskstats *stats);

/* last - first of each counter, and the share of time busy: 0-100 %. */
struct disk_counters disk_delta(const struct disk *disk);
double disk_utilization(const struct disk *disk);

#endif
