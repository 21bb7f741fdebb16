#include "barrier.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int barrier_open(struct barrier *b)
{
	*b = BARRIER_CLOSED;
	if (pipe2(b->ready, O_CLOEXEC) == 0 && pipe2(b->go, O_CLOEXEC) == 0 &&
	    fcntl(b->ready[0], F_SETFL, O_NONBLOCK) == 0)
		return 0;
	shut(&b->ready[1]);
	shut(&b->go[0]);
	barrier_go(b);
	return -1;
}

void barrier_enter(struct barrier *b)
{
	shut(&b->ready[0]);
	shut(&b->go[1]);
}

void barrier_forked(struct barrier *b)
{
	shut(&b->ready[1]);
	shut(&b->go[0]);
}

bool barrier_is_ready(const struct barrier *b)
{
	char bytes[256];
	ssize_t n;

	do
		n = read(b->ready[0], bytes, sizeof(bytes));
	while (n > 0 || (n < 0 && errno == EINTR));
	return n == 0;
}

/* errno stays as it was. */
void barrier_go(struct barrier *b)
{
	int error = errno;

	shut(&b->ready[0]);
	shut(&b->go[1]);
	errno = error;
}
