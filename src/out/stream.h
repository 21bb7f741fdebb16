#ifndef RUNNER_STREAM_H
#define RUNNER_STREAM_H

#include <stdio.h>

/*
 * Whether all that was written has arrived: 0, or -1 with errno set. stdio
 * remembers that a write failed but not why: then it is tried with one newline
 * more, and if that arrives the reason is EIO.
 */
int stream_finish(FILE *out);

#endif
