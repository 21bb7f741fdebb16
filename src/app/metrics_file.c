#include "metrics_file.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0644 };

/*
 * An empty file beside `path`, of a name that nothing had: `*name`, which the
 * caller frees. NULL with errno.
 */
static FILE *open_beside(const char *path, char **name)
{
	mode_t mask = umask(0);
	FILE *out = NULL;
	int fd;

	umask(mask);
	*name = xasprintf("%s.XXXXXX", path);
	fd = mkostemp(*name, O_CLOEXEC);
	if (fd < 0)
		return NULL;
	if (fchmod(fd, FILE_MODE & ~mask) == 0)
		out = fdopen(fd, "w");
	if (!out) {
		unlink(*name);
		close(fd);
	}
	return out;
}

static int refuse(struct diag *diag, const char *path, const char *why)
{
	return diag_error(diag, (struct source){ path, 0 },
			  "cannot be written: %s", why);
}

/* Whether there is nothing yet, or a file as others. */
static int check_is_file(const char *path, struct diag *diag)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return S_ISREG(st.st_mode)
			       ? 0
			       : refuse(diag, path,
					"it would be replaced, and is no "
					"regular file");
	if (errno == ENOENT && lstat(path, &st) == 0)
		return refuse(diag, path, "it is a link to nowhere");
	return errno == ENOENT ? 0 : refuse(diag, path, strerror(errno));
}

char *metrics_file_find(const char *path, struct diag *diag)
{
	char *real, *name;
	FILE *out;

	if (check_is_file(path, diag) < 0)
		return NULL;
	real = realpath(path, NULL);
	if (!real)
		real = xstrdup(path);
	out = open_beside(real, &name);
	if (out) {
		fclose(out);
		unlink(name);
	} else {
		refuse(diag, path, strerror(errno));
		free(real);
		real = NULL;
	}
	free(name);
	return real;
}

int metrics_file_replace(const char *path, const struct intervals *intervals)
{
	char *name;
	FILE *out = open_beside(path, &name);
	int status = -1;

	if (out) {
		status = intervals_write_metrics(intervals, out);
		if (fclose(out) != 0)
			status = -1;
		if (status == 0)
			status = rename(name, path);
		if (status < 0) {
			int error = errno;

			unlink(name);
			errno = error;
		}
	}
	free(name);
	return status;
}
