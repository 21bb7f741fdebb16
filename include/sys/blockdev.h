#ifndef RUNNER_SYS_BLOCKDEV_H
#define RUNNER_SYS_BLOCKDEV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A whole block device, never a partition. Strings are "" where unknown. */
struct blockdev {
	char *name; /* in /sys/block: "nvme0n1" */
	dev_t number;
	char *model;
	uint64_t size_bytes;
	unsigned logical_block;  /* bytes; what direct I/O has to align to */
	unsigned physical_block; /* bytes */
	bool rotational;
	char *scheduler;   /* the chosen one: "mq-deadline", "none" */
	char *write_cache; /* "write back", "write through" */
	unsigned queue_depth;
	uint64_t discard_max_bytes; /* 0: no trim */
	char *raid_level;           /* of an md device: "raid10" */
	char **members;             /* names below a dm or md device */
	size_t member_count;
};

/*
 * The whole device that `number` is, or is a partition of. NULL when it is
 * none (a network or memory file system) or /sys doesn't know it. `root`
 * stands before /sys, as in host_read().
 */
struct blockdev *blockdev_read(const char *root, dev_t number);
void blockdev_free(struct blockdev *device);

/* The number of the device or partition that /sys calls `name`. */
bool blockdev_number(const char *root, const char *name, dev_t *number);

/*
 * Of a character device that takes commands to a disk (/dev/ngXnY, /dev/sgN):
 * the number of the block device with the same data. Returns false for any
 * other.
 */
bool blockdev_of_character(const char *root, dev_t character, dev_t *number);

/*
 * The folder in /sys of the device or partition `number`, with `root` and
 * without symbolic links, for the caller to free. NULL if there is none.
 */
char *blockdev_folder(const char *root, dev_t number);

/* What of a device's data is in use: a reason not to write to it. */
enum blockdev_use {
	BLOCKDEV_FREE,
	BLOCKDEV_MOUNTED,
	BLOCKDEV_SWAP,
	BLOCKDEV_HELD, /* by md, dm (LVM, LUKS) or another holder */
};

/*
 * Whether the device or partition `number`, a partition of it or what is built
 * on top of them is mounted, used as swap or held. `what` (of `size` bytes)
 * then says it: "/dev/vda1 is mounted at /". Reads /proc/self/mountinfo,
 * /proc/swaps and /sys below `root`, and follows links in /dev where that is
 * "".
 */
enum blockdev_use blockdev_in_use(const char *root, dev_t number, char *what,
				  size_t size);

/*
 * The file system, partition table or other signature that libblkid finds on
 * `path`, as "ext4 file system" or "gpt partition table"; "" when there is
 * none or it can't be read. Of several, the one that libblkid finds first. The
 * caller frees it.
 */
char *blockdev_signature(const char *path);

#endif
