#include "spec/option_values.h"

#include "option_parse.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Random distributions: "zipf:1.2", "normal:10:0.25", "zoned:60/10:40/". */

#define ZIPF_USUAL 1.1
#define PARETO_USUAL 0.2

/* Above, the first number is all there is, and powers overflow. */
#define ZIPF_MAX 100

#define SHARE_PRECISION 1e-6

static const struct option_choice words[] = {
	{ "random", DISTRIBUTION_UNIFORM, "Each block as likely" },
	{ "zipf", DISTRIBUTION_ZIPF,
	  "The k-th of them as 1/k^N, 1.1 if not given" },
	{ "pareto", DISTRIBUTION_PARETO,
	  "A share N of them gets a share 1-N, 0.2 if not given" },
	{ "normal", DISTRIBUTION_NORMAL,
	  "Around the middle, with a deviation of N percent" },
	{ "zoned", DISTRIBUTION_ZONED,
	  "Percent of I/O / percent of the file, for each zone" },
	{ "zoned_abs", DISTRIBUTION_ZONED_BYTES,
	  "Percent of I/O / bytes, for each zone" },
	{ "sequence", DISTRIBUTION_SEQUENCE,
	  "The blocks of these numbers, in turn" },
	{ 0 },
};

static int check_parameter(const struct distribution *d,
			   struct option_context *context)
{
	double x = d->parameter;

	switch (d->kind) {
	case DISTRIBUTION_ZIPF:
		if (x < 0 || x > ZIPF_MAX)
			return option_refuse(
				context, "is out of range: 0 to %d", ZIPF_MAX);
		return 0;
	case DISTRIBUTION_PARETO:
		if (x <= 0 || x >= 1)
			return option_refuse(context,
					     "is out of range: above 0, below "
					     "1");
		return 0;
	default:
		if (x < 0 || x >= 100)
			return option_refuse(context,
					     "is out of range: 0 to below 100");
		return 0;
	}
}

static int read_center(const char *text, struct option_context *context,
		       struct distribution *d)
{
	if (option_read_real(text, context, &d->center) < 0)
		return -1;
	if (d->center < 0 || d->center > 1)
		return option_refuse(context, "is out of range: 0 to 1");
	d->centered = true;
	return 0;
}

int option_read_skew(const char *text, struct option_context *context,
		     struct distribution *out)
{
	struct distribution d = { .kind = out->kind };
	char **parts;
	size_t count;

	if (!text) {
		if (d.kind == DISTRIBUTION_NORMAL)
			return option_refuse(context,
					     "needs a deviation, as normal:10");
		d.parameter =
			d.kind == DISTRIBUTION_ZIPF ? ZIPF_USUAL : PARETO_USUAL;
		*out = d;
		return 0;
	}
	count = option_split(context->arena, text, ':', &parts);
	if (count > 2)
		return option_refuse(context, "has more than two numbers");
	if (option_read_real(parts[0], context, &d.parameter) < 0 ||
	    check_parameter(&d, context) < 0)
		return option_refuse_part(context, text, parts[0]);
	if (count == 2 && read_center(parts[1], context, &d) < 0)
		return option_refuse_part(context, text, parts[1]);
	*out = d;
	return 0;
}

void option_print_skew(const struct distribution *d, FILE *out)
{
	fputc(':', out);
	option_print_real(d->parameter, out);
	if (!d->centered)
		return;
	fputc(':', out);
	option_print_real(d->center, out);
}

/* ---- zones ---- */

static int read_extent(const char *text, bool bytes,
		       struct option_context *context, double *out)
{
	const struct option any = { .type = &option_bytes };
	uint64_t n;

	if (bytes) {
		if (option_read_bytes(&any, text, context, &n) < 0)
			return -1;
		*out = (double)n;
		return 0;
	}
	if (option_read_real(text, context, out) < 0)
		return -1;
	if (*out < 0 || *out > 100)
		return option_refuse(context, "is out of range: 0 to 100");
	return 0;
}

