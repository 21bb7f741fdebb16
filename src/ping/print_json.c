#include "print.h"

#include "out/json.h"
#include "ping/bars.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * Each part is an object by itself: of an array that is ioping's, with what is
 * more about the whole run in its last, or on a line of its own. See
 * schemas/ping.schema.json.
 */
struct part {
	FILE *out;
	char *text;
	size_t length;
	struct json *root;
};

static void add_time(struct json *root)
{
	struct timespec now;
	struct tm local;
	char text[64] = "";

	clock_gettime(CLOCK_REALTIME, &now);
	json_add_real(root, "timestamp",
		      (double)now.tv_sec + (double)now.tv_nsec / 1e9);
	if (localtime_r(&now.tv_sec, &local))
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S%z", &local);
	json_add_text(root, "localtime", text);
}

static void add_target(struct json *root, const struct storage *s)
{
	struct json *target = json_add_object(root, "target");

	json_add_text(target, "path", s->path);
	json_add_text(target, "fstype", s->type);
	json_add_text(target, "device", s->device);
	json_add_uint(target, "device_size", s->size_bytes);
}

/* Returns false where there is no memory for it. */
static bool part_begin(struct part *part, const struct printer *p)
{
	*part = (struct part){ 0 };
	part->out = open_memstream(&part->text, &part->length);
	if (!part->out)
		return false;
	part->root = json_begin(part->out);
	add_time(part->root);
	add_target(part->root, p->storage);
	return true;
}

/* On one line: blanks at the beginning of lines are all that is lost. */
static void print_joined(const char *text, FILE *out)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		fwrite(text, 1, length, out);
		text += length;
		text += strspn(text, "\n ");
	}
	fputc('\n', out);
}

static void part_end(struct part *part, struct printer *p)
{
	json_end(part->root);
	fclose(part->out);
	if (p->options->ndjson) {
		print_joined(part->text, p->out);
	} else {
		fputc(p->printed ? ',' : '[', p->out);
		/* The line goes on with what comes next. */
		fwrite(part->text, 1, part->length - 1, p->out);
	}
	p->printed++;
	fflush(p->out);
	free(part->text);
}

static void json_request(struct printer *p, const struct outcome *o)
{
	struct part part;
	struct json *io;

	if (!part_begin(&part, p))
		return;
	io = json_add_object(part.root, "io");
	json_add_uint(io, "request", o->number);
	json_add_text(io, "operation", o->request->is_write ? "write" : "read");
	json_add_uint(io, "size", o->bytes);
	json_add_uint(io, "time", o->ns);
	json_add_bool(io, "ignored",
		      o->class != REQUEST_COUNTS || o->bytes == 0);
	part_end(&part, p);
}

static void add_figures(struct json *root, const struct figures *f)
{
	struct json *stat = json_add_object(root, "stat"), *load;
	uint64_t total = printer_total_ns(f);

	json_add_uint(stat, "count", f->count);
	json_add_uint(stat, "size", f->bytes);
	json_add_uint(stat, "time", f->sum_ns);
	json_add_real(stat, "iops", figures_rate(f->count, f->sum_ns));
	json_add_uint(stat, "bps", (uint64_t)figures_rate(f->bytes, f->sum_ns));
	json_add_uint(stat, "min", f->min_ns);
	json_add_uint(stat, "avg", figures_mean(f));
	json_add_uint(stat, "max", f->max_ns);
	json_add_uint(stat, "mdev", figures_deviation(f));
	load = json_add_object(root, "load");
	json_add_uint(load, "count", f->requests);
	json_add_uint(load, "size", f->all_bytes);
	json_add_uint(load, "time", total);
	json_add_real(load, "iops", figures_rate(f->requests, total));
	json_add_uint(load, "bps", (uint64_t)figures_rate(f->all_bytes, total));
}

static void json_numbers(struct printer *p, const struct figures *f)
{
	struct part part;

	if (!part_begin(&part, p))
		return;
	add_figures(part.root, f);
	part_end(&part, p);
}

static void json_burst_end(struct printer *p)
{
	(void)p;
}

static void add_percentiles(struct json *summary, const struct judged *judged)
{
	static const struct {
		const char *name;
		double percent;
	} wanted[] = {
		{ "p50", 50 },
		{ "p90", 90 },
		{ "p99", 99 },
		{ "p99.9", 99.9 },
	};
	struct json *object = json_add_object(summary, "percentiles");

	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		json_add_uint(object, wanted[i].name,
			      figures_percentile(judged->figures, judged->times,
						 wanted[i].percent));
}

static void add_bars(struct json *summary, const struct judged *judged)
{
	const struct figures *f = judged->figures;
	struct json *array = json_add_array(summary, "histogram");
	struct bar bars[BARS_MAX];
	size_t count = bars_make(judged->times, f->min_ns, f->max_ns, bars);

	for (size_t i = 0; i < count; i++) {
		struct json *bar = json_append_object(array);

		json_add_uint(bar, "from", bars[i].from_ns);
		json_add_uint(bar, "to", bars[i].to_ns);
		json_add_uint(bar, "count", bars[i].count);
	}
}

static void add_conditions(struct json *array, const struct thresholds *t,
			   const char *severity, const struct judged *judged)
{
	for (unsigned i = 0; i < t->count; i++) {
		struct json *object = json_append_object(array);
		bool has_value = judged->figures->count > 0;
		double value;
		bool holds = threshold_holds(&t->list[i], judged, &value);

		json_add_text(object, "condition", t->list[i].text);
		json_add_text(object, "severity", severity);
		json_add_real(object, "value", has_value ? value : 0);
		json_add_bool(object, "holds", has_value && holds);
	}
}

static void add_alarm(struct json *summary, const struct ping_options *o,
		      const struct judged *judged)
{
	enum alarm alarm = thresholds_judge(&o->warn, &o->crit, judged);
	struct json *array;

	json_add_text(summary, "alarm", alarm_name(alarm));
	array = json_add_array(summary, "conditions");
	add_conditions(array, &o->warn, "WARNING", judged);
	add_conditions(array, &o->crit, "CRITICAL", judged);
}

static void json_summary(struct printer *p, const struct judged *judged)
{
	struct json *summary;
	struct part part;

	if (!part_begin(&part, p))
		return;
	add_figures(part.root, judged->figures);
	summary = json_add_object(part.root, "summary");
	json_add_uint(summary, "too_fast", judged->figures->too_fast);
	json_add_uint(summary, "too_slow", judged->figures->too_slow);
	json_add_bool(summary, "failed", judged->failed);
	add_percentiles(summary, judged);
	add_bars(summary, judged);
	if (ping_options_judge(p->options))
		add_alarm(summary, p->options, judged);
	part_end(&part, p);
	if (!p->options->ndjson)
		fputs("]\n", p->out);
}

const struct printer_form form_json = {
	.request = json_request,
	.numbers = json_numbers,
	.burst_end = json_burst_end,
	.summary = json_summary,
};
