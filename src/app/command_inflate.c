#include "command_inflate.h"

#include "io/log_zip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

int command_inflate(const char *path, FILE *out, struct diag *diag)
{
	struct source at = { path, 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const char *why;
	int status;

	if (fd < 0) {
		diag_error(diag, at, "can't be read: %s", strerror(errno));
		return EXIT_USAGE;
	}
	status = log_unzip(fd, out, &why);
	close(fd);
	if (status == 0)
		return EXIT_SUCCESS;
	diag_error(diag, at, "%s", why);
	return EXIT_FAILURE;
}
