#ifndef RUNNER_SYS_FILESYSTEM_H
#define RUNNER_SYS_FILESYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/* The mount that a path lies on. Strings are "" where unknown. */
struct filesystem {
	char *type;        /* "ext4" */
	char *mount_point; /* "/" */
	/*
	 * Mount and superblock options, joined by ",": first "rw", or "ro" if
	 * either says so, then each other option once.
	 */
	char *options;
	char *source; /* "/dev/vda1" */
	dev_t device; /* st_dev of files on it */
	uint64_t size_bytes;
	uint64_t free_bytes; /* for this user */
};

/*
 * Of `path`, or of its nearest folder that exists. `root` stands before
 * /proc/self/mountinfo. Where it isn't "", `path` has to be absolute, is not
 * looked up, and there are no sizes. Returns NULL when no such mount is found.
 */
struct filesystem *filesystem_read(const char *root, const char *path);
void filesystem_free(struct filesystem *fs);

#endif
