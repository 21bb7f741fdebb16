#ifndef RUNNER_PING_BARS_H
#define RUNNER_PING_BARS_H

#include "stat/histogram.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * A histogram of times that fits a terminal: its steps are 1, 2 and 5 times a
 * power of ten, and those below the first and above the last request are left
 * out.
 */
struct bar {
	uint64_t from_ns;
	uint64_t to_ns; /* not included */
	uint64_t count;
};

enum { BARS_MAX = 64 };

/*
 * Fill in those of the times from `min_ns` to `max_ns`. Returns how many, 0
 * when there are none.
 */
size_t bars_make(const struct histogram *times, uint64_t min_ns,
		 uint64_t max_ns, struct bar bars[BARS_MAX]);

/* One a line, in less than 80 columns. */
void bars_print(const struct bar *bars, size_t count, FILE *out);

#endif
