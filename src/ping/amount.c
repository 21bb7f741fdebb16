#include "ping/amount.h"

#include "base/clock.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <strings.h>

struct suffix {
	const char *name;
	uint64_t factor;
};

/* Lists end with a null name. */
static const struct suffix count_suffixes[] = {
	{ "", 1 },
	{ "k", UINT64_C(1000) },
	{ "m", UINT64_C(1000000) },
	{ "g", UINT64_C(1000000000) },
	{ "t", UINT64_C(1000000000000) },
	{ NULL, 0 },
};

static const struct suffix byte_suffixes[] = {
	{ "", 1 },
	{ "b", 1 },
	{ "sector", 512 },
	{ "k", UINT64_C(1) << 10 },
	{ "kb", UINT64_C(1) << 10 },
	{ "kib", UINT64_C(1) << 10 },
	{ "page", 4096 },
	{ "m", UINT64_C(1) << 20 },
	{ "mb", UINT64_C(1) << 20 },
	{ "mib", UINT64_C(1) << 20 },
	{ "g", UINT64_C(1) << 30 },
	{ "gb", UINT64_C(1) << 30 },
	{ "gib", UINT64_C(1) << 30 },
	{ "t", UINT64_C(1) << 40 },
	{ "tb", UINT64_C(1) << 40 },
	{ "tib", UINT64_C(1) << 40 },
	{ NULL, 0 },
};

static const struct suffix time_suffixes[] = {
	{ "", NSEC_PER_SEC },
	{ "ns", 1 },
	{ "nsec", 1 },
	{ "us", NSEC_PER_USEC },
	{ "usec", NSEC_PER_USEC },
	{ "ms", NSEC_PER_MSEC },
	{ "msec", NSEC_PER_MSEC },
	{ "s", NSEC_PER_SEC },
	{ "sec", NSEC_PER_SEC },
	{ "m", 60 * NSEC_PER_SEC },
	{ "min", 60 * NSEC_PER_SEC },
	{ "h", 3600 * NSEC_PER_SEC },
	{ "hour", 3600 * NSEC_PER_SEC },
	{ NULL, 0 },
};

static const struct {
	const struct suffix *list;
	const char *unknown;
} kinds[] = {
	[AMOUNT_COUNT] = { count_suffixes,
			   "has an unknown suffix (there are k, m, g, t)" },
	[AMOUNT_BYTES] = { byte_suffixes,
			   "has an unknown suffix (there are sector, page, "
			   "KiB, k, m, g, t)" },
	[AMOUNT_TIME] = { time_suffixes,
			  "has an unknown suffix (there are ns, us, ms, s, "
			  "min, hour)" },
};

/* 2^63: far beyond any machine, and no double near it is rounded to more. */
static const double limit = 9223372036854775808.0;

int amount_parse(const char *text, enum amount_kind kind, uint64_t *out,
		 const char **why)
{
	const struct suffix *suffix = kinds[kind].list;
	double value;
	char *end;

	value = strtod(text, &end);
	if (end == text) {
		*why = "is not a number";
		return -1;
	}
	while (suffix->name && strcasecmp(suffix->name, end) != 0)
		suffix++;
	if (!suffix->name) {
		*why = kinds[kind].unknown;
		return -1;
	}
	value *= (double)suffix->factor;
	if (isnan(value) || value < 0) {
		*why = "is less than 0";
		return -1;
	}
	if (value >= limit) {
		*why = "is too big";
		return -1;
	}
	*out = (uint64_t)value;
	return 0;
}
