#include "spec/option_values.h"

#include "option_parse.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* ---- flag: bool ---- */

static const struct {
	const char *name;
	bool value;
} flag_words[] = {
	{ "0", false },  { "1", true },   { "false", false }, { "true", true },
	{ "no", false }, { "yes", true }, { "off", false },   { "on", true },
};

static int parse_flag(const struct option *o, const char *text,
		      struct option_context *context, void *field)
{
	(void)o;
	for (size_t i = 0; i < sizeof(flag_words) / sizeof(flag_words[0]);
	     i++) {
		if (strcasecmp(flag_words[i].name, text) == 0) {
			*(bool *)field = flag_words[i].value;
			return 0;
		}
	}
	return option_refuse(context,
			     "is not one of 0, 1, false, true, no, yes, off, "
			     "on");
}

static void print_flag(const struct option *o, const void *field, FILE *out)
{
	(void)o;
	fputc(*(const bool *)field ? '1' : '0', out);
}

const struct option_type option_flag = {
	.argument = "0|1",
	.parse = parse_flag,
	.print = print_flag,
};

/* ---- switch: bool ---- */

/* A flag that is mostly written bare; numbers above 1 are in use, too. */
static int parse_switch(const struct option *o, const char *text,
			struct option_context *context, void *field)
{
	uint64_t number;
	const char *why;

	if (parse_flag(o, text, context, field) == 0)
		return 0;
	if (size_parse_bytes(text, context->kb_base, &number, &why) < 0)
		return -1;
	option_remark(context, "is taken for 1");
	*(bool *)field = true;
	return 0;
}

const struct option_type option_switch = {
	.argument = "0|1",
	.parse = parse_switch,
	.print = print_flag,
};

/* ---- choice: int ---- */

static int parse_choice(const struct option *o, const char *text,
			struct option_context *context, void *field)
{
	const struct option_choice *word =
		option_word_find(o->choices, text, strlen(text));

	if (!word)
		return option_refuse_word(context, o->choices);
	*(int *)field = word->value;
	return 0;
}

static void print_choice(const struct option *o, const void *field, FILE *out)
{
	for (const struct option_choice *c = o->choices; c->name; c++) {
		if (c->value == *(const int *)field) {
			fputs(c->name, out);
			return;
		}
	}
}

const struct option_type option_choice = {
	.argument = "WORD",
	.parse = parse_choice,
	.print = print_choice,
};

/* ---- number and bytes: uint64_t ---- */

static int parse_number(const struct option *o, const char *text,
			struct option_context *context, void *field)
{
	return option_read_bytes(o, text, context, field);
}

static void print_number(const struct option *o, const void *field, FILE *out)
{
	(void)o;
	fprintf(out, "%" PRIu64, *(const uint64_t *)field);
}

static void print_size_of(uint64_t bytes, FILE *out)
{
	char buf[SIZE_TEXT_MAX];

	fputs(size_format(bytes, buf), out);
}

static void print_bytes(const struct option *o, const void *field, FILE *out)
{
	(void)o;
	print_size_of(*(const uint64_t *)field, out);
}

const struct option_type option_number = {
	.argument = "N",
	.parse = parse_number,
	.print = print_number,
};

const struct option_type option_bytes = {
	.argument = "SIZE",
	.parse = parse_number,
	.print = print_bytes,
	.measure = MEASURE_BYTES,
};

/* ---- real: double ---- */

static int parse_real(const struct option *o, const char *text,
		      struct option_context *context, void *field)
{
	char range[OPTION_RANGE_MAX];
	double value;

	if (option_read_real(text, context, &value) < 0)
		return -1;
	if (value < (double)o->min || (o->max && value > (double)o->max))
		return option_refuse(context, "is out of range: %s",
				     option_range_text(o, range));
	*(double *)field = value;
	return 0;
}

static void print_real(const struct option *o, const void *field, FILE *out)
{
	(void)o;
	option_print_real(*(const double *)field, out);
}

const struct option_type option_real = {
	.argument = "X",
	.parse = parse_real,
	.print = print_real,
};

/* ---- size and size_range: struct size, struct number_range ---- */

/* The option's range is one of bytes: a share of who knows what has none. */
static int parse_one_size(const struct option *o, const char *text,
			  struct option_context *context, void *field)
{
	struct size size = { 0, SIZE_BYTES };
	const char *why;

