#include "temporary.h"

#include "base/alloc.h"
#include "base/human.h"
#include "base/random.h"
#include "io/noise.h"
#include "sys/filesystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	TEMPORARY_MODE = 0600,
	CHUNK = 1 << 20,
};

/* ioping's, so that the two can share it. */
static const char kept_name[] = "ioping.tmp";

static struct source place_of(const char *path)
{
	return (struct source){ path, 0 };
}

/* Where files without a name can't be had, it is taken from one at once. */
static int open_unlinked(const char *folder, int flags)
{
	char *path = xasprintf("%s/.runner-ping.XXXXXX", folder);
	sigset_t all, before;
	int fd, error;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	fd = mkostemp(path, flags & ~O_ACCMODE);
	error = errno;
	if (fd >= 0)
		unlink(path);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(path);
	errno = error;
	return fd;
}

static int open_nameless(const char *folder, int flags, struct diag *diag)
{
	int fd = open(folder, flags | O_TMPFILE | O_EXCL, TEMPORARY_MODE);

	if (fd < 0 &&
	    (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
		fd = open_unlinked(folder, flags);
	if (fd < 0)
		return diag_error(diag, place_of(folder),
				  "no temporary file can be made here: %s",
				  strerror(errno));
	return fd;
}

/*
 * One that was there is ours by its name; but what is behind a link, or
 * another user's, is not.
 */
static int check_kept(int fd, const char *folder, struct diag *diag)
{
	struct stat st;

	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink == 1 &&
	    st.st_uid == geteuid())
		return 0;
	return diag_error(diag, place_of(folder),
			  "%s is not a plain file of this user's with one name",
			  kept_name);
}

static int open_kept(const char *folder, int flags, struct diag *diag)
{
	char *path = xasprintf("%s/%s", folder, kept_name);
	int fd = open(path, flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
		      TEMPORARY_MODE);
	int error = errno;

	free(path);
	if (fd < 0)
		return diag_error(diag, place_of(folder),
				  "%s can't be opened: %s", kept_name,
				  strerror(error));
	if (check_kept(fd, folder, diag) == 0)
		return fd;
	close(fd);
	return -1;
}

/* Said before the disk is full, where the file system knows. */
static int check_space(const char *folder, uint64_t bytes, struct diag *diag)
{
	struct filesystem *fs = filesystem_read("", folder);
	char needed[HUMAN_TEXT_MAX], there[HUMAN_TEXT_MAX];
	int status = 0;

	if (fs && fs->size_bytes > 0 && bytes > fs->free_bytes)
		status = diag_error(diag, place_of(folder),
				    "there is no room for a file of %s: %s are "
				    "free",
				    human_bytes(bytes, needed),
				    human_bytes(fs->free_bytes, there));
	filesystem_free(fs);
	return status;
}

/* Returns 0, or -errno. */
static int write_all(int fd, const char *buf, size_t size, uint64_t offset)
{
	while (size > 0) {
		ssize_t done = pwrite(fd, buf, size, (off_t)offset);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return done < 0 ? -errno : -EIO;
		buf += done;
		offset += (uint64_t)done;
		size -= (size_t)done;
	}
	return 0;
}

static int fill_from(int fd, uint64_t at, uint64_t size,
		     const volatile sig_atomic_t *stop)
{
	char *chunk = xcalloc(1, CHUNK);
	struct noise noise;
	int result = 0;

	noise_seed(&noise, random_entropy());
	while (at < size && result == 0 && !*stop) {
		size_t part = size - at < CHUNK ? (size_t)(size - at) : CHUNK;

		noise_fill(&noise, chunk, part);
		result = write_all(fd, chunk, part, at);
		at += part;
	}
	free(chunk);
	if (result == 0 && fsync(fd) < 0)
		result = -errno;
	return result;
}

static int fill(int fd, const char *folder, uint64_t size,
		const volatile sig_atomic_t *stop, struct diag *diag)
{
	struct stat st;
	uint64_t there;
	int result;

	if (fstat(fd, &st) < 0)
		return diag_error(diag, place_of(folder), "%s",
				  strerror(errno));
	there = (uint64_t)st.st_size;
	if (there < size && check_space(folder, size - there, diag) < 0)
		return -1;
	result = fill_from(fd, there, size, stop);
	if (result == 0)
		return 0;
	return diag_error(diag, place_of(folder),
			  "the temporary file can't be filled: %s",
			  strerror(-result));
}

int temporary_open(const struct ping_options *options, const char *folder,
		   uint64_t size, int flags, const volatile sig_atomic_t *stop,
		   struct diag *diag)
{
	int fd;

	flags |= O_RDWR;
	fd = options->keep ? open_kept(folder, flags, diag)
			   : open_nameless(folder, flags, diag);
	if (fd < 0)
		return -1;
	if (fill(fd, folder, size, stop, diag) == 0)
		return fd;
	close(fd);
	return -1;
}
