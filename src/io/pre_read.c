#include "io/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one read(2) takes. */
enum { CHUNK_BYTES = 1 << 20 };

/* 0, or errno. */
static int read_part(int fd, const struct layout_file *file, void *chunk,
		     const _Atomic uint32_t *stop)
{
	uint64_t at = file->offset;
	uint64_t end = file->offset + file->length;

	while (at < end && !atomic_load_explicit(stop, memory_order_relaxed)) {
		size_t size = end - at < CHUNK_BYTES ? (size_t)(end - at)
						     : CHUNK_BYTES;
		ssize_t n = pread(fd, chunk, size, (off_t)at);

		if (n < 0 && errno != EINTR)
			return errno;
		if (n == 0)
			return 0;
		if (n > 0)
			at += (uint64_t)n;
	}
	return 0;
}

/* 0, or errno. A file that isn't there yet has nothing to read. */
static int read_file(const struct layout_file *file, void *chunk,
		     const _Atomic uint32_t *stop)
{
	int fd = open(file->path, O_RDONLY | O_CLOEXEC);
	int error;

	if (fd < 0)
		return errno == ENOENT ? 0 : errno;
	error = read_part(fd, file, chunk, stop);
	close(fd);
	return error;
}

int target_pre_read(const struct layout *layout, const _Atomic uint32_t *stop,
		    struct job_error *error)
{
	void *chunk = malloc(CHUNK_BYTES);
	int code = 0;

	if (!chunk)
		return job_error_set(error, ENOMEM, "malloc",
				     "no memory for pre_read");
	for (size_t i = 0; i < layout->file_count && code == 0; i++) {
		const struct layout_file *file = &layout->files[i];

		if (file->kind != FILE_REGULAR && file->kind != FILE_BLOCK)
			continue;
		code = read_file(file, chunk, stop);
		if (code)
			job_error_set(error, code, "read", "pre_read of %s: %s",
				      file->path, strerror(code));
	}
	free(chunk);
	return code ? -1 : 0;
}