/*
 * "60/10", "60/20g" or "60/": a share of the I/O and how much of the file it
 * goes to. Nothing or 0 % stands for what is left of it, and if nothing is, for
 * the one place where the zone would be, as 0 bytes do.
 */
static int read_zone(const char *text, bool bytes,
		     struct option_context *context, struct zone *zone,
		     double *extent)
{
	size_t length = strcspn(text, "/");
	char *share = arena_strndup(context->arena, text, length);

	if (option_read_real(share, context, &zone->share) < 0)
		return option_refuse_part(context, text, share);
	if (zone->share < 0 || zone->share > 100)
		return option_refuse(context,
				     "has a share out of range: 0 to 100");
	*extent = 0;
	if (!text[length] || !text[length + 1]) {
		if (bytes)
			return option_refuse(context, "is a zone without a "
						      "size");
		return 0;
	}
	if (read_extent(text + length + 1, bytes, context, extent) < 0)
		return option_refuse_part(context, text, text + length + 1);
	return 0;
}

static int settle_zones(struct zone *zones, size_t count, double *extents,
			bool bytes, struct option_context *context)
{
	double shares = 0, covered = 0, at = 0;
	size_t blanks = 0;

	for (size_t i = 0; i < count; i++) {
		shares += zones[i].share;
		covered += extents[i];
		blanks += !bytes && extents[i] <= 0;
	}
	if (fabs(shares - 100) > SHARE_PRECISION)
		return option_refuse(context,
				     "has shares of the I/O that add up to "
				     "%g%%, not 100",
				     shares);
	if (!bytes && covered > 100 + SHARE_PRECISION)
		return option_refuse(context,
				     "has zones of more than the whole file");
	shares = 0;
	for (size_t i = 0; i < count; i++) {
		double extent = extents[i];

		if (!bytes && extent <= 0)
			extent = fmax(100 - covered, 0) / (double)blanks;
		shares += zones[i].share;
		zones[i].below = shares < 100 - SHARE_PRECISION
					 ? (uint64_t)(shares / 100 * 0x1p64)
					 : UINT64_MAX;
		zones[i].from = at;
		at += extent;
		zones[i].to = at;
	}
	return 0;
}

static int read_zones(const char *text, struct option_context *context,
		      struct distribution *d)
{
	bool bytes = d->kind == DISTRIBUTION_ZONED_BYTES;
	struct zone *zones;
	double *extents;
	char **parts;
	size_t count, n = 0;

	if (!text)
		return option_refuse(context,
				     "needs zones, as zoned:60/10:40/");
	count = option_split(context->arena, text, ':', &parts);
	zones = arena_calloc(context->arena, count, sizeof(*zones));
	extents = arena_calloc(context->arena, count, sizeof(*extents));
	for (size_t i = 0; i < count; i++) {
		if (!*parts[i])
			continue;
		if (read_zone(parts[i], bytes, context, &zones[n],
			      &extents[n]) < 0)
			return option_refuse_part(context, text, parts[i]);
		n++;
	}
	if (!n)
		return option_refuse(context, "holds no zone");
	if (settle_zones(zones, n, extents, bytes, context) < 0)
		return -1;
	d->zones = zones;
	d->zone_count = n;
	return 0;
}

static void print_zones(const struct distribution *d, FILE *out)
{
	for (size_t i = 0; i < d->zone_count; i++) {
		const struct zone *z = &d->zones[i];
		char buf[SIZE_TEXT_MAX];

		fputc(':', out);
		option_print_real(z->share, out);
		fputc('/', out);
		if (d->kind == DISTRIBUTION_ZONED)
			option_print_real(z->to - z->from, out);
		else
			fputs(size_format((uint64_t)(z->to - z->from), buf),
			      out);
	}
}

/* ---- sequence ---- */

static int read_sequence(const char *text, struct option_context *context,
			 struct distribution *d)
{
	const struct option any = { .type = &option_number, .max = INT64_MAX };
	uint64_t *numbers;
	char **parts;
	size_t count;

