#include "base/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *or_die(void *memory)
{
	if (!memory) {
		fputs("runner: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return memory;
}

/* Nothing is asked for as one: libraries differ in what they give for 0. */
static size_t at_least_one(size_t n)
{
	return n ? n : 1;
}

void *xcalloc(size_t count, size_t size)
{
	return or_die(calloc(at_least_one(count), at_least_one(size)));
}

void *xreallocarray(void *old, size_t count, size_t size)
{
	return or_die(
		reallocarray(old, at_least_one(count), at_least_one(size)));
}

char *xstrdup(const char *text)
{
	return or_die(strdup(text));
}

char *xasprintf(const char *format, ...)
{
	char *text = NULL;
	va_list args;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	return or_die(length < 0 ? NULL : text);
}
