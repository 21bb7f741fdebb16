#ifndef RUNNER_IO_NOISE_H
#define RUNNER_IO_NOISE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Incompressible data at memory speed: 32 generators beside each other, each
 * of which gives every fourth part of a cache line (Marsaglia, "Xorshift
 * RNGs", 2003). The same seed gives the same data on every machine, in fills
 * of whole rows; a fill that isn't leaves out the rest of its last one.
 */
enum {
	NOISE_WIDTH = 32, /* bytes of a vector */
	NOISE_VECTORS = 8,
	NOISE_ROW = NOISE_WIDTH * NOISE_VECTORS,
};

struct noise {
	uint64_t lane[NOISE_ROW / sizeof(uint64_t)];
};

void noise_seed(struct noise *noise, uint64_t seed);

/* What follows what was last filled. Any size, at any address. */
void noise_fill(struct noise *noise, void *buf, size_t size);

#endif
