#ifndef RUNNER_VERIFY_CRC_H
#define RUNNER_VERIFY_CRC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Cyclic redundancy checks of up to 64 bits, by tables of eight bytes a step
 * (Kounavis and Berry, "A Systematic Approach to Building High Performance
 * Software-based CRC Generators") and, where the CPU multiplies without
 * carries, by folding (Gopal and others, "Fast CRC Computation for Generic
 * Polynomials Using PCLMULQDQ Instruction").
 */
struct crc_kind {
	unsigned width; /* bits */
	/*
	 * Bits of a byte are taken the lowest first and `polynomial` is
	 * reflected; otherwise the highest first, for up to 8 bits.
	 */
	bool reflected;
	uint64_t polynomial;
	uint64_t ones; /* begins with it, and is inverted by it in the end */
};

/* Zero before crc_prepare() makes it. */
struct crc {
	struct crc_kind kind;
	uint64_t table[8][256];
	uint64_t fold_64[2]; /* by 64 bytes: of the lower half, of the upper */
	uint64_t fold_16[2]; /* by 16 bytes */
	bool folds;
};

/* Make the tables. Does nothing the second time. */
void crc_prepare(struct crc *crc, const struct crc_kind *kind);

/* May be called by several threads at a time. */
uint64_t crc_compute(const struct crc *crc, const void *data, size_t length);

#endif
