#include "atomic.h"
#include "uring_options.h"
#include "uring_ring.h"
#include "uring_setup.h"

#include "engine/blocking.h"
#include "engine/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/*
 * io_uring(7). A batch is one system call, which takes what is submitted and
 * tells what is done. Files and buffers are registered where that can be had,
 * and trims and syncs go the same way as reads and writes.
 */

/* As in the kernel, whose headers may be older than that. */
#ifndef BLOCK_URING_CMD_DISCARD
#define BLOCK_URING_CMD_DISCARD _IO(0x12, 0) /* 6.12 and later */
#endif
enum { DONTCACHE_FLAG = 0x80 /* RWF_DONTCACHE, 6.14 and later */ };

enum {
	PROBE_BYTES_MAX = 65536, /* enough for any alignment */
	LENGTH_SHIFT = 32,       /* of an I/O in its user_data */
};

/* What a file is, as far as trims differ. */
enum trim_way {
	TRIM_UNKNOWN,
	TRIM_BLOCKING, /* by blocking_perform() */
	TRIM_PUNCH,    /* a hole in a regular file */
	TRIM_DISCARD,  /* of a device's blocks */
};

struct uring_state {
	struct uring_ring ring;
	struct uring_files files;
	struct uring_buffers buffers;
	uint8_t opcode[IO_WRITE + 1];
	int rw_flags[IO_WRITE + 1];
	struct cmdprio prio;
	bool extras; /* what most jobs have none of is to be set for each */
	struct iovec *vectors; /* by slot; NULL: no vectors */
	uint64_t force_async;
	uint64_t until_async;
	bool can_sync; /* by the ring, in each of its ways */
	bool can_sync_range;
	bool can_punch;
	bool can_discard;
	uint8_t *trim_ways; /* by file, enum trim_way */
	size_t file_count;
	struct io *trims; /* by slot: those that may have to be done anew */
};

static void uring_close(void *state)
{
	struct uring_state *s = state;

	uring_ring_close(&s->ring);
	uring_files_close(&s->files);
	free(s->vectors);
	free(s->trim_ways);
	free(s->trims);
	free(s);
}

/*
 * A result of 0 or an error. Of an I/O that moves no data there is no length
 * but the one that it was given.
 */
static int32_t odd_result(void *owner, uint64_t user_data, int32_t result)
{
	struct uring_state *s = owner;
	uint32_t length = (uint32_t)(user_data >> LENGTH_SHIFT);
	const struct io *io = &s->trims[(uint32_t)user_data];

	if (!length)
		return result;
	if (result == 0)
		return (int32_t)length;
	if (s->trim_ways[io->file_index] != TRIM_DISCARD ||
	    (result != -EOPNOTSUPP && result != -EINVAL))
		return result;
	/* A kernel that has no such command. */
	s->trim_ways[io->file_index] = TRIM_BLOCKING;
	return blocking_perform(io);
}

/* Where the I/O's file is: its place among the registered ones, or itself. */
static inline void set_file(struct uring_state *s, const struct io *io,
			    struct io_uring_sqe *sqe)
{
	struct uring_files *f = &s->files;

	if (f->known &&
	    (f->known[io->file_index] == io->fd ||
	     uring_files_update(f, &s->ring, io->file_index, io->fd))) {
		sqe->fd = (int)io->file_index;
		sqe->flags = IOSQE_FIXED_FILE;
	} else {
		sqe->fd = io->fd;
	}
}

static void add_extras(struct uring_state *s, struct io *io,
		       struct io_uring_sqe *sqe)
{
	if (s->vectors) {
		struct iovec *v = &s->vectors[io->slot];

		v->iov_base = io->buf;
		v->iov_len = io->length;
		sqe->addr = (uintptr_t)v;
		sqe->len = 1;
	}
	if (s->buffers.fixed)
		sqe->buf_index = (uint16_t)(io->slot / s->buffers.slots_each);
	if (s->prio.active)
		sqe->ioprio = cmdprio_draw(&s->prio, io);
	if (s->force_async && --s->until_async == 0) {
		s->until_async = s->force_async;
		sqe->flags |= IOSQE_ASYNC;
	}
}

