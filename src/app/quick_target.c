#include "quick_target.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/*
 * File systems over several devices have numbers of their own: then it is the
 * device that was named when it was mounted.
 */
static const struct blockdev *find_device(const struct filesystem *fs,
					  dev_t number)
{
	const struct blockdev *device = blockdev_read("", number);
	struct stat st;

	if (device || !fs || stat(fs->source, &st) < 0 || !S_ISBLK(st.st_mode))
		return device;
	return blockdev_read("", st.st_rdev);
}

void quick_target_read(struct quick_machine *machine, const char *folder)
{
	struct stat st;

	*machine = (struct quick_machine){
		.host = host_read(""),
		.state = host_state_read(""),
		.folder = realpath(folder, NULL),
		.fs = filesystem_read("", folder),
	};
	if (stat(folder, &st) == 0)
		machine->device = find_device(machine->fs, st.st_dev);
}

void quick_target_free(struct quick_machine *machine)
{
	free((char *)machine->folder);
	host_free((struct host *)machine->host);
	filesystem_free((struct filesystem *)machine->fs);
	blockdev_free((struct blockdev *)machine->device);
}

uint64_t quick_target_free_bytes(const char *folder)
{
	struct statvfs fs;

	if (statvfs(folder, &fs) < 0)
		return 0;
	return (uint64_t)fs.f_bavail * fs.f_frsize;
}

bool quick_target_has_direct(const char *folder)
{
	char *path = xasprintf("%s/direct", folder);
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_DIRECT | O_CLOEXEC,
		      0600);
	bool possible = fd >= 0 || errno != EINVAL;

	if (fd >= 0)
		close(fd);
	/* It may have been made even so. */
	unlink(path);
	free(path);
	return possible;
}
