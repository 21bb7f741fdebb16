#include "sys/blockdev.h"

#include "base/alloc.h"
#include "sys/mounts.h"
#include "sys/sysfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* A device whose use is a use of the one in question. */
struct layer {
	dev_t number;
	char *folder; /* in /sys, or NULL */
	char *name;   /* in /sys; "" where that doesn't tell */
	char *node;   /* "/dev/dm-0" */
	char *mapped; /* "/dev/mapper/data-home", or NULL */
	bool is_holder;
};

/* The device itself first, then what is on it, nearest first. */
struct layers {
	struct layer *layer;
	size_t count;
};

/* In /sys a "!" stands for a slash in the name of a device. */
static char *node_of(const struct layer *l)
{
	char *node, *mark;

	if (*l->name == '\0')
		return xasprintf("/dev/block/%u:%u", major(l->number),
				 minor(l->number));
	node = xasprintf("/dev/%s", l->name);
	while ((mark = strchr(node, '!')))
		*mark = '/';
	return node;
}

static char *mapped_of(const struct layer *l)
{
	char *name = l->folder ? sysfile_read("%s/dm/name", l->folder) : NULL;
	char *path = name ? xasprintf("/dev/mapper/%s", name) : NULL;

	free(name);
	return path;
}

static void layers_add(struct layers *layers, const char *root, dev_t number,
		       bool is_holder)
{
	struct layer *l;

	for (size_t i = 0; i < layers->count; i++) {
		if (layers->layer[i].number == number)
			return;
	}
	layers->layer = xreallocarray(layers->layer, layers->count + 1,
				      sizeof(*layers->layer));
	l = &layers->layer[layers->count++];
	l->number = number;
	l->is_holder = is_holder;
	l->folder = blockdev_folder(root, number);
	l->name = xstrdup(l->folder ? strrchr(l->folder, '/') + 1 : "");
	l->node = node_of(l);
	l->mapped = mapped_of(l);
}

static void layers_free(struct layers *layers)
{
	for (size_t i = 0; i < layers->count; i++) {
		free(layers->layer[i].folder);
		free(layers->layer[i].name);
		free(layers->layer[i].node);
		free(layers->layer[i].mapped);
	}
	free(layers->layer);
}

static void add_partitions(struct layers *layers, const char *root, size_t of)
{
	/* The list may move when it grows, what its entries point to doesn't.
	 */
	const char *folder = layers->layer[of].folder;
	bool is_holder = layers->layer[of].is_holder;
	struct sysfile_names names = sysfile_names("%s", folder);
	dev_t number;

	for (size_t i = 0; i < names.count; i++) {
		if (sysfile_exists("%s/%s/partition", folder, names.name[i]) &&
		    blockdev_number(root, names.name[i], &number))
			layers_add(layers, root, number, is_holder);
	}
	sysfile_names_free(&names);
}

static void add_holders(struct layers *layers, const char *root, size_t of)
{
	struct sysfile_names names =
		sysfile_names("%s/holders", layers->layer[of].folder);
	dev_t number;

	for (size_t i = 0; i < names.count; i++) {
		if (blockdev_number(root, names.name[i], &number))
			layers_add(layers, root, number, true);
	}
	sysfile_names_free(&names);
}

static struct layers layers_of(const char *root, dev_t number)
{
	struct layers layers = { NULL, 0 };

	layers_add(&layers, root, number, false);
	/* The list grows while it is walked. */
	for (size_t i = 0; i < layers.count; i++) {
		if (!layers.layer[i].folder)
			continue;
		add_partitions(&layers, root, i);
		add_holders(&layers, root, i);
	}
	return layers;
}

/* The path that people know it by. */
static const char *device_path(const struct layer *l)
{
	return l->mapped ? l->mapped : l->node;
}

