#include "engine/activity.h"

#include "base/clock.h"
#include "spec/option_values.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * What is done to the entries of folders: files and folders are made, looked
 * at and removed, each in one system call.
 */
enum { NEW_FILE_MODE = 0644, NEW_FOLDER_MODE = 0755 };

enum stat_type {
	STAT_STAT,
	STAT_LSTAT,
	STAT_STATX,
};

struct stat_options {
	enum stat_type stat_type;
};

struct entries_state {
	int (*act)(const char *path); /* a descriptor or 0; -1 with errno */
	bool opens;
};

static const struct option_choice stat_types[] = {
	{ "stat", STAT_STAT, "stat(2)" },
	{ "lstat", STAT_LSTAT, "lstat(2): of a link itself" },
	{ "statx", STAT_STATX, "statx(2)" },
	{ 0 },
};

static const struct option stat_option_list[] = {
	{
		.name = "stat_type",
		OPTION_FIELD(struct stat_options, stat_type, enum stat_type,
			     &option_choice),
		.choices = stat_types,
		.category = OPTION_ENGINE,
		.initial = "stat",
		.help = "The system call that looks at a file or folder",
	},
};

static const struct option_table stat_option_table = {
	.list = stat_option_list,
	.count = sizeof(stat_option_list) / sizeof(stat_option_list[0]),
};

static int create(const char *path)
{
	return open(path, O_RDWR | O_CREAT | O_CLOEXEC, NEW_FILE_MODE);
}

static int make_folder(const char *path)
{
	return mkdir(path, NEW_FOLDER_MODE);
}

static int look(const char *path)
{
	struct stat st;

	return stat(path, &st);
}

static int look_at_link(const char *path)
{
	struct stat st;

	return lstat(path, &st);
}

static int look_more(const char *path)
{
	struct statx st;

	return statx(AT_FDCWD, path, 0, STATX_ALL, &st);
}

static int open_with(void **state, int (*act)(const char *path), bool opens,
		     struct job_error *error)
{
	struct entries_state *s = calloc(1, sizeof(*s));

	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	s->act = act;
	s->opens = opens;
	*state = s;
	return 0;
}

static int create_open(void **state, const void *options,
		       struct job_error *error)
{
	(void)options;
	return open_with(state, create, true, error);
}

static int make_open(void **state, const void *options, struct job_error *error)
{
	(void)options;
	return open_with(state, make_folder, false, error);
}

static int delete_open(void **state, const void *options,
		       struct job_error *error)
{
	(void)options;
	return open_with(state, unlink, false, error);
}

static int remove_open(void **state, const void *options,
		       struct job_error *error)
{
	(void)options;
	return open_with(state, rmdir, false, error);
}

static int stat_open(void **state, const void *options, struct job_error *error)
{
	static int (*const acts[])(const char *path) = {
		[STAT_STAT] = look,
		[STAT_LSTAT] = look_at_link,
		[STAT_STATX] = look_more,
	};
	const struct stat_options *o = options;

	return open_with(state, acts[o ? o->stat_type : STAT_STAT], false,
			 error);
}

static void entries_close(void *state)
{
	free(state);
}

/* Closing a file again doesn't count as making it. */
static unsigned entries_step(void *state, struct activity_step *steps,
			     unsigned n)
{
	const struct entries_state *s = state;
	unsigned done = 0;
	int result = 0;

	while (done < n && result >= 0) {
		struct activity_step *step = &steps[done++];

		step->start_ns = clock_now();
		result = s->act(step->path);
		step->result = result < 0 ? -errno : 0;
		step->end_ns = clock_now();
		if (s->opens && result >= 0)
			close(result);
	}
	return done;
}

#define ENTRIES(OPEN)                                                          \
	.open = (OPEN), .close = entries_close, .step = entries_step

#define ACTIVITY (ENGINE_ACTIVITY | ENGINE_SYNC | ENGINE_NO_DATA)

const struct activity_ops activity_filecreate = {
	.info = {
		.name = "filecreate",
		.help = "Makes each file, empty",
		.flags = ACTIVITY | ENGINE_MAKES | ENGINE_CHANGES,
	},
	ENTRIES(create_open),
};

const struct activity_ops activity_filestat = {
	.info = {
		.name = "filestat",
		.help = "Looks at each file (stat)",
		.flags = ACTIVITY,
		.options = &stat_option_table,
		.options_size = sizeof(struct stat_options),
	},
	ENTRIES(stat_open),
};

const struct activity_ops activity_filedelete = {
	.info = {
		.name = "filedelete",
		.help = "Removes each file (unlink)",
		.flags = ACTIVITY | ENGINE_CHANGES | ENGINE_DESTROYS |
			 ENGINE_ONCE,
	},
	ENTRIES(delete_open),
};

const struct activity_ops activity_dircreate = {
	.info = {
		.name = "dircreate",
		.help = "Makes a folder (mkdir) in place of each file",
		.flags = ACTIVITY | ENGINE_MAKES | ENGINE_CHANGES |
			 ENGINE_FOLDERS | ENGINE_ONCE,
	},
	ENTRIES(make_open),
};

const struct activity_ops activity_dirstat = {
	.info = {
		.name = "dirstat",
		.help = "Looks at a folder (stat) in place of each file",
		.flags = ACTIVITY | ENGINE_FOLDERS,
		.options = &stat_option_table,
		.options_size = sizeof(struct stat_options),
	},
	ENTRIES(stat_open),
};

const struct activity_ops activity_dirdelete = {
	.info = {
		.name = "dirdelete",
		.help = "Removes a folder (rmdir) in place of each file",
		.flags = ACTIVITY | ENGINE_CHANGES | ENGINE_FOLDERS |
			 ENGINE_ONCE,
	},
	ENTRIES(remove_open),
};
