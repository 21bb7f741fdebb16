#ifndef RUNNER_SYS_MOUNTS_H
#define RUNNER_SYS_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What is mounted: /proc/self/mountinfo (proc(5)), with nothing escaped. */
struct mount {
	dev_t number; /* st_dev of files on it */
	char *root;   /* the folder of the file system that is mounted */
	char *point;
	char *options;
	char *type;
	char *source; /* "/dev/vda1", or any word */
	char *super_options;
};

struct mounts {
	struct mount *mount; /* in the order in which they were mounted */
	size_t count;
	char *text; /* that the strings are pieces of */
};

/* `root` stands before /proc. Empty when the file can't be read. */
struct mounts mounts_read(const char *root);
void mounts_free(struct mounts *mounts);

/* Whether `option` is one of the list `options`, separated by commas. */
bool mount_option_has(const char *options, const char *option);

/* Whether the absolute `path` is the folder `point` or below it. */
bool mount_path_below(const char *path, const char *point);

#endif
