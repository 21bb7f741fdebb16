#ifndef RUNNER_WHOLE_FILE_H
#define RUNNER_WHOLE_FILE_H

#include <stddef.h>

/*
 * All bytes of the file at `path` ("-": standard input), with a NUL after them:
 * the caller frees them. NULL, with errno set: it can't be read.
 */
char *whole_file_read(const char *path, size_t *length);

#endif
