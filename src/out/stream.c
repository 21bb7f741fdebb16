#include "stream.h"

#include <errno.h>

int stream_finish(FILE *out)
{
	errno = 0;
	if (fflush(out) == 0 && !ferror(out))
		return 0;
	if (errno != 0)
		return -1;
	/* Something was lost before, and it doesn't say why: ask again. */
	clearerr(out);
	if (fputc('\n', out) != EOF && fflush(out) == 0)
		errno = EIO;
	return -1;
}
