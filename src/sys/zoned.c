#include "sys/zoned.h"

#include "sys/blockdev.h"
#include "sys/sysfile.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include <linux/blkzoned.h>

/* What the kernel counts in, whatever the device. */
#define SECTOR UINT64_C(512)

/* Since Linux 5.5 and 5.9; in older headers the request is not there. */
#ifndef BLKFINISHZONE
#define BLKFINISHZONE _IOW(0x12, 136, struct blk_zone_range)
#endif

static int call_ioctl(int fd, unsigned long request, void *argument)
{
	return ioctl(fd, request, argument);
}

const struct zoned_control zoned_kernel = { call_ioctl };

uint64_t zoned_zone_size(int fd, const struct zoned_control *control)
{
	uint32_t sectors = 0;

	if (control->ioctl(fd, BLKGETZONESZ, &sectors) < 0)
		return 0;
	return sectors * SECTOR;
}

static struct zoned_zone zone_of(const struct blk_zone *z, bool has_capacity)
{
	struct zoned_zone zone = {
		.start = z->start * SECTOR,
		.length = z->len * SECTOR,
		.capacity = (has_capacity ? z->capacity : z->len) * SECTOR,
		.sequential = z->type != BLK_ZONE_TYPE_CONVENTIONAL,
		.usable = z->cond != BLK_ZONE_COND_READONLY &&
			  z->cond != BLK_ZONE_COND_OFFLINE,
	};

	if (!zone.sequential || z->cond == BLK_ZONE_COND_FULL)
		zone.written = zone.capacity;
	else if (z->cond != BLK_ZONE_COND_EMPTY && zone.usable)
		zone.written = (z->wp - z->start) * SECTOR;
	return zone;
}

int zoned_report(int fd, const struct zoned_control *control, uint64_t offset,
		 struct zoned_zone *zones, unsigned max)
{
	struct blk_zone_report *report =
		calloc(1, sizeof(*report) + max * sizeof(struct blk_zone));
	int count = -ENOMEM;

	if (!report)
		return count;
	report->sector = offset / SECTOR;
	report->nr_zones = max;
	if (control->ioctl(fd, BLKREPORTZONE, report) < 0) {
		count = -errno;
	} else {
		count = (int)report->nr_zones;
		for (int i = 0; i < count; i++)
			zones[i] =
				zone_of(&report->zones[i],
					report->flags & BLK_ZONE_REP_CAPACITY);
	}
	free(report);
	return count;
}

static int manage(int fd, const struct zoned_control *control,
		  unsigned long request, uint64_t start, uint64_t length)
{
	struct blk_zone_range range = { start / SECTOR, length / SECTOR };

	return control->ioctl(fd, request, &range) < 0 ? -errno : 0;
}

int zoned_reset(int fd, const struct zoned_control *control, uint64_t start,
		uint64_t length)
{
	return manage(fd, control, BLKRESETZONE, start, length);
}

int zoned_finish(int fd, const struct zoned_control *control, uint64_t start,
		 uint64_t length)
{
	return manage(fd, control, BLKFINISHZONE, start, length);
}

static uint64_t smaller_limit(uint64_t a, uint64_t b)
{
	if (!a || !b)
		return a ? a : b;
	return a < b ? a : b;
}

uint64_t zoned_open_limit(const char *root, dev_t device)
{
	char *folder = blockdev_folder(root, device);
	uint64_t limit = 0;

	if (folder)
		limit = smaller_limit(
			sysfile_number("%s/queue/max_open_zones", folder),
			sysfile_number("%s/queue/max_active_zones", folder));
	free(folder);
	return limit;
}
