#include "io/permutation.h"

#include "base/random.h"

/* Newton's method: each step doubles the number of correct low bits. */
static uint64_t inverse_of(uint64_t odd)
{
	uint64_t inverse = odd; /* correct in 3 bits: odd * odd = 1 modulo 8 */
	int bits;

	for (bits = 3; bits < 64; bits *= 2)
		inverse *= 2 - odd * inverse;
	return inverse;
}

static unsigned bits_below(uint64_t count)
{
	return count > 2 ? 64u - (unsigned)__builtin_clzll(count - 1) : 1;
}

void permutation_init(struct permutation *p, uint64_t count, uint64_t seed)
{
	struct random random;
	unsigned bits = bits_below(count);

	random_seed(&random, seed);
	p->count = count ? count : 1;
	p->mask = UINT64_MAX >> (64 - bits);
	p->shift = (bits + 1) / 2;
	for (int i = 0; i < PERMUTATION_ROUNDS; i++) {
		struct permutation_round *r = &p->round[i];

		r->factor = random_next(&random) | 1;
		r->inverse = inverse_of(r->factor);
		r->addend = random_next(&random);
	}
}

/*
 * The products spread what is in the low bits upwards; the shift, by half of
 * the bits or more, brings it back down, and undoes itself.
 */
uint64_t permutation_at(const struct permutation *p, uint64_t index)
{
	uint64_t x = index;

	do {
		for (int i = 0; i < PERMUTATION_ROUNDS; i++) {
			const struct permutation_round *r = &p->round[i];

			x = (x * r->factor + r->addend) & p->mask;
			x ^= x >> p->shift;
		}
	} while (x >= p->count);
	return x;
}

uint64_t permutation_index(const struct permutation *p, uint64_t value)
{
	uint64_t x = value;

	do {
		for (int i = PERMUTATION_ROUNDS - 1; i >= 0; i--) {
			const struct permutation_round *r = &p->round[i];

			x ^= x >> p->shift;
			x = ((x - r->addend) * r->inverse) & p->mask;
		}
	} while (x >= p->count);
	return x;
}
