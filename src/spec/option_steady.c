#include "spec/control_options.h"

#include "option_parse.h"

#include <inttypes.h>
#include <string.h>

/* ---- steady: struct steady_criterion ---- */

enum { SLOPE = 1 << 4 };

static const struct option_choice criteria[] = {
	{ "iops", STEADY_BY_IOPS,
	  "I/Os a second: how far any sample is from the mean" },
	{ "iops_slope", STEADY_BY_IOPS | SLOPE,
	  "The slope of the line of least squares through them" },
	{ "bw", STEADY_BY_BW, "Bandwidth: the same, in bytes a second" },
	{ "bw_slope", STEADY_BY_BW | SLOPE, "Its slope" },
	{ "lat", STEADY_BY_LAT, "Mean latency: the same, a time" },
	{ "lat_slope", STEADY_BY_LAT | SLOPE, "Its slope" },
	{ 0 },
};

static int word_value(const struct steady_criterion *c)
{
	return (int)c->by | (c->slope ? SLOPE : 0);
}

const char *steady_criterion_name(const struct steady_criterion *criterion)
{
	return option_word_for(criteria, word_value(criterion));
}

static int read_percent(const char *text, struct option_context *context,
			double *limit)
{
	char *number = arena_strdup(context->arena, text);

	number[strlen(number) - 1] = '\0';
	return option_read_real(number, context, limit);
}

/* A limit that is no share, in the unit of what it limits. */
static int read_absolute(enum steady_by by, const char *text,
			 struct option_context *context, double *limit)
{
	struct duration time;
	const char *why;
	uint64_t n;

	if (by == STEADY_BY_LAT) {
		if (duration_parse(text, 1, &time, &why) < 0)
			return option_refuse(context, "%s", why);
		*limit = (double)time.ns;
		return 0;
	}
	/* "2.5" is one of I/Os a second, and no size. */
	if (by == STEADY_BY_IOPS && option_read_real(text, context, limit) == 0)
		return 0;
	if (size_parse_bytes(text, context->kb_base, &n, &why) < 0)
		return option_refuse(context, "%s", why);
	*limit = (double)n;
	return 0;
}

static int parse_steady(const struct option *o, const char *text,
			struct option_context *context, void *field)
{
	const char *after;
	const struct option_choice *word =
		option_word_read(text, criteria, &after);
	struct steady_criterion c;

	(void)o;
	if (!word)
		return option_refuse_word(context, criteria);
	if (!after || !*after)
		return option_refuse(context,
				     "needs a limit, as in 'iops:2%%'");
	c = (struct steady_criterion){
		.by = (enum steady_by)(word->value & ~SLOPE),
		.slope = word->value & SLOPE,
		.percent = after[strlen(after) - 1] == '%',
	};
	if ((c.percent ? read_percent(after, context, &c.limit)
		       : read_absolute(c.by, after, context, &c.limit)) < 0)
		return option_refuse_part(context, text, after);
	if (c.limit < 0)
		return option_refuse(context, "has a limit below 0");
	*(struct steady_criterion *)field = c;
	return 0;
}

static void print_steady(const struct option *o, const void *field, FILE *out)
{
	const struct steady_criterion *c = field;

	(void)o;
	fprintf(out, "%s:", steady_criterion_name(c));
	if (!c->percent && c->by == STEADY_BY_LAT) {
		struct duration time = { (uint64_t)c->limit };
		char buf[DURATION_TEXT_MAX];

		fputs(duration_format(time, buf), out);
	} else if (!c->percent && c->by == STEADY_BY_BW) {
		fprintf(out, "%" PRIu64, (uint64_t)c->limit);
	} else {
		option_print_real(c->limit, out);
	}
	if (c->percent)
		fputc('%', out);
}

const struct option_type option_steady = {
	.argument = "WORD:LIMIT",
	.parse = parse_steady,
	.print = print_steady,
	.words = criteria,
};
