#include "base/random.h"

#include "base/clock.h"

#include <errno.h>
#include <sys/random.h>
#include <unistd.h>

/* SplitMix64: the step of its counter, and the mixing of its output. */
#define SPLITMIX_STEP UINT64_C(0x9e3779b97f4a7c15)

static uint64_t splitmix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

void random_seed(struct random *r, uint64_t seed)
{
	for (unsigned i = 0; i < 4; i++) {
		seed += SPLITMIX_STEP;
		r->s[i] = splitmix(seed);
	}
}

uint64_t random_mix(uint64_t a, uint64_t b)
{
	/* Mixed in turn, so that (a, b) and (b, a) differ. */
	return splitmix(splitmix(a + SPLITMIX_STEP) + b + SPLITMIX_STEP);
}

uint64_t random_entropy(void)
{
	uint64_t seed;
	ssize_t n;

	do
		n = getrandom(&seed, sizeof(seed), 0);
	while (n < 0 && errno == EINTR);

	/* Where that is forbidden, time and process tell runs apart. */
	if (n != (ssize_t)sizeof(seed))
		seed = random_mix(clock_now(), (uint64_t)getpid());
	return seed;
}
