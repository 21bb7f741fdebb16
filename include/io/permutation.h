#ifndef RUNNER_IO_PERMUTATION_H
#define RUNNER_IO_PERMUTATION_H

#include <stdint.h>

/*
 * A random order of 0 ... n-1 that hits each once and needs no memory in
 * proportion to n: rounds of multiplying by an odd number, adding and xoring
 * the upper half into the lower, each of which is a bijection of the numbers
 * below a power of two. The outcome is put through them again while it is not
 * below n, less than twice on average (cycle walking; Black and Rogaway,
 * "Ciphers with arbitrary finite domains", 2002).
 */
enum { PERMUTATION_ROUNDS = 4 };

struct permutation_round {
	uint64_t factor;  /* odd */
	uint64_t inverse; /* of the factor, modulo 2^64 */
	uint64_t addend;
};

struct permutation {
	uint64_t count;
	uint64_t mask; /* the least 2^k - 1 that isn't below count - 1 */
	unsigned shift;
	struct permutation_round round[PERMUTATION_ROUNDS];
};

/* Each seed gives another order. `count` 0 is as 1. */
void permutation_init(struct permutation *p, uint64_t count, uint64_t seed);

/* The place of `index` (below count) in the order; and the other way round. */
uint64_t permutation_at(const struct permutation *p, uint64_t index);
uint64_t permutation_index(const struct permutation *p, uint64_t value);

#endif
