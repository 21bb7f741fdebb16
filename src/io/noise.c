#include "io/noise.h"

#include <string.h>

enum { LANES = NOISE_ROW / sizeof(uint64_t) };

struct vector {
	uint64_t x __attribute__((vector_size(NOISE_WIDTH)));
};

/* The same in memory, wherever that is: memcpy() of it costs a detour. */
struct stored {
	uint64_t x __attribute__((vector_size(NOISE_WIDTH)));
} __attribute__((packed, may_alias));

#define ALWAYS_INLINE inline __attribute__((always_inline))

/*
 * Each lane from a number of its own, by the mixing function of SplitMix64.
 * Xorshift stays at 0 for ever.
 */
void noise_seed(struct noise *noise, uint64_t seed)
{
	for (unsigned i = 0; i < LANES; i++) {
		uint64_t x = seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

		x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
		x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
		noise->lane[i] = (x ^ (x >> 31)) | 1;
	}
}

/* All of the vector at place `i` of the row at `row`. */
static ALWAYS_INLINE void load(struct vector *v, const void *row, size_t i)
{
	v->x = ((const struct stored *)row)[i].x;
}

static ALWAYS_INLINE void save(const struct vector *v, void *row, size_t i)
{
	((struct stored *)row)[i].x = v->x;
}

static ALWAYS_INLINE void step(struct vector *v, void *row, size_t i)
{
	v->x ^= v->x << 13;
	v->x ^= v->x >> 7;
	v->x ^= v->x << 17;
	save(v, row, i);
}

/*
 * Eight streams beside each other, in variables of their own so that compilers
 * keep them in registers: one alone would wait for its own last number.
 */
static ALWAYS_INLINE void fill(struct noise *noise, unsigned char *at,
			       size_t rows)
{
	struct vector a, b, c, d, e, f, g, h;

	load(&a, noise, 0);
	load(&b, noise, 1);
	load(&c, noise, 2);
	load(&d, noise, 3);
	load(&e, noise, 4);
	load(&f, noise, 5);
	load(&g, noise, 6);
	load(&h, noise, 7);
	for (; rows; rows--, at += NOISE_ROW) {
		step(&a, at, 0);
		step(&b, at, 1);
		step(&c, at, 2);
		step(&d, at, 3);
		step(&e, at, 4);
		step(&f, at, 5);
		step(&g, at, 6);
		step(&h, at, 7);
	}
	save(&a, noise, 0);
	save(&b, noise, 1);
	save(&c, noise, 2);
	save(&d, noise, 3);
	save(&e, noise, 4);
	save(&f, noise, 5);
	save(&g, noise, 6);
	save(&h, noise, 7);
}

static void fill_rows_anywhere(struct noise *noise, void *buf, size_t rows)
{
	fill(noise, buf, rows);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void
fill_rows_avx2(struct noise *noise, void *buf, size_t rows)
{
	fill(noise, buf, rows);
}

static void fill_rows(struct noise *noise, void *buf, size_t rows)
{
	if (__builtin_cpu_supports("avx2"))
		fill_rows_avx2(noise, buf, rows);
	else
		fill_rows_anywhere(noise, buf, rows);
}
#else
static void fill_rows(struct noise *noise, void *buf, size_t rows)
{
	fill_rows_anywhere(noise, buf, rows);
}
#endif

void noise_fill(struct noise *noise, void *buf, size_t size)
{
	size_t rows = size / NOISE_ROW, rest = size % NOISE_ROW;
	unsigned char last[NOISE_ROW];

	if (rows)
		fill_rows(noise, buf, rows);
	if (!rest)
		return;
	fill_rows(noise, last, 1);
	memcpy((unsigned char *)buf + rows * NOISE_ROW, last, rest);
}
