#include "spec/option_values.h"

#include "option_parse.h"

#include <inttypes.h>
#include <string.h>

/* ---- lists of one value a direction ---- */

int option_split_directions(const char *text, struct option_context *context,
			    const char *parts[DIRECTIONS])
{
	char **list;
	size_t count;
	bool any = false;

	/* Nearly all that people write: no need of a copy. */
	if (!strchr(text, ',')) {
		for (size_t i = 0; i < DIRECTIONS; i++)
			parts[i] = text;
		return 0;
	}

	count = option_split(context->arena, text, ',', &list);
	if (count > DIRECTIONS)
		return option_refuse(context,
				     "has more than three values (for reads, "
				     "writes and trims)");
	for (size_t i = 0; i < DIRECTIONS; i++) {
		parts[i] = list[i < count ? i : count - 1];
		if (!*parts[i])
			parts[i] = NULL;
		any = any || parts[i];
	}
	return any ? 0 : option_refuse(context, "holds no value");
}

/* ---- block_sizes ---- */

/* A block of nothing would never end, whatever the option's range says. */
static int read_block_size(const struct option *o, const char *text,
			   struct option_context *context, uint64_t *out)
{
	struct option above_zero = *o;

	if (above_zero.min == 0)
		above_zero.min = 1;
	return option_read_bytes(&above_zero, text, context, out);
}

/*
 * A list with shares is what bssplit takes; of one that is written here the
 * reference takes the first number, and so do we, with a word about it.
 */
static const char *first_size(const char *text, struct option_context *context)
{
	if (!strchr(text, ':'))
		return text;
	option_remark(context,
		      "is a list, of which only the first size counts: shares "
		      "are for bssplit");
	return arena_strndup(context->arena, text, strcspn(text, "/:"));
}

static int parse_block_sizes(const struct option *o, const char *text,
			     struct option_context *context, void *field)
{
	struct block_sizes sizes = *(const struct block_sizes *)field;
	const char *parts[DIRECTIONS] = { NULL };

	if (option_split_directions(text, context, parts) < 0)
		return -1;
	for (size_t i = 0; i < DIRECTIONS; i++) {
		if (!parts[i])
			continue;
		if (i && parts[i] == parts[i - 1])
			sizes.of[i] = sizes.of[i - 1];
		else if (option_read_range(o, first_size(parts[i], context),
					   context, read_block_size,
					   &sizes.of[i]) < 0)
			return option_refuse_part(context, text, parts[i]);
	}
	*(struct block_sizes *)field = sizes;
	return 0;
}

static bool same_range(struct number_range a, struct number_range b)
{
	return a.min == b.min && a.max == b.max;
}

static void print_block_sizes(const struct option *o, const void *field,
			      FILE *out)
{
	const struct block_sizes *sizes = field;
	size_t count = DIRECTIONS;

	/* What is alike at the end is written once. */
	while (count > 1 &&
	       same_range(sizes->of[count - 1], sizes->of[count - 2]))
		count--;
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc(',', out);
		option_size_range.print(o, &sizes->of[i], out);
	}
}

const struct option_type option_block_sizes = {
	.argument = "SIZE[,SIZE[,SIZE]]",
	.parse = parse_block_sizes,
	.print = print_block_sizes,
	.measure = MEASURE_BYTES,
};

/* ---- by_direction: struct direction_numbers ---- */

static int parse_by_direction(const struct option *o, const char *text,
			      struct option_context *context, void *field)
{
	struct direction_numbers numbers = *(struct direction_numbers *)field;
	const char *parts[DIRECTIONS] = { NULL };

	if (option_split_directions(text, context, parts) < 0)
		return -1;
	for (size_t i = 0; i < DIRECTIONS; i++)
		if (parts[i] &&
		    option_read_bytes(o, parts[i], context, &numbers.of[i]) < 0)
			return option_refuse_part(context, text, parts[i]);
	*(struct direction_numbers *)field = numbers;
	return 0;
}

static void print_by_direction(const struct option *o, const void *field,
			       FILE *out)
{
	const struct direction_numbers *numbers = field;
	size_t count = DIRECTIONS;

	(void)o;
	while (count > 1 && numbers->of[count - 1] == numbers->of[count - 2])
		count--;
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s%" PRIu64, i ? "," : "", numbers->of[i]);
}

const struct option_type option_by_direction = {
	.argument = "N[,N[,N]]",
	.parse = parse_by_direction,
	.print = print_by_direction,
};

/* ---- text_list ---- */

/* Copy up to a ':' that no '\' protects. Returns the end of the copy. */
static char *copy_item(const char **text, char *item)
{
	const char *at = *text;

	while (*at && *at != ':') {
		if (at[0] == '\\' && at[1] == ':')
			at++;
		*item++ = *at++;
	}
	*item = '\0';
	*text = at;
	return item;
}

static size_t count_of(const char *text, char c)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == c;
	return count;
}

/* Add what `text` holds to the list, which has the room: no empty names. */
static int add_items(const char *text, struct option_context *context,
		     struct text_list *list)
{
	char *item = arena_alloc(context->arena, strlen(text) + 1), *end;

	for (;; text++, item = end + 1) {
		end = copy_item(&text, item);
		if (end > item && end[-1] == '\\')
			return option_refuse(context,
					     "has an element that ends in a "
					     "backslash");
		if (end > item)
			list->items[list->count++] = item;
		if (!*text)
			return 0;
	}
}

