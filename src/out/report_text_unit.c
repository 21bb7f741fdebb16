#include "report_text_parts.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

struct text_style text_style_make(unsigned kb_base, unsigned unit_base,
				  unsigned digits)
{
	const bool si = kb_base == 1000;
	const bool bits = unit_base == 1;

	return (struct text_style){
		.base = si ? SCALED_SI : SCALED_IEC,
		.other_base = si ? SCALED_IEC : SCALED_SI,
		.rate = bits ? SCALED_BITS_PER_S : SCALED_BYTES_PER_S,
		.digits = digits,
		.bits = bits,
	};
}

struct text_style text_style_of(const struct job_options *o)
{
	return text_style_make((unsigned)o->kb_base, (unsigned)o->unit_base,
			       (unsigned)o->significant_figures);
}

static void print_heading(const struct result_unit *unit,
			  const struct result *result, FILE *out)
{
	char date[32];

	fprintf(out, "%s: (groupid=%u, jobs=%zu): err=%2d", unit->name,
		unit->group, unit->job_count, unit->error);
	if (unit->error) {
		fputs(" (file:", out);
		text_failure(unit->section, unit->error, unit->failure,
			     unit->failure_signal, out);
		fputc(')', out);
	}
	/* ctime's text ends the line. */
	fprintf(out, ": pid=%d: %s", (int)unit->pid,
		ctime_r(&result->made.tv_sec, date));
	if (unit->options->description)
		fprintf(out, "  Description  : [%s]\n",
			unit->options->description);
}

static void print_direction(const struct result_unit *unit, unsigned d,
			    const struct text_style *style, FILE *out)
{
	const struct result_direction *r = &unit->direction[d];
	char iops[SCALED_TEXT_MAX], bw[SCALED_TEXT_MAX];
	char bw_other[SCALED_TEXT_MAX], bytes[SCALED_TEXT_MAX];

	if (r->bytes == 0 || r->runtime_ms == 0)
		return;
	scaled_format((uint64_t)r->iops, style->digits, SCALED_SI, SCALED_NONE,
		      iops);
	scaled_format(r->bw_bytes, style->digits, style->base, style->rate, bw);
	scaled_format(r->bw_bytes, style->digits, style->other_base,
		      style->rate, bw_other);
	scaled_format(r->bytes, style->digits, style->base, SCALED_BYTES,
		      bytes);
	fprintf(out, "  %s: IOPS=%s, BW=%s (%s)(%s/%" PRIu64 "msec)",
		result_direction_name(d), iops, bw, bw_other, bytes,
		r->runtime_ms);
	if (d == DIRECTION_WRITE && unit->options->zone.mode == ZONES_ZBD)
		fprintf(out, "; %" PRIu64 " zone resets", unit->zone_resets);
	fputc('\n', out);
	text_direction_latency(r, unit->options, out);
	text_samples(r, style, out);
}

/* "  lat (usec)   : 2=5.96%, 4=0.20%", five to a line, empty ones left out */
static void print_shares(const char *unit_name, const double *shares,
			 unsigned count, FILE *out)
{
	const unsigned per_line = 5;
	unsigned printed = 0;

	for (unsigned i = 0; i < count; i++) {
		if (shares[i] <= 0)
			continue;
		if (printed % per_line == 0)
			fprintf(out, "%s  lat (%s)   : ", printed ? "\n" : "",
				unit_name);
		else
			fputs(", ", out);
		fprintf(out, "%s=%3.2f%%", latency_class_names[i], shares[i]);
		printed++;
	}
	if (printed)
		fputc('\n', out);
}

static void print_depths(const char *label, const char *const *names,
			 const double *shares, FILE *out)
{
	fputs(label, out);
	for (unsigned i = 0; i < DEPTH_CLASSES; i++)
		fprintf(out, "%s%s=%3.1f%%", i ? ", " : "", names[i],
			shares[i]);
	fputc('\n', out);
}

/* "50.00ms": a unit is left for the next at twice a thousand. */
static void print_time(uint64_t ns, FILE *out)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	double value = (double)ns;
	unsigned i = 0;

	while (i < 3 && value >= 2000) {
		value /= 1000;
		i++;
	}
	fprintf(out, "%.2f%s", value, units[i]);
}

static void print_target(const struct result_unit *unit, FILE *out)
{
	const struct latency_options *o = &unit->options->control.latency;

	fputs("     latency   : target=", out);
	print_time(o->target.ns, out);
	fputs(", window=", out);
	print_time(o->window.ns, out);
	fprintf(out, ", percentile=%.2f%%, depth=%" PRIu64 "\n", o->percentile,
		unit->latency_depth);
}

static void print_counts(const struct result_unit *unit, FILE *out)
{
	static const struct result_direction none;
	const struct result_direction *r = &unit->direction[DIRECTION_READ];
	const struct result_direction *w = &unit->direction[DIRECTION_WRITE];
	const struct result_direction *t = &unit->direction[DIRECTION_TRIM];

	/* All as one stands in the first place. */
	if (!result_shows(unit, DIRECTION_READ)) {
		r = &unit->direction[RESULT_MIXED];
		w = t = &none;
	}

	fprintf(out,
		"     issued rwts: total=%" PRIu64 ",%" PRIu64 ",%" PRIu64
		",%" PRIu64 " short=%" PRIu64 ",%" PRIu64 ",%" PRIu64
		",0 dropped=%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",0\n",
		r->ios, w->ios, t->ios, unit->syncs, r->short_ios, w->short_ios,
		t->short_ios, r->dropped, w->dropped, t->dropped);
	if (unit->continued)
		fprintf(out,
			"     errors    : total=%" PRIu64
			", first_error=%d/<%s>\n",
			unit->total_errors, unit->first_error,
			strerror(unit->first_error));
	print_target(unit, out);
}

void text_unit(const struct result_unit *unit, const struct result *result,
	       FILE *out)
{
	const struct job_options *o = unit->options;
	const struct text_style style = text_style_of(o);

	print_heading(unit, result, out);
	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++)
		if (result_shows(unit, d))
			print_direction(unit, d, &style, out);
	print_shares("nsec", unit->latency_ns, LATENCY_CLASSES_NS, out);
	print_shares("usec", unit->latency_us, LATENCY_CLASSES_US, out);
	print_shares("msec", unit->latency_ms, LATENCY_CLASSES_MS, out);
	text_sync(unit, out);
	fprintf(out,
		"  cpu          : usr=%3.2f%%, sys=%3.2f%%, ctx=%" PRIu64
		", majf=%" PRIu64 ", minf=%" PRIu64 "\n",
		unit->user_percent, unit->system_percent,
		unit->context_switches, unit->major_faults, unit->minor_faults);
	print_depths("  IO depths    : ", depth_level_names, unit->depth_level,
		     out);
	print_depths("     submit    : ", depth_batch_names, unit->depth_submit,
		     out);
	print_depths("     complete  : ", depth_batch_names,
		     unit->depth_complete, out);
	print_counts(unit, out);
	text_blocks(unit, out);
	text_steady(unit, &style, out);
}
