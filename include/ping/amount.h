#ifndef RUNNER_PING_AMOUNT_H
#define RUNNER_PING_AMOUNT_H

#include <stdint.h>

/*
 * Numbers with the suffixes of ioping(1), which are not those of job files: a
 * number in any notation of strtod(3) and, without a blank between them, a
 * suffix in either case. What is left over below one is dropped.
 */
enum amount_kind {
	AMOUNT_COUNT, /* k, m, g, t: powers of 1000 */
	AMOUNT_BYTES, /* sector, page, k, kb, KiB and so on: powers of 1024 */
	AMOUNT_TIME,  /* ns, us, ms, s, m, h and longer words; alone, seconds.
			 The value is in nanoseconds. */
};

/*
 * Returns 0, or -1 with `*why` set to a static phrase that reads well after the
 * text. A failure leaves `*out` alone.
 */
int amount_parse(const char *text, enum amount_kind kind, uint64_t *out,
		 const char **why);

#endif