	if (!text)
		return option_refuse(context,
				     "needs numbers, as sequence:2,0,1");
	count = option_split(context->arena, text, ',', &parts);
	numbers = arena_calloc(context->arena, count, sizeof(*numbers));
	for (size_t i = 0; i < count; i++)
		if (option_read_bytes(&any, parts[i], context, &numbers[i]) < 0)
			return option_refuse_part(context, text, parts[i]);
	d->sequence = numbers;
	d->sequence_count = count;
	return 0;
}

static void print_sequence(const struct distribution *d, FILE *out)
{
	for (size_t i = 0; i < d->sequence_count; i++)
		fprintf(out, "%c%" PRIu64, i ? ',' : ':', d->sequence[i]);
}

/* ---- distributions ---- */

static int read_numbers(const char *text, struct option_context *context,
			struct distribution *d)
{
	switch (d->kind) {
	case DISTRIBUTION_UNIFORM:
		return text ? option_refuse(context, "is a number, and random "
						     "takes none")
			    : 0;
	case DISTRIBUTION_ZONED:
	case DISTRIBUTION_ZONED_BYTES:
		return read_zones(text, context, d);
	case DISTRIBUTION_SEQUENCE:
		return read_sequence(text, context, d);
	default:
		return option_read_skew(text, context, d);
	}
}

static int read_distribution(const char *text, struct option_context *context,
			     struct distribution *out)
{
	struct distribution d = { 0 };
	const struct option_choice *word;
	const char *after;

	word = option_word_read(text, words, &after);
	if (!word)
		return option_refuse_word(context, words);
	d.kind = (enum distribution_kind)word->value;
	if (read_numbers(after, context, &d) < 0)
		return after ? option_refuse_part(context, text, after) : -1;
	*out = d;
	return 0;
}

static int parse_distributions(const struct option *o, const char *text,
			       struct option_context *context, void *field)
{
	static const char sequence[] = "sequence";
	struct distributions all = *(const struct distributions *)field;
	const char *parts[DIRECTIONS] = { text, text, text };

	(void)o;
	/* Its commas are between its numbers: one for all directions. */
	if (strncmp(text, sequence, strlen(sequence)) != 0 &&
	    option_split_directions(text, context, parts) < 0)
		return -1;
	for (size_t i = 0; i < DIRECTIONS; i++)
		if (parts[i] &&
		    read_distribution(parts[i], context, &all.of[i]) < 0)
			return option_refuse_part(context, text, parts[i]);
	*(struct distributions *)field = all;
	return 0;
}

static void print_distribution(const struct distribution *d, FILE *out)
{
	fputs(option_word_for(words, (int)d->kind), out);
	switch (d->kind) {
	case DISTRIBUTION_UNIFORM:
		break;
	case DISTRIBUTION_ZONED:
	case DISTRIBUTION_ZONED_BYTES:
		print_zones(d, out);
		break;
	case DISTRIBUTION_SEQUENCE:
		print_sequence(d, out);
		break;
	default:
		option_print_skew(d, out);
	}
}

/* Whether they read back as the same; lists are shared if they are alike. */
static bool is_like(const struct distribution *a, const struct distribution *b)
{
	return a->kind == b->kind && a->centered == b->centered &&
	       fabs(a->parameter - b->parameter) <= 0 &&
	       fabs(a->center - b->center) <= 0 &&
	       a->zone_count == b->zone_count &&
	       (!a->zone_count ||
		memcmp(a->zones, b->zones, a->zone_count * sizeof(*a->zones)) ==
			0) &&
	       a->sequence_count == b->sequence_count;
}

static void print_distributions(const struct option *o, const void *field,
				FILE *out)
{
	const struct distributions *all = field;
	size_t count = DIRECTIONS;

	(void)o;
	while (count > 1 && is_like(&all->of[count - 1], &all->of[count - 2]))
		count--;
	for (size_t i = 0; i < count; i++) {
		if (i)
			fputc(',', out);
		print_distribution(&all->of[i], out);
	}
}

const struct option_type option_distributions = {
	.argument = "WORD[:N[:CENTER]]",
	.parse = parse_distributions,
	.print = print_distributions,
	.words = words,
};
