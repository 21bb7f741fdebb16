#ifndef RUNNER_BASE_EXPR_H
#define RUNNER_BASE_EXPR_H

#include <stddef.h>
#include <stdint.h>

/*
 * Numbers as people write them in job files: decimal ("4096", "1.5k"), hex
 * ("0x1000"), with a unit ("4k", "30s"), and arithmetic on them with
 * + - * / % ^ and parentheses ("(4*1024)", "$ncpus*2" once that is replaced).
 *
 * A unit multiplies the number before it. A value has to come out whole:
 * "1.5k" is 1536, "1.5" is refused where a count is expected.
 */
struct expr_unit {
	const char *name; /* lower case; compared without regard to case */
	uint64_t multiplier;
};

struct expr_units {
	const struct expr_unit *list; /* ends with a null name */
	uint64_t bare; /* multiplier of a number without a unit */
};

/*
 * Evaluate all of `text`. A leading "-" is taken, so that offsets can be
 * negative; who can't use a negative number refuses it.
 *
 * Returns 0, or -1 with `*why` set to a static phrase that reads well after
 * the text, as in: '4q' "has an unknown unit". A failure leaves `*out` alone.
 */
int expr_eval(const char *text, const struct expr_units *units, int64_t *out,
	      const char **why);

/* The same for values from 0 to 2^64 - 1. */
int expr_eval_unsigned(const char *text, const struct expr_units *units,
		       uint64_t *out, const char **why);

#endif
