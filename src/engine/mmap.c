#include "single.h"

#include "engine/blocking.h"
#include "spec/option_values.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/*
 * The files are mapped into memory, and an I/O is a copy from or to there. Each
 * file has a window: all of it, or where the address space is too small for
 * that, a piece that is moved to where the I/O is. A device that has no end is
 * mapped for each I/O anew.
 */
struct mmap_options {
	bool thp;
};

struct window {
	unsigned char *at; /* NULL: nothing is mapped */
	uint64_t from;
	uint64_t length;
};

struct mmap_state {
	struct single single;
	bool syncs_writes; /* each, as direct=1 or sync= ask for */
	bool huge;
	uint64_t page;
	uint64_t window_max; /* bytes; a multiple of a page */
	size_t file_count;
	struct window windows[];
};

static const struct option option_list[] = {
	{
		.name = "thp",
		OPTION_FLAG(struct mmap_options, thp),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Ask for transparent huge pages (MADV_HUGEPAGE)",
	},
};

static const struct option_table option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

static uint64_t round_down(const struct mmap_state *s, uint64_t n)
{
	return n & ~(s->page - 1);
}

static uint64_t round_up(const struct mmap_state *s, uint64_t n)
{
	return round_down(s, n + s->page - 1);
}

static void unmap(struct window *w)
{
	if (w->at)
		munmap(w->at, w->length);
	w->at = NULL;
}

static bool unmap_all(struct mmap_state *s)
{
	bool any = false;

	for (size_t i = 0; i < s->file_count; i++) {
		any |= s->windows[i].at != NULL;
		unmap(&s->windows[i]);
	}
	return any;
}

/* /dev/zero, of which a shared mapping begins at 0 wherever it is mapped. */
static bool is_zero_device(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISCHR(st.st_mode) &&
	       st.st_rdev == makedev(1, 5);
}

/* Map [from, from + length) of the file. Returns 0, or -errno. */
static int map(const struct mmap_state *s, struct window *w, int fd)
{
	int flags = fcntl(fd, F_GETFL);
	int access = PROT_READ;
	void *at;

	if (flags < 0)
		return -errno;
	if ((flags & O_ACCMODE) == O_RDWR)
		access |= PROT_WRITE;
	at = mmap(NULL, w->length, access,
		  is_zero_device(fd) ? MAP_PRIVATE : MAP_SHARED, fd,
		  (off_t)w->from);
	if (at == MAP_FAILED)
		return -errno;
	if (s->huge && madvise(at, w->length, MADV_HUGEPAGE)) {
		int error = errno;

		munmap(at, w->length);
		return -error;
	}
	w->at = at;
	return 0;
}

/* Bytes, or UINT64_MAX for what has no end, or an error: -errno in `error`. */
static uint64_t size_of(int fd, int *error)
{
	struct stat st;
	off_t end;

	*error = 0;
	if (fstat(fd, &st)) {
		*error = -errno;
		return 0;
	}
	if (S_ISREG(st.st_mode))
		return (uint64_t)st.st_size;
	if (!S_ISBLK(st.st_mode))
		return UINT64_MAX;
	end = lseek(fd, 0, SEEK_END);
	if (end < 0)
		*error = -errno;
	return end < 0 ? 0 : (uint64_t)end;
}

/* Where the window is to be for [offset, offset + length) of the file. */
static void place(const struct mmap_state *s, struct window *w, uint64_t size,
		  uint64_t offset, uint64_t length)
{
	uint64_t end = offset + length < size ? offset + length : size;

	if (size <= s->window_max) {
		w->from = 0;
		w->length = size;
		return;
	}
	w->from = round_down(s, offset);
	w->length = round_up(s, end) - w->from;
	if (size == UINT64_MAX)
		return;
	if (w->length < s->window_max)
		w->length = s->window_max;
	if (w->length > size - w->from)
		w->length = size - w->from;
}

/* Less of it at a time, if that can still hold `length` bytes anywhere. */
static bool shrink(struct mmap_state *s, uint64_t size, uint64_t length)
{
	uint64_t least = round_up(s, length) + s->page;
	uint64_t now = size < s->window_max ? size : s->window_max;

	if (unmap_all(s))
		return true;
	if (size == UINT64_MAX || now <= least)
		return false;
	s->window_max = round_up(s, now / 2);
	return true;
}

/*
 * Move the window of a file to where `offset` is in it. Returns 0, or -errno;
 * a window without bytes is there for what is beyond the end of the file.
 */
static int move_window(struct mmap_state *s, struct window *w, int fd,
		       uint64_t offset, uint64_t length)
{
	int status;
	uint64_t size = size_of(fd, &status);

	unmap(w);
	w->length = 0;
	if (status < 0 || offset >= size)
		return status;
	do {
		place(s, w, size, offset, length);
		status = map(s, w, fd);
	} while (status == -ENOMEM && shrink(s, size, length));
	return status;
}

