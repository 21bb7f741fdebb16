#include "report_text_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Times in nanoseconds are printed in one of these. */
struct time_unit {
	const char *name;
	uint64_t ns;
	unsigned steps; /* of a thousand */
};

static const struct time_unit nsec = { "nsec", 1, 0 };
static const struct time_unit usec = { "usec", 1000, 1 };
static const struct time_unit msec = { "msec", 1000000, 2 };

enum { PRIORITY_NAME_MAX = 40 };

/* The largest unit that keeps the digits of the small values. */
static const struct time_unit *pick_unit(uint64_t min, uint64_t max,
					 double deviation)
{
	if (min > 2000000 && max > 99999999 && deviation > 1000000)
		return &msec;
	if (min > 2000 && max > 99999 && deviation > 1000)
		return &usec;
	return &nsec;
}

static void print_latency(const char *name, const struct result_latency *l,
			  FILE *out)
{
	const struct summary *s = &l->summary;
	const struct time_unit *unit;
	char min[SCALED_TEXT_MAX], max[SCALED_TEXT_MAX];

	if (s->count == 0)
		return;
	unit = pick_unit(s->min, s->max, l->deviation);
	scaled_format(s->min / unit->ns, 6, SCALED_SI, SCALED_NONE, min);
	scaled_format(s->max / unit->ns, 6, SCALED_SI, SCALED_NONE, max);
	fprintf(out, "    %s (%s): min=%s, max=%s, avg=%5.02f, stdev=%5.02f\n",
		name, unit->name, min, max, s->mean / (double)unit->ns,
		l->deviation / (double)unit->ns);
}

/* How many decimals it takes to tell the percentiles as they were given. */
static int count_decimals(const struct percentiles *list)
{
	const int most = 6;
	int decimals = 0;

	for (unsigned i = 0; i < list->count; i++) {
		char text[32];
		size_t length;
		int needed = most;

		snprintf(text, sizeof(text), "%.*f", most, list->of[i]);
		length = strlen(text);
		while (needed && text[--length] == '0')
			needed--;
		if (needed > decimals)
			decimals = needed;
	}
	return decimals;
}

static int count_digits(uint64_t value)
{
	return snprintf(NULL, 0, "%" PRIu64, value);
}

/* Rounded up, a thousand at a time. */
static uint64_t scale_up(uint64_t ns, const struct time_unit *unit)
{
	for (unsigned i = 0; i < unit->steps; i++)
		ns = ns / 1000 + (ns % 1000 != 0);
	return ns;
}

static void print_percentiles(const char *name, const struct result_latency *l,
			      const struct percentiles *list, FILE *out)
{
	const int line_width = 80, margin = 7, frame = 10;
	const struct time_unit *unit;
	int decimals, width, per_line;
	uint64_t last;

	if (!l->has_percentiles || !list->count)
		return;
	last = l->percentile[list->count - 1];
	unit = pick_unit(l->percentile[0], last, HUGE_VAL);
	decimals = count_decimals(list);
	width = count_digits(scale_up(last, unit));
	width = width > 5 ? width : 5;
	per_line = (line_width - margin) / (decimals + frame + width);
	if (per_line < 1)
		per_line = 1;

	fprintf(out, "    %s percentiles (%s):\n", name, unit->name);
	for (unsigned i = 0; i < list->count; i++) {
		if (i % (unsigned)per_line == 0)
			fprintf(out, "%s     |", i ? ",\n" : "");
		else
			fputc(',', out);
		fprintf(out, " %*.*fth=[%*" PRIu64 "]", decimals + 3, decimals,
			list->of[i], width, scale_up(l->percentile[i], unit));
	}
	fputc('\n', out);
}

/* Class, level and hint. */
static void name_priority(const struct result_priority *p, const char *of,
			  char *text, size_t size)
{
	snprintf(text, size, "%s prio %u/%u/%u", of, p->priority.class,
		 p->priority.level, p->priority.hint);
}

static void print_priorities(const struct result_direction *direction,
			     const char *of, FILE *out)
{
	char name[PRIORITY_NAME_MAX];

	for (size_t i = 0; i < direction->priority_count; i++) {
		const struct result_priority *p = &direction->priorities[i];

		name_priority(p, of, name, sizeof(name));
		print_latency(name, &p->latency, out);
	}
}

