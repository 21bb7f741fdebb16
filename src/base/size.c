#include "base/size.h"

#include "base/expr.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define KIB (UINT64_C(1) << 10)
#define MIB (UINT64_C(1) << 20)
#define GIB (UINT64_C(1) << 30)
#define TIB (UINT64_C(1) << 40)
#define PIB (UINT64_C(1) << 50)
#define EIB (UINT64_C(1) << 60)

#define KB UINT64_C(1000)
#define MB (1000 * KB)
#define GB (1000 * MB)
#define TB (1000 * GB)
#define PB (1000 * TB)
#define EB (1000 * PB)

static const struct expr_unit binary_units[] = {
	{ "b", 1 },     { "k", KIB }, { "kb", KIB }, { "ki", KIB },
	{ "kib", KIB }, { "m", MIB }, { "mb", MIB }, { "mi", MIB },
	{ "mib", MIB }, { "g", GIB }, { "gb", GIB }, { "gi", GIB },
	{ "gib", GIB }, { "t", TIB }, { "tb", TIB }, { "ti", TIB },
	{ "tib", TIB }, { "p", PIB }, { "pb", PIB }, { "pi", PIB },
	{ "pib", PIB }, { "e", EIB }, { "eb", EIB }, { "ei", EIB },
	{ "eib", EIB }, { NULL, 0 },
};

static const struct expr_unit decimal_units[] = {
	{ "b", 1 },     { "k", KB }, { "kb", KB }, { "ki", KIB },
	{ "kib", KIB }, { "m", MB }, { "mb", MB }, { "mi", MIB },
	{ "mib", MIB }, { "g", GB }, { "gb", GB }, { "gi", GIB },
	{ "gib", GIB }, { "t", TB }, { "tb", TB }, { "ti", TIB },
	{ "tib", TIB }, { "p", PB }, { "pb", PB }, { "pi", PIB },
	{ "pib", PIB }, { "e", EB }, { "eb", EB }, { "ei", EIB },
	{ "eib", EIB }, { NULL, 0 },
};

static const struct expr_unit no_units[] = {
	{ NULL, 0 },
};

/* In order: each one is 1024 times the one before it, the first 1024 bytes. */
static const char prefixes[] = "KMGTPE";

static int refuse(const char **why, const char *phrase)
{
	*why = phrase;
	return -1;
}

static struct expr_units units_of(unsigned kb_base)
{
	return (struct expr_units){
		.list = kb_base == 1000 ? decimal_units : binary_units,
		.bare = 1,
	};
}

static int last_of(const char *text)
{
	size_t length = strlen(text);

	return length ? (unsigned char)text[length - 1] : 0;
}

/* A "%" that has nothing after it is no remainder: it makes a percentage. */
static bool is_percentage(const char *text)
{
	return last_of(text) == '%';
}

static bool is_zones(const char *text)
{
	return last_of(text) == 'z' || last_of(text) == 'Z';
}

bool size_is_bytes(const char *text)
{
	return !is_percentage(text) && !is_zones(text);
}

/* Room for a number of per cent or zones; nobody needs more digits. */
#define COUNT_TEXT_MAX 256

/* What stands before the last character. */
static int parse_count(const char *text, uint64_t *out, const char **why)
{
	const struct expr_units plain = { no_units, 1 };
	char number[COUNT_TEXT_MAX];
	size_t length = strlen(text) - 1;

	if (length >= sizeof(number))
		return refuse(why, "is too long");
	memcpy(number, text, length);
	number[length] = '\0';
	return expr_eval_unsigned(number, &plain, out, why);
}

static int parse_percentage(const char *text, struct size *out,
			    const char **why)
{
	uint64_t percent;

	if (parse_count(text, &percent, why) < 0)
		return -1;
	if (percent > 100)
		return refuse(why, "is more than 100%");
	*out = (struct size){ percent, SIZE_PERCENT };
	return 0;
}

static int parse_zones(const char *text, struct size *out, const char **why)
{
	uint64_t zones;

	if (parse_count(text, &zones, why) < 0)
		return -1;
	*out = (struct size){ zones, SIZE_ZONES };
	return 0;
}

int size_parse(const char *text, unsigned kb_base, struct size *out,
	       const char **why)
{
	uint64_t bytes;

	if (is_percentage(text))
		return parse_percentage(text, out, why);
	if (is_zones(text))
		return parse_zones(text, out, why);
	if (size_parse_bytes(text, kb_base, &bytes, why) < 0)
		return -1;
	*out = (struct size){ bytes, SIZE_BYTES };
	return 0;
}

int size_parse_bytes(const char *text, unsigned kb_base, uint64_t *out,
		     const char **why)
{
	const struct expr_units units = units_of(kb_base);

	if (is_percentage(text))
		return refuse(why, "cannot be a percentage");
	return expr_eval_unsigned(text, &units, out, why);
}

int size_parse_signed(const char *text, unsigned kb_base, int64_t *out,
		      const char **why)
{
	const struct expr_units units = units_of(kb_base);

	if (is_percentage(text))
		return refuse(why, "cannot be a percentage");
	return expr_eval(text, &units, out, why);
}

uint64_t size_bytes(struct size size, uint64_t whole)
{
	assert(size.unit != SIZE_ZONES);
	if (size.unit == SIZE_BYTES)
		return size.value;
	/* Divide first: whole * 100 could overflow. */
	return whole / 100 * size.value + whole % 100 * size.value / 100;
}

char *size_format(uint64_t bytes, char buf[SIZE_TEXT_MAX])
{
	unsigned n = 0;

	while (bytes && bytes % 1024 == 0 && prefixes[n]) {
		bytes /= 1024;
		n++;
	}
	if (n == 0)
		snprintf(buf, SIZE_TEXT_MAX, "%" PRIu64, bytes);
	else
		snprintf(buf, SIZE_TEXT_MAX, "%" PRIu64 "%ciB", bytes,
			 prefixes[n - 1]);
	return buf;
}
