#ifndef RUNNER_BASE_WRITE_ALL_H
#define RUNNER_BASE_WRITE_ALL_H

#include <stddef.h>

/* write(2) until all is written, whatever interrupts it. 0, or errno. */
int write_all(int fd, const void *data, size_t size);

#endif