static void print_priority_percentiles(const struct result_direction *direction,
				       const char *of,
				       const struct percentiles *list,
				       FILE *out)
{
	char name[PRIORITY_NAME_MAX], full[2 * PRIORITY_NAME_MAX];

	for (size_t i = 0; i < direction->priority_count; i++) {
		const struct result_priority *p = &direction->priorities[i];

		name_priority(p, of, name, sizeof(name));
		snprintf(full, sizeof(full), "%s (%.2f%% of IOs)", name,
			 p->share);
		print_percentiles(full, &p->latency, list, out);
	}
}

void text_direction_latency(const struct result_direction *direction,
			    const struct job_options *options, FILE *out)
{
	const struct percentiles *list = &options->percentile_list;
	const char *of = options->lat_percentiles ? "lat" : "clat";

	print_latency("slat", &direction->slat, out);
	print_latency("clat", &direction->clat, out);
	print_latency(" lat", &direction->lat, out);
	print_latency("intended lat", &direction->intended, out);
	print_priorities(direction, of, out);
	print_percentiles("slat", &direction->slat, list, out);
	print_percentiles("clat", &direction->clat, list, out);
	print_percentiles("lat", &direction->lat, list, out);
	print_percentiles("intended lat", &direction->intended, list, out);
	print_priority_percentiles(direction, of, list, out);
}

void text_sync(const struct result_unit *unit, FILE *out)
{
	if (unit->sync.summary.count == 0)
		return;
	fputs("  fsync/fdatasync/sync_file_range/syncfs:\n", out);
	print_latency("sync", &unit->sync, out);
	print_percentiles("sync", &unit->sync, &unit->options->percentile_list,
			  out);
}

void text_blocks(const struct result_unit *unit, FILE *out)
{
	const struct percentiles *list = &unit->options->percentile_list;
	const int decimals = count_decimals(list);

	if (!unit->options->block_error_percentiles)
		return;
	fputs("  block lifetime percentiles :\n", out);
	for (unsigned i = 0;
	     i < list->count && unit->block_trims.has_percentiles; i++)
		fprintf(out, "   | %*.*fth=%" PRIu64 "\n", decimals + 3,
			decimals, list->of[i], unit->block_trims.percentile[i]);
	fputs("   |        states               :", out);
	for (unsigned i = 0; i < BLOCK_STATES; i++)
		fprintf(out, "%s %s=%" PRIu64, i ? "," : "",
			block_state_names[i], unit->block_states[i]);
	fputc('\n', out);
}

/* Samples of bandwidth are in KiB/s, whatever kb_base is. */
static void print_bandwidth(const struct result_samples *bw,
			    const struct text_style *style, FILE *out)
{
	/* By base and size; bits are bytes eight times. */
	static const char *const names[2][2] = { { "kB", "MiB" },
						 { "KiB", "MiB" } };
	static const char *const bit_names[2][2] = { { "kbit", "Mibit" },
						     { "Kibit", "Mibit" } };
	const bool iec = style->base == SCALED_IEC;
	const uint64_t base = iec ? 1024 : 1000;
	const uint64_t factor = style->bits ? 8 : 1;
	const struct summary *s = &bw->summary;
	const bool large = s->mean * (double)factor > (double)(base * base);
	const uint64_t by = large ? base : 1;
	const double scale = (double)factor / (double)by;

	fprintf(out,
		"   bw (%5s/s): min=%5" PRIu64 ", max=%5" PRIu64
		", per=%3.2f%%, avg=%5.02f, stdev=%5.02f, samples=%" PRIu64
		"\n",
		(style->bits ? bit_names : names)[iec][large],
		s->min * factor / by, s->max * factor / by, bw->share,
		s->mean * scale, bw->deviation * scale, s->count);
}

void text_samples(const struct result_direction *direction,
		  const struct text_style *style, FILE *out)
{
	const struct result_samples *iops = &direction->iops_samples;

	if (direction->bw.summary.count)
		print_bandwidth(&direction->bw, style, out);
	if (iops->summary.count)
		fprintf(out,
			"   iops        : min=%5" PRIu64 ", max=%5" PRIu64
			", avg=%5.02f, stdev=%5.02f, samples=%" PRIu64 "\n",
			iops->summary.min, iops->summary.max,
			iops->summary.mean, iops->deviation,
			iops->summary.count);
}
