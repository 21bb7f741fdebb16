#ifndef RUNNER_BASE_ALLOC_H
#define RUNNER_BASE_ALLOC_H

#include <stddef.h>

/*
 * Allocation for the planning and reporting code, where there is nothing
 * better to do without memory than to say so and exit. Never called while I/O
 * is running.
 */
void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *old, size_t count, size_t size);
char *xstrdup(const char *text);

/* A new string made as by printf; the caller frees it. */
__attribute__((format(printf, 1, 2))) char *xasprintf(const char *format, ...);

#endif
