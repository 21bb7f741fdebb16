#include "out/report.h"

#include "out/columns.h"
#include "out/csv.h"
#include "stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * A row for each job (or group that is reported as one) and direction. The
 * columns of a direction begin with its name and are empty in the rows of the
 * others; those that no row fills are left out.
 */
struct table {
	const struct result *result;
	bool directions[RESULT_DIRECTIONS]; /* that some row is of */
	/* All percentiles that a job asked for, ascending; and of what. */
	struct arena *arena;
	double *percentiles;
	size_t percentile_count;
	FILE *out;
};

static bool has_row(const struct result_unit *unit, unsigned d)
{
	if (!result_shows(unit, d))
		return false;
	return d == RESULT_MIXED || unit->options->rw.flags & 1u << d ||
	       unit->direction[d].ios;
}

/* Whether the percentiles of a column are an option that is on. */
static bool asks_for(const struct job_options *o, const struct column *c)
{
	switch (c->offset) {
	case offsetof(struct result_direction, slat):
		return o->slat_percentiles;
	case offsetof(struct result_direction, clat):
		return o->clat_percentiles;
	default:
		return o->lat_percentiles;
	}
}

static bool any_asks_for(const struct table *t, const struct column *c)
{
	for (size_t i = 0; i < t->result->unit_count; i++)
		if (asks_for(t->result->units[i].options, c))
			return true;
	return false;
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void add_percentiles(struct table *t, const struct percentiles *list)
{
	for (unsigned i = 0; i < list->count; i++) {
		const double *known = t->percentiles;
		size_t count = t->percentile_count;

		if (count && bsearch(&list->of[i], known, count, sizeof(*known),
				     compare))
			continue;
		t->percentiles = arena_grow(t->arena, t->percentiles, count,
					    sizeof(*t->percentiles));
		t->percentiles[t->percentile_count++] = list->of[i];
		qsort(t->percentiles, t->percentile_count, sizeof(*known),
		      compare);
	}
}

static void find_columns(struct table *t)
{
	for (size_t i = 0; i < t->result->unit_count; i++) {
		const struct result_unit *unit = &t->result->units[i];

		for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
			t->directions[d] |= has_row(unit, d);
		add_percentiles(t, &unit->options->percentile_list);
	}
}

/* "read_clat_p99.9_ns": the name, a percentile if it is one, the unit. */
static void write_name(const struct column *c, const char *direction,
		       const double *percentile, FILE *out)
{
	fputc(',', out);
	if (direction)
		fprintf(out, "%s_", direction);
	fputs(c->name, out);
	if (percentile)
		fprintf(out, "%.10g", *percentile);
	if (c->unit)
		fprintf(out, "_%s", c->unit);
}

static void write_names(const struct table *t, const struct column_list *list,
			const char *direction)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct column *c = &list->columns[i];

		if (!c->csv)
			continue;
		if (c->type != COLUMN_LATENCY) {
			write_name(c, direction, NULL, t->out);
			continue;
		}
		for (size_t p = 0; p < t->percentile_count; p++)
			if (any_asks_for(t, c))
				write_name(c, direction, &t->percentiles[p],
					   t->out);
	}
}

static void write_header(const struct table *t)
{
	fputs("direction", t->out);
	write_names(t, &columns_head, NULL);
	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
		if (t->directions[d])
			write_names(t, &columns_direction,
				    result_direction_name(d));
	write_names(t, &columns_tail, NULL);
	write_names(t, &columns_errors, NULL);
	fputs(",description\n", t->out);
}

static void write_percentile(const struct result_latency *l,
			     const struct percentiles *list, double percentile,
			     FILE *out)
{
	const double *found = bsearch(&percentile, list->of, list->count,
				      sizeof(list->of[0]), compare);

	fputc(',', out);
	if (found && l && l->has_percentiles)
		fprintf(out, "%" PRIu64, l->percentile[found - list->of]);
}

/* Of nothing, if `of` is NULL: empty fields. */
static void write_values(const struct table *t, const struct column_list *list,
			 const struct result_unit *unit, const void *of)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct column *c = &list->columns[i];

		if (!c->csv)
			continue;
		if (c->type == COLUMN_LATENCY) {
			for (size_t p = 0; p < t->percentile_count; p++)
				if (any_asks_for(t, c))
					write_percentile(
						of ? column_latency(c, of)
						   : NULL,
						&unit->options->percentile_list,
						t->percentiles[p], t->out);
			continue;
		}
		fputc(',', t->out);
		if (of && c->type == COLUMN_TEXT)
			csv_write_field(column_text(c, of), t->out);
		else if (of)
			column_write_csv(c, of, t->out);
	}
}

static void write_row(const struct table *t, const struct result_unit *unit,
		      unsigned direction)
{
	const char *description = unit->options->description;

	fputs(result_direction_name(direction), t->out);
	write_values(t, &columns_head, unit, unit);
	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
		if (t->directions[d])
			write_values(t, &columns_direction, unit,
				     d == direction ? &unit->direction[d]
						    : NULL);
	write_values(t, &columns_tail, unit, unit);
	write_values(t, &columns_errors, unit, unit);
	fputc(',', t->out);
	if (description)
		csv_write_field(description, t->out);
	fputc('\n', t->out);
}

static int write_csv(const struct result *result, FILE *out)
{
	struct table t = { .result = result,
			   .arena = result->arena,
			   .out = out };

	find_columns(&t);
	write_header(&t);
	for (size_t i = 0; i < result->unit_count; i++)
		for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
			if (has_row(&result->units[i], d))
				write_row(&t, &result->units[i], d);
	return stream_finish(out);
}

const struct reporter report_csv = {
	.format = OUTPUT_CSV,
	.write = write_csv,
};
