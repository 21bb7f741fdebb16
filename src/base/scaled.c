#include "base/scaled.h"

#include <stdio.h>

/* Values in bits go beyond 64 of them. */
__extension__ typedef unsigned __int128 wide;

#define PREFIX_COUNT 7

static const struct {
	unsigned step;
	const char *prefixes[PREFIX_COUNT];
} bases[] = {
	[SCALED_SI] = { 1000, { "", "k", "M", "G", "T", "P", "E" } },
	[SCALED_IEC] = { 1024, { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" } },
};

static const struct {
	unsigned factor;
	const char *name;
} units[] = {
	[SCALED_NONE] = { 1, "" },
	[SCALED_BYTES] = { 1, "B" },
	[SCALED_BITS] = { 8, "bit" },
	[SCALED_BYTES_PER_S] = { 1, "B/s" },
	[SCALED_BITS_PER_S] = { 8, "bit/s" },
};

static unsigned count_digits(wide value)
{
	unsigned digits = 1;

	while (value >= 10) {
		value /= 10;
		digits++;
	}
	return digits;
}

char *scaled_format(uint64_t value, unsigned digits, enum scaled_base base,
		    enum scaled_unit unit, char buf[SCALED_TEXT_MAX])
{
	unsigned step = bases[base].step, remainder = 0, prefix = 0, room;
	wide whole = (wide)value * units[unit].factor;
	char decimals[16] = "";

	while (count_digits(whole) > digits && prefix + 1 < PREFIX_COUNT) {
		remainder = (unsigned)(whole % step);
		whole /= step;
		prefix++;
	}

	room = digits > count_digits(whole) ? digits - count_digits(whole) : 0;
	if (prefix && room > 1) {
		/* "0.87", or "1.00" where it rounds up to the next number. */
		snprintf(decimals, sizeof(decimals), "%.*f", (int)room - 1,
			 (double)remainder / step);
		whole += decimals[0] == '1';
	} else {
		whole += remainder >= step / 2;
	}
	snprintf(buf, SCALED_TEXT_MAX, "%llu%s%s%s", (unsigned long long)whole,
		 decimals[0] ? decimals + 1 : "", bases[base].prefixes[prefix],
		 units[unit].name);
	return buf;
}
