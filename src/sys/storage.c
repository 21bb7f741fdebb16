#include "sys/storage.h"

#include "base/alloc.h"
#include "base/human.h"
#include "sys/blockdev.h"
#include "sys/filesystem.h"
#include "sys/sysfile.h"

#include <stdlib.h>
#include <sys/stat.h>

/* What /sys calls a sector, whatever the device's is. */
enum { SECTOR_BYTES = 512 };

/* The size of a partition is its own. */
static uint64_t size_of(dev_t number)
{
	char *folder = blockdev_folder("", number);
	uint64_t sectors = folder ? sysfile_number("%s/size", folder) : 0;

	free(folder);
	return sectors * SECTOR_BYTES;
}

static void read_device(struct storage *s, dev_t number)
{
	struct blockdev *device = blockdev_read("", number);

	if (!device)
		return;
	s->number = number;
	s->size_bytes = size_of(number);
	s->logical_block = device->logical_block;
	blockdev_free(device);
}

static void read_file_system(struct storage *s, dev_t number)
{
	struct filesystem *fs = filesystem_read("", s->path);

	s->kind = STORAGE_FILE_SYSTEM;
	s->type = xstrdup(fs ? fs->type : "");
	s->device = xstrdup(fs ? fs->source : "");
	read_device(s, number);
	if (fs)
		s->size_bytes = fs->size_bytes;
	filesystem_free(fs);
}

struct storage *storage_read(const char *path)
{
	struct storage *s;
	struct stat st;

	if (stat(path, &st) < 0)
		return NULL;
	s = xcalloc(1, sizeof(*s));
	s->path = xstrdup(path);
	if (S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode)) {
		s->kind =
			S_ISBLK(st.st_mode) ? STORAGE_BLOCK : STORAGE_CHARACTER;
		s->type = xstrdup(S_ISBLK(st.st_mode) ? "block" : "character");
		s->device = xstrdup(path);
		if (S_ISBLK(st.st_mode))
			read_device(s, st.st_rdev);
	} else {
		read_file_system(s, st.st_dev);
	}
	return s;
}

void storage_free(struct storage *storage)
{
	if (!storage)
		return;
	free(storage->path);
	free(storage->type);
	free(storage->device);
	free(storage);
}

char *storage_describe(const struct storage *storage)
{
	char size[HUMAN_TEXT_MAX];

	human_bytes(storage->size_bytes, size);
	if (storage->kind != STORAGE_FILE_SYSTEM)
		return xasprintf("%s device %s", storage->type, size);
	return xasprintf("%s %s %s", storage->type, storage->device, size);
}
