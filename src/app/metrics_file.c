#include "metrics_file.h"

#include "base/alloc.h"
#include "base/replacement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
	struct replacement replacement;
	char *real;

	if (check_is_file(path, diag) < 0)
		return NULL;
	real = realpath(path, NULL);
	if (!real)
		real = xstrdup(path);
	if (replacement_begin(&replacement, real) == 0) {
		replacement_abandon(&replacement);
		return real;
	}
	refuse(diag, path, strerror(errno));
	free(real);
	return NULL;
}

int metrics_file_replace(const char *path, const struct intervals *intervals)
{
	struct replacement replacement;

	if (replacement_begin(&replacement, path) < 0)
		return -1;
	if (intervals_write_metrics(intervals, replacement.out) == 0)
		return replacement_commit(&replacement, false);
	replacement_abandon(&replacement);
	return -1;
}
