#include "uring_setup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	/* What the kernel pins in one stretch, and how many of them. */
	STRETCH_MAX = 1 << 30,
	STRETCHES_MAX = 1 << 14,
	/* Pinning takes memory and time: more only if asked for. */
	UNASKED_MAX = 64 << 20,
};

static int files_refused(struct job_error *error, int code, size_t count)
{
	if (code == EMFILE)
		return job_error_set(error, code, "io_uring_register",
				     "registerfiles=1: %zu files are more than "
				     "this process may have (ulimit -n)",
				     count);
	return job_error_set(error, code, "io_uring_register",
			     "registerfiles=1: %zu files: %s", count,
			     strerror(code));
}

/* Files that aren't open all the time become known as they are used. */
int uring_files_open(struct uring_files *files, struct uring_ring *r,
		     const struct engine_setup *setup, enum uring_use use,
		     struct job_error *error)
{
	size_t count = setup->file_count;
	int result;

	if (use == URING_NEVER || !count ||
	    (use == URING_IF_POSSIBLE && !setup->fds))
		return 0;
	files->known = malloc(count * sizeof(files->known[0]));
	if (!files->known)
		return job_error_set(error, ENOMEM, "malloc",
				     "no memory for %zu files", count);
	for (size_t i = 0; i < count; i++)
		files->known[i] = setup->fds ? setup->fds[i] : -1;
	files->count = count;
	result = io_uring_register_files(&r->ring, files->known,
					 (unsigned)count);
	if (result >= 0)
		return 0;
	uring_files_close(files);
	return use == URING_ALWAYS ? files_refused(error, -result, count) : 0;
}

void uring_files_close(struct uring_files *files)
{
	free(files->known);
	files->known = NULL;
}

bool uring_files_update(struct uring_files *files, struct uring_ring *r,
			uint32_t index, int fd)
{
	int result = io_uring_register_files_update(&r->ring, index, &fd, 1);

	files->known[index] = result == 1 ? fd : -1;
	return result == 1;
}

void uring_files_forget(struct uring_files *files, struct uring_ring *r)
{
	if (!files->known)
		return;
	for (size_t i = 0; i < files->count; i++)
		files->known[i] = -1;
	io_uring_register_files_update(&r->ring, 0, files->known,
				       (unsigned)files->count);
}

static int buffers_refused(struct job_error *error, int code, uint64_t bytes)
{
	if (code == ENOMEM)
		return job_error_set(error, code, "io_uring_register",
				     "fixedbufs=1: %" PRIu64
				     " bytes are more than this process may "
				     "lock in memory (ulimit -l), or than "
				     "there is",
				     bytes);
	if (code == EFAULT || code == EOPNOTSUPP)
		return job_error_set(error, code, "io_uring_register",
				     "fixedbufs=1: memory of this kind can't "
				     "be pinned (mem=mmapshared of a file?): "
				     "%s",
				     strerror(code));
	return job_error_set(error, code, "io_uring_register",
			     "fixedbufs=1: %" PRIu64 " bytes: %s", bytes,
			     strerror(code));
}

/* 0, or -errno. */
static int register_stretches(struct uring_ring *r,
			      const struct engine_setup *setup, unsigned slots,
			      unsigned count)
{
	struct iovec *stretches = calloc(count, sizeof(stretches[0]));
	unsigned char *base = setup->buffers;
	unsigned left = setup->depth;
	int result;

	if (!stretches)
		return -ENOMEM;
	for (unsigned i = 0; i < count; i++) {
		unsigned n = left < slots ? left : slots;

		stretches[i].iov_base = base;
		stretches[i].iov_len = n * setup->buffer_size;
		base += stretches[i].iov_len;
		left -= n;
	}
	result = io_uring_register_buffers(&r->ring, stretches, count);
	free(stretches);
	return result < 0 ? result : 0;
}

int uring_buffers_open(struct uring_buffers *buffers, struct uring_ring *r,
		       const struct engine_setup *setup, enum uring_use use,
		       struct job_error *error)
{
	uint64_t bytes = (uint64_t)setup->depth * setup->buffer_size;
	unsigned slots, count;
	int result;

	if (use == URING_NEVER || !setup->buffers || !setup->buffer_size ||
	    (use == URING_IF_POSSIBLE && bytes > UNASKED_MAX))
		return 0;
	slots = (unsigned)(STRETCH_MAX / setup->buffer_size);
	if (slots > setup->depth)
		slots = setup->depth;
	count = slots ? (setup->depth + slots - 1) / slots : 0;
	if (!slots || count > STRETCHES_MAX)
		result = -EFBIG;
	else
		result = register_stretches(r, setup, slots, count);
	if (result < 0)
		return use == URING_ALWAYS
			       ? buffers_refused(error, -result, bytes)
			       : 0;
	buffers->fixed = true;
	buffers->slots_each = slots;
	return 0;
}
