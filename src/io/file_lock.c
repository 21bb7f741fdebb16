#include "io/file_lock.h"

#include "spec/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/file.h>

/* Waiting is cheap from the third try on, and never long. */
enum { PAUSE_MIN_NS = 50000, PAUSE_MAX_NS = 1000000 };

bool file_locks_open(struct file_locks *locks, const struct layout *layout)
{
	enum lock_mode mode = layout->job->section->options->lockfile;

	*locks = (struct file_locks){
		.by_direction = mode == LOCKFILE_READWRITE,
		.turn = layout->depth ? layout->depth : 1,
		.pause_ns = PAUSE_MIN_NS,
	};
	if (mode == LOCKFILE_NONE || !layout->file_count ||
	    layout->files[0].kind == FILE_NONE)
		return true;
	locks->locks = calloc(layout->file_count, sizeof(locks->locks[0]));
	return locks->locks;
}

void file_locks_close(struct file_locks *locks)
{
	free(locks->locks);
	locks->locks = NULL;
}

/* Whether one more may ride along. */
static bool joins(const struct file_locks *locks, const struct file_lock *lock,
		  bool shared)
{
	return lock->started < locks->turn && (shared || !lock->shared);
}

static int wait_a_little(struct file_locks *locks)
{
	locks->pause_ns *= 2;
	if (locks->pause_ns > PAUSE_MAX_NS)
		locks->pause_ns = PAUSE_MAX_NS;
	return -EAGAIN;
}

int file_locks_take(struct file_locks *locks, uint32_t index, int fd,
		    bool reads)
{
	struct file_lock *lock = &locks->locks[index];
	bool shared = locks->by_direction && reads;

	if (lock->ios > 0) {
		if (!joins(locks, lock, shared))
			return -EBUSY;
	} else if (flock(fd, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0) {
		*lock = (struct file_lock){ .shared = shared };
		locks->held++;
		locks->pause_ns = PAUSE_MIN_NS / 2;
	} else if (errno == EWOULDBLOCK) {
		return locks->held ? -EBUSY : wait_a_little(locks);
	} else {
		return -errno;
	}
	lock->ios++;
	lock->started++;
	return 0;
}

void file_locks_release(struct file_locks *locks, uint32_t index, int fd)
{
	struct file_lock *lock = &locks->locks[index];

	if (--lock->ios > 0)
		return;
	locks->held--;
	flock(fd, LOCK_UN);
}
