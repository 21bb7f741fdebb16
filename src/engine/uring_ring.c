#include "uring_ring.h"

#include "base/clock.h"
#include "engine/uring_error.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As in the kernel, whose headers may be older than that. */
#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER (1U << 12)
#endif

enum {
	ENTRIES_MAX = 32768, /* the kernel's limit */
	/* The kernel was out of memory: how often and how soon to try again. */
	SUBMIT_TRIES = 1000,
	SUBMIT_PAUSE_NS = 1000000,
	/* Looks at the ring before sleeping, beside a thread of the kernel. */
	SPIN_ROUNDS = 2000,
};

/*
 * Ways of setting up, the best first; a kernel refuses flags that it doesn't
 * know. What is done is put into the ring when this process enters the kernel
 * anyhow, instead of interrupting it. (To defer that further, to calls that
 * wait, costs more on real disks: docs/decisions/0009-io-uring.md.)
 */
static const unsigned plain_flags[] = {
	IORING_SETUP_SUBMIT_ALL | IORING_SETUP_TASKRUN_FLAG |
		IORING_SETUP_COOP_TASKRUN | IORING_SETUP_SINGLE_ISSUER,
	IORING_SETUP_SUBMIT_ALL | IORING_SETUP_TASKRUN_FLAG |
		IORING_SETUP_COOP_TASKRUN,
	IORING_SETUP_SUBMIT_ALL,
	0,
};

static const unsigned thread_flags[] = {
	IORING_SETUP_SUBMIT_ALL | IORING_SETUP_SINGLE_ISSUER,
	IORING_SETUP_SUBMIT_ALL,
	0,
};

/* A descriptor, or -errno. */
static int set_up(struct io_uring_params *p, const struct uring_wish *wish)
{
	const unsigned *ways = wish->has_thread ? thread_flags : plain_flags;
	unsigned flags = 0;
	int fd;

	if (wish->polls)
		flags |= IORING_SETUP_IOPOLL;
	if (wish->large)
		flags |= IORING_SETUP_SQE128 | IORING_SETUP_CQE32;
	if (wish->has_thread)
		flags |= IORING_SETUP_SQPOLL;
	if (wish->has_thread && wish->thread_cpu >= 0)
		flags |= IORING_SETUP_SQ_AFF;
	do {
		*p = (struct io_uring_params){ .flags = flags | *ways };
		if (flags & IORING_SETUP_SQ_AFF)
			p->sq_thread_cpu = (unsigned)wish->thread_cpu;
		fd = io_uring_setup(wish->depth, p);
	} while (fd == -EINVAL && *ways++);
	return fd;
}

int uring_ring_open(struct uring_ring *r, const struct uring_wish *wish,
		    struct job_error *error)
{
	struct io_uring_params p;
	int fd, result;

	r->ring.ring_fd = -1;
	if (wish->depth > ENTRIES_MAX)
		return job_error_set(error, EINVAL, "io_uring_setup",
				     "iodepth=%u: io_uring takes %d at most",
				     wish->depth, ENTRIES_MAX);
	fd = set_up(&p, wish);
	if (fd < 0)
		return uring_error_set(error, -fd, wish->depth, "");
	result = io_uring_queue_mmap(fd, &p, &r->ring);
	if (result < 0) {
		close(fd);
		r->ring.ring_fd = -1;
		return uring_error_set(error, -result, wish->depth, "");
	}
	r->depth = wish->depth;
	r->features = p.features;
	r->polls = wish->polls;
	r->has_thread = wish->has_thread;
	r->entry_shift = wish->large ? 1 : 0;
	r->enter_fd = fd;
	if (io_uring_register_ring_fd(&r->ring) == 1) {
		r->enter_fd = r->ring.enter_ring_fd;
		r->enter_flags = IORING_ENTER_REGISTERED_RING;
	}
	if (early_open(&r->early, wish->depth))
		return 0;
	return job_error_set(error, ENOMEM, "calloc", "no memory for %u I/Os",
			     wish->depth);
}

void uring_ring_close(struct uring_ring *r)
{
	early_close(&r->early);
	if (r->ring.ring_fd >= 0)
		io_uring_queue_exit(&r->ring);
}

int uring_check(struct job_error *error)
{
	struct io_uring_params p = { 0 };
	int fd = io_uring_setup(1, &p);

	if (fd < 0)
		return uring_error_set(error, -fd, 1, "");
	close(fd);
	return 0;
}

bool uring_ring_knows(struct uring_ring *r, unsigned operation)
{
	struct io_uring_probe *probe = io_uring_get_probe_ring(&r->ring);
	bool knows;

	if (!probe)
		return false;
	knows = io_uring_opcode_supported(probe, (int)operation);
	io_uring_free_probe(probe);
	return knows;
}

/* Wait for the ring itself, for kernels whose call has no time limit. */
static int wait_for_ring(struct uring_ring *r, const struct timespec *timeout)
{
	struct pollfd ring = { .fd = r->ring.ring_fd, .events = POLLIN };
	int n = ppoll(&ring, 1, timeout, NULL);

	if (n < 0)
		return -errno;
	return n == 0 ? -ETIME : 0;
}

/*
 * Hand over `submit` entries and wait for `min` completions. Returns how many
 * entries were taken, or -errno; -ETIME is the end of the time.
 */
