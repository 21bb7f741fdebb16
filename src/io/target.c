#include "io/target.h"

#include "spec/plan.h"
#include "sys/filesystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Open files are in a list by their last use, if not all of them may be open.
 * The list is a circle that begins and ends at the element after all files.
 */
struct target_file {
	int fd; /* -1: closed */
	uint32_t holds;
	uint32_t newer;
	uint32_t older;
	bool opened; /* at some time */
};

enum { FILE_MODE = 0644 };

struct target {
	const struct layout *layout;
	const struct job_options *options;
	uint32_t count;
	uint32_t open_count;
	uint32_t open_max;
	bool is_direct;
	bool writes;
	uint64_t write_hint;   /* 0: none */
	const char *unwilling; /* the option that a file refused, or NULL */
	struct target_file files[];
};

static const struct {
	enum sync_mode mode;
	int flag;
} sync_flags[] = {
	{ SYNC_SYNC, O_SYNC },
	{ SYNC_DSYNC, O_DSYNC },
};

static int open_flags(const struct target *t, const struct layout_file *file)
{
	const struct job_options *o = t->options;
	int flags = O_CLOEXEC | (t->writes ? O_RDWR : O_RDONLY);

	if (t->is_direct)
		flags |= O_DIRECT;
	for (size_t i = 0; i < sizeof(sync_flags) / sizeof(*sync_flags); i++)
		if (sync_flags[i].mode == o->sync)
			flags |= sync_flags[i].flag;
	if (!t->writes && file->kind == FILE_REGULAR)
		flags |= O_NOATIME;
	if (o->allow_file_create &&
	    (file->made || o->create_on_open || o->unlink_each_loop))
		flags |= O_CREAT;
	return flags;
}

/* Let this process have as many files as it may. */
static bool raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) ||
	    limit.rlim_cur == limit.rlim_max)
		return false;
	limit.rlim_cur = limit.rlim_max;
	return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

static int open_path(const char *path, int flags)
{
	int fd = open(path, flags, FILE_MODE);

	if (fd < 0 && errno == EMFILE && raise_limit())
		fd = open(path, flags, FILE_MODE);
	/* Only a file's owner may ask for that. */
	if (fd < 0 && errno == EPERM && flags & O_NOATIME)
		fd = open(path, flags & ~O_NOATIME, FILE_MODE);
	if (fd < 0 && errno == ENOENT && flags & O_CREAT &&
	    target_make_folders(path) == 0)
		fd = open(path, flags, FILE_MODE);
	return fd;
}

int target_make_folders(const char *path)
{
	char part[PATH_MAX];
	size_t length = strlen(path);

	if (length >= sizeof(part))
		return ENAMETOOLONG;
	memcpy(part, path, length + 1);
	for (char *slash = strchr(part + 1, '/'); *part && slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(part, TARGET_FOLDER_MODE) < 0 && errno != EEXIST)
			return errno;
		*slash = '/';
	}
	return 0;
}

/*
 * Each open file has its own. Advice is no more than that: where it can't be
 * given, the job goes on.
 */
static void give_advice(const struct target *t, const struct layout_file *file,
			int fd)
{
	static const int advice[] = {
		[FADVISE_SEQUENTIAL] = POSIX_FADV_SEQUENTIAL,
		[FADVISE_RANDOM] = POSIX_FADV_RANDOM,
		[FADVISE_NOREUSE] = POSIX_FADV_NOREUSE,
	};
	enum fadvise_hint hint = t->options->fadvise_hint;

	if (hint == FADVISE_NONE ||
	    (hint == FADVISE_PATTERN && t->layout->replay) ||
	    (file->kind != FILE_REGULAR && file->kind != FILE_BLOCK))
		return;
	if (hint == FADVISE_PATTERN)
		hint = t->options->rw.flags & RW_RANDOM ? FADVISE_RANDOM
							: FADVISE_SEQUENTIAL;
	posix_fadvise(fd, (off_t)file->offset, (off_t)file->length,
		      advice[hint]);
}

/*
 * Without the right to drop a device's cache, or for a device without one, the
 * job goes on as the reference's does.
 */
static int drop_cache(const struct layout_file *file, int fd)
{
	if (file->kind == FILE_REGULAR)
		return -posix_fadvise(fd, (off_t)file->offset,
				      (off_t)file->length, POSIX_FADV_DONTNEED);
	if (file->kind != FILE_BLOCK || ioctl(fd, BLKFLSBUF, 0) == 0)
		return 0;
	if (errno == EPERM || errno == EACCES || errno == ENOTTY)
		return 0;
	return -errno;
}

/* It is the inode's, so that it holds for all who write to the file. */
static int give_hint(struct target *t, const struct layout_file *file, int fd)
{
	if (!t->write_hint ||
	    (file->kind != FILE_REGULAR && file->kind != FILE_BLOCK))
		return 0;
	if (fcntl(fd, F_SET_RW_HINT, &t->write_hint) == 0)
		return 0;
	t->unwilling = "write_hint";
	return -errno;
}

