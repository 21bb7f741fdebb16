#include "base/replacement.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0644 };

int replacement_begin(struct replacement *r, const char *path)
{
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	*r = (struct replacement){ .path = path };
	r->name = xasprintf("%s.XXXXXX", path);
	fd = mkostemp(r->name, O_CLOEXEC);
	if (fd >= 0 && fchmod(fd, FILE_MODE & ~mask) == 0)
		r->out = fdopen(fd, "w");
	if (r->out)
		return 0;
	if (fd >= 0) {
		unlink(r->name);
		close(fd);
	}
	free(r->name);
	return -1;
}

/* A name lasts when the folder is on the disk. */
static int sync_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? xasprintf("%.*s", (int)(slash - path + 1), path)
			     : xstrdup(".");
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int status = fd < 0 ? -1 : fsync(fd);

	free(folder);
	if (fd >= 0)
		close(fd);
	return status;
}

static int close_file(struct replacement *r, bool lasting)
{
	int status = fflush(r->out);

	if (ferror(r->out))
		status = -1;
	if (status == 0 && lasting)
		status = fsync(fileno(r->out));
	if (fclose(r->out) != 0)
		status = -1;
	r->out = NULL;
	return status;
}

int replacement_commit(struct replacement *r, bool lasting)
{
	if (close_file(r, lasting) < 0 || rename(r->name, r->path) < 0) {
		replacement_abandon(r);
		return -1;
	}
	free(r->name);
	return lasting ? sync_folder(r->path) : 0;
}

void replacement_abandon(struct replacement *r)
{
	int error = errno;

	if (r->out)
		fclose(r->out);
	unlink(r->name);
	free(r->name);
	errno = error;
}
