#ifndef RUNNER_VERIFY_PROGRESS_H
#define RUNNER_VERIFY_PROGRESS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How far a job has come with its writes, in memory that it shares with the
 * parent: there when the job dies, too. Only the job writes to it.
 */
enum { PROGRESS_LOST_MAX = 256 };

struct verify_progress {
	_Atomic uint64_t begun; /* writes; they are numbered from 1 */
	/* Those that failed: what is there isn't known. More than there is
	 * room for are counted only. */
	_Atomic uint64_t lost_count;
	_Atomic uint64_t lost[PROGRESS_LOST_MAX];
	uint32_t slots;          /* the depth of the job */
	_Atomic uint64_t open[]; /* what is on its way in each; 0: nothing */
};

/* NULL with errno. */
struct verify_progress *verify_progress_map(uint32_t slots);
void verify_progress_unmap(struct verify_progress *progress);

/* A write begins, the one after the last. */
static inline void verify_progress_begin(struct verify_progress *p,
					 uint32_t slot, uint64_t number)
{
	atomic_store_explicit(&p->open[slot], number, memory_order_relaxed);
	/* Who sees that it has begun sees what else is on its way. */
	atomic_store_explicit(&p->begun, number, memory_order_release);
}

/* It was done. */
static inline void verify_progress_end(struct verify_progress *p, uint32_t slot)
{
	atomic_store_explicit(&p->open[slot], 0, memory_order_release);
}

/* It failed. */
void verify_progress_fail(struct verify_progress *p, uint32_t slot);

/*
 * How many writes had begun at some moment before the call ends, and which of
 * them, ascending, are not known to be done: an array that the caller frees.
 */
uint64_t verify_progress_read(const struct verify_progress *p, uint64_t **open,
			      size_t *open_count);

#endif
