#ifndef RUNNER_BASE_DIVISOR_H
#define RUNNER_BASE_DIVISOR_H

#include <stdint.h>

/* The greatest number that divides both (Euclid); all numbers divide 0. */
static inline uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

#endif
