#ifndef RUNNER_BASE_DECIMAL_H
#define RUNNER_BASE_DECIMAL_H

#include <stdint.h>

/*
 * Numbers as decimal text, for where so many are written that printf(3) would
 * be most of the work. The text is that of printf, digit for digit.
 *
 * Each writes to `to`, without a NUL, and returns the end of what it wrote.
 */
enum {
	DECIMAL_INTEGER_MAX = 20, /* room for decimal_uint() or decimal_int() */
	DECIMAL_REAL_MAX = 318,   /* room for decimal_real() */
};

/* "%PRIu64" and "%PRId64". */
char *decimal_uint(char *to, uint64_t value);
char *decimal_int(char *to, int64_t value);

/* "%.6f" of a finite number: the nearest text, of two the even one. */
char *decimal_real(char *to, double value);

#endif
