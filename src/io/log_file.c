#include "io/log_file.h"

#include "base/write_all.h"
#include "io/log_zip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MODE = 0644 };

static void note(struct log_file *f, int error)
{
	if (!f->error)
		f->error = error;
}

/* A file without a name, on the file system that the rows will lie on. */
static int open_nameless(const char *path)
{
	char *name;
	int fd;

	if (asprintf(&name, "%s.XXXXXX", path) < 0) {
		errno = ENOMEM;
		return -1;
	}
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		unlink(name);
	free(name);
	return fd;
}

static int open_file(const char *path, int flags)
{
	return open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | flags,
		    MODE);
}

/* That it can be written shows now, not when all has been measured. */
static int open_shared(const char *path)
{
	int fd = open_file(path, O_APPEND);

	if (fd < 0)
		return -1;
	close(fd);
	return open_nameless(path);
}

static int fail(const struct log_file *f, int code, struct job_error *error)
{
	return job_error_set(error, code, "log", "log %s: %s", f->path,
			     strerror(code));
}

int log_file_open(struct log_file *f, const struct log_file_options *options,
		  struct job_error *error)
{
	*f = (struct log_file){
		.path = options->path,
		.shared = options->shared,
	};
	f->fd = f->shared ? open_shared(f->path)
			  : open_file(f->path,
				      options->append ? O_APPEND : O_TRUNC);
	if (f->fd < 0)
		return fail(f, errno, error);
	f->text = malloc(LOG_FILE_CAPACITY);
	if (options->compressed)
		f->zip = log_zip_new(f->fd, options->compressed_part);
	if (f->text && (f->zip || !options->compressed))
		return 0;
	free(f->text);
	log_zip_free(f->zip);
	close(f->fd);
	return fail(f, ENOMEM, error);
}

void log_file_flush(struct log_file *f)
{
	if (!f->error && f->zip)
		note(f, log_zip_put(f->zip, f->text, f->length));
	else if (!f->error)
		note(f, write_all(f->fd, f->text, f->length));
	f->length = 0;
}

/* Copy all of `from`, by way of a buffer that is no longer needed. */
static int copy(int from, int to, char *buffer)
{
	int error = lseek(from, 0, SEEK_SET) < 0 ? errno : 0;
	ssize_t n = 1;

	while (!error && n > 0) {
		n = read(from, buffer, LOG_FILE_CAPACITY);
		if (n < 0 && errno == EINTR)
			n = 1;
		else if (n < 0)
			error = errno;
		else
			error = write_all(to, buffer, (size_t)n);
	}
	return error;
}

/* No other job adds its rows at the same time. */
static int add_to_shared(const struct log_file *f)
{
	int fd = open_file(f->path, O_APPEND);
	int error;

	if (fd < 0)
		return errno;
	while (flock(fd, LOCK_EX) < 0 && errno == EINTR)
		;
	error = copy(f->fd, fd, f->text);
	if (close(fd) < 0 && !error)
		error = errno;
	return error;
}

void log_file_close(struct log_file *f, struct job_error *error)
{
	log_file_flush(f);
	if (!f->error && f->zip)
		note(f, log_zip_end(f->zip));
	if (!f->error && f->shared)
		note(f, add_to_shared(f));
	if (close(f->fd) < 0)
		note(f, errno);
	log_zip_free(f->zip);
	free(f->text);
	if (f->error)
		fail(f, f->error, error);
}
