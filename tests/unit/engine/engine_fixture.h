#ifndef RUNNER_TESTS_ENGINE_FIXTURE_H
#define RUNNER_TESTS_ENGINE_FIXTURE_H

#include "engine/engine.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* An engine, I/Os with their buffers, and a file of FILE_SIZE bytes. */
enum { DEPTH = 8, BLOCK = 4096, FILE_SIZE = 16 * BLOCK };

struct fixture {
	const struct engine_ops *ops;
	void *state;
	int fd;
	int fds[2]; /* as the engine may know them */
	struct io io[DEPTH];
	struct io *list[DEPTH];
	unsigned char buffers[DEPTH][BLOCK] __attribute__((aligned(BLOCK)));
};

/* Where a block of the file begins. */
static inline uint64_t block_at(unsigned number)
{
	return number * (uint64_t)BLOCK;
}

/* What the file holds at `offset`. */
static inline unsigned char file_byte(uint64_t offset)
{
	return (unsigned char)(offset * 7 + offset / 256);
}

static inline int make_file(void)
{
	char path[] = "test_engine.XXXXXX";
	unsigned char block[BLOCK];
	int fd = mkstemp(path);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(unlink(path), 0);
	for (uint64_t at = 0; at < FILE_SIZE; at += BLOCK) {
		for (uint64_t i = 0; i < BLOCK; i++)
			block[i] = file_byte(at + i);
		ck_assert_int_eq(pwrite(fd, block, BLOCK, (off_t)at), BLOCK);
	}
	return fd;
}

/* Wait for `min`, though the kernel may break it off, and take up to `max`. */
static inline int fixture_reap(const struct fixture *f, struct completion *done,
			       unsigned min, unsigned max)
{
	unsigned got = 0;

	do {
		int n = f->ops->reap(f->state, done + got, min - got, max - got,
				     NULL);

		if (n == -EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? n : (int)got;
		got += (unsigned)n;
	} while (got < min);
	return (int)got;
}

/* `fds`: of the file and of one that isn't open, or NULL. */
static inline void fixture_open_with(struct fixture *f,
				     const struct engine_ops *ops,
				     const void *options, const int *fds)
{
	struct engine_setup setup = {
		.options = options,
		.fds = fds,
		.file_count = 2,
		.depth = DEPTH,
		.buffers = f->buffers,
		.buffer_size = BLOCK,
	};
	struct job_error error = { 0 };

	f->ops = ops;
	ck_assert_msg(ops->open(&f->state, &setup, &error) == 0, "%s",
		      error.text);
	for (unsigned i = 0; i < DEPTH; i++) {
		f->io[i] = (struct io){
			.offset = block_at(i),
			.buf = f->buffers[i],
			.length = BLOCK,
			.slot = (uint16_t)i,
			.kind = IO_READ,
			.fd = f->fd,
		};
		f->list[i] = &f->io[i];
	}
}

static inline void fixture_open(struct fixture *f, const struct engine_ops *ops,
				const void *options)
{
	f->fd = make_file();
	fixture_open_with(f, ops, options, NULL);
}

/* The engine learns of the file when it is opened. */
static inline void fixture_open_knowing(struct fixture *f,
					const struct engine_ops *ops,
					const void *options)
{
	f->fds[0] = f->fd = make_file();
	f->fds[1] = -1;
	fixture_open_with(f, ops, options, f->fds);
}

static inline void fixture_close(struct fixture *f)
{
	f->ops->close(f->state);
	close(f->fd);
}

/* Start io[slot] alone and wait for it; a read comes out the same both ways. */
static inline int32_t perform(struct fixture *f, unsigned slot)
{
	struct completion done = { 0 };

	ck_assert_int_eq(f->ops->submit(f->state, &f->list[slot], 1), 1);
	ck_assert_int_eq(f->ops->reap(f->state, &done, 1, 1, NULL), 1);
	ck_assert_uint_eq(done.slot, slot);
	if (f->ops->perform && f->io[slot].kind == IO_READ)
		ck_assert_int_eq(f->ops->perform(f->state, &f->io[slot]),
				 done.result);
	return done.result;
}

static inline void check_block(const struct fixture *f, unsigned slot)
{
	for (uint64_t i = 0; i < BLOCK; i++)
		ck_assert_uint_eq(f->buffers[slot][i],
				  file_byte(f->io[slot].offset + i));
}

#endif
