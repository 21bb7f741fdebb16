#ifndef RUNNER_IO_FILE_LOCK_H
#define RUNNER_IO_FILE_LOCK_H

#include "io/layout.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * lockfile: a file is locked against other processes, with flock(2), while
 * I/Os to it are in flight. So that the others get their turn a worker starts
 * no more than iodepth I/Os under one lock; it never waits for a lock while it
 * holds any, so none waits for ever. A worker that dies leaves no lock behind.
 */
struct file_lock {
	uint32_t ios;     /* in flight under it; 0: it isn't held */
	uint32_t started; /* since it was taken */
	bool shared;
};

struct file_locks {
	bool by_direction;       /* readwrite: those that only read share */
	uint32_t turn;           /* I/Os that may start under one lock */
	uint32_t held;           /* how many locks are */
	uint64_t pause_ns;       /* before the next try */
	struct file_lock *locks; /* one a file; NULL: lockfile=none */
};

/* False when there is no memory. */
bool file_locks_open(struct file_locks *locks, const struct layout *layout);
void file_locks_close(struct file_locks *locks);

/*
 * An I/O to file `index`, open as `fd`, is to start. Returns 0 if it may,
 * -EBUSY if those in flight have to end first, -EAGAIN if another process has
 * the lock and pause_ns is how long to wait, or another -errno.
 */
int file_locks_take(struct file_locks *locks, uint32_t index, int fd,
		    bool reads);

/* An I/O that was let start has ended. */
void file_locks_release(struct file_locks *locks, uint32_t index, int fd);

#endif
