#include "ping/threshold.h"

#include "base/human.h"
#include "ping/amount.h"

#include <stdlib.h>
#include <string.h>

/* What figures are of, and how they are written. */
struct threshold_figure {
	const char *name; /* "p": the percentile follows */
	enum amount_kind kind;
	double (*value)(const struct threshold *t, const struct judged *judged);
};

static double value_percentile(const struct threshold *t,
			       const struct judged *judged)
{
	return (double)figures_percentile(judged->figures, judged->times,
					  t->percent);
}

static double value_min(const struct threshold *t, const struct judged *judged)
{
	(void)t;
	return (double)judged->figures->min_ns;
}

static double value_avg(const struct threshold *t, const struct judged *judged)
{
	(void)t;
	return (double)figures_mean(judged->figures);
}

static double value_max(const struct threshold *t, const struct judged *judged)
{
	(void)t;
	return (double)judged->figures->max_ns;
}

static double value_mdev(const struct threshold *t, const struct judged *judged)
{
	(void)t;
	return (double)figures_deviation(judged->figures);
}

static double value_iops(const struct threshold *t, const struct judged *judged)
{
	(void)t;
	return figures_rate(judged->figures->count, judged->figures->sum_ns);
}

static double value_speed(const struct threshold *t,
			  const struct judged *judged)
{
	(void)t;
	return figures_rate(judged->figures->bytes, judged->figures->sum_ns);
}

static const struct threshold_figure percentile = { "p", AMOUNT_TIME,
						    value_percentile };

static const struct threshold_figure figures[] = {
	{ "min", AMOUNT_TIME, value_min },
	{ "avg", AMOUNT_TIME, value_avg },
	{ "max", AMOUNT_TIME, value_max },
	{ "mdev", AMOUNT_TIME, value_mdev },
	{ "iops", AMOUNT_COUNT, value_iops },
	{ "speed", AMOUNT_BYTES, value_speed },
};

static bool read_percent(const char *text, size_t length, double *percent)
{
	char *end;

	if (length == 0 || strspn(text, "0123456789.") < length)
		return false;
	*percent = strtod(text, &end);
	return end == text + length && *percent <= 100;
}

static bool find_figure(const char *name, size_t length, struct threshold *t)
{
	if (length > 1 && name[0] == 'p' &&
	    read_percent(name + 1, length - 1, &t->percent)) {
		t->figure = &percentile;
		return true;
	}
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		if (strlen(figures[i].name) != length ||
		    strncmp(figures[i].name, name, length) != 0)
			continue;
		t->figure = &figures[i];
		return true;
	}
	return false;
}

static int parse_one(struct threshold *t, const char *text, struct source at,
		     struct diag *diag)
{
	size_t length = strcspn(text, "<>");
	const char *limit = text + length, *why;

	*t = (struct threshold){ .text = text, .below = *limit == '<' };
	if (!*limit)
		return diag_error(diag, at,
				  "'%s' is not a condition such as p99>10ms",
				  text);
	if (!find_figure(text, length, t))
		return diag_error(diag, at,
				  "'%.*s' is not a figure (there are p50 and "
				  "other percentiles, min, avg, max, mdev, "
				  "iops, speed)",
				  (int)length, text);
	limit++;
	t->or_equal = *limit == '=';
	if (t->or_equal)
		limit++;
	if (amount_parse(limit, t->figure->kind, &t->limit, &why) < 0)
		return diag_error(diag, at, "%s: '%s' %s", text, limit, why);
	return 0;
}

int thresholds_add(struct thresholds *t, char *text, struct source at,
		   struct diag *diag)
{
	char *rest = text, *one;

	while ((one = strsep(&rest, ","))) {
		if (t->count == THRESHOLDS_MAX)
			return diag_error(diag, at,
					  "more than %d conditions are too "
					  "many",
					  THRESHOLDS_MAX);
		if (parse_one(&t->list[t->count], one, at, diag) < 0)
			return -1;
		t->count++;
	}
	return 0;
}

const char *alarm_name(enum alarm alarm)
{
	static const char *const names[] = {
		[ALARM_OK] = "OK",
		[ALARM_WARNING] = "WARNING",
		[ALARM_CRITICAL] = "CRITICAL",
		[ALARM_UNKNOWN] = "UNKNOWN",
	};

	return names[alarm];
}

bool threshold_holds(const struct threshold *t, const struct judged *judged,
		     double *value)
{
	double limit = (double)t->limit;

	*value = t->figure->value(t, judged);
	if (t->or_equal && *value == limit)
		return true;
	return t->below ? *value < limit : *value > limit;
}

static bool any_holds(const struct thresholds *t, const struct judged *judged)
{
	double value;

	for (unsigned i = 0; i < t->count; i++)
		if (threshold_holds(&t->list[i], judged, &value))
			return true;
	return false;
}