static bool holds(const struct window *w, uint64_t offset, uint64_t length)
{
	return w->at && offset >= w->from &&
	       offset + length <= w->from + w->length;
}

static int32_t sync_range(const struct mmap_state *s, unsigned char *at,
			  uint64_t length)
{
	uint64_t before = (uintptr_t)at & (s->page - 1);

	return msync(at - before, length + before, MS_SYNC) ? -errno : 0;
}

static int32_t copy(const struct mmap_state *s, const struct window *w,
		    const struct io *io)
{
	uint64_t rest = w->from + w->length - io->offset;
	uint64_t wanted = (uint64_t)io_moved_at_once(io);
	uint64_t length = wanted < rest ? wanted : rest;
	unsigned char *at = w->at + (io->offset - w->from);

	if (io->kind == IO_READ) {
		memcpy(io->buf, at, length);
		return (int32_t)length;
	}
	memcpy(at, io->buf, length);
	if (s->syncs_writes) {
		int32_t result = sync_range(s, at, length);

		if (result < 0)
			return result;
	}
	return (int32_t)length;
}

static int32_t move(struct mmap_state *s, const struct io *io)
{
	struct window *w = &s->windows[io->file_index];
	int status;

	if (!holds(w, io->offset, io->length)) {
		status = move_window(s, w, io->fd, io->offset, io->length);
		if (status < 0)
			return status;
		if (!w->at) /* beyond the end */
			return 0;
	}
	return copy(s, w, io);
}

/* Of the whole file, if its window is that; the kernel knows the rest. */
static int32_t sync_file(const struct mmap_state *s, const struct io *io)
{
	const struct window *w = &s->windows[io->file_index];
	int status;
	uint64_t size = size_of(io->fd, &status);

	if (status == 0 && w->at && w->from == 0 && w->length >= size)
		return sync_range(s, w->at, w->length);
	return blocking_perform(io);
}

static int32_t perform(struct mmap_state *s, const struct io *io)
{
	if (!io_is_blocking(io))
		return move(s, io);
	return io->kind == IO_TRIM ? blocking_perform(io) : sync_file(s, io);
}

static int mmap_submit(void *state, struct io *const *ios, unsigned n)
{
	struct mmap_state *s = state;

	(void)n;
	if (s->single.finished)
		return -EAGAIN;
	return single_finish(&s->single, ios[0], perform(s, ios[0]));
}

static void mmap_forget_files(void *state)
{
	unmap_all(state);
}

static void mmap_close(void *state)
{
	struct mmap_state *s = state;

	unmap_all(s);
	free(s);
}

/* Those that are open are mapped before the job starts. */
static int map_files(struct mmap_state *s, const struct engine_setup *setup,
		     struct job_error *error)
{
	for (size_t i = 0; setup->fds && i < setup->file_count; i++) {
		int status;
		uint64_t size = size_of(setup->fds[i], &status);

		if (size == UINT64_MAX)
			continue;
		status = move_window(s, &s->windows[i], setup->fds[i], 0,
				     setup->buffer_size);
		if (status < 0)
			return job_error_set(error, -status, "mmap",
					     "mapping file %zu of the job%s: "
					     "%s",
					     i + 1,
					     s->huge ? " with thp=1" : "",
					     strerror(-status));
	}
	return 0;
}

static int mmap_open(void **state, const struct engine_setup *setup,
		     struct job_error *error)
{
	const struct mmap_options *options = setup->options;
	const struct job_options *job = setup->job;
	size_t count = setup->file_count ? setup->file_count : 1;
	struct mmap_state *s =
		single_new(sizeof(*s) + count * sizeof(s->windows[0]), error);

	if (!s)
		return -1;
	s->page = (uint64_t)sysconf(_SC_PAGESIZE);
	s->window_max = round_down(s, (uint64_t)INT64_MAX);
	s->file_count = count;
	s->huge = options && options->thp;
	s->syncs_writes = job && (job->direct || job->sync != SYNC_NONE);
	if (map_files(s, setup, error) < 0) {
		mmap_close(s);
		return -1;
	}
	*state = s;
	return 0;
}

const struct engine_ops engine_mmap = {
	.info = {
		.name = "mmap",
		.help = "Maps the files into memory and copies from and to "
			"there; a sync is msync",
		.flags = ENGINE_SYNC | ENGINE_BUFFERED_ONLY | ENGINE_FIXED_SIZE,
		.options = &option_table,
		.options_size = sizeof(struct mmap_options),
	},
	.open = mmap_open,
	.close = mmap_close,
	.submit = mmap_submit,
	.reap = single_reap,
	.forget_files = mmap_forget_files,
};
