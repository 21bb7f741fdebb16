#ifndef RUNNER_ENGINE_URING_RING_H
#define RUNNER_ENGINE_URING_RING_H

#include "engine/early.h"
#include "engine/engine.h"

#include <liburing.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The pair of rings of io_uring(7), for the engines that work through it. Each
 * slot has an entry of its own, of which the engine changes only what differs
 * from one I/O to the next. One system call hands over all that was pushed and
 * lets the kernel put what is done into the ring, from where it is taken
 * without another.
 */
struct uring_ring {
	struct io_uring ring;
	unsigned features;    /* IORING_FEAT_... */
	unsigned enter_flags; /* of all calls */
	int enter_fd;
	unsigned depth;
	unsigned entry_shift; /* 1: entries are twice as large */
	unsigned unsubmitted; /* pushed, not taken by the kernel */
	unsigned in_flight;   /* pushed, not reaped */
	bool has_thread;      /* of the kernel, that looks for what is pushed */
	bool polls;           /* what is done shows only when asked for */
	struct early early;   /* done without the ring, not yet reaped */

	/*
	 * What a completion carries in place of a result below `odd_below`,
	 * which the kernel gave to the I/O with this user_data.
	 */
	int32_t odd_below;
	int32_t (*odd_result)(void *owner, uint64_t user_data, int32_t result);
	void *owner;
};

struct uring_wish {
	unsigned depth;
	bool polls;      /* IOPOLL */
	bool has_thread; /* SQPOLL, */
	int thread_cpu;  /* on this CPU; -1: any */
	bool large;      /* entries of 128 bytes, completions of 32 */
};

/*
 * Set up, with what this kernel has of the ways to spare interrupts. 0, or
 * -1: `error` names the cause. It may be closed in any case.
 */
int uring_ring_open(struct uring_ring *r, const struct uring_wish *wish,
		    struct job_error *error);
void uring_ring_close(struct uring_ring *r);

/* As engine_ops has it, for all engines that use such rings. */
int uring_check(struct job_error *error);

/* Whether the kernel knows an operation. */
bool uring_ring_knows(struct uring_ring *r, unsigned operation);

/* How many I/Os can be pushed. */
static inline unsigned uring_ring_room(const struct uring_ring *r)
{
	return r->depth - r->in_flight - r->early.count;
}

/* The entry of a slot: zeroed at first, and kept as it is left. */
static inline struct io_uring_sqe *uring_ring_entry(struct uring_ring *r,
						    unsigned slot)
{
	return &r->ring.sq.sqes[(size_t)slot << r->entry_shift];
}

/* The entry of the slot is complete and goes with the next submission. */
static inline void uring_ring_push(struct uring_ring *r, unsigned slot)
{
	struct io_uring_sq *sq = &r->ring.sq;

	sq->array[sq->sqe_tail & sq->ring_mask] = slot;
	sq->sqe_tail++;
	r->unsubmitted++;
	r->in_flight++;
}

/*
 * Hand what was pushed to the kernel. What it has no memory for now goes with
 * the next call, or with reaping. 0, or -errno.
 */
int uring_ring_submit(struct uring_ring *r);

/* As engine_ops has it. */
int uring_ring_reap(struct uring_ring *r, struct completion *done, unsigned min,
		    unsigned max, const struct timespec *timeout);

#endif
