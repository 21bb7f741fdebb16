#include "sys/sysfile.h"

#include "base/alloc.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The path into `path`; "" when it doesn't fit, which no file is named. */
__attribute__((format(printf, 2, 0))) static void
make_path(char path[PATH_MAX], const char *format, va_list args)
{
	int n = vsnprintf(path, PATH_MAX, format, args);

	if (n < 0 || n >= PATH_MAX)
		path[0] = '\0';
}

/* Files here don't know their size before they are read. */
static char *read_all(FILE *file)
{
	char *text = NULL;
	size_t length = 0;
	size_t capacity = 0;
	size_t n;

	do {
		if (length + 1 >= capacity) {
			capacity = capacity ? 2 * capacity : 512;
			text = xreallocarray(text, capacity, 1);
		}
		n = fread(text + length, 1, capacity - length - 1, file);
		length += n;
	} while (n > 0);
	while (length > 0 && isspace((unsigned char)text[length - 1]))
		length--;
	text[length] = '\0';
	return text;
}

static char *read_path(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text;
	int failed;

	if (!file)
		return NULL;
	text = read_all(file);
	failed = ferror(file);
	fclose(file);
	if (!failed)
		return text;
	free(text);
	return NULL;
}

char *sysfile_read(const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	return read_path(path);
}

char *sysfile_text(const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	char *text;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	text = read_path(path);
	return text ? text : xstrdup("");
}

uint64_t sysfile_number(const char *format, ...)
{
	char path[PATH_MAX];
	uint64_t number = 0;
	va_list args;
	char *text;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	text = read_path(path);
	if (text && isdigit((unsigned char)*text))
		number = strtoull(text, NULL, 10);
	free(text);
	return number;
}

bool sysfile_exists(const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	return access(path, F_OK) == 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

struct sysfile_names sysfile_names(const char *format, ...)
{
	struct sysfile_names names = { NULL, 0 };
	char path[PATH_MAX];
	struct dirent *entry;
	va_list args;
	DIR *dir;

	va_start(args, format);
	make_path(path, format, args);
	va_end(args);
	dir = opendir(path);
	if (!dir)
		return names;
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		names.name = xreallocarray(names.name, names.count + 1,
					   sizeof(*names.name));
		names.name[names.count++] = xstrdup(entry->d_name);
	}
	closedir(dir);
	if (names.count)
		qsort(names.name, names.count, sizeof(*names.name), by_name);
	return names;
}

void sysfile_names_free(struct sysfile_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->name[i]);
	free(names->name);
	*names = (struct sysfile_names){ NULL, 0 };
}

char *sysfile_line(char **rest)
{
	char *line = *rest;
	char *end;

	if (!line || !*line)
		return NULL;
	end = strchr(line, '\n');
	if (end)
		*end++ = '\0';
	*rest = end;
	return line;
}

/* The byte that a backslash and three octal digits stand for; 0 if it is no
 * such. */
static unsigned escaped_byte(const char *text)
{
	unsigned value = 0;

	if (*text != '\\')
		return 0;
	for (int i = 1; i <= 3; i++) {
		if (text[i] < '0' || text[i] > '7')
			return 0;
		value = value * 8 + (unsigned)(text[i] - '0');
	}
	return value <= UCHAR_MAX ? value : 0;
}

void sysfile_unescape(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		unsigned byte = escaped_byte(from);

		if (byte) {
			*(unsigned char *)to++ = (unsigned char)byte;
			from += 3;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
}
