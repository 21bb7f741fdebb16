#include "base/duration.h"

#include "base/clock.h"
#include "base/expr.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#define NSEC_PER_MIN (60 * NSEC_PER_SEC)
#define NSEC_PER_HOUR (60 * NSEC_PER_MIN)
#define NSEC_PER_DAY (24 * NSEC_PER_HOUR)

static const struct expr_unit unit_list[] = {
	{ "ns", 1 },
	{ "nsec", 1 },
	{ "us", NSEC_PER_USEC },
	{ "usec", NSEC_PER_USEC },
	{ "ms", NSEC_PER_MSEC },
	{ "msec", NSEC_PER_MSEC },
	{ "s", NSEC_PER_SEC },
	{ "sec", NSEC_PER_SEC },
	{ "second", NSEC_PER_SEC },
	{ "seconds", NSEC_PER_SEC },
	{ "m", NSEC_PER_MIN },
	{ "min", NSEC_PER_MIN },
	{ "minute", NSEC_PER_MIN },
	{ "minutes", NSEC_PER_MIN },
	{ "h", NSEC_PER_HOUR },
	{ "hr", NSEC_PER_HOUR },
	{ "hour", NSEC_PER_HOUR },
	{ "hours", NSEC_PER_HOUR },
	{ "d", NSEC_PER_DAY },
	{ "day", NSEC_PER_DAY },
	{ "days", NSEC_PER_DAY },
	{ NULL, 0 },
};

/* Largest first; the last one divides everything. */
static const struct {
	uint64_t ns;
	const char *name;
} format_units[] = {
	{ NSEC_PER_DAY, "d" }, { NSEC_PER_HOUR, "h" },  { NSEC_PER_MIN, "m" },
	{ NSEC_PER_SEC, "s" }, { NSEC_PER_MSEC, "ms" }, { NSEC_PER_USEC, "us" },
	{ 1, "ns" },
};

int duration_parse(const char *text, uint64_t bare_ns, struct duration *out,
		   const char **why)
{
	struct expr_units units = { unit_list, bare_ns };

	return expr_eval_unsigned(text, &units, &out->ns, why);
}

char *duration_format(struct duration d, char buf[DURATION_TEXT_MAX])
{
	unsigned i = 0;

	if (d.ns == 0) {
		snprintf(buf, DURATION_TEXT_MAX, "0s");
		return buf;
	}
	while (d.ns % format_units[i].ns)
		i++;
	snprintf(buf, DURATION_TEXT_MAX, "%" PRIu64 "%s",
		 d.ns / format_units[i].ns, format_units[i].name);
	return buf;
}
