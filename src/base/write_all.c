#include "base/write_all.h"

#include <errno.h>
#include <unistd.h>

int write_all(int fd, const void *data, size_t size)
{
	const char *at = data;

	while (size > 0) {
		ssize_t n = write(fd, at, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (n == 0)
			return ENOSPC;
		at += n;
		size -= (size_t)n;
	}
	return 0;
}
