#include "base/human.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct unit {
	uint64_t size;
	const char *name; /* with the blank before it */
};

/* Lists from the largest; the last is of size 1. */
static const struct unit byte_units[] = {
	{ UINT64_C(1) << 60, " EiB" },
	{ UINT64_C(1) << 50, " PiB" },
	{ UINT64_C(1) << 40, " TiB" },
	{ UINT64_C(1) << 30, " GiB" },
	{ UINT64_C(1) << 20, " MiB" },
	{ UINT64_C(1) << 10, " KiB" },
	{ 1, " B" },
};

static const struct unit time_units[] = {
	{ 3600 * NSEC_PER_SEC, " hour" }, { 60 * NSEC_PER_SEC, " min" },
	{ NSEC_PER_SEC, " s" },           { NSEC_PER_MSEC, " ms" },
	{ NSEC_PER_USEC, " us" },         { 1, " ns" },
};

static const struct unit count_units[] = {
	{ UINT64_C(1000000000000), " T" },
	{ UINT64_C(1000000000), " G" },
	{ UINT64_C(1000000), " M" },
	{ UINT64_C(1000), " k" },
	{ 1, "" },
};

static char *format(uint64_t value, const struct unit *unit, char *buf)
{
	double scaled;

	while (unit->size > 1 && value < unit->size)
		unit++;
	scaled = (double)value / (double)unit->size;
	if (value % unit->size == 0)
		snprintf(buf, HUMAN_TEXT_MAX, "%" PRIu64 "%s",
			 value / unit->size, unit->name);
	else
		snprintf(buf, HUMAN_TEXT_MAX, "%.*f%s", scaled < 10 ? 2 : 1,
			 scaled, unit->name);
	return buf;
}

char *human_bytes(uint64_t bytes, char buf[HUMAN_TEXT_MAX])
{
	return format(bytes, byte_units, buf);
}

char *human_time(uint64_t ns, char buf[HUMAN_TEXT_MAX])
{
	return format(ns, time_units, buf);
}

char *human_count(uint64_t count, char buf[HUMAN_TEXT_MAX])
{
	return format(count, count_units, buf);
}
