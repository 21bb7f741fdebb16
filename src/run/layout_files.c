#include "run/layout_files.h"

#include "base/random.h"
#include "io/noise.h"
#include "io/target.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/falloc.h>

/* What one write(2) takes. */
enum { CHUNK_BYTES = 1 << 20, FILE_MODE = 0644 };

struct work {
	const struct run_file *file;
	const struct job_options *options;
	struct layout_progress *progress;
	int fd;
	bool made;
	uint64_t size; /* at the start */
	uint64_t done; /* bytes written */
	unsigned char *chunk;
	struct noise noise;
};

static int fail(struct work *w, int code, const char *function)
{
	return job_error_set(&w->progress->error, code, function,
			     "laying out %s: %s after %" PRIu64 " of %" PRIu64
			     " bytes",
			     w->file->path, strerror(code), w->done,
			     w->file->size - w->size);
}

static bool is_told_to_stop(const struct work *w)
{
	return atomic_load_explicit(&w->progress->stop, memory_order_relaxed);
}

/* What a job makes belongs to the user that it runs as. */
static int give_away(struct work *w)
{
	const struct job_section *s = w->file->job->section;
	uid_t uid = PLAN_GIVEN(s, uid) ? (uid_t)w->options->uid : (uid_t)-1;
	gid_t gid = PLAN_GIVEN(s, gid) ? (gid_t)w->options->gid : (gid_t)-1;
	int error;

	if (uid == (uid_t)-1 && gid == (gid_t)-1)
		return 0;
	if (fchown(w->fd, uid, gid) == 0)
		return 0;
	error = errno;
	unlink(w->file->path);
	return fail(w, error, "fchown");
}

static int open_file(struct work *w)
{
	struct stat st;
	int error;

	w->fd = open(w->file->path, O_WRONLY | O_CLOEXEC);
	if (w->fd < 0 && errno == ENOENT) {
		error = target_make_folders(w->file->path);
		if (error)
			return fail(w, error, "mkdir");
		w->fd = open(w->file->path,
			     O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			     FILE_MODE);
		w->made = w->fd >= 0;
		/* Another of these processes was faster. */
		if (w->fd < 0 && errno == EEXIST)
			w->fd = open(w->file->path, O_WRONLY | O_CLOEXEC);
	}
	if (w->fd < 0 || fstat(w->fd, &st) < 0)
		return fail(w, errno, "open");
	w->size = (uint64_t)st.st_size;
	return w->made ? give_away(w) : 0;
}

/* Write random data to all of [from, to). */
static int fill(struct work *w, uint64_t from, uint64_t to)
{
	while (from < to) {
		size_t n = CHUNK_BYTES;
		ssize_t written;

		if (is_told_to_stop(w))
			return -1;
		if (n > to - from)
			n = (size_t)(to - from);
		noise_fill(&w->noise, w->chunk, n);
		written = pwrite(w->fd, w->chunk, n, (off_t)from);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return fail(w, written < 0 ? errno : ENOSPC, "pwrite");
		from += (uint64_t)written;
		w->done += (uint64_t)written;
		atomic_fetch_add_explicit(&w->progress->bytes,
					  (uint64_t)written,
					  memory_order_relaxed);
	}
	return 0;
}

/*
 * Fill the holes and unwritten extents of the part that was laid out before.
 * Where the file system can't tell, all counts as data.
 */
static int fill_holes(struct work *w)
{
	uint64_t end = w->size < w->file->size ? w->size : w->file->size;
	uint64_t at = w->file->from;

	while (at < end) {
		off_t hole = lseek(w->fd, (off_t)at, SEEK_HOLE);
		off_t data;

		if (hole < 0 || (uint64_t)hole >= end)
			return 0;
		data = lseek(w->fd, hole, SEEK_DATA);
		at = data < 0 || (uint64_t)data > end ? end : (uint64_t)data;
		if (fill(w, (uint64_t)hole, at) < 0)
			return -1;
	}
	return 0;
}

/*
 * Space for what is going to be filled, beyond the end: the file grows with its
 * data, so that one whose layout was cut off has no part that is only space.
 */
static int allocate_ahead(const struct work *w, off_t from, off_t length)
{
	if (w->options->fallocate == FALLOCATE_NONE ||
	    w->options->fallocate == FALLOCATE_TRUNCATE ||
	    fallocate(w->fd, FALLOC_FL_KEEP_SIZE, from, length) == 0 ||
	    errno == EOPNOTSUPP || errno == ENOSYS)
		return 0;
	return errno;
}

/* 0 or errno. What the file system can't do is done without. */
static int allocate(const struct work *w, bool is_filled)
{
	off_t from = (off_t)w->size;
	off_t length = (off_t)(w->file->size - w->size);
	int status;

	if (is_filled)
		return allocate_ahead(w, from, length);
	switch (w->options->fallocate) {
	case FALLOCATE_NATIVE:
		status = fallocate(w->fd, 0, from, length);
		break;
	case FALLOCATE_KEEP:
		status = fallocate(w->fd, FALLOC_FL_KEEP_SIZE, from, length);
		break;
	case FALLOCATE_POSIX:
		return posix_fallocate(w->fd, from, length);
	case FALLOCATE_TRUNCATE:
		return ftruncate(w->fd, from + length) < 0 ? errno : 0;
	case FALLOCATE_NONE:
	default:
		return 0;
	}
	if (status < 0 && errno != EOPNOTSUPP && errno != ENOSYS)
		return errno;
	return 0;
}

static int lay_out(struct work *w, bool late)
{
	int error;

	if (w->size < w->file->size) {
		error = allocate(w, w->file->fill || late);
		if (error)
			return fail(w, error, "fallocate");
	}
	if (!w->file->fill && !late)
		return 0;
	if (late && fill_holes(w) < 0)
		return -1;
	if (fill(w, w->size, w->file->size) < 0)
		return -1;
	if (w->done && w->options->create_fsync && fsync(w->fd) < 0)
		return fail(w, errno, "fsync");
	return 0;
}

/* As if nothing had been done. */
static void undo(const struct work *w)
{
	if (w->made)
		unlink(w->file->path);
	else if (ftruncate(w->fd, (off_t)w->size) < 0)
		(void)0; /* it only stays longer */
}

static int make_folder(struct work *w)
{
	int error = target_make_folders(w->file->path);

	if (!error && mkdir(w->file->path, TARGET_FOLDER_MODE) < 0 &&
	    errno != EEXIST)
		error = errno;
	if (error)
		return fail(w, error, "mkdir");
	return 0;
}

int layout_file(const struct run_file *file, bool late,
		struct layout_progress *progress)
{
	struct work w = {
		.file = file,
		.options = file->job->section->options,
		.progress = progress,
		.fd = -1,
	};
	int status;

	if (is_told_to_stop(&w))
		return -1;
	if (file->is_folder)
		return make_folder(&w);
	if (open_file(&w) < 0) {
		if (w.fd >= 0)
			close(w.fd);
		return -1;
	}
	noise_seed(&w.noise, random_entropy());
	w.chunk = malloc(CHUNK_BYTES);
	status = w.chunk ? lay_out(&w, late) : fail(&w, ENOMEM, "malloc");
	if (status < 0)
		undo(&w);
	free(w.chunk);
	if (close(w.fd) < 0 && status == 0)
		status = fail(&w, errno, "close");
	return status;
}
