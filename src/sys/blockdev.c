#include "sys/blockdev.h"

#include "base/alloc.h"
#include "sys/sysfile.h"

#include <blkid/blkid.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* What /sys and /proc/partitions call a sector, whatever the device's is. */
enum { SECTOR_BYTES = 512 };

static bool parse_number(const char *text, dev_t *number)
{
	unsigned major, minor;

	if (sscanf(text, "%u:%u", &major, &minor) != 2)
		return false;
	*number = makedev(major, minor);
	return true;
}

bool blockdev_number(const char *root, const char *name, dev_t *number)
{
	char *text = sysfile_text("%s/sys/class/block/%s/dev", root, name);
	bool found = parse_number(text, number);

	free(text);
	return found;
}

char *blockdev_folder(const char *root, dev_t number)
{
	char *link = xasprintf("%s/sys/dev/block/%u:%u", root, major(number),
			       minor(number));
	char *folder = realpath(link, NULL);

	free(link);
	return folder;
}

/* The chosen word of "none [mq-deadline] kyber"; a lone one may be bare. */
static char *read_scheduler(const char *folder)
{
	char *text = sysfile_text("%s/queue/scheduler", folder);
	char *open = strchr(text, '[');
	size_t length;

	if (open) {
		length = strcspn(open + 1, "]");
		memmove(text, open + 1, length);
		text[length] = '\0';
	}
	return text;
}

static unsigned read_unsigned(const char *folder, const char *file)
{
	return (unsigned)sysfile_number("%s/%s", folder, file);
}

/* What the device takes at once; else what its queue in the kernel does. */
static unsigned read_queue_depth(const char *folder)
{
	unsigned depth = read_unsigned(folder, "device/queue_depth");

	return depth ? depth : read_unsigned(folder, "queue/nr_requests");
}

/* Disks have a model, memory cards a name. */
static char *read_model(const char *folder)
{
	char *model = sysfile_text("%s/device/model", folder);

	if (*model)
		return model;
	free(model);
	return sysfile_text("%s/device/name", folder);
}

static struct blockdev *read_folder(const char *folder, dev_t number)
{
	struct blockdev *d = xcalloc(1, sizeof(*d));
	struct sysfile_names slaves = sysfile_names("%s/slaves", folder);

	d->name = xstrdup(strrchr(folder, '/') + 1);
	d->number = number;
	d->model = read_model(folder);
	d->size_bytes = sysfile_number("%s/size", folder) * SECTOR_BYTES;
	d->logical_block = read_unsigned(folder, "queue/logical_block_size");
	d->physical_block = read_unsigned(folder, "queue/physical_block_size");
	d->rotational = read_unsigned(folder, "queue/rotational") != 0;
	d->scheduler = read_scheduler(folder);
	d->write_cache = sysfile_text("%s/queue/write_cache", folder);
	d->queue_depth = read_queue_depth(folder);
	d->discard_max_bytes =
		sysfile_number("%s/queue/discard_max_bytes", folder);
	d->raid_level = sysfile_text("%s/md/level", folder);
	d->members = slaves.name;
	d->member_count = slaves.count;
	return d;
}

/* From the folder of a partition to that of the whole device it is in. */
static void to_whole(char *folder)
{
	if (sysfile_exists("%s/partition", folder))
		*strrchr(folder, '/') = '\0';
}

struct blockdev *blockdev_read(const char *root, dev_t number)
{
	char *folder = blockdev_folder(root, number);
	struct blockdev *device = NULL;
	char *text;
	dev_t whole;

	if (!folder)
		return NULL;
	to_whole(folder);
	text = sysfile_text("%s/dev", folder);
	if (parse_number(text, &whole))
		device = read_folder(folder, whole);
	free(text);
	free(folder);
	return device;
}

void blockdev_free(struct blockdev *device)
{
	struct sysfile_names members;

	if (!device)
		return;
	members =
		(struct sysfile_names){ device->members, device->member_count };
	sysfile_names_free(&members);
	free(device->name);
	free(device->model);
	free(device->scheduler);
	free(device->write_cache);
	free(device->raid_level);
	free(device);
}

static const char *probe_value(blkid_probe probe, const char *name)
{
	const char *value;

	return blkid_probe_lookup_value(probe, name, &value, NULL) == 0 ? value
									: NULL;
}

/* The first of the signatures that `probe` finds, in words. */
static char *describe(blkid_probe probe)
{
	const char *type, *usage, *table;

	/*
	 * Not blkid_do_safeprobe(): it tells nothing where there are several
	 * that contradict each other, and what matters is whether there is any.
	 */
	if (blkid_do_probe(probe) != 0)
		return xstrdup("");
	type = probe_value(probe, "TYPE");
	usage = probe_value(probe, "USAGE");
	table = probe_value(probe, "PTTYPE");
	if (type && usage && strcmp(usage, "filesystem") == 0)
		return xasprintf("%s file system", type);
	if (type)
		return xasprintf("%s signature", type);
	if (table)
		return xasprintf("%s partition table", table);
	return xstrdup("unknown signature");
}

static char *probe_descriptor(int fd)
{
	blkid_probe probe = blkid_new_probe();
	char *found;

	if (!probe)
		return xstrdup("");
	blkid_probe_enable_superblocks(probe, 1);
	blkid_probe_set_superblocks_flags(probe, BLKID_SUBLKS_TYPE |
							 BLKID_SUBLKS_USAGE);
	blkid_probe_enable_partitions(probe, 1);
	found = blkid_probe_set_device(probe, fd, 0, 0) == 0 ? describe(probe)
							     : xstrdup("");
	blkid_free_probe(probe);
	return found;
}

char *blockdev_signature(const char *path)
{
	/* Not to wait for a pipe's other end, should it be one. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *found;

	if (fd < 0)
		return xstrdup("");
	found = probe_descriptor(fd);
	close(fd);
	return found;
}