	if (!size_is_bytes(text)) {
		if (size_parse(text, context->kb_base, &size, &why) < 0)
			return option_refuse(context, "%s", why);
	} else if (option_read_bytes(o, text, context, &size.value) < 0) {
		return -1;
	}
	*(struct size *)field = size;
	return 0;
}

/* Of a list the first counts, as it does in the reference. */
static int parse_size(const struct option *o, const char *text,
		      struct option_context *context, void *field)
{
	size_t length = strcspn(text, ":");
	struct size first = { 0, SIZE_BYTES }, size;

	if (!text[length])
		return parse_one_size(o, text, context, field);
	for (const char *rest = text; *rest;) {
		size_t n = strcspn(rest, ":");
		char *item = arena_strndup(context->arena, rest, n);

		if (parse_one_size(o, item, context, &size) < 0)
			return option_refuse_part(context, text, item);
		if (rest == text)
			first = size;
		rest += n + (rest[n] == ':');
	}
	*(struct size *)field = first;
	option_remark(context, "is a list, of which only the first counts");
	return 0;
}

static void print_size(const struct option *o, const void *field, FILE *out)
{
	const struct size *size = field;

	(void)o;
	if (size->unit == SIZE_PERCENT)
		fprintf(out, "%" PRIu64 "%%", size->value);
	else if (size->unit == SIZE_ZONES)
		fprintf(out, "%" PRIu64 "z", size->value);
	else
		print_size_of(size->value, out);
}

static int parse_size_range(const struct option *o, const char *text,
			    struct option_context *context, void *field)
{
	const char *last = strrchr(text, '/');

	/* "16-8k/8M-512M": the reference takes the last of such a list. */
	if (last && strchr(last, '-') &&
	    strcspn(text, "-") < (size_t)(last - text)) {
		option_remark(context, "has two ranges, of which the last "
				       "counts");
		text = last + 1;
	}
	return option_read_range(o, text, context, option_read_bytes, field);
}

static void print_size_range(const struct option *o, const void *field,
			     FILE *out)
{
	const struct number_range *range = field;

	(void)o;
	print_size_of(range->min, out);
	if (range->max != range->min) {
		fputc('-', out);
		print_size_of(range->max, out);
	}
}

const struct option_type option_size = {
	.argument = "SIZE",
	.parse = parse_size,
	.print = print_size,
	.measure = MEASURE_BYTES,
};

const struct option_type option_size_range = {
	.argument = "SIZE[-SIZE]",
	.parse = parse_size_range,
	.print = print_size_range,
	.measure = MEASURE_BYTES,
};

/* ---- duration and duration_range ---- */

static int parse_duration(const struct option *o, const char *text,
			  struct option_context *context, void *field)
{
	struct duration *d = field;

	return option_read_duration(o, text, context, &d->ns);
}

static void print_ns(uint64_t ns, FILE *out)
{
	char buf[DURATION_TEXT_MAX];

	fputs(duration_format((struct duration){ ns }, buf), out);
}

static void print_duration(const struct option *o, const void *field, FILE *out)
{
	(void)o;
	print_ns(((const struct duration *)field)->ns, out);
}

static int parse_duration_range(const struct option *o, const char *text,
				struct option_context *context, void *field)
{
	struct number_range range;

	if (option_read_range(o, text, context, option_read_duration, &range) <
	    0)
		return -1;
	*(struct duration_range *)field =
		(struct duration_range){ range.min, range.max };
	return 0;
}

static void print_duration_range(const struct option *o, const void *field,
				 FILE *out)
{
	const struct duration_range *range = field;

	(void)o;
	print_ns(range->min_ns, out);
	if (range->max_ns != range->min_ns) {
		fputc('-', out);
		print_ns(range->max_ns, out);
	}
}

const struct option_type option_duration = {
	.argument = "TIME",
	.parse = parse_duration,
	.print = print_duration,
	.measure = MEASURE_NS,
};

const struct option_type option_duration_range = {
	.argument = "TIME[-TIME]",
	.parse = parse_duration_range,
	.print = print_duration_range,
	.measure = MEASURE_NS,
};

/* ---- text: const char * ---- */

static int parse_text(const struct option *o, const char *text,
		      struct option_context *context, void *field)
{
	(void)o;
	*(const char **)field = arena_strdup(context->arena, text);
	return 0;
}

static void print_text(const struct option *o, const void *field, FILE *out)
{
	const char *text = *(const char *const *)field;

	(void)o;
	if (text)
		fputs(text, out);
}

const struct option_type option_text = {
	.argument = "TEXT",
	.parse = parse_text,
	.print = print_text,
};
