#include "base/file_identity.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/* Of a folder that isn't there nothing but the path is known. */
static struct file_identity of_missing(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t length = slash ? (size_t)(slash - path) + 1 : 0;
	char folder[PATH_MAX] = ".";
	struct stat st;

	if (length >= sizeof(folder))
		return (struct file_identity){ .name = path };
	if (slash) {
		memcpy(folder, path, length);
		folder[length] = '\0';
	}
	if (stat(folder, &st) < 0)
		return (struct file_identity){ .name = path };
	return (struct file_identity){ st.st_dev, st.st_ino, path + length };
}

struct file_identity file_identity_of(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return of_missing(path);
	if (S_ISBLK(st.st_mode))
		return (struct file_identity){ st.st_rdev, 0, "" };
	return (struct file_identity){ st.st_dev, st.st_ino, "" };
}

int file_identity_compare(const struct file_identity *a,
			  const struct file_identity *b)
{
	if (a->device != b->device)
		return a->device < b->device ? -1 : 1;
	if (a->inode != b->inode)
		return a->inode < b->inode ? -1 : 1;
	return strcmp(a->name, b->name);
}

bool file_is_same(const char *a, const char *b)
{
	struct file_identity one = file_identity_of(a);
	struct file_identity other = file_identity_of(b);

	return file_identity_compare(&one, &other) == 0;
}
