#include "out/figure.h"

#include <stdio.h>

/* Three digits; what would round up to a fourth has none behind the point. */
static void three_digits(double value, const char *unit, char text[FIGURE_MAX])
{
	int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;

	snprintf(text, FIGURE_MAX, "%.*f%s", decimals, value, unit);
}

/* In the first of `units` in which it has three digits at most. */
static char *scale(double value, const char *const *units, char *text)
{
	while (value >= 999.5 && units[1]) {
		value /= 1000;
		units++;
	}
	three_digits(value, *units, text);
	return text;
}

char *figure_count(double value, char text[FIGURE_MAX])
{
	static const char *const units[] = { "k", "M", "G", NULL };

	if (value >= 999.5)
		return scale(value / 1000, units, text);
	snprintf(text, FIGURE_MAX, "%.0f", value);
	return text;
}

char *figure_mb(double bytes, char text[FIGURE_MAX])
{
	three_digits(bytes / 1e6, "", text);
	return text;
}

char *figure_time(uint64_t ns, char text[FIGURE_MAX])
{
	static const char *const units[] = { " us", " ms", " s", NULL };

	if (ns >= 1000)
		return scale((double)ns / 1000, units, text);
	snprintf(text, FIGURE_MAX, ns ? "%u ns" : "-", (unsigned)ns);
	return text;
}

char *figure_ratio(double ratio, char text[FIGURE_MAX])
{
	three_digits(ratio, "x", text);
	return text;
}
