#ifndef RUNNER_VERIFY_PATTERN_H
#define RUNNER_VERIFY_PATTERN_H

#include "spec/option_values.h"

#include <stddef.h>
#include <stdint.h>

/*
 * verify_pattern over and over. It begins at the start of an I/O, and again
 * after each `interval` bytes of it (0: never); in place of %o stands the
 * offset in the file of where it last began.
 */
struct verify_pattern {
	const struct pattern *pattern; /* not empty */
	uint64_t interval;
};

/* Fill an I/O at `offset` of its file. */
void verify_pattern_fill(const struct verify_pattern *p, uint64_t offset,
			 unsigned char *buf, size_t size);

/*
 * Compare bytes [from, to) of such an I/O with the pattern. Returns the place
 * of the first that differs, with what it should be in `*wanted`, or `to`.
 */
size_t verify_pattern_compare(const struct verify_pattern *p, uint64_t offset,
			      const unsigned char *buf, size_t from, size_t to,
			      unsigned char *wanted);

#endif
