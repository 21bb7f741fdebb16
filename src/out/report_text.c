#include "out/report.h"

#include "report_text_parts.h"
#include "spec/settings.h"
#include "stream.h"

#include <inttypes.h>
#include <string.h>

static void print_section(const struct job_section *section, FILE *out)
{
	static const char letters[] = "RWT";
	const struct job_options *o = section->options;
	const struct text_style style = text_style_of(o);
	char min[SCALED_TEXT_MAX], max[SCALED_TEXT_MAX];

	if (section->engine->introduce)
		return;
	fprintf(out, "%s: (g=%u): rw=%s, bs=", section->name, section->group,
		rw_name(o->rw.flags));
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		if (o->bs_is_seq_rand && d == DIRECTION_TRIM) {
			fputs("bs_is_seq_rand, ", out);
			continue;
		}
		scaled_format(o->bs.of[d].min, style.digits, style.base,
			      SCALED_BYTES, min);
		scaled_format(o->bs.of[d].max, style.digits, style.base,
			      SCALED_BYTES, max);
		fprintf(out, "(%c) %s-%s, ", letters[d], min, max);
	}
	fprintf(out, "ioengine=%s, iodepth=%" PRIu64 "\n",
		section->engine->name, o->iodepth);
	if (section->job_count > 1)
		fputs("...\n", out);
}

/* "1 thread", "2 threads"; nothing for none. */
static void print_count(const char *before, size_t count, const char *one,
			const char *many, FILE *out)
{
	if (count)
		fprintf(out, "%s%zu %s", before, count,
			count == 1 ? one : many);
}

/* What does no I/O tells of itself. */
static void introduce_tasks(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->section_count; i++) {
		const struct job_section *s = &plan->sections[i];

		if (s->engine->introduce)
			s->engine->introduce(s, out);
	}
}

void report_text_header(const struct plan *plan,
			const struct settings *settings, FILE *out)
{
	size_t threads = 0;

	for (size_t i = 0; i < plan->section_count; i++)
		print_section(&plan->sections[i], out);
	for (size_t i = 0; i < plan->job_count; i++)
		threads += plan->jobs[i].section->options->thread;
	fprintf(out, "%s\nStarting ", report_version(settings));
	print_count("", threads, "thread", "threads", out);
	print_count(threads ? " and " : "", plan->job_count - threads,
		    "process", "processes", out);
	fputc('\n', out);
	introduce_tasks(plan, out);
}

static int write_text(const struct result *result, FILE *out)
{
	if (!result->interim)
		text_failures(result, out);
	fputc('\n', out);
	for (size_t i = 0; i < result->unit_count; i++) {
		if (result->units[i].ran)
			text_unit(&result->units[i], result, out);
	}
	text_groups(result, out);
	text_disks(result, out);
	text_idleness(result, out);
	if (!result->interim)
		text_notes(result, out);
	return stream_finish(out);
}

const struct reporter report_text = {
	.format = OUTPUT_NORMAL,
	.write = write_text,
};
