#include "targets.h"

#include "base/alloc.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

static int stat_folder(const char *path, struct stat *st)
{
	char *copy = xstrdup(path);
	int found = stat(dirname(copy), st);

	free(copy);
	return found;
}

/* The device that a file's data is on; 0 where there is none. */
static dev_t device_of(const struct layout_file *file)
{
	struct stat st;

	if (!file->path || file->kind == FILE_NONE ||
	    file->kind == FILE_CHARACTER)
		return 0;
	if (stat(file->path, &st) < 0 && stat_folder(file->path, &st) < 0)
		return 0;
	return S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
}

/* Whether `device` is new; if so, it no longer is. */
static bool note_device(struct targets *t, dev_t device)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->devices[i] == device)
			return false;
	t->devices =
		xreallocarray(t->devices, t->count + 1, sizeof(*t->devices));
	t->devices[t->count] = device;
	return true;
}

static void add_target(struct targets *t, const struct layout_file *file,
		       dev_t device)
{
	t->list = xreallocarray(t->list, t->count + 1, sizeof(*t->list));
	t->list[t->count++] = (struct result_target){
		.path = file->path,
		.filesystem = file->kind == FILE_REGULAR
				      ? filesystem_read("", file->path)
				      : NULL,
		.device = blockdev_read("", device),
	};
}

void targets_read(struct targets *targets, const struct layout *layouts,
		  size_t count)
{
	const char *last = NULL;

	*targets = (struct targets){ 0 };
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < layouts[i].file_count; k++) {
			const struct layout_file *file = &layouts[i].files[k];
			dev_t device;

			/* Clones of a job share their files. */
			if (last && file->path && strcmp(last, file->path) == 0)
				continue;
			last = file->path;
			device = device_of(file);
			if (device && note_device(targets, device))
				add_target(targets, file, device);
		}
	}
}

void targets_free(struct targets *targets)
{
	for (size_t i = 0; i < targets->count; i++) {
		filesystem_free(
			(struct filesystem *)targets->list[i].filesystem);
		blockdev_free((struct blockdev *)targets->list[i].device);
	}
	free(targets->list);
	free(targets->devices);
}

void targets_watch(struct diskstats *disks, const struct layout *layout)
{
	for (size_t i = 0; i < layout->file_count; i++) {
		dev_t device = device_of(&layout->files[i]);

		if (device)
			diskstats_add(disks, device);
	}
}
