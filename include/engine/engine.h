#ifndef RUNNER_ENGINE_ENGINE_H
#define RUNNER_ENGINE_ENGINE_H

#include "spec/engine_info.h"
#include "spec/job_options.h"
#include "spec/option_process.h"
#include "stat/job_page.h"

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/*
 * An engine is the way in which I/O reaches the kernel. It is driven by whole
 * batches and knows neither jobs' patterns nor statistics; what it needs to
 * remember of an I/O it keeps in an array of its own, indexed by io->slot.
 */
enum io_kind {
	IO_READ,
	IO_WRITE,
	IO_TRIM,
	IO_FSYNC,
	IO_FDATASYNC,
	IO_SYNC_FILE_RANGE, /* of `length` bytes, 0: to the end of the file */
};

/* A part of a file that a trim of several is about. */
struct io_range {
	uint64_t offset;
	uint32_t length;
};

struct io {
	uint64_t offset;
	void *buf;
	uint32_t length;
	uint16_t slot;      /* its place among the job's iodepth I/Os */
	uint8_t kind;       /* enum io_kind */
	uint8_t sync_flags; /* enum sync_range_flag, of IO_SYNC_FILE_RANGE */
	uint16_t prio;      /* of a read or write, set by engines that draw one,
			       as in ioprio_set(2); 0: the process's */
	uint16_t range_count; /* of a trim of several ranges, whose first is at
				 `offset` and which have `length` bytes
				 together; 0: it is that one range */
	int fd;
	uint32_t file_index;           /* place in layout->files */
	uint64_t start_ns;             /* the worker's time stamps; */
	uint64_t issue_ns;             /* engines leave them alone */
	const struct io_range *ranges; /* of the workload */
};

/*
 * Linux moves no more than this in one call (MAX_RW_COUNT in linux/fs.h), and
 * so do engines that need no call: the worker goes on with the rest of an I/O.
 */
#define IO_MOVED_MAX UINT32_C(0x7ffff000)

/* The priority that it was sent with. */
static inline uint16_t io_priority_of(const struct io *io)
{
	return io->kind <= IO_WRITE ? io->prio : 0;
}

struct completion {
	uint32_t slot;
	int32_t result; /* bytes done, or -errno */
};

/* What the result of an I/O is that is done as far as one call does it. */
static inline int32_t io_moved_at_once(const struct io *io)
{
	return (int32_t)(io->length < IO_MOVED_MAX ? io->length : IO_MOVED_MAX);
}

/* What an engine may prepare for. Borrowed for the life of the engine. */
struct engine_setup {
	const void *options; /* the engine's own, as engine_info describes;
				NULL: their defaults */
	const struct job_options *job; /* those of all engines */
	const int *fds; /* of all files; NULL: they aren't open all the
			   time, and each I/O brings its own */
	size_t file_count;
	unsigned depth; /* I/Os in flight at the most */
	void *buffers;  /* depth buffers of buffer_size bytes, in a row */
	size_t buffer_size;
};

struct engine_ops {
	struct engine_info info;

	/* Set up; `*state` is passed to all the others. 0, or -1: `error`. */
	int (*open)(void **state, const struct engine_setup *setup,
		    struct job_error *error);
	void (*close)(void *state);

	/*
	 * Start up to `n` I/Os. Returns how many were taken (at least 1), or
	 * -errno when not even the first could be: -EAGAIN if that is only for
	 * now, and to be tried again after reaping. An I/O that was taken and
	 * fails is reported by reap().
	 */
	int (*submit)(void *state, struct io *const *ios, unsigned n);

	/*
	 * Wait for at least `min` and take up to `max` finished I/Os. Returns
	 * how many, or -errno (-EINTR included, if none was taken). A null
	 * `timeout` waits for ever, but never for more I/Os than there are;
	 * with one, fewer than `min` may come back.
	 */
	int (*reap)(void *state, struct completion *done, unsigned min,
		    unsigned max, const struct timespec *timeout);

	/*
	 * The files of the setup are about to be closed and others opened in
	 * their place: keep nothing of them. Nothing is in flight. NULL: the
	 * engine never does.
	 */
	void (*forget_files)(void *state);

	/*
	 * The same as a submit() and a reap() of one I/O while no other is on
	 * its way. Returns the bytes done, or -errno. NULL for engines that
	 * win nothing by it.
	 */
	int32_t (*perform)(void *state, const struct io *io);

	/*
	 * Whether the machine lets this process use it, before any file is
	 * known. 0, or -1: see `error`. NULL: it does.
	 */
	int (*check)(struct job_error *error);

	/*
	 * What takes its place where several instances use the same
	 * descriptors at a time, as it would get at a position or at answers
	 * that are another's; info.shared says how it differs. NULL: itself.
	 */
	const struct engine_ops *shared;
};

/* Where the engine keeps nothing of its files, there is nothing to forget. */
static inline void engine_forget_files(const struct engine_ops *engine,
				       void *state)
{
	if (engine->forget_files)
		engine->forget_files(state);
}

/*
 * One I/O from its start to its end, by whatever the engine has, while no other
 * is on its way. Returns the bytes done, or -errno.
 */
int32_t engine_do(const struct engine_ops *engine, void *state, struct io *io);

extern const struct engine_ops engine_e4defrag, engine_falloc, engine_ftruncate,
	engine_io_uring, engine_io_uring_cmd, engine_libaio, engine_mmap,
	engine_null, engine_posixaio, engine_psync, engine_pvsync,
	engine_pvsync2, engine_sg, engine_splice, engine_sync, engine_vsync;

/* The list of all engines, for the planner. */
extern const struct engine_list engine_list;

/* The engine that `info` (of this list) describes; NULL: it is an activity. */
const struct engine_ops *engine_of(const struct engine_info *info);

#endif
