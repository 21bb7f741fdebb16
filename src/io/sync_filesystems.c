#include "sync_filesystems.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0, or errno. Files that follow each other mostly lie on one file system. */
static int sync_one(struct target *target, uint32_t file, dev_t *last)
{
	int fd = target_descriptor(target, file);
	struct stat st;

	if (fd < 0)
		return -fd;
	if (fstat(fd, &st) < 0)
		return errno;
	if (st.st_dev == *last)
		return 0;
	*last = st.st_dev;
	return syncfs(fd) < 0 ? errno : 0;
}

int sync_filesystems(const struct layout *layout, struct target *target,
		     struct job_error *error)
{
	dev_t last = (dev_t)-1;

	for (uint32_t i = 0; i < layout->file_count; i++) {
		const struct layout_file *file = &layout->files[i];
		int code;

		if (file->kind != FILE_REGULAR && file->kind != FILE_BLOCK)
			continue;
		code = sync_one(target, i, &last);
		if (code)
			return job_error_set(error, code, "syncfs",
					     "end_syncfs of %s: %s", file->path,
					     strerror(code));
	}
	return 0;
}