static inline void start_move(struct uring_state *s, struct io *io)
{
	struct io_uring_sqe *sqe = uring_ring_entry(&s->ring, io->slot);

	*sqe = (struct io_uring_sqe){
		.opcode = s->opcode[io->kind],
		.off = io->offset,
		.addr = (uintptr_t)io->buf,
		.len = io->length,
		.rw_flags = s->rw_flags[io->kind],
		.user_data = io->slot,
	};
	set_file(s, io, sqe);
	if (s->extras)
		add_extras(s, io, sqe);
	uring_ring_push(&s->ring, io->slot);
}

static enum trim_way find_trim_way(const struct uring_state *s, int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return TRIM_BLOCKING;
	if (S_ISBLK(st.st_mode) && s->can_discard)
		return TRIM_DISCARD;
	return S_ISREG(st.st_mode) && s->can_punch ? TRIM_PUNCH : TRIM_BLOCKING;
}

/* Whether the ring can do it. */
static bool fill_trim(struct uring_state *s, const struct io *io,
		      struct io_uring_sqe *sqe)
{
	uint8_t *way = &s->trim_ways[io->file_index];
	uint32_t length;

	if (*way == TRIM_UNKNOWN)
		*way = (uint8_t)find_trim_way(s, io->fd);
	if (*way == TRIM_BLOCKING)
		return false;
	length = (uint32_t)io_moved_at_once(io);
	*sqe = (struct io_uring_sqe){ .user_data = io->slot };
	sqe->user_data |= (uint64_t)length << LENGTH_SHIFT;
	if (*way == TRIM_DISCARD) {
		sqe->opcode = IORING_OP_URING_CMD;
		sqe->cmd_op = BLOCK_URING_CMD_DISCARD;
		sqe->addr = io->offset;
		sqe->addr3 = length;
	} else {
		sqe->opcode = IORING_OP_FALLOCATE;
		sqe->off = io->offset;
		sqe->addr = length;
		sqe->len = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
	}
	s->trims[io->slot] = *io;
	return true;
}

static bool fill_sync(const struct uring_state *s, const struct io *io,
		      struct io_uring_sqe *sqe)
{
	bool is_range = io->kind == IO_SYNC_FILE_RANGE;

	if (is_range ? !s->can_sync_range : !s->can_sync)
		return false;
	*sqe = (struct io_uring_sqe){ .user_data = io->slot };
	if (is_range) {
		sqe->opcode = IORING_OP_SYNC_FILE_RANGE;
		sqe->off = io->offset;
		sqe->len = io->length;
		sqe->sync_range_flags = io->sync_flags;
	} else {
		sqe->opcode = IORING_OP_FSYNC;
		if (io->kind == IO_FDATASYNC)
			sqe->fsync_flags = IORING_FSYNC_DATASYNC;
	}
	return true;
}

/* A trim or a sync: by the ring, or now if that can't. */
static void start_other(struct uring_state *s, const struct io *io)
{
	struct io_uring_sqe *sqe = uring_ring_entry(&s->ring, io->slot);
	bool by_ring = io->kind == IO_TRIM ? fill_trim(s, io, sqe)
					   : fill_sync(s, io, sqe);

	if (!by_ring) {
		early_add(&s->ring.early, io, blocking_perform(io));
		return;
	}
	set_file(s, io, sqe);
	uring_ring_push(&s->ring, io->slot);
}

static int uring_submit(void *state, struct io *const *ios, unsigned n)
{
	struct uring_state *s = state;
	unsigned room = uring_ring_room(&s->ring);
	int result;

	if (n > room)
		n = room;
	if (!n)
		return -EAGAIN;
	for (unsigned i = 0; i < n; i++) {
		if (io_is_blocking(ios[i]))
			start_other(s, ios[i]);
		else
			start_move(s, ios[i]);
	}
	result = uring_ring_submit(&s->ring);
	return result < 0 ? result : (int)n;
}

