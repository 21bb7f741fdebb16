#ifndef RUNNER_STAT_COUNTER_H
#define RUNNER_STAT_COUNTER_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * Counters in shared memory with one writer each: relaxed stores, so that
 * counting costs no lock prefix and a reader never sees half a number.
 */
static inline uint64_t counter_read(const _Atomic uint64_t *c)
{
	return atomic_load_explicit(c, memory_order_relaxed);
}

static inline void counter_set(_Atomic uint64_t *c, uint64_t value)
{
	atomic_store_explicit(c, value, memory_order_relaxed);
}

static inline void counter_add(_Atomic uint64_t *c, uint64_t n)
{
	counter_set(c, counter_read(c) + n);
}

#endif
