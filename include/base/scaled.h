#ifndef RUNNER_BASE_SCALED_H
#define RUNNER_BASE_SCALED_H

#include <stdint.h>

/*
 * Numbers for people: "9185", "13.2k", "35.9MiB/s". The rules (digits count
 * the point; when to round, when to show decimals) are those that readers of
 * such reports rely on; docs/output.md gives them in full.
 */
enum scaled_base {
	SCALED_SI,  /* k M G T P E, 1000 */
	SCALED_IEC, /* Ki Mi Gi Ti Pi Ei, 1024 */
};

enum scaled_unit {
	SCALED_NONE,
	SCALED_BYTES,       /* B */
	SCALED_BITS,        /* bit; the value is multiplied by 8 */
	SCALED_BYTES_PER_S, /* B/s */
	SCALED_BITS_PER_S,  /* bit/s; the value is multiplied by 8 */
};

#define SCALED_TEXT_MAX 32

/* Write `value` in at most `digits` digits (1-10). Returns `buf`. */
char *scaled_format(uint64_t value, unsigned digits, enum scaled_base base,
		    enum scaled_unit unit, char buf[SCALED_TEXT_MAX]);

#endif
