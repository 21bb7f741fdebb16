#include "print.h"

#include "base/human.h"
#include "ping/bars.h"

#include <inttypes.h>
#include <time.h>

static void print_time(const struct printer *p)
{
	char text[256];
	time_t now = time(NULL);
	struct tm local;

	if (!p->options->time_format || !localtime_r(&now, &local))
		return;
		/* The user's own format; what has no room isn't shown. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	if (strftime(text, sizeof(text), p->options->time_format, &local))
		fprintf(p->out, "%s ", text);
#pragma GCC diagnostic pop
}

static const char *remark(const struct outcome *o)
{
	static const char *const classes[] = {
		[REQUEST_WARMUP] = " (warmup)",
		[REQUEST_TOO_FAST] = " (too fast)",
		[REQUEST_TOO_SLOW] = " (too slow)",
	};
	static const char *const marks[] = {
		[MARK_NONE] = "",
		[MARK_FAST] = " (fast)",
		[MARK_SLOW] = " (slow)",
	};

	if (o->bytes == 0)
		return " (EAGAIN)";
	return o->class == REQUEST_COUNTS ? marks[o->mark] : classes[o->class];
}

static void text_request(struct printer *p, const struct outcome *o)
{
	char size[HUMAN_TEXT_MAX], ns[HUMAN_TEXT_MAX];

	print_time(p);
	fprintf(p->out, "%s %s %s (%s): request=%" PRIu64 " time=%s%s\n",
		human_bytes(o->bytes, size),
		o->request->is_write ? ">>>" : "<<<", p->storage->path,
		p->description, o->number, human_time(o->ns, ns), remark(o));
	fflush(p->out);
}

/* The ten numbers of "RAW STATISTICS" in ioping(1). */
static void text_numbers(struct printer *p, const struct figures *f)
{
	const uint64_t numbers[] = {
		f->count,
		f->sum_ns,
		(uint64_t)figures_rate(f->count, f->sum_ns),
		(uint64_t)figures_rate(f->bytes, f->sum_ns),
		f->min_ns,
		figures_mean(f),
		f->max_ns,
		figures_deviation(f),
		f->requests,
		printer_total_ns(f),
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		fprintf(p->out, "%s%" PRIu64, i ? " " : "", numbers[i]);
	fputc('\n', p->out);
	fflush(p->out);
}

static void text_burst_end(struct printer *p)
{
	fputc('\n', p->out);
	fflush(p->out);
}

static void print_rates(const struct printer *p, uint64_t count, uint64_t bytes,
			uint64_t ns)
{
	char text[HUMAN_TEXT_MAX];

	fprintf(p->out, "%s iops, ",
		human_count((uint64_t)figures_rate(count, ns), text));
	fprintf(p->out, "%s/s\n",
		human_bytes((uint64_t)figures_rate(bytes, ns), text));
}

static void print_counted(const struct printer *p, const struct figures *f)
{
	const struct ping_options *o = p->options;
	char count[HUMAN_TEXT_MAX], ns[HUMAN_TEXT_MAX], size[HUMAN_TEXT_MAX];
	const char *what = o->writes ? " written" : " read";

	fprintf(p->out, "%s requests completed in %s, %s%s, ",
		human_count(f->count, count), human_time(f->sum_ns, ns),
		human_bytes(f->bytes, size), o->read_write ? "" : what);
	print_rates(p, f->count, f->bytes, f->sum_ns);
}

static void print_generated(const struct printer *p, const struct figures *f)
{
	char count[HUMAN_TEXT_MAX], ns[HUMAN_TEXT_MAX], size[HUMAN_TEXT_MAX];
	uint64_t total = printer_total_ns(f);

	if (f->too_fast)
		fprintf(p->out, "%s too fast, ",
			human_count(f->too_fast, count));
	if (f->too_slow)
		fprintf(p->out, "%s too slow, ",
			human_count(f->too_slow, count));
	fprintf(p->out, "generated %s requests in %s, %s, ",
		human_count(f->requests, count), human_time(total, ns),
		human_bytes(f->all_bytes, size));
	print_rates(p, f->requests, f->all_bytes, total);
}

static void print_row(const struct printer *p, const char *names,
		      const uint64_t values[4])
{
	char text[HUMAN_TEXT_MAX];

	fprintf(p->out, "%s = ", names);
	for (unsigned i = 0; i < 4; i++)
		fprintf(p->out, "%s%s", i ? " / " : "",
			human_time(values[i], text));
	fputc('\n', p->out);
}

static void print_distribution(const struct printer *p,
			       const struct judged *judged)
{
	static const double percents[] = { 50, 90, 99, 99.9 };
	const struct figures *f = judged->figures;
	struct bar bars[BARS_MAX];
	uint64_t values[4];
	size_t count;

	for (unsigned i = 0; i < 4; i++)
		values[i] = figures_percentile(f, judged->times, percents[i]);
	print_row(p, "p50/p90/p99/p99.9", values);
	count = bars_make(judged->times, f->min_ns, f->max_ns, bars);
	fputc('\n', p->out);
	bars_print(bars, count, p->out);
}

static void print_human(const struct printer *p, const struct judged *judged)
{
	const struct figures *f = judged->figures;
	uint64_t values[] = { f->min_ns, figures_mean(f), f->max_ns,
			      figures_deviation(f) };

	fprintf(p->out, "\n--- %s (%s) ioping statistics ---\n",
		p->storage->path, p->description);
	print_counted(p, f);
	print_generated(p, f);
	print_row(p, "min/avg/max/mdev", values);
	if (f->count > 1)
		print_distribution(p, judged);
}

/* A plugin's first line is all that some monitors show. */
static void text_summary(struct printer *p, const struct judged *judged)
{
	const struct ping_options *o = p->options;

	if (ping_options_judge(o))
		thresholds_print(&o->warn, &o->crit, judged, p->out);
	if (o->batch)
		text_numbers(p, judged->figures);
	else if (!o->quiet || (!o->print_count && !o->print_interval))
		print_human(p, judged);
}

const struct printer_form form_text = {
	.request = text_request,
	.numbers = text_numbers,
	.burst_end = text_burst_end,
	.summary = text_summary,
};
