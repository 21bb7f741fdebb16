#include "spec/option_values.h"

#include "option_parse.h"

#include <inttypes.h>
#include <string.h>

/*
 * Priorities for a share of the blocks of a size: "4k/10:64k/20/1/3", where the
 * share may be followed by class, level and hint.
 */
enum {
	CLASS_MIN = 1, /* as ioprio_set(2) has them */
	CLASS_MAX = 3,
	LEVEL_MAX = 7,
	HINT_MAX = 1023,
	PARTS_MAX = 5,
};

static int read_number(const char *text, struct option_context *context,
		       uint64_t min, uint64_t max, uint64_t *out)
{
	const struct option range = { .type = &option_number,
				      .min = min,
				      .max = max };

	return option_read_bytes(&range, text, context, out);
}

/* "1/3", "1/3/0": class, level and hint. */
static int read_priority(char **parts, size_t count,
			 struct option_context *context,
			 struct priority_share *out)
{
	uint64_t class, level, hint = 0;

	if (count < 2)
		return option_refuse(context, "has a class without a level");
	if (read_number(parts[0], context, CLASS_MIN, CLASS_MAX, &class) < 0 ||
	    read_number(parts[1], context, 0, LEVEL_MAX, &level) < 0 ||
	    (count > 2 &&
	     read_number(parts[2], context, 0, HINT_MAX, &hint) < 0))
		return -1;
	out->has_own = true;
	out->own = (struct io_priority){
		.class = (uint8_t) class,
		.level = (uint8_t)level,
		.hint = (uint16_t)hint,
	};
	return 0;
}

static int read_entry(const struct option *o, const char *text,
		      struct option_context *context,
		      struct priority_share *out)
{
	char **parts;
	size_t count = option_split(context->arena, text, '/', &parts);

	if (count < 2 || !*parts[1])
		return option_refuse(context, "has no share");
	if (count > PARTS_MAX)
		return option_refuse(context, "has too many parts");
	if (option_read_range(o, parts[0], context, option_read_bytes,
			      &out->size) < 0 ||
	    option_read_real(parts[1], context, &out->percent) < 0)
		return -1;
	if (out->percent < 0 || out->percent > 100)
		return option_refuse(context,
				     "has a share out of range: 0 to 100");
	return count > 2 ? read_priority(parts + 2, count - 2, context, out)
			 : 0;
}

/* Blocks of one size can't have more than all of them. */
static int check_sums(const struct priority_share *list, size_t count,
		      struct option_context *context)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t size = list[i].size.min;
		double sum = 0;

		for (size_t k = 0; k < count; k++)
			if (size >= list[k].size.min &&
			    size <= list[k].size.max)
				sum += list[k].percent;
		if (sum > 100)
			return option_refuse(context,
					     "has shares of blocks of %" PRIu64
					     " bytes that add up to %g%%",
					     size, sum);
	}
	return 0;
}

static int read_list(const struct option *o, const char *text,
		     struct option_context *context,
		     const struct priority_share **out, size_t *out_count)
{
	char **parts;
	size_t parts_count = option_split(context->arena, text, ':', &parts);
	struct priority_share *list =
		arena_calloc(context->arena, parts_count, sizeof(list[0]));
	size_t count = 0;

	for (size_t i = 0; i < parts_count; i++) {
		if (!*parts[i])
			continue;
		if (read_entry(o, parts[i], context, &list[count++]) < 0)
			return option_refuse_part(context, text, parts[i]);
	}
	if (!count)
		return option_refuse(context, "holds no size");
	if (check_sums(list, count, context) < 0)
		return -1;
	*out = list;
	*out_count = count;
	return 0;
}

static int parse_priority_splits(const struct option *o, const char *text,
				 struct option_context *context, void *field)
{
	struct priority_splits splits = *(const struct priority_splits *)field;
	const char *parts[DIRECTIONS] = { NULL };

	if (option_split_directions(text, context, parts) < 0)
		return -1;
	for (size_t i = 0; i < DIRECTIONS; i++)
		if (parts[i] && read_list(o, parts[i], context, &splits.of[i],
					  &splits.count[i]) < 0)
			return option_refuse_part(context, text, parts[i]);
	*(struct priority_splits *)field = splits;
	return 0;
}

static void print_list(const struct option *o,
		       const struct priority_share *list, size_t count,
		       FILE *out)
{
	for (size_t i = 0; i < count; i++) {
		const struct priority_share *e = &list[i];

		if (i)
			fputc(':', out);
		option_size_range.print(o, &e->size, out);
		fputc('/', out);
		option_print_real(e->percent, out);
		if (e->has_own)
			fprintf(out, "/%d/%d/%d", e->own.class, e->own.level,
				e->own.hint);
	}
}

static bool same_list(const struct priority_splits *s, size_t a, size_t b)
{
	return s->count[a] == s->count[b] &&
	       (!s->count[a] || memcmp(s->of[a], s->of[b],
				       s->count[a] * sizeof(*s->of[a])) == 0);
}

static void print_priority_splits(const struct option *o, const void *field,
				  FILE *out)
{
	const struct priority_splits *s = field;
	size_t count = DIRECTIONS;

	while (count > 1 && same_list(s, count - 1, count - 2))
		count--;
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc(',', out);
		print_list(o, s->of[i], s->count[i], out);
	}
}

const struct option_type option_priority_splits = {
	.argument = "SIZE/PERCENT[/CLASS/LEVEL[/HINT]][:...]",
	.parse = parse_priority_splits,
	.print = print_priority_splits,
	.measure = MEASURE_BYTES,
};
