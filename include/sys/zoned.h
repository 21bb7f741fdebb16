#ifndef RUNNER_SYS_ZONED_H
#define RUNNER_SYS_ZONED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Zones of zoned block devices, by the kernel's ioctls (linux/blkzoned.h). What
 * it tells comes through a function that stands for ioctl(2), so that none of
 * this needs a device. All sizes are in bytes.
 */
struct zoned_control {
	int (*ioctl)(int fd, unsigned long request, void *argument);
};

/* ioctl(2) itself. */
extern const struct zoned_control zoned_kernel;

struct zoned_zone {
	uint64_t start;
	uint64_t length;
	uint64_t capacity; /* from `start` on that can be written */
	uint64_t written;  /* up to the write pointer; all of it if full */
	bool sequential;   /* is to be written in order */
	bool usable;       /* neither offline nor read-only */
};

/* The length of a zone, or 0: it is no zoned device. */
uint64_t zoned_zone_size(int fd, const struct zoned_control *control);

/*
 * Up to `max` zones from the one on that holds `offset`. Returns how many, or
 * -errno.
 */
int zoned_report(int fd, const struct zoned_control *control, uint64_t offset,
		 struct zoned_zone *zones, unsigned max);

/* Make a zone empty, or full. 0 or -errno. */
int zoned_reset(int fd, const struct zoned_control *control, uint64_t start,
		uint64_t length);
int zoned_finish(int fd, const struct zoned_control *control, uint64_t start,
		 uint64_t length);

/*
 * How many zones of the device may be written at a time, by /sys below
 * `root`; 0: no limit.
 */
uint64_t zoned_open_limit(const char *root, dev_t device);

#endif