/*
 * The field's own array is left alone: it may be that of [global], which every
 * job starts from.
 */
static int parse_text_list(const struct option *o, const char *text,
			   struct option_context *context, void *field)
{
	struct text_list *list = field;
	struct text_list longer = { .count = list->count };

	(void)o;
	longer.items = arena_calloc(context->arena,
				    list->count + count_of(text, ':') + 1,
				    sizeof(longer.items[0]));
	if (list->count)
		memcpy(longer.items, list->items,
		       list->count * sizeof(longer.items[0]));
	if (add_items(text, context, &longer) < 0)
		return -1;
	if (longer.count == list->count)
		return option_refuse(context, "names nothing");
	*list = longer;
	return 0;
}

static void print_text_list(const struct option *o, const void *field,
			    FILE *out)
{
	const struct text_list *list = field;

	(void)o;
	for (size_t i = 0; i < list->count; i++) {
		if (i)
			fputc(':', out);
		for (const char *at = list->items[i]; *at; at++) {
			if (*at == ':')
				fputc('\\', out);
			fputc(*at, out);
		}
	}
}

const struct option_type option_text_list = {
	.argument = "TEXT[:TEXT]...",
	.parse = parse_text_list,
	.print = print_text_list,
};

/* ---- percentiles ---- */

static int read_percentile(const char *text, struct option_context *context,
			   double *out)
{
	double value;

	if (option_read_real(text, context, &value) < 0)
		return -1;
	/* As far as reports name it, so that no two have one name. */
	if (value >= 0 && value <= 100)
		value = (double)(uint64_t)(value * 1e6 + 0.5) / 1e6;
	if (value < 0 || value > 100)
		return option_refuse(context, "is out of range: 0 to 100");
	*out = value;
	return 0;
}

/* Where it belongs, unless it is there. False when there is no room. */
static bool insert_percentile(struct percentiles *list, double value)
{
	unsigned at = list->count;

	while (at && list->of[at - 1] > value)
		at--;
	if (at && list->of[at - 1] >= value)
		return true;
	if (list->count == PERCENTILES_MAX)
		return false;
	memmove(&list->of[at + 1], &list->of[at],
		(list->count - at) * sizeof(list->of[0]));
	list->of[at] = value;
	list->count++;
	return true;
}

/* A 0 ends the list, as in the reference; "0" alone is an empty one. */
static int parse_percentiles(const struct option *o, const char *text,
			     struct option_context *context, void *field)
{
	struct percentiles list = { .count = 0 };
	char **parts;
	size_t count = option_split(context->arena, text, ':', &parts);
	bool ended = false;
	double value = 0;

	(void)o;
	for (size_t i = 0; i < count; i++) {
		if (read_percentile(parts[i], context, &value) < 0)
			return option_refuse_part(context, text, parts[i]);
		if (value <= 0)
			ended = true;
		if (!ended && !insert_percentile(&list, value))
			return option_refuse(context,
					     "has more than %d percentiles",
					     PERCENTILES_MAX);
	}
	*(struct percentiles *)field = list;
	return 0;
}

static void print_percentiles(const struct option *o, const void *field,
			      FILE *out)
{
	const struct percentiles *list = field;

	(void)o;
	if (!list->count)
		fputc('0', out);
	for (unsigned i = 0; i < list->count; i++) {
		if (i)
			fputc(':', out);
		option_print_real(list->of[i], out);
	}
}

const struct option_type option_percentiles = {
	.argument = "P[:P]...",
	.parse = parse_percentiles,
	.print = print_percentiles,
};

/* ---- cpu_list ---- */

static int read_cpu(const struct option *o, const char *text,
		    struct option_context *context, uint64_t *out)
{
	const struct option limits = { .type = &option_number,
				       .max = CPU_SETSIZE - 1 };

	(void)o;
	return option_read_bytes(&limits, text, context, out);
}

static int parse_cpu_list(const struct option *o, const char *text,
			  struct option_context *context, void *field)
{
	struct cpu_list list = { .given = true };
	char **parts;
	size_t count = option_split(context->arena, text, ',', &parts);
	struct number_range range;

	for (size_t i = 0; i < count; i++) {
		if (option_read_range(o, parts[i], context, read_cpu, &range) <
		    0)
			return option_refuse_part(context, text, parts[i]);
		for (uint64_t cpu = range.min; cpu <= range.max; cpu++)
			CPU_SET((size_t)cpu, &list.set);
	}
	*(struct cpu_list *)field = list;
	return 0;
}

static void print_cpu_list(const struct option *o, const void *field, FILE *out)
{
	const struct cpu_list *list = field;
	const char *separator = "";

	(void)o;
	if (!list->given)
		return;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		int first = cpu;

		if (!CPU_ISSET((size_t)cpu, &list->set))
			continue;
		while (cpu + 1 < CPU_SETSIZE &&
		       CPU_ISSET((size_t)cpu + 1, &list->set))
			cpu++;
		fprintf(out, "%s%d", separator, first);
		if (cpu > first)
			fprintf(out, "-%d", cpu);
		separator = ",";
	}
}

const struct option_type option_cpu_list = {
	.argument = "CPUS",
	.parse = parse_cpu_list,
	.print = print_cpu_list,
};
