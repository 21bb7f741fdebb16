#ifndef RUNNER_BASE_DURATION_H
#define RUNNER_BASE_DURATION_H

#include <stdint.h>

/* A length of time in nanoseconds. */
struct duration {
	uint64_t ns;
};

/* Room for any text that duration_format() writes, with its NUL. */
#define DURATION_TEXT_MAX 32

/*
 * Read "30", "30s", "1.5s", "5m", "2h", "1d", "10ms", "250us", "100ns" or
 * arithmetic on such. A number without a unit is in units of `bare_ns`
 * nanoseconds.
 *
 * Returns 0, or -1 with `*why` set to a static phrase that reads well after
 * the text. A failure leaves `*out` alone.
 */
int duration_parse(const char *text, uint64_t bare_ns, struct duration *out,
		   const char **why);

/* Write with the largest unit that divides it: "2h", "1500ms". Returns buf. */
char *duration_format(struct duration d, char buf[DURATION_TEXT_MAX]);

#endif
