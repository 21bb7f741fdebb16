#include "whole_file.h"

#include "base/alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 64 << 10 };

static char *read_stream(FILE *in, size_t *length)
{
	size_t size = FIRST_SIZE, read;
	char *text = xreallocarray(NULL, size, 1);

	*length = 0;
	errno = 0;
	while ((read = fread(text + *length, 1, size - *length - 1, in)) > 0) {
		*length += read;
		if (*length + 1 < size)
			continue;
		size *= 2;
		text = xreallocarray(text, size, 1);
	}
	text[*length] = '\0';
	if (!ferror(in))
		return text;
	free(text);
	return NULL;
}

char *whole_file_read(const char *path, size_t *length)
{
	FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	char *text;
	int error;

	if (!in)
		return NULL;
	text = read_stream(in, length);
	error = errno;
	if (in != stdin)
		fclose(in);
	errno = error;
	return text;
}
