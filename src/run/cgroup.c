#include "run/cgroup.h"

#include "sys/mounts.h"
#include "sys/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_MODE = 0755 };

/* Where cgroup2 is mounted, or NULL. */
static const char *mount_point(struct arena *arena, const char *root)
{
	struct mounts mounts = mounts_read(root);
	const char *point = NULL;

	for (size_t i = 0; i < mounts.count && !point; i++)
		if (strcmp(mounts.mount[i].type, "cgroup2") == 0)
			point = arena_printf(arena, "%s%s", root,
					     mounts.mount[i].point);
	mounts_free(&mounts);
	return point;
}

static const char *folder_below(struct arena *arena, const char *point,
				const char *name)
{
	return arena_printf(arena, "%s/%s", point, name + strspn(name, "/"));
}

const char *cgroup_folder(struct arena *arena, const char *root,
			  const struct job_options *options)
{
	const char *point = mount_point(arena, root);

	return point ? folder_below(arena, point, options->cgroup) : NULL;
}

/* The nearest folder above that exists. */
static const char *parent_of(struct arena *arena, const char *folder)
{
	char *path = arena_strdup(arena, folder);

	do
		*strrchr(path, '/') = '\0';
	while (access(path, F_OK) < 0 && strrchr(path, '/') > path);
	return path;
}

static bool has_word(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (; *list; list += strspn(list, " \n")) {
		size_t n = strcspn(list, " \n");

		if (n == length && memcmp(list, word, n) == 0)
			return true;
		list += n;
	}
	return false;
}

/* io.weight is there where the groups above hand the controller down. */
static const char *weight_obstacle(struct arena *arena, const char *parent)
{
	char *all = sysfile_text("%s/cgroup.controllers", parent);
	char *down = sysfile_text("%s/cgroup.subtree_control", parent);
	const char *why = NULL;

	if (!has_word(all, "io"))
		why = arena_printf(arena,
				   "there is no io controller in %s "
				   "(cgroup.controllers), so no weight can be "
				   "given",
				   parent);
	else if (!has_word(down, "io"))
		why = arena_printf(
			arena,
			"the io controller is not handed down: write "
			"+io to %s/cgroup.subtree_control",
			parent);
	free(all);
	free(down);
	return why;
}

const char *cgroup_obstacle(struct arena *arena, const char *root,
			    const struct job_options *options)
{
	const char *folder = cgroup_folder(arena, root, options);
	const char *needed;

	if (!folder)
		return "cgroup2 is not mounted";
	needed = access(folder, F_OK) == 0
			 ? arena_printf(arena, "%s/cgroup.procs", folder)
			 : parent_of(arena, folder);
	if (access(needed, W_OK) < 0)
		return arena_printf(arena, "%s: %s", needed, strerror(errno));
	return options->cgroup_weight
		       ? weight_obstacle(arena, parent_of(arena, folder))
		       : NULL;
}

static int write_text(const char *folder, const char *name, const char *text)
{
	char path[PATH_MAX];
	int fd, status = 0;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >=
	    (int)sizeof(path))
		return ENAMETOOLONG;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	if (write(fd, text, strlen(text)) < 0)
		status = errno;
	close(fd);
	return status;
}

static void note_made(struct cgroups *c, const char *folder)
{
	c->made = arena_grow(c->arena, c->made, c->count, sizeof(c->made[0]));
	c->made[c->count++] = arena_strdup(c->arena, folder);
}

/* Each folder of the path that is missing. 0, or errno. */
static int make_folders(struct cgroups *c, const char *folder, bool keep)
{
	char *path = arena_strdup(c->arena, folder);
	char *slash = path;

	do {
		slash = strchr(slash + 1, '/');
		if (slash)
			*slash = '\0';
		if (mkdir(path, FOLDER_MODE) == 0) {
			if (!keep)
				note_made(c, path);
		} else if (errno != EEXIST) {
			return errno;
		}
		if (slash)
			*slash = '/';
	} while (slash);
	return 0;
}

/* Under the cost model of the kernel, or that of the scheduler BFQ. */
static int set_weight(const char *folder, uint64_t weight)
{
	char text[32];
	int error;

	snprintf(text, sizeof(text), "%" PRIu64, weight);
	error = write_text(folder, "io.weight", text);
	if (error == ENOENT)
		error = write_text(folder, "io.bfq.weight", text);
	return error;
}

int cgroup_make(struct cgroups *cgroups, const struct job_options *options,
		struct job_error *error)
{
	const char *folder;
	int code;

	if (!options->cgroup)
		return 0;
	folder = cgroup_folder(cgroups->arena, "", options);
	if (!folder)
		return job_error_set(error, ENOENT, "cgroup",
				     "cgroup: cgroup2 is not mounted");
	code = make_folders(cgroups, folder, options->cgroup_nodelete);
	if (code)
		return job_error_set(error, code, "mkdir",
				     "cgroup: %s can't be made: %s", folder,
				     strerror(code));
	if (!options->cgroup_weight)
		return 0;
	code = set_weight(folder, options->cgroup_weight);
	if (code)
		return job_error_set(error, code, "write",
				     "cgroup_weight: io.weight of %s can't be "
				     "set: %s",
				     folder, strerror(code));
	return 0;
}

int cgroup_enter(const struct job_options *options, struct job_error *error)
{
	struct arena *arena;
	const char *folder;
	int code;

	if (!options->cgroup)
		return 0;
	arena = arena_new();
	folder = cgroup_folder(arena, "", options);
	code = folder ? write_text(folder, "cgroup.procs", "0") : ENOENT;
	if (code)
		job_error_set(error, code, "write",
			      "cgroup: the process can't be moved to %s: %s",
			      options->cgroup, strerror(code));
	arena_free(arena);
	return code ? -1 : 0;
}

void cgroups_remove(const struct cgroups *cgroups)
{
	for (size_t i = cgroups->count; i-- > 0;)
		rmdir(cgroups->made[i]);
}
