#include "io/log_ring.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>

enum {
	PARTS = 4,      /* each is worth waking up for */
	PEEK_MAX = 512, /* so that room is made soon */
	CACHE_LINE = 64,
	FLUSH_NS = 1000000000,
};

int log_ring_open(struct log_ring *r, uint64_t capacity)
{
	pthread_condattr_t attr;

	*r = (struct log_ring){ .capacity = CACHE_LINE };
	while (r->capacity < capacity)
		r->capacity *= 2;
	r->samples = calloc(r->capacity, sizeof(r->samples[0]));
	if (!r->samples)
		return ENOMEM;
	r->put_limit = r->capacity;
	r->wake_at = r->capacity / PARTS;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->filled, &attr);
	pthread_cond_init(&r->emptied, NULL);
	pthread_condattr_destroy(&attr);
	return 0;
}

void log_ring_free(struct log_ring *r)
{
	pthread_cond_destroy(&r->emptied);
	pthread_cond_destroy(&r->filled);
	pthread_mutex_destroy(&r->lock);
	free(r->samples);
}

void log_ring_wake(struct log_ring *r)
{
	r->wake_at = r->put + r->capacity / PARTS;
	pthread_mutex_lock(&r->lock);
	pthread_cond_signal(&r->filled);
	pthread_mutex_unlock(&r->lock);
}

void log_ring_make_room(struct log_ring *r)
{
	uint64_t tail;

	pthread_mutex_lock(&r->lock);
	for (;;) {
		/* Announced first: who takes out looks at it afterwards. */
		atomic_store(&r->waits_for_room, true);
		tail = atomic_load(&r->tail);
		if (r->put != tail + r->capacity)
			break;
		pthread_cond_signal(&r->filled);
		pthread_cond_wait(&r->emptied, &r->lock);
	}
	atomic_store(&r->waits_for_room, false);
	pthread_mutex_unlock(&r->lock);
	r->put_limit = tail + r->capacity;
}

void log_ring_close(struct log_ring *r)
{
	pthread_mutex_lock(&r->lock);
	r->closed = true;
	pthread_cond_signal(&r->filled);
	pthread_mutex_unlock(&r->lock);
}

static uint64_t waiting_samples(const struct log_ring *r)
{
	return atomic_load_explicit(&r->head, memory_order_acquire) - r->taken;
}

bool log_ring_wait(struct log_ring *r, uint64_t timeout_ns)
{
	struct timespec until = clock_timespec(clock_now() + timeout_ns);
	int status = 0;
	bool goes_on;

	pthread_mutex_lock(&r->lock);
	while (!r->closed && status != ETIMEDOUT &&
	       waiting_samples(r) < r->capacity / PARTS)
		status = pthread_cond_timedwait(&r->filled, &r->lock, &until);
	goes_on = !r->closed || waiting_samples(r);
	pthread_mutex_unlock(&r->lock);
	return goes_on;
}

unsigned log_ring_peek(struct log_ring *r, const struct log_sample **samples)
{
	uint64_t n = waiting_samples(r);
	uint64_t place = r->taken & (r->capacity - 1);

	if (n > r->capacity - place)
		n = r->capacity - place;
	*samples = &r->samples[place];
	return n < PEEK_MAX ? (unsigned)n : PEEK_MAX;
}

void log_ring_drop(struct log_ring *r, unsigned n)
{
	r->taken += n;
	atomic_store(&r->tail, r->taken);
	/* Some room is better than a little: each wait costs two switches. */
	if (!atomic_load(&r->waits_for_room) ||
	    waiting_samples(r) > r->capacity / 2)
		return;
	pthread_mutex_lock(&r->lock);
	pthread_cond_signal(&r->emptied);
	pthread_mutex_unlock(&r->lock);
}

void log_ring_take_all(struct log_ring *r, const struct log_ring_taker *taker)
{
	const struct log_sample *samples;
	uint64_t flushed_ns = clock_now();
	unsigned n;

	while (log_ring_wait(r, FLUSH_NS)) {
		while ((n = log_ring_peek(r, &samples)) > 0) {
			taker->write(taker->arg, samples, n);
			log_ring_drop(r, n);
		}
		if (clock_now() - flushed_ns < FLUSH_NS)
			continue;
		taker->flush(taker->arg);
		flushed_ns = clock_now();
	}
}