static int uring_reap(void *state, struct completion *done, unsigned min,
		      unsigned max, const struct timespec *timeout)
{
	struct uring_state *s = state;

	return uring_ring_reap(&s->ring, done, min, max, timeout);
}

static void uring_forget_files(void *state)
{
	struct uring_state *s = state;

	uring_files_forget(&s->files, &s->ring);
}

/* The kernel's word on a read with what the options ask for. */
static int32_t try_read(struct uring_state *s, int fd, void *memory,
			uint32_t length)
{
	struct io io = { .kind = IO_READ, .fd = fd, .length = length };
	struct io_uring_sqe *sqe = uring_ring_entry(&s->ring, 0);
	struct iovec vector = { memory, length };
	struct completion done = { 0 };
	int result;

	*sqe = (struct io_uring_sqe){
		.opcode = IORING_OP_READV,
		.fd = io.fd,
		.addr = (uintptr_t)&vector,
		.len = 1,
		.rw_flags = s->rw_flags[IO_READ],
	};
	uring_ring_push(&s->ring, 0);
	result = uring_ring_submit(&s->ring);
	if (result == 0)
		result = uring_ring_reap(&s->ring, &done, 1, 1, NULL);
	return result < 0 ? result : done.result;
}

static int no_such_io(const struct uring_options *o, int code,
		      struct job_error *error)
{
	return job_error_set(
		error, code, "io_uring",
		"%s%s%sis not possible with this kernel, file "
		"system or device%s: %s",
		o->ring.hipri ? "hipri=1 " : "", o->nowait ? "nowait=1 " : "",
		o->uncached ? "uncached=1 " : "",
		o->ring.hipri ? " (it needs direct=1)" : "", strerror(code));
}

/*
 * A read into memory that may not be touched gets as far as where the flags
 * are looked at. What can be read can be written the same way.
 */
