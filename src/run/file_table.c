#include "run/file_table.h"

#include "base/hash.h"
#include "sys/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <linux/fs.h>

/* Open addressing; at most half of the slots are used. */
struct file_table {
	struct arena *arena;
	struct run_file **slots;
	size_t slot_count; /* a power of two */
	struct run_file **list;
	size_t count;
};

enum { FIRST_SLOTS = 64 };

/* What /sys counts sizes in, whatever the device. */
#define SYS_SECTOR UINT64_C(512)

struct file_table *file_table_new(struct arena *arena)
{
	struct file_table *table = arena_alloc(arena, sizeof(*table));

	table->arena = arena;
	table->slot_count = FIRST_SLOTS;
	table->slots =
		arena_calloc(arena, FIRST_SLOTS, sizeof(struct run_file *));
	return table;
}

/* The slot that `path` is in, or the free one where it belongs. */
static struct run_file **find(const struct file_table *table, const char *path)
{
	size_t mask = table->slot_count - 1;
	size_t i = (size_t)hash_text(path) & mask;

	while (table->slots[i] && strcmp(table->slots[i]->path, path) != 0)
		i = (i + 1) & mask;
	return &table->slots[i];
}

static void make_room(struct file_table *table)
{
	if (2 * (table->count + 1) <= table->slot_count)
		return;
	table->slot_count *= 2;
	table->slots = arena_calloc(table->arena, table->slot_count,
				    sizeof(struct run_file *));
	for (size_t i = 0; i < table->count; i++)
		*find(table, table->list[i]->path) = table->list[i];
}

/* As /sys has it, so that looking needs no rights; else as the device says. */
static uint64_t block_device_size(struct run_file *file)
{
	uint64_t size = SYS_SECTOR * sysfile_number("/sys/dev/block/%u:%u/size",
						    major(file->device),
						    minor(file->device));
	int fd;

	if (size)
		return size;
	fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || ioctl(fd, BLKGETSIZE64, &size) < 0)
		file->error = errno;
	if (fd >= 0)
		close(fd);
	return size;
}

static void look_at(struct run_file *file)
{
	struct stat st;

	if (stat(file->path, &st) < 0) {
		int error = errno;

		/* A link to nowhere can't be made, unlike what is missing. */
		if (error != ENOENT || lstat(file->path, &st) == 0)
			file->error = error;
		return;
	}
	file->exists = true;
	file->mode = st.st_mode;
	file->device = st.st_dev;
	if (S_ISBLK(st.st_mode)) {
		file->kind = FILE_BLOCK;
		file->device = st.st_rdev;
		file->from = block_device_size(file);
	} else if (S_ISCHR(st.st_mode)) {
		file->kind = FILE_CHARACTER;
		file->device = st.st_rdev;
	} else if (S_ISREG(st.st_mode)) {
		file->from = (uint64_t)st.st_size;
		file->inode = st.st_ino;
	}
	file->size = file->from;
}

struct run_file *file_table_get(struct file_table *table, const char *path)
{
	struct run_file **slot = find(table, path);
	struct run_file *file = *slot;

	if (file)
		return file;
	make_room(table);
	file = arena_alloc(table->arena, sizeof(*file));
	file->path = path;
	file->fill_before = NO_JOB;
	file->maker = NO_JOB;
	look_at(file);
	*find(table, path) = file;
	table->list = arena_grow(table->arena, table->list, table->count,
				 sizeof(struct run_file *));
	table->list[table->count++] = file;
	return file;
}

struct run_file *const *file_table_all(const struct file_table *table,
				       size_t *count)
{
	*count = table->count;
	return table->list;
}

const char *file_parent(struct arena *arena, const char *path)
{
	char *folder = arena_strdup(arena, path);
	char *slash;

	while ((slash = strrchr(folder, '/')) != NULL) {
		/* The root folder keeps its slash. */
		slash[slash == folder ? 1 : 0] = '\0';
		if (access(folder, F_OK) == 0 || slash == folder)
			return folder;
	}
	return ".";
}
