#include "spec/option_values.h"

#include "base/divisor.h"
#include "option_parse.h"

#include <math.h>
#include <string.h>

/* Block sizes with a share each: "4k/10:64k/50:32k/,8k/90:16k/10". */

/* Shares of a hundred are written with a few digits. */
#define SHARE_PRECISION 1e-6

/* The entries of one direction while they are read. */
struct split {
	struct block_share *list;
	size_t count;
	bool *blank; /* without a share of its own */
	size_t blanks;
	double sum;
};

/* "20k-128" is in use: its first size is what the reference takes. */
static int read_reversed(const struct option *o, const char *text,
			 struct option_context *context,
			 struct number_range *out)
{
	size_t length = strcspn(text, "-");
	char *first = arena_strndup(context->arena, text, length);
	char reason[sizeof(context->reason)];
	uint64_t min, max;

	memcpy(reason, context->reason, sizeof(reason));
	if (text[length] && option_read_bytes(o, first, context, &min) == 0 &&
	    option_read_bytes(o, text + length + 1, context, &max) == 0 &&
	    min > max) {
		option_remark(context,
			      "has the range '%s', which ends before it "
			      "begins: taken for %s",
			      text, first);
		*out = (struct number_range){ min, min };
		return 0;
	}
	memcpy(context->reason, reason, sizeof(reason));
	return -1;
}

static int read_share(const char *text, struct option_context *context,
		      double *out)
{
	if (option_read_real(text, context, out) < 0)
		return -1;
	if (*out < 0 || *out > 100)
		return option_refuse(context, "is out of range: 0 to 100");
	return 0;
}

/* "4k/10", "4k/", "4k", "20k-28k/9". */
static int read_entry(const struct option *o, const char *text,
		      struct option_context *context, struct split *split)
{
	const char *slash = strrchr(text, '/');
	struct block_share *e = &split->list[split->count];
	bool *blank = &split->blank[split->count];
	const char *size = text;

	if (slash)
		size = arena_strndup(context->arena, text,
				     (size_t)(slash - text));
	*blank = !slash || !slash[1];
	if (option_read_range(o, size, context, option_read_bytes, &e->size) <
		    0 &&
	    read_reversed(o, size, context, &e->size) < 0)
		return option_refuse_part(context, text, size);
	if (!*blank && read_share(slash + 1, context, &e->percent) < 0)
		return option_refuse_part(context, text, slash + 1);
	split->blanks += *blank;
	split->sum += e->percent;
	split->count++;
	return 0;
}

/*
 * A size drawn from a range is a multiple of what all sizes of the direction
 * are multiples of.
 */
static void set_steps(struct split *split)
{
	uint64_t step = 0;

	for (size_t i = 0; i < split->count; i++) {
		step = common_divisor(step, split->list[i].size.min);
		step = common_divisor(step, split->list[i].size.max);
	}
	for (size_t i = 0; i < split->count; i++)
		split->list[i].step = step;
}

/* Entries without a share get what the others leave, in equal parts. */
static int settle_shares(struct split *split, const char *text,
			 struct option_context *context)
{
	double rest = 100 - split->sum;
	size_t kept = 0;

	if (split->blanks) {
		if (rest < SHARE_PRECISION)
			return option_refuse(context,
					     "leaves nothing for sizes without "
					     "a share: the others add up to "
					     "%g%%",
					     split->sum);
	} else if (split->sum < SHARE_PRECISION) {
		return option_refuse(context, "has no share above 0");
	} else if (fabs(rest) > SHARE_PRECISION) {
		option_remark(context,
			      "has '%.60s', which adds up to %g%%, not 100: "
			      "taken in proportion",
			      text, split->sum);
	}
	for (size_t i = 0; i < split->count; i++) {
		struct block_share e = split->list[i];

		if (split->blank[i])
			e.percent = rest / (double)split->blanks;
		else if (!split->blanks)
			e.percent *= 100 / split->sum;
		/* What never comes has no part in the sizes either. */
		if (e.percent > 0)
			split->list[kept++] = e;
	}
	split->count = kept;
	return 0;
}

static int read_split(const struct option *o, const char *text,
		      struct option_context *context, struct split *split)
{
	char **parts;
	size_t count = option_split(context->arena, text, ':', &parts);

	*split = (struct split){ 0 };
	split->list =
		arena_calloc(context->arena, count, sizeof(split->list[0]));
	split->blank =
		arena_calloc(context->arena, count, sizeof(split->blank[0]));
	for (size_t i = 0; i < count; i++)
		if (*parts[i] && read_entry(o, parts[i], context, split) < 0)
			return option_refuse_part(context, text, parts[i]);
	if (!split->count)
		return option_refuse(context, "holds no size");
	if (settle_shares(split, text, context) < 0)
		return -1;
	set_steps(split);
	return 0;
}

static int parse_block_splits(const struct option *o, const char *text,
			      struct option_context *context, void *field)
{
	struct block_splits splits = *(const struct block_splits *)field;
	const char *parts[DIRECTIONS] = { NULL };
	struct split split;

	if (option_split_directions(text, context, parts) < 0)
		return -1;
	for (size_t i = 0; i < DIRECTIONS; i++) {
		if (!parts[i])
			continue;
		if (read_split(o, parts[i], context, &split) < 0)
			return option_refuse_part(context, text, parts[i]);
		splits.of[i] = split.list;
		splits.count[i] = split.count;
	}
	*(struct block_splits *)field = splits;
	return 0;
}

static bool same_split(const struct block_splits *s, size_t a, size_t b)
{
	if (s->count[a] != s->count[b])
		return false;
	for (size_t i = 0; i < s->count[a]; i++) {
		const struct block_share *x = &s->of[a][i], *y = &s->of[b][i];

		if (x->size.min != y->size.min || x->size.max != y->size.max ||
		    fabs(x->percent - y->percent) > SHARE_PRECISION)
			return false;
	}
	return true;
}

static void print_split(const struct option *o, const struct block_share *list,
			size_t count, FILE *out)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc(':', out);
		option_size_range.print(o, &list[i].size, out);
		fputc('/', out);
		option_print_real(list[i].percent, out);
	}
}

static void print_block_splits(const struct option *o, const void *field,
			       FILE *out)
{
	const struct block_splits *s = field;
	size_t count = DIRECTIONS;

	while (count > 1 && same_split(s, count - 1, count - 2))
		count--;
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc(',', out);
		print_split(o, s->of[i], s->count[i], out);
	}
}

const struct option_type option_block_splits = {
	.argument = "SIZE/PERCENT[:SIZE/PERCENT]...",
	.parse = parse_block_splits,
	.print = print_block_splits,
	.measure = MEASURE_BYTES,
};