static uint32_t list_end(const struct target *t)
{
	return t->count;
}

static void list_remove(struct target *t, uint32_t index)
{
	struct target_file *f = &t->files[index];

	t->files[f->newer].older = f->older;
	t->files[f->older].newer = f->newer;
}

static void list_add_newest(struct target *t, uint32_t index)
{
	struct target_file *end = &t->files[list_end(t)];
	struct target_file *f = &t->files[index];

	f->newer = list_end(t);
	f->older = end->older;
	t->files[f->older].newer = index;
	end->older = index;
}

/* Returns 0, or -errno. The file is closed in any case. */
static int close_file(struct target *t, uint32_t index)
{
	enum file_kind kind = t->layout->files[index].kind;
	struct target_file *f = &t->files[index];
	int result = 0;

	if (f->fd < 0)
		return 0;
	list_remove(t, index);
	t->open_count--;
	if (kind != FILE_NONE) {
		if (t->options->fsync_on_close && t->writes &&
		    kind != FILE_CHARACTER && fsync(f->fd))
			result = -errno;
		if (close(f->fd) && result == 0)
			result = -errno;
	}
	f->fd = -1;
	return result;
}

/* Close the file that has not been used for the longest time. */
static int make_room(struct target *t)
{
	uint32_t i = t->files[list_end(t)].newer;

	while (i != list_end(t) && t->files[i].holds > 0)
		i = t->files[i].newer;
	return i == list_end(t) ? -EBUSY : close_file(t, i);
}

/*
 * A file that was made by opening it has no bytes yet, and some engines can't
 * make it longer. Returns 0, or -errno.
 */
static int give_size(const struct target *t, const struct layout_file *file,
		     int fd)
{
	unsigned flags = t->layout->job->section->engine->flags;
	off_t end = (off_t)(file->offset + file->length);
	struct stat st;

	if (!(flags & ENGINE_FIXED_SIZE) || file->kind != FILE_REGULAR ||
	    !t->writes || t->layout->fills)
		return 0;
	if (fstat(fd, &st) < 0 || (st.st_size < end && ftruncate(fd, end) < 0))
		return -errno;
	return 0;
}

/* Returns 0, or -errno. */
static int open_file(struct target *t, uint32_t index)
{
	const struct layout_file *file = &t->layout->files[index];
	struct target_file *f = &t->files[index];
	int result;

	if (file->kind == FILE_NONE) {
		f->fd = 0;
	} else {
		f->fd = open_path(file->path, open_flags(t, file));
		if (f->fd < 0)
			return -errno;
	}
	list_add_newest(t, index);
	t->open_count++;
	result = give_size(t, file, f->fd);
	if (result == 0)
		result = give_hint(t, file, f->fd);
	if (result == 0 && t->options->invalidate && !f->opened)
		result = drop_cache(file, f->fd);
	if (result < 0) {
		close_file(t, index);
		return result;
	}
	f->opened = true;
	give_advice(t, file, f->fd);
	return 0;
}

static int refuse_direct(struct job_error *error, const char *path)
{
	struct filesystem *fs = filesystem_read("", path);
	const char *type = fs && *fs->type ? fs->type : "unknown";

	job_error_set(error, EINVAL, "open",
		      "%s: direct I/O is not supported here (file system: %s): "
		      "set direct=0, or use a file system that has it",
		      path, type);
	filesystem_free(fs);
	return -1;
}

static int open_failed(struct job_error *error, const struct target *t,
		       uint32_t index, int code)
{
	const char *path = t->layout->files[index].path;

	if (t->unwilling)
		return job_error_set(error, code, "fcntl", "%s: %s: %s", path,
				     t->unwilling, strerror(code));
	if (code == EINVAL && t->is_direct)
		return refuse_direct(error, path);
	if (code == EMFILE || code == ENFILE)
		return job_error_set(error, code, "open",
				     "%s: %s: set openfiles to less than %u",
				     path, strerror(code), t->open_count);
	if (code == ENOENT && !t->options->allow_file_create)
		return job_error_set(error, code, "open",
				     "%s: %s, and allow_file_create=0", path,
				     strerror(code));
	return job_error_set(error, code, "open", "%s: %s", path,
			     strerror(code));
}

static struct target *target_new(const struct layout *layout)
{
	const struct job_section *section = layout->job->section;
	const struct job_options *o = section->options;
	size_t count = layout->file_count;
	struct target *t;

