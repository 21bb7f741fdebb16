#ifndef RUNNER_BASE_HASH_H
#define RUNNER_BASE_HASH_H

#include <stdint.h>

/* FNV-1a of 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv). */
static inline uint64_t hash_text(const char *text)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return hash;
}

#endif
