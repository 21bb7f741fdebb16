#include "sys/filesystem.h"

#include "base/alloc.h"
#include "sys/mounts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* Cut the last part off `path`; false when there is none left. */
static bool to_parent(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || strcmp(path, "/") == 0 || strcmp(path, ".") == 0)
		return false;
	slash[slash == path] = '\0';
	return true;
}

/*
 * `path`, or its nearest folder that exists, in full and without symbolic
 * links; NULL if not even the working directory does.
 */
static char *nearest_existing(const char *path)
{
	char *at = path[0] == '/' ? xstrdup(path) : xasprintf("./%s", path);
	char *real;

	do {
		real = realpath(at, NULL);
	} while (!real && to_parent(at));
	free(at);
	return real;
}

/*
 * The mount with the longest path above `path`, the last one where several lie
 * over each other. With a `device`, of those with this st_dev only.
 */
static const struct mount *mount_of(const struct mounts *mounts,
				    const char *path, const dev_t *device)
{
	const struct mount *best = NULL;

	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *m = &mounts->mount[i];

		if (!mount_path_below(path, m->point))
			continue;
		if (device && m->number != *device)
			continue;
		if (!best || strlen(m->point) >= strlen(best->point))
			best = m;
	}
	return best;
}

/* `joined`, which is freed, and those of `options` that it does not have. */
static char *append_options(char *joined, const char *options)
{
	char *copy = xstrdup(options);
	char *rest = copy;
	char *option;

	while ((option = strsep(&rest, ","))) {
		char *longer;

		if (strcmp(option, "rw") == 0 || *option == '\0' ||
		    mount_option_has(joined, option))
			continue;
		longer = xasprintf("%s,%s", joined, option);
		free(joined);
		joined = longer;
	}
	free(copy);
	return joined;
}

/*
 * The options of the mount and of its file system as one list. It starts with
 * whether one can write, for which both have to allow it.
 */
static char *joined_options(const struct mount *m)
{
	bool is_read_only = mount_option_has(m->options, "ro") ||
			    mount_option_has(m->super_options, "ro");
	char *joined = xstrdup(is_read_only ? "ro" : "rw");

	joined = append_options(joined, m->options);
	return append_options(joined, m->super_options);
}

static void read_sizes(struct filesystem *fs, const char *path)
{
	struct statvfs v;

	if (statvfs(path, &v) != 0)
		return;
	fs->size_bytes = (uint64_t)v.f_blocks * v.f_frsize;
	fs->free_bytes = (uint64_t)v.f_bavail * v.f_frsize;
}

static struct filesystem *filesystem_new(const struct mount *m)
{
	struct filesystem *fs = xcalloc(1, sizeof(*fs));

	fs->type = xstrdup(m->type);
	fs->mount_point = xstrdup(m->point);
	fs->options = joined_options(m);
	fs->source = xstrdup(m->source);
	fs->device = m->number;
	return fs;
}

/* On the running system: by what stat() says, where mountinfo agrees. */
static struct filesystem *read_live(const struct mounts *mounts,
				    const char *path)
{
	char *real = nearest_existing(path);
	const struct mount *m = NULL;
	struct filesystem *fs = NULL;
	struct stat st;

	if (!real)
		return NULL;
	if (stat(real, &st) == 0) {
		m = mount_of(mounts, real, &st.st_dev);
		/* A btrfs subvolume has a device number of its own. */
		if (!m)
			m = mount_of(mounts, real, NULL);
	}
	if (m) {
		fs = filesystem_new(m);
		fs->device = st.st_dev;
		read_sizes(fs, real);
	}
	free(real);
	return fs;
}

struct filesystem *filesystem_read(const char *root, const char *path)
{
	struct mounts mounts = mounts_read(root);
	struct filesystem *fs = NULL;
	const struct mount *m;

	if (*root == '\0') {
		fs = read_live(&mounts, path);
	} else {
		m = mount_of(&mounts, path, NULL);
		if (m)
			fs = filesystem_new(m);
	}
	mounts_free(&mounts);
	return fs;
}

void filesystem_free(struct filesystem *fs)
{
	if (!fs)
		return;
	free(fs->type);
	free(fs->mount_point);
	free(fs->options);
	free(fs->source);
	free(fs);
}