static int enter(struct uring_ring *r, unsigned submit, unsigned min,
		 const struct timespec *timeout)
{
	unsigned flags = r->enter_flags | IORING_ENTER_GETEVENTS;
	struct __kernel_timespec limit;
	struct io_uring_getevents_arg arg = { .ts = (uintptr_t)&limit };
	int result;

	if (!timeout)
		return io_uring_enter((unsigned)r->enter_fd, submit, min, flags,
				      NULL);
	limit.tv_sec = timeout->tv_sec;
	limit.tv_nsec = timeout->tv_nsec;
	if (r->features & IORING_FEAT_EXT_ARG)
		return io_uring_enter2((unsigned)r->enter_fd, submit, min,
				       flags | IORING_ENTER_EXT_ARG,
				       (void *)&arg, sizeof(arg));
	result = io_uring_enter((unsigned)r->enter_fd, submit, 0, flags, NULL);
	if (result < 0)
		return result;
	return wait_for_ring(r, timeout) < 0 && !result ? -ETIME : result;
}

/* The same, and remember what was taken. */
static int exchange(struct uring_ring *r, unsigned min,
		    const struct timespec *timeout)
{
	int result = enter(r, r->has_thread ? 0 : r->unsubmitted, min, timeout);

	if (result > 0 && !r->has_thread)
		r->unsubmitted -= (unsigned)result;
	return result;
}

static unsigned ring_flags(const struct uring_ring *r)
{
	return IO_URING_READ_ONCE(*r->ring.sq.kflags);
}

/* The thread looks at the ring by itself, unless it went to sleep. */
static int wake_thread(struct uring_ring *r)
{
	int result;

	r->unsubmitted = 0;
	/* It sets the flag, then looks at the ring for a last time. */
	io_uring_smp_mb();
	if (!(ring_flags(r) & IORING_SQ_NEED_WAKEUP))
		return 0;
	result = io_uring_enter((unsigned)r->enter_fd, 0, 0,
				r->enter_flags | IORING_ENTER_SQ_WAKEUP, NULL);
	return result < 0 ? result : 0;
}

static bool is_only_for_now(int result)
{
	return result == -EAGAIN || result == -EBUSY || result == -EINTR;
}

int uring_ring_submit(struct uring_ring *r)
{
	struct io_uring_sq *sq = &r->ring.sq;
	int result;

	if (!r->unsubmitted)
		return 0;
	io_uring_smp_store_release(sq->ktail, sq->sqe_tail);
	result = r->has_thread ? wake_thread(r) : exchange(r, 0, NULL);
	return result < 0 && !is_only_for_now(result) ? result : 0;
}

static unsigned take(struct uring_ring *r, struct completion *done,
		     unsigned max)
{
	const struct io_uring_cq *cq = &r->ring.cq;
	const struct io_uring_cqe *cqes = cq->cqes;
	unsigned mask = cq->ring_mask, shift = r->entry_shift;
	unsigned head = *cq->khead;
	unsigned ready = io_uring_smp_load_acquire(cq->ktail) - head;
	unsigned n = ready < max ? ready : max;
	int32_t odd_below = r->odd_below;

	for (unsigned i = 0; i < n; i++) {
		const struct io_uring_cqe *cqe =
			&cqes[((head + i) & mask) << shift];
		int32_t result = cqe->res;

		if (result < odd_below)
			result =
				r->odd_result(r->owner, cqe->user_data, result);
		done[i].slot = (uint32_t)cqe->user_data;
		done[i].result = result;
	}
	if (n > 0)
		io_uring_smp_store_release(cq->khead, head + n);
	r->in_flight -= n;
	return n;
}

/* Whether there may be more than the ring shows. */
static bool hides_completions(const struct uring_ring *r)
{
	if (r->polls && !r->has_thread)
		return true;
	return r->unsubmitted ||
	       ring_flags(r) & (IORING_SQ_TASKRUN | IORING_SQ_CQ_OVERFLOW);
}

/*
 * The kernel can't take more for now: wait for something to end, or for a
 * while.
 */
static void back_off(struct uring_ring *r)
{
	if (r->in_flight > r->unsubmitted)
		enter(r, 0, 1, NULL);
	else
		clock_sleep_until(clock_now() + SUBMIT_PAUSE_NS);
}

static unsigned spin(struct uring_ring *r, struct completion *done,
		     unsigned min, unsigned max)
{
	unsigned n = 0;

	for (unsigned i = 0; i < SPIN_ROUNDS && n < min; i++)
		n += take(r, done + n, max - n);
	return n;
}

/*
 * `n` are taken, fewer than `min`. Returns how many there are then, or -errno.
 */
static int wait_for_more(struct uring_ring *r, struct completion *done,
			 unsigned n, unsigned min, unsigned max,
			 const struct timespec *timeout)
{
	int result;

	for (unsigned tries = 0; tries < SUBMIT_TRIES; tries++) {
		result = exchange(r, min - n, timeout);
		n += take(r, done + n, max - n);
		if (n >= min || timeout || result == -ETIME)
			return result < 0 && result != -ETIME && !n ? result
								    : (int)n;
		if (result == -EAGAIN || result == -EBUSY)
			back_off(r);
		else if (result < 0)
			return n ? (int)n : result;
		else
			tries = 0;
	}
	return n ? (int)n : -EAGAIN;
}

int uring_ring_reap(struct uring_ring *r, struct completion *done, unsigned min,
		    unsigned max, const struct timespec *timeout)
{
	unsigned outstanding = r->early.count + r->in_flight;
	unsigned n;

	if (max > outstanding)
		max = outstanding;
	if (min > max)
		min = max;
	n = early_take(&r->early, done, max);
	n += take(r, done + n, max - n);
	if (n >= min) {
		if (n > 0 || !max || !hides_completions(r))
			return (int)n;
		exchange(r, 0, NULL);
		return (int)take(r, done, max);
	}
	if (r->has_thread)
		n += spin(r, done + n, min - n, max - n);
	if (n >= min)
		return (int)n;
	return wait_for_more(r, done, n, min, max, timeout);
}
