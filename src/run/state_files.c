#include "run/state_files.h"

#include "base/alloc.h"
#include "base/replacement.h"
#include "spec/verify_options.h"
#include "verify/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	BEGINNING = 64, /* bytes, by which such a file is known */
	/* There is a line for each I/O in flight, and not much else. */
	FILE_MAX = 64 << 20,
};

static const char unreadable[] = "can't be read";
static const char foreign[] = "is no verify state of this program";

/* A regular file, up to `limit` bytes of it. -1 with `*why`. */
static ssize_t read_file(const char *path, char *text, size_t limit,
			 const char **why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	size_t length = 0;
	ssize_t n = 1;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0) {
		*why = errno == ENOENT ? "is not there" : unreadable;
		n = -1;
	} else if (!S_ISREG(st.st_mode)) {
		*why = "is no regular file";
		n = -1;
	}
	while (n > 0 && length < limit) {
		n = read(fd, text + length, limit - length);
		if (n < 0)
			*why = unreadable;
		else
			length += (size_t)n;
	}
	if (fd >= 0)
		close(fd);
	return n < 0 ? -1 : (ssize_t)length;
}

bool state_file_can_be(const char *path, const char **why)
{
	char text[BEGINNING];
	struct stat st;
	ssize_t n;

	if (lstat(path, &st) < 0 && errno == ENOENT)
		return true;
	n = read_file(path, text, sizeof(text), why);
	if (n < 0)
		return false;
	*why = foreign;
	return verify_state_is_one(text, (size_t)n);
}

int state_file_read(struct arena *arena, const char *path,
		    struct verify_state *state, const char **why)
{
	struct stat st = { 0 };
	int status = -1;
	size_t size;
	ssize_t n;
	char *text;

	*why = foreign;
	stat(path, &st);
	if (st.st_size > FILE_MAX)
		return -1;
	/* If there is nothing, reading says so. */
	size = (size_t)st.st_size;
	text = xcalloc(size + 1, 1);
	n = read_file(path, text, size, why);
	if (n >= 0)
		status = verify_state_parse(arena, text, (size_t)n, state, why);
	free(text);
	return status;
}

int state_files_open(struct prepared *prepared, struct diag *diag)
{
	for (size_t i = 0; i < prepared->layout_count; i++) {
		struct layout *l = &prepared->layouts[i];

		if (!l->state_path)
			continue;
		l->progress = verify_progress_map(l->depth);
		if (!l->progress)
			return diag_error(diag, l->job->section->at,
					  "no memory for verify_state_save: %s",
					  strerror(errno));
	}
	return 0;
}

static void warn(const struct layout *l, const char *why, struct diag *diag)
{
	diag_warning(diag, PLAN_SOURCE(l->job->section, verify.save_state),
		     "verify_state_save: %s: %s", l->state_path, why);
}

static int write_file(const struct layout *l, const struct verify_state *state)
{
	struct replacement r;

	if (replacement_begin(&r, l->state_path) < 0)
		return -1;
	if (verify_state_print(state, r.out) == 0)
		return replacement_commit(&r, state->running);
	replacement_abandon(&r);
	return -1;
}

static void save(const struct layout *l, bool running, struct diag *diag)
{
	const struct job_section *section = l->job->section;
	struct verify_state state = {
		.job = section->name,
		.scheme = verify_scheme_name(section->options->verify.scheme),
		.seed = l->seed,
		.size = l->size,
		.running = running,
	};
	uint64_t *open;
	const char *why;

	state.begun =
		verify_progress_read(l->progress, &open, &state.open_count);
	state.open = open;
	if (atomic_load(&l->progress->lost_count) > PROGRESS_LOST_MAX)
		warn(l, "not saved, as so many writes failed", diag);
	else if (state.begun && !state_file_can_be(l->state_path, &why))
		warn(l, why, diag);
	else if (state.begun && write_file(l, &state) < 0)
		warn(l, strerror(errno), diag);
	free(open);
}

void state_files_save(const struct prepared *prepared, bool running,
		      struct diag *diag)
{
	for (size_t i = 0; i < prepared->layout_count; i++)
		if (prepared->layouts[i].progress)
			save(&prepared->layouts[i], running, diag);
}

void state_files_close(struct prepared *prepared)
{
	for (size_t i = 0; i < prepared->layout_count; i++) {
		verify_progress_unmap(prepared->layouts[i].progress);
		prepared->layouts[i].progress = NULL;
	}
}
