#ifndef RUNNER_BASE_RANDOM_H
#define RUNNER_BASE_RANDOM_H

#include <stdint.h>

/*
 * A seedable generator of a few nanoseconds: xoshiro256** by Blackman and
 * Vigna ("Scrambled linear pseudorandom number generators", 2018), seeded
 * through SplitMix64.
 */
struct random {
	uint64_t s[4];
};

void random_seed(struct random *r, uint64_t seed);

static inline uint64_t random_rotl(uint64_t x, unsigned k)
{
	return (x << k) | (x >> (64 - k));
}

static inline uint64_t random_next(struct random *r)
{
	uint64_t *s = r->s;
	uint64_t result = random_rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = random_rotl(s[3], 45);
	return result;
}

/*
 * A number in [0, n) without a division: the high half of a 64 by 64 bit
 * product (Lemire, "Fast random integer generation in an interval", 2019). The
 * bias is below n / 2^64. `n` 0 gives 0.
 */
static inline uint64_t random_below(struct random *r, uint64_t n)
{
	__extension__ typedef unsigned __int128 wide;

	return (uint64_t)(((wide)random_next(r) * n) >> 64);
}

/* Mix two numbers into a seed: each pair gives an unrelated sequence. */
uint64_t random_mix(uint64_t a, uint64_t b);

/* A seed that is different each time: from the kernel. */
uint64_t random_entropy(void);

#endif
