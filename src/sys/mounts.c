#include "sys/mounts.h"

#include "base/alloc.h"
#include "sys/sysfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

/* The next word of a line, unescaped, or NULL at its end. */
static char *next_field(char **rest)
{
	char *field = strsep(rest, " ");

	if (field)
		sysfile_unescape(field);
	return field;
}

/*
 * 36 35 98:0 /root /point rw,noatime master:1 - ext3 /dev/sda rw,errors=panic
 * The fields before the hyphen vary in number.
 */
static bool parse_line(char *line, struct mount *m)
{
	unsigned major, minor;
	char *number, *field;

	next_field(&line);
	next_field(&line);
	number = next_field(&line);
	m->root = next_field(&line);
	m->point = next_field(&line);
	m->options = next_field(&line);
	do {
		field = next_field(&line);
	} while (field && strcmp(field, "-") != 0);
	m->type = next_field(&line);
	m->source = next_field(&line);
	m->super_options = next_field(&line);
	if (!m->source || sscanf(number, "%u:%u", &major, &minor) != 2)
		return false;
	if (!m->super_options)
		m->super_options = m->source + strlen(m->source);
	m->number = makedev(major, minor);
	return true;
}

struct mounts mounts_read(const char *root)
{
	struct mounts mounts = { NULL, 0, NULL };
	char *rest, *line;

	mounts.text = sysfile_read("%s/proc/self/mountinfo", root);
	rest = mounts.text;
	while ((line = sysfile_line(&rest))) {
		struct mount m;

		if (!parse_line(line, &m))
			continue;
		mounts.mount = xreallocarray(mounts.mount, mounts.count + 1,
					     sizeof(m));
		mounts.mount[mounts.count++] = m;
	}
	return mounts;
}

void mounts_free(struct mounts *mounts)
{
	free(mounts->mount);
	free(mounts->text);
	*mounts = (struct mounts){ NULL, 0, NULL };
}

bool mount_option_has(const char *options, const char *option)
{
	size_t length = strlen(option);

	while (*options) {
		size_t n = strcspn(options, ",");

		if (n == length && strncmp(options, option, n) == 0)
			return true;
		options += n;
		options += *options == ',';
	}
	return false;
}

bool mount_path_below(const char *path, const char *point)
{
	size_t length = strlen(point);

	if (length > 0 && point[length - 1] == '/')
		length--;
	return strncmp(path, point, length) == 0 &&
	       (path[length] == '/' || path[length] == '\0');
}