static int probe(struct uring_state *s, const struct uring_options *o,
		 const struct engine_setup *setup, struct job_error *error)
{
	size_t size = setup->buffer_size < PROBE_BYTES_MAX ? setup->buffer_size
							   : PROBE_BYTES_MAX;
	void *memory;
	int32_t result;

	if (!setup->fds || !setup->file_count ||
	    !(o->ring.hipri || o->nowait || o->uncached))
		return 0;
	memory = mmap(NULL, PROBE_BYTES_MAX, PROT_NONE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return job_error_set(error, errno, "mmap",
				     "no memory for the engine");
	result = try_read(s, setup->fds[0], memory, (uint32_t)size);
	munmap(memory, PROBE_BYTES_MAX);
	if (result == -EOPNOTSUPP || result == -EINVAL)
		return no_such_io(o, -result, error);
	return 0;
}

static void set_operations(struct uring_state *s)
{
	bool plain = !s->ring.polls;

	s->can_sync = plain;
	s->can_sync_range =
		plain && uring_ring_knows(&s->ring, IORING_OP_SYNC_FILE_RANGE);
	s->can_punch = plain && uring_ring_knows(&s->ring, IORING_OP_FALLOCATE);
	s->can_discard =
		plain && uring_ring_knows(&s->ring, IORING_OP_URING_CMD);
}

static int set_vectors(struct uring_state *s, enum uring_use nonvectored,
		       unsigned depth, struct job_error *error)
{
	bool known = uring_ring_knows(&s->ring, IORING_OP_READ);

	s->opcode[IO_READ] = IORING_OP_READ;
	s->opcode[IO_WRITE] = IORING_OP_WRITE;
	if (known && nonvectored != URING_NEVER)
		return 0;
	if (nonvectored == URING_ALWAYS)
		return job_error_set(error, EOPNOTSUPP, "io_uring",
				     "nonvectored=1: needs Linux 5.6 or later");
	s->opcode[IO_READ] = IORING_OP_READV;
	s->opcode[IO_WRITE] = IORING_OP_WRITEV;
	s->vectors = calloc(depth, sizeof(s->vectors[0]));
	if (s->vectors)
		return 0;
	return job_error_set(error, ENOMEM, "calloc", "no memory for %u I/Os",
			     depth);
}

/* How reads and writes are done. */
static int set_moves(struct uring_state *s, const struct uring_options *o,
		     const struct engine_setup *setup, struct job_error *error)
{
	enum uring_use fix = o->fixedbufs;
	int write_flags = atomic_write_flag(setup, error);
	int flags = 0;

	if (write_flags < 0)
		return -1;
	if (o->nowait)
		flags |= RWF_NOWAIT;
	if (o->uncached)
		flags |= DONTCACHE_FLAG;
	s->rw_flags[IO_READ] = flags;
	s->rw_flags[IO_WRITE] = flags | write_flags;
	/* Who asks for vectors is to have them. */
	if (fix == URING_IF_POSSIBLE && o->nonvectored == URING_NEVER)
		fix = URING_NEVER;
	if (uring_buffers_open(&s->buffers, &s->ring, setup, fix, error) < 0)
		return -1;
	if (s->buffers.fixed) {
		s->opcode[IO_READ] = IORING_OP_READ_FIXED;
		s->opcode[IO_WRITE] = IORING_OP_WRITE_FIXED;
	} else if (set_vectors(s, o->nonvectored, setup->depth, error) < 0) {
		return -1;
	}
	s->force_async = s->until_async = o->ring.force_async;
	cmdprio_init(&s->prio, &o->prio, setup->job);
	s->extras = s->vectors || s->force_async || s->prio.active ||
		    (s->buffers.fixed && s->buffers.slots_each < setup->depth);
	return 0;
}

static int set_up(struct uring_state *s, const struct uring_options *o,
		  const struct engine_setup *setup, struct job_error *error)
{
	struct uring_wish wish = {
		.depth = setup->depth,
		.polls = o->ring.hipri,
		.has_thread = o->ring.sqthread_poll,
		.thread_cpu = (int)o->ring.sqthread_poll_cpu,
	};

	if (uring_ring_open(&s->ring, &wish, error) < 0)
		return -1;
	set_operations(s);
	if (set_moves(s, o, setup, error) < 0 ||
	    uring_files_open(&s->files, &s->ring, setup, o->ring.registerfiles,
			     error) < 0)
		return -1;
	return probe(s, o, setup, error);
}

static int uring_open(void **state, const struct engine_setup *setup,
		      struct job_error *error)
{
	static const struct uring_options defaults = {
		.ring.sqthread_poll_cpu = -1,
	};
	const struct uring_options *o =
		setup->options ? setup->options : &defaults;
	size_t files = setup->file_count ? setup->file_count : 1;
	struct uring_state *s = calloc(1, sizeof(*s));

	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	s->ring.ring.ring_fd = -1;
	s->ring.odd_below = 1;
	s->ring.odd_result = odd_result;
	s->ring.owner = s;
	s->trim_ways = calloc(files, sizeof(s->trim_ways[0]));
	s->trims = calloc(setup->depth, sizeof(s->trims[0]));
	if (!s->trim_ways || !s->trims)
		job_error_set(error, ENOMEM, "calloc", "no memory for %u I/Os",
			      setup->depth);
	else if (set_up(s, o, setup, error) == 0)
		*state = s;
	if (*state != s) {
		uring_close(s);
		return -1;
	}
	return 0;
}

const struct engine_ops engine_io_uring = {
	.info = { URING_INFO },
	.open = uring_open,
	.close = uring_close,
	.submit = uring_submit,
	.reap = uring_reap,
	.forget_files = uring_forget_files,
	.check = uring_check,
};