/* Whether `path` is the device, on a live system by whatever link. */
static bool is_path_of(const struct layer *l, const char *root,
		       const char *path)
{
	struct stat st;

	if (strcmp(path, l->node) == 0 ||
	    (l->mapped && strcmp(path, l->mapped) == 0))
		return true;
	return *root == '\0' && *path == '/' && stat(path, &st) == 0 &&
	       S_ISBLK(st.st_mode) && st.st_rdev == l->number;
}

static bool is_mounted(const struct layer *l, const char *root,
		       const struct mounts *mounts, const char **point)
{
	for (size_t i = 0; i < mounts->count; i++) {
		const struct mount *m = &mounts->mount[i];

		if (m->number == l->number || is_path_of(l, root, m->source)) {
			*point = m->point;
			return true;
		}
	}
	return false;
}

/*
 * A btrfs file system of several devices names one of them as its source, and
 * no other has a holder: this list is where the others are found.
 */
static bool is_in_btrfs(const struct layer *l, const char *root)
{
	struct sysfile_names ids = sysfile_names("%s/sys/fs/btrfs", root);
	bool found = false;

	for (size_t i = 0; *l->name && i < ids.count && !found; i++)
		found = sysfile_exists("%s/sys/fs/btrfs/%s/devices/%s", root,
				       ids.name[i], l->name);
	sysfile_names_free(&ids);
	return found;
}

/* Lines "PATH partition SIZE USED PRIORITY" below a heading. */
static bool is_swap(const struct layer *l, const char *root, const char *swaps)
{
	char *copy = xstrdup(swaps);
	char *rest = copy;
	bool found = false;
	char *line;

	while (!found && (line = sysfile_line(&rest))) {
		line[strcspn(line, " \t")] = '\0';
		sysfile_unescape(line);
		found = is_path_of(l, root, line);
	}
	free(copy);
	return found;
}

/* What is known of uses, read once. */
struct uses {
	const char *root;
	struct mounts mounts;
	char *swaps;
};

static enum blockdev_use layer_use(const struct layer *l,
				   const struct uses *uses, char *what,
				   size_t size)
{
	const char *on_it = l->is_holder ? ", which is built on it," : "";
	const char *path = device_path(l);
	const char *point;

	if (is_mounted(l, uses->root, &uses->mounts, &point)) {
		snprintf(what, size, "%s%s is mounted at %s", path, on_it,
			 point);
		return BLOCKDEV_MOUNTED;
	}
	if (is_in_btrfs(l, uses->root)) {
		snprintf(what, size,
			 "%s%s is part of a mounted btrfs file system", path,
			 on_it);
		return BLOCKDEV_MOUNTED;
	}
	if (is_swap(l, uses->root, uses->swaps)) {
		snprintf(what, size, "%s%s is used as swap", path, on_it);
		return BLOCKDEV_SWAP;
	}
	return BLOCKDEV_FREE;
}

static enum blockdev_use layers_use(const struct layers *layers,
				    const struct uses *uses, char *what,
				    size_t size)
{
	enum blockdev_use use;

	for (size_t i = 0; i < layers->count; i++) {
		use = layer_use(&layers->layer[i], uses, what, size);
		if (use != BLOCKDEV_FREE)
			return use;
	}
	for (size_t i = 0; i < layers->count; i++) {
		if (!layers->layer[i].is_holder)
			continue;
		snprintf(what, size, "%s is built on it",
			 device_path(&layers->layer[i]));
		return BLOCKDEV_HELD;
	}
	return BLOCKDEV_FREE;
}

enum blockdev_use blockdev_in_use(const char *root, dev_t number, char *what,
				  size_t size)
{
	struct layers layers = layers_of(root, number);
	struct uses uses = {
		.root = root,
		.mounts = mounts_read(root),
		.swaps = sysfile_text("%s/proc/swaps", root),
	};
	enum blockdev_use use;

	if (size)
		*what = '\0';
	use = layers_use(&layers, &uses, what, size);
	layers_free(&layers);
	mounts_free(&uses.mounts);
	free(uses.swaps);
	return use;
}
