#include "report_text_parts.h"

#include "base/clock.h"

#include <inttypes.h>

static const char *yes_or_no(bool value)
{
	return value ? "yes" : "no";
}

static uint64_t mean_of(const struct steady_part *part,
			enum steady_measure measure)
{
	return (uint64_t)steady_window_mean(&part->window, measure);
}

/* "iops slope=-0.050%" */
static void print_criterion(const struct steady_verdict *v, FILE *out)
{
	static const char *const names[STEADY_MEASURES] = {
		[STEADY_IOPS] = "iops",
		[STEADY_BW] = "bw",
		[STEADY_LAT] = "lat",
	};

	fprintf(out, ", %s %s=%.3f%s\n", names[v->rule.measure],
		v->rule.slope ? "slope" : "mean dev",
		v->part[STEADY_ALL].judgement.criterion,
		v->rule.percent ? "%" : "");
}

/* Of each direction by itself, and when. */
static void print_parts(const struct steady_verdict *v, FILE *out)
{
	const char *percent = v->rule.percent ? "%" : "";
	const struct steady_part *all = &v->part[STEADY_ALL];

	fputs("     steady    :", out);
	if (all->judgement.steady)
		fprintf(out, " after=%" PRIu64 "msec,",
			all->after_ns / NSEC_PER_MSEC);
	fprintf(out, " samples=%zu", steady_window_count(&all->window));
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (v->part[d].moved)
			fprintf(out, ", %s=%s (%.3f%s)",
				result_direction_name(d),
				yes_or_no(v->part[d].judgement.steady),
				v->part[d].judgement.criterion, percent);
	fputc('\n', out);
}

void text_steady(const struct result_unit *unit, const struct text_style *style,
		 FILE *out)
{
	const struct steady_verdict *v = unit->steady;
	char bw[SCALED_TEXT_MAX], bw_other[SCALED_TEXT_MAX];
	char iops[SCALED_TEXT_MAX];
	const struct steady_part *all;

	if (!v)
		return;
	all = &v->part[STEADY_ALL];
	scaled_format(mean_of(all, STEADY_BW), style->digits, style->base,
		      style->rate, bw);
	scaled_format(mean_of(all, STEADY_BW), style->digits, style->other_base,
		      style->rate, bw_other);
	scaled_format(mean_of(all, STEADY_IOPS), style->digits, SCALED_SI,
		      SCALED_NONE, iops);
	fprintf(out, "  steadystate  : attained=%s, bw=%s (%s), iops=%s",
		yes_or_no(all->judgement.steady), bw, bw_other, iops);
	if (v->rule.measure == STEADY_LAT)
		fprintf(out, ", lat=%" PRIu64 "nsec", mean_of(all, STEADY_LAT));
	print_criterion(v, out);
	print_parts(v, out);
}
