#ifndef RUNNER_IO_LOG_RING_H
#define RUNNER_IO_LOG_RING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * What a worker hands to the thread that writes its logs: a ring of samples
 * with one that puts them in and one that takes them out. Putting one in is a
 * copy and a store; the two meet only when one of them has to wait: the taker
 * until there is something worth waking up for, or a while has passed, and the
 * worker, should it be that much faster, until there is room.
 */

/* An I/O that ended. Times are the worker's. */
struct log_sample {
	uint64_t start_ns;
	union {
		uint64_t issue_ns;
		uint64_t file; /* its place, of one that goes to an iolog */
	};
	uint64_t end_ns;
	uint64_t offset;
	uint32_t bytes;
	uint8_t direction; /* enum io_kind */
	uint16_t prio;     /* 0: the process's */
};

struct log_ring {
	struct log_sample *samples;
	uint64_t capacity; /* a power of two */

	/* Of the one that puts in. */
	uint64_t put;
	uint64_t put_limit; /* there was room up to here */
	uint64_t wake_at;   /* tell the other one */

	/* Of the one that takes out. */
	_Alignas(64) uint64_t taken;

	_Alignas(64) _Atomic uint64_t head; /* what was put in */
	_Alignas(64) _Atomic uint64_t tail; /* what was taken out */
	_Atomic bool waits_for_room;

	pthread_mutex_t lock;
	pthread_cond_t filled;
	pthread_cond_t emptied;
	bool closed; /* under the lock */
};

/* Room for `capacity` samples or more. 0, or errno. */
int log_ring_open(struct log_ring *r, uint64_t capacity);
void log_ring_free(struct log_ring *r);

/* Not to be called from outside. */
void log_ring_make_room(struct log_ring *r);
void log_ring_wake(struct log_ring *r);

/* Put in a sample. Returns whether that took waiting. */
static inline bool log_ring_put(struct log_ring *r, struct log_sample sample)
{
	bool waits = r->put == r->put_limit;

	if (waits) {
		r->put_limit =
			atomic_load_explicit(&r->tail, memory_order_acquire) +
			r->capacity;
		waits = r->put == r->put_limit;
		if (waits)
			log_ring_make_room(r);
	}
	r->samples[r->put & (r->capacity - 1)] = sample;
	r->put++;
	atomic_store_explicit(&r->head, r->put, memory_order_release);
	if (r->put >= r->wake_at)
		log_ring_wake(r);
	return waits;
}

/* No more samples will come. */
void log_ring_close(struct log_ring *r);

/*
 * Wait until a part of the ring is full, the ring is closed or `timeout_ns`
 * have passed. Returns false when it is closed and empty.
 */
bool log_ring_wait(struct log_ring *r, uint64_t timeout_ns);

/* The next samples in a row, to be taken out by log_ring_drop(). */
unsigned log_ring_peek(struct log_ring *r, const struct log_sample **samples);
void log_ring_drop(struct log_ring *r, unsigned n);

/* What becomes of samples: they are written, and what was written is kept. */
struct log_ring_taker {
	void (*write)(void *arg, const struct log_sample *samples, unsigned n);
	void (*flush)(void *arg);
	void *arg;
};

/*
 * The life of the one that takes out: until the ring is closed and empty, all
 * is written, and flushed each second, so that what is older can be read.
 */
void log_ring_take_all(struct log_ring *r, const struct log_ring_taker *taker);

#endif
