#include "out/report.h"

#include "out/columns.h"
#include "stream.h"

#include <inttypes.h>

struct line {
	const struct result *result;
	unsigned version;
	FILE *out;
};

/* A line is a row, whatever the names in it are made of. */
static void write_text(const char *text, FILE *out)
{
	for (; *text; text++)
		fputc(*text == '\n' || *text == '\r' ? ' ' : *text, out);
}

/* Of lat, if it has any, else of clat. Names are there without values, too. */
static void write_percentiles(const struct line *line,
			      const struct result_unit *unit,
			      const struct result_direction *r)
{
	const struct job_options *o = unit->options;
	const struct percentiles *list = &o->percentile_list;
	const struct result_latency *l =
		o->lat_percentiles ? &r->lat : &r->clat;
	bool asked = o->lat_percentiles || o->clat_percentiles;

	for (unsigned i = 0; i < PERCENTILES_MAX; i++) {
		if (asked && i < list->count)
			fprintf(line->out, ";%f%%=%" PRIu64, list->of[i],
				l->percentile[i] / 1000);
		else
			fputs(";0%=0", line->out);
	}
}

/* The fields of a list, each after a ';'. */
static void write_fields(const struct line *line,
			 const struct column_list *list, const void *of)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct column *c = &list->columns[i];

		if (!column_in_terse(c, line->version))
			continue;
		fputc(';', line->out);
		if (c->type == COLUMN_TEXT)
			write_text(column_text(c, of), line->out);
		else
			column_write_terse(c, of, line->out);
	}
}

static void write_direction(const struct line *line,
			    const struct result_unit *unit, unsigned d)
{
	const struct result_direction *r = &unit->direction[d];
	const struct column_list *list = &columns_direction;
	struct column_list part = *list;

	for (size_t i = 0; i < list->count; i++) {
		const struct column *c = &list->columns[i];

		if (c->type != COLUMN_LATENCY)
			continue;
		part.count = (size_t)(c - part.columns);
		write_fields(line, &part, r);
		if (column_in_terse(c, line->version))
			write_percentiles(line, unit, r);
		part.columns = c + 1;
	}
	part.count = (size_t)(list->columns + list->count - part.columns);
	write_fields(line, &part, r);
}

/* Version 3 knows of no trims. */
static bool has_direction(const struct line *line,
			  const struct result_unit *unit, unsigned d)
{
	return result_shows(unit, d) &&
	       !(d == DIRECTION_TRIM && line->version == 3);
}

static void write_disks(const struct line *line)
{
	const struct result *result = line->result;

	if (line->version < 3)
		return;
	for (size_t i = 0; i < result->disk_count; i++) {
		const struct result_disk *disk = &result->disks[i];

		write_fields(line, &columns_disk, disk);
		if (disk->member_count == 0)
			continue;
		fputs(";slaves", line->out);
		write_fields(line, &columns_members, disk);
	}
}

static void write_unit(const struct line *line, const struct result_unit *unit)
{
	const char *description = unit->options->description;

	fprintf(line->out, "%u", line->version);
	if (line->version > 2)
		fprintf(line->out, ";%s", report_fio_version());
	write_fields(line, &columns_head, unit);
	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
		if (has_direction(line, unit, d))
			write_direction(line, unit, d);
	write_fields(line, &columns_tail, unit);
	write_disks(line);
	if (unit->continued)
		write_fields(line, &columns_errors, unit);
	if (description) {
		/* Of its own in version 2, so that it can be left out. */
		fputs(line->version == 2 ? "\n;" : ";", line->out);
		write_text(description, line->out);
	}
	fputc('\n', line->out);
}

static int write_terse(const struct result *result, FILE *out)
{
	struct line line = { result, result->settings->terse_version, out };

	for (size_t i = 0; i < result->unit_count; i++)
		write_unit(&line, &result->units[i]);
	return stream_finish(out);
}

const struct reporter report_terse = {
	.format = OUTPUT_TERSE,
	.write = write_terse,
};
