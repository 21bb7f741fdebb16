#include "spec/placement_options.h"

#include "option_parse.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct option_choice write_hints[] = {
	{ "none", WRITE_HINT_NONE, "Nothing is known of it" },
	{ "short", WRITE_HINT_SHORT, "It will be overwritten soon" },
	{ "medium", WRITE_HINT_MEDIUM, "It will live longer" },
	{ "long", WRITE_HINT_LONG, "Longer yet" },
	{ "extreme", WRITE_HINT_EXTREME, "It is there to stay" },
	{ 0 },
};

const struct option_choice data_placements[] = {
	{ "none", PLACEMENT_NONE, "The device decides by itself" },
	{ "fdp", PLACEMENT_FDP, "Flexible Data Placement, as fdp=1" },
	{ "streams", PLACEMENT_STREAMS, "Streams, which plids names" },
	{ 0 },
};

const struct option_choice placement_selects[] = {
	{ "random", PLACEMENT_RANDOM, "Any of them" },
	{ "roundrobin", PLACEMENT_ROUNDROBIN, "One after the other" },
	{ "scheme", PLACEMENT_SCHEME, "By offset, as dp_scheme says" },
	{ 0 },
};

/* ---- placement_ids ---- */

static int read_id(const struct option *o, const char *text,
		   struct option_context *context, uint64_t *out)
{
	const struct option range = { .type = &option_number,
				      .max = UINT16_MAX };

	(void)o;
	return option_read_bytes(&range, text, context, out);
}

static int parse_ids(const struct option *o, const char *text,
		     struct option_context *context, void *field)
{
	struct placement_ids *ids = field;
	char **parts;
	size_t parts_count = option_split(context->arena, text, ',', &parts);
	uint16_t *list = NULL;
	size_t count = 0;

	for (size_t i = 0; i < parts_count; i++) {
		struct number_range range;

		if (option_read_range(o, parts[i], context, read_id, &range) <
		    0)
			return option_refuse_part(context, text, parts[i]);
		for (uint64_t id = range.min; id <= range.max; id++) {
			list = arena_grow(context->arena, list, count,
					  sizeof(list[0]));
			list[count++] = (uint16_t)id;
		}
	}
	*ids = (struct placement_ids){ list, count };
	return 0;
}

static void print_ids(const struct option *o, const void *field, FILE *out)
{
	const struct placement_ids *ids = field;

	(void)o;
	for (size_t i = 0; i < ids->count; i++)
		fprintf(out, "%s%u", i ? "," : "", ids->of[i]);
}

const struct option_type option_placement_ids = {
	.argument = "ID[-ID][,...]",
	.parse = parse_ids,
	.print = print_ids,
};

/* ---- placement_scheme ---- */

static int read_line(char *line, struct option_context *context,
		     struct placement_range *out)
{
	static const struct option any = { .type = &option_bytes };
	char **parts;
	size_t count = option_split(context->arena, line, ',', &parts);
	uint64_t id;

	if (count != 3)
		return option_refuse(context, "is not FROM, TO, ID");
	if (option_read_bytes(&any, parts[0], context, &out->from) < 0 ||
	    option_read_bytes(&any, parts[1], context, &out->to) < 0 ||
	    read_id(NULL, parts[2], context, &id) < 0)
		return -1;
	if (out->from >= out->to)
		return option_refuse(context, "ends before it begins");
	out->id = (uint16_t)id;
	return 0;
}

static bool is_blank(const char *line)
{
	return line[strspn(line, " \t\r\n")] == '\0';
}

static int refuse_line(struct option_context *context, size_t number)
{
	char why[sizeof(context->reason)];

	memcpy(why, context->reason, sizeof(why));
	return option_refuse(context, "has a line %zu that %s", number, why);
}

static int read_lines(FILE *in, struct option_context *context,
		      struct placement_scheme *out)
{
	struct placement_range *list = NULL;
	size_t count = 0, size = 0, number = 0;
	char *line = NULL;
	int status = 0;

	while (status == 0 && getline(&line, &size, in) >= 0) {
		number++;
		if (is_blank(line))
			continue;
		list = arena_grow(context->arena, list, count, sizeof(list[0]));
		line[strcspn(line, "\n")] = '\0';
		status = read_line(line, context, &list[count++]);
		if (status < 0)
			refuse_line(context, number);
	}
	free(line);
	if (status == 0 && !count)
		return option_refuse(context, "has no line");
	out->of = list;
	out->count = count;
	return status;
}

static int parse_scheme(const struct option *o, const char *text,
			struct option_context *context, void *field)
{
	struct placement_scheme scheme = {
		.path = arena_strdup(context->arena, text),
	};
	FILE *in = fopen(text, "re");
	int status;

	(void)o;
	if (!in)
		return option_refuse(context, "can't be read: %s",
				     strerror(errno));
	status = read_lines(in, context, &scheme);
	fclose(in);
	if (status == 0)
		*(struct placement_scheme *)field = scheme;
	return status;
}

static void print_scheme(const struct option *o, const void *field, FILE *out)
{
	const struct placement_scheme *scheme = field;

	(void)o;
	if (scheme->path)
		fputs(scheme->path, out);
}

const struct option_type option_placement_scheme = {
	.argument = "FILE",
	.parse = parse_scheme,
	.print = print_scheme,
};