	t = calloc(1, sizeof(*t) + (count + 1) * sizeof(t->files[0]));
	if (!t)
		return NULL;
	t->layout = layout;
	t->options = o;
	if (PLAN_GIVEN(section, placement.write_hint))
		t->write_hint = (uint64_t)o->placement.write_hint;
	t->count = (uint32_t)count;
	t->open_max = t->count;
	if (layout->open_max > 0)
		t->open_max = layout->open_max;
	if (o->openfiles > 0 && o->openfiles < count)
		t->open_max = (uint32_t)o->openfiles;
	/* An activity opens files itself, if at all. */
	if (section->engine->flags & ENGINE_ACTIVITY)
		t->open_max = 0;
	t->is_direct = section_is_direct(section);
	t->writes = section_changes_files(section);
	for (uint32_t i = 0; i <= t->count; i++)
		t->files[i].fd = -1;
	t->files[list_end(t)].newer = list_end(t);
	t->files[list_end(t)].older = list_end(t);
	return t;
}

static void close_all(struct target *t)
{
	for (uint32_t i = 0; i < t->count; i++)
		close_file(t, i);
	free(t);
}

/* As many as may be. */
static int open_first(struct target *t, struct job_error *error)
{
	int result;

	for (uint32_t i = 0; i < t->open_max; i++) {
		result = open_file(t, i);
		if (result < 0)
			return open_failed(error, t, i, -result);
	}
	return 0;
}

struct target *target_open(const struct layout *layout, struct job_error *error)
{
	struct target *t = target_new(layout);

	if (!t) {
		job_error_set(error, ENOMEM, "calloc",
			      "no memory for %zu files", layout->file_count);
		return NULL;
	}
	if (open_first(t, error) < 0) {
		close_all(t);
		return NULL;
	}
	return t;
}

static int unlink_file(const struct target *t, uint32_t index)
{
	const struct layout_file *file = &t->layout->files[index];

	if ((!t->options->unlink && !t->options->unlink_each_loop) ||
	    (file->kind != FILE_REGULAR && file->kind != FILE_FOLDER))
		return 0;
	/* A job that only reads leaves what was there before it. */
	if (!t->writes && !file->made)
		return 0;
	/* Another job that used it may have been done before. */
	if (file->kind == FILE_FOLDER)
		return rmdir(file->path) && errno != ENOENT ? -errno : 0;
	return unlink(file->path) && errno != ENOENT ? -errno : 0;
}

/* All of them, whatever happens. */
static int put_away(struct target *t, struct job_error *error)
{
	int status = 0;
	int result;

	for (uint32_t i = 0; i < t->count; i++) {
		const char *path = t->layout->files[i].path;

		result = close_file(t, i);
		if (result < 0)
			status =
				job_error_set(error, -result, "close", "%s: %s",
					      path, strerror(-result));
		result = unlink_file(t, i);
		if (result < 0)
			status = job_error_set(error, -result, "unlink",
					       "%s: %s", path,
					       strerror(-result));
	}
	return status;
}

int target_close(struct target *target, struct job_error *error)
{
	int status;

	if (!target)
		return 0;
	status = put_away(target, error);
	free(target);
	return status;
}

int target_renew(struct target *target, struct job_error *error)
{
	if (put_away(target, error) < 0)
		return -1;
	return open_first(target, error);
}

int target_descriptor(struct target *target, uint32_t index)
{
	struct target_file *f = &target->files[index];
	int result = 0;

	if (f->fd >= 0) {
		if (target->open_max < target->count) {
			list_remove(target, index);
			list_add_newest(target, index);
		}
		return f->fd;
	}
	if (target->open_count >= target->open_max)
		result = make_room(target);
	if (result == 0)
		result = open_file(target, index);
	return result < 0 ? result : f->fd;
}

static int settle_file(const struct target *t, uint32_t index, int fd)
{
	const struct layout_file *file = &t->layout->files[index];

	if (fdatasync(fd) < 0)
		return -errno;
	return t->options->invalidate ? drop_cache(file, fd) : 0;
}

int target_settle(struct target *target, struct job_error *error)
{
	for (uint32_t i = 0; i < target->count; i++) {
		enum file_kind kind = target->layout->files[i].kind;
		int fd;

		if (kind != FILE_REGULAR && kind != FILE_BLOCK)
			continue;
		fd = target_descriptor(target, i);
		if (fd >= 0)
			fd = settle_file(target, i, fd);
		if (fd < 0)
			return job_error_set(error, -fd, "fsync", "%s: %s",
					     target->layout->files[i].path,
					     strerror(-fd));
	}
	return 0;
}

int target_open_descriptor(const struct target *target, uint32_t index)
{
	if (target->layout->files[index].kind == FILE_NONE)
		return -1;
	return target->files[index].fd;
}

void target_hold(struct target *target, uint32_t index)
{
	target->files[index].holds++;
}

void target_release(struct target *target, uint32_t index)
{
	target->files[index].holds--;
}

unsigned target_open_count(const struct target *target)
{
	return target->open_count;
}