enum alarm thresholds_judge(const struct thresholds *warn,
			    const struct thresholds *crit,
			    const struct judged *judged)
{
	if (judged->failed)
		return ALARM_CRITICAL;
	if (judged->figures->count == 0)
		return ALARM_UNKNOWN;
	if (any_holds(crit, judged))
		return ALARM_CRITICAL;
	return any_holds(warn, judged) ? ALARM_WARNING : ALARM_OK;
}

/* The figure's name: what stands before the comparison. */
static int name_length(const struct threshold *t)
{
	return (int)strcspn(t->text, "<>");
}

static bool is_same_figure(const struct threshold *a, const struct threshold *b)
{
	return name_length(a) == name_length(b) &&
	       strncmp(a->text, b->text, (size_t)name_length(a)) == 0;
}

static const struct threshold *find_same(const struct thresholds *t,
					 unsigned count,
					 const struct threshold *wanted)
{
	for (unsigned i = 0; i < count; i++)
		if (is_same_figure(&t->list[i], wanted))
			return &t->list[i];
	return NULL;
}

static void print_words(const struct threshold *t, double value, FILE *out)
{
	char text[HUMAN_TEXT_MAX];
	uint64_t whole = (uint64_t)value;

	switch (t->figure->kind) {
	case AMOUNT_TIME:
		human_time(whole, text);
		break;
	case AMOUNT_BYTES:
		human_bytes(whole, text);
		break;
	case AMOUNT_COUNT:
		human_count(whole, text);
		break;
	}
	fprintf(out, " %.*s=%s%s", name_length(t), t->text, text,
		t->figure->kind == AMOUNT_BYTES ? "/s" : "");
}

/* The range that raises no alarm, as plugins write it: "0.01", "100:". */
static void print_range(const struct threshold *t, double unit, FILE *out)
{
	fputc(';', out);
	if (t)
		fprintf(out, "%.9g%s", (double)t->limit / unit,
			t->below ? ":" : "");
}

/* Times are in seconds, the only unit of time that all who draw graphs take. */
static void print_machine(const struct threshold *t,
			  const struct threshold *warn,
			  const struct threshold *crit, double value, FILE *out)
{
	bool is_time = t->figure->kind == AMOUNT_TIME;
	double unit = is_time ? 1e9 : 1;

	fprintf(out, " %.*s=%.9g%s", name_length(t), t->text, value / unit,
		is_time                           ? "s"
		: t->figure->kind == AMOUNT_BYTES ? "B"
						  : "");
	print_range(warn, unit, out);
	print_range(crit, unit, out);
	fputs(";0;", out);
}

/* Each figure once: of those in both lists, where it stands first. */
static void print_all(const struct thresholds *warn,
		      const struct thresholds *crit,
		      const struct judged *judged, bool for_machines, FILE *out)
{
	const struct thresholds *lists[] = { crit, warn };

	for (unsigned l = 0; l < 2; l++) {
		for (unsigned i = 0; i < lists[l]->count; i++) {
			const struct threshold *t = &lists[l]->list[i];
			double value = t->figure->value(t, judged);

			if (find_same(lists[l], i, t) ||
			    (l && find_same(crit, crit->count, t)))
				continue;
			if (for_machines)
				print_machine(t,
					      find_same(warn, warn->count, t),
					      find_same(crit, crit->count, t),
					      value, out);
			else
				print_words(t, value, out);
		}
	}
}

void thresholds_print(const struct thresholds *warn,
		      const struct thresholds *crit,
		      const struct judged *judged, FILE *out)
{
	enum alarm alarm = thresholds_judge(warn, crit, judged);

	fprintf(out, "IOPING %s -", alarm_name(alarm));
	if (judged->failed)
		fputs(" a request failed", out);
	else if (judged->figures->count == 0)
		fputs(" no request counts", out);
	if (judged->figures->count > 0) {
		print_all(warn, crit, judged, false, out);
		fputs(" |", out);
		print_all(warn, crit, judged, true, out);
	}
	fputc('\n', out);
}

/* What stands behind a bar would be taken for figures. */
static void print_plain(const char *text, FILE *out)
{
	for (; *text; text++)
		fputc(strchr("|\n", *text) ? ' ' : *text, out);
}

void thresholds_print_unknown(const struct diag *diag, FILE *out)
{
	size_t count;
	const struct diag_message *m = diag_messages(diag, &count);

	fprintf(out, "IOPING %s - ", alarm_name(ALARM_UNKNOWN));
	while (count && m->kind != DIAG_ERROR) {
		m++;
		count--;
	}
	if (count && m->file) {
		print_plain(m->file, out);
		fputs(": ", out);
	}
	print_plain(count ? m->text : "nothing was measured", out);
	fputc('\n', out);
}
