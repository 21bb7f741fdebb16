#include "option_parse.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How much of a value a reason repeats, so that the rest of it has room. */
#define PART_SHOWN 40

/* Enough digits that few numbers need more, and those that all can do with. */
#define REAL_DIGITS_FEW 15
#define REAL_DIGITS_ALL 17

static const char blanks[] = " \t";

static int refuse_range(const struct option *o, struct option_context *context)
{
	char range[OPTION_RANGE_MAX];

	return option_refuse(context, "is out of range: %s",
			     option_range_text(o, range));
}

int option_check_range(const struct option *o, uint64_t n,
		       struct option_context *context)
{
	if (n < o->min || (o->max && n > o->max))
		return refuse_range(o, context);
	return 0;
}

int option_read_bytes(const struct option *o, const char *text,
		      struct option_context *context, uint64_t *out)
{
	const char *why, *unused;
	uint64_t n;
	int64_t below;

	if (size_parse_bytes(text, context->kb_base, &n, &why) < 0) {
		/* A negative number is understood, only it will not do. */
		if (size_parse_signed(text, context->kb_base, &below,
				      &unused) == 0 &&
		    below < 0)
			return refuse_range(o, context);
		return option_refuse(context, "%s", why);
	}
	if (option_check_range(o, n, context) < 0)
		return -1;
	*out = n;
	return 0;
}

int option_read_duration(const struct option *o, const char *text,
			 struct option_context *context, uint64_t *out)
{
	struct duration d;
	const char *why;

	assert(o->unit_ns);
	if (duration_parse(text, o->unit_ns, &d, &why) < 0)
		return option_refuse(context, "%s", why);
	if (option_check_range(o, d.ns, context) < 0)
		return -1;
	*out = d.ns;
	return 0;
}

/* The "-" between two numbers: not a sign, nor one inside parentheses. */
static const char *find_dash(const char *text)
{
	unsigned depth = 0;

	for (const char *at = text + strspn(text, " \t-"); *at; at++) {
		if (*at == '-' && depth == 0)
			return at;
		if (*at == '(')
			depth++;
		else if (*at == ')' && depth)
			depth--;
	}
	return NULL;
}

int option_read_range(const struct option *o, const char *text,
		      struct option_context *context,
		      int (*read)(const struct option *o, const char *text,
				  struct option_context *context,
				  uint64_t *out),
		      struct number_range *out)
{
	const char *dash = find_dash(text), *first, *last;
	struct number_range range;

	if (!dash) {
		if (read(o, text, context, &range.min) < 0)
			return -1;
		*out = (struct number_range){ range.min, range.min };
		return 0;
	}

	first = arena_strndup(context->arena, text, (size_t)(dash - text));
	last = dash + 1 + strspn(dash + 1, blanks);
	if (!*last)
		return option_refuse(context, "is a range without an end");
	if (find_dash(last))
		return option_refuse(context, "is not a range of two numbers");
	if (read(o, first, context, &range.min) < 0)
		return option_refuse_part(context, text, first);
	if (read(o, last, context, &range.max) < 0)
		return option_refuse_part(context, text, last);
	if (range.min > range.max)
		return option_refuse(context,
				     "is a range that ends before it begins");
	*out = range;
	return 0;
}

/* strtod() takes more: blanks, hexadecimal digits, "inf", "nan". */
int option_read_real(const char *text, struct option_context *context,
		     double *out)
{
	const char *digits = text + (*text == '-');
	double value;
	char *end;

	if (!isdigit((unsigned char)*digits) && *digits != '.')
		return option_refuse(context, "is not a number");
	value = strtod(text, &end);
	if (*end || end == text || strpbrk(text, "xX"))
		return option_refuse(context, "is not a number");
	if (!isfinite(value))
		return option_refuse(context, "is too large");
	*out = value;
	return 0;
}

void option_print_real(double value, FILE *out)
{
	char text[32];

	snprintf(text, sizeof(text), "%.*g", REAL_DIGITS_FEW, value);
	if (strtod(text, NULL) < value || strtod(text, NULL) > value)
		snprintf(text, sizeof(text), "%.*g", REAL_DIGITS_ALL, value);
	fputs(text, out);
}

int option_refuse_part(struct option_context *context, const char *whole,
		       const char *part)
{
	char reason[sizeof(context->reason)];

	if (strcmp(whole, part) == 0)
		return -1;
	memcpy(reason, context->reason, sizeof(reason));
	return option_refuse(context, "has '%.*s', which %s", PART_SHOWN, part,
			     reason);
}

const struct option_choice *option_word_find(const struct option_choice *words,
					     const char *text, size_t length)
{
	for (; words->name; words++)
		if (strlen(words->name) == length &&
		    memcmp(words->name, text, length) == 0)
			return words;
	return NULL;
}

const struct option_choice *option_word_read(const char *text,
					     const struct option_choice *words,
					     const char **after)
{
	size_t length = strcspn(text, ":");

	*after = text[length] ? text + length + 1 : NULL;
	return option_word_find(words, text, length);
}

const char *option_word_for(const struct option_choice *words, int value)
{
	while (words->name && words->value != value)
		words++;
	return words->name ? words->name : "";
}

int option_refuse_word(struct option_context *context,
		       const struct option_choice *words)
{
	const char *separator = " ";
	size_t used;

	option_refuse(context, "is not one of");
	used = strlen(context->reason);
	for (; words->name; words++) {
		size_t room = sizeof(context->reason) - used;
		int n;

		if (!words->help)
			continue;
		n = snprintf(context->reason + used, room, "%s%s", separator,
			     words->name);
		if (n < 0 || (size_t)n >= room)
			break;
		used += (size_t)n;
		separator = ", ";
	}
	return -1;
}

/* Take the blanks off both ends, in place. */
static char *trim(char *text)
{
	size_t length;

	text += strspn(text, blanks);
	length = strlen(text);
	while (length && strchr(blanks, text[length - 1]))
		length--;
	text[length] = '\0';
	return text;
}

size_t option_split(struct arena *arena, const char *text, char separator,
		    char ***parts)
{
	char *copy = arena_strdup(arena, text), *next;
	char **list = NULL;
	size_t count = 0;

	do {
		next = strchr(copy, separator);
		if (next)
			*next++ = '\0';
		list = arena_grow(arena, list, count, sizeof(list[0]));
		list[count++] = trim(copy);
		copy = next;
	} while (next);
	*parts = list;
	return count;
}
