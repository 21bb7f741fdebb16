#include "report_json_parts.h"

#include "base/clock.h"

#include <stdio.h>

enum { NUMBER_TEXT_MAX = 352 }; /* any double by %f, a word and a % */

static const char *percent_of(const struct steady_rule *rule)
{
	return rule->percent ? "%" : "";
}

static void add_criterion(struct json *object, const struct steady_rule *rule,
			  const struct steady_judgement *judgement)
{
	char text[NUMBER_TEXT_MAX];

	snprintf(text, sizeof(text), "%f%s", judgement->criterion,
		 percent_of(rule));
	json_add_text(object, "criterion", text);
}

static uint64_t mean_of(const struct steady_part *part,
			enum steady_measure measure)
{
	return (uint64_t)steady_window_mean(&part->window, measure);
}

/* As many as the window has room for: zeros where it was never full. */
static void add_samples(struct json *data, const char *key,
			const struct steady_window *w,
			enum steady_measure measure)
{
	struct json *array = json_add_array(data, key);
	size_t count = steady_window_count(w);

	for (size_t i = 0; i < w->size; i++)
		json_append_uint(array,
				 i < count ? steady_window_at(w, i)->of[measure]
					   : 0);
}

static void add_data(struct json *object, const struct steady_part *part,
		     bool latency)
{
	struct json *data = json_add_object(object, "data");

	json_add_uint(data, "bw_mean", mean_of(part, STEADY_BW));
	json_add_uint(data, "iops_mean", mean_of(part, STEADY_IOPS));
	if (latency) {
		json_add_uint(data, "lat_mean", mean_of(part, STEADY_LAT));
		add_samples(data, "lat_ns", &part->window, STEADY_LAT);
	}
	add_samples(data, "iops", &part->window, STEADY_IOPS);
	add_samples(data, "bw", &part->window, STEADY_BW);
}

void json_add_steady(struct json *job, const struct result_unit *unit)
{
	const struct steady_verdict *v = unit->steady;
	const struct steady_part *all;
	struct json *object;
	char text[NUMBER_TEXT_MAX];

	if (!v)
		return;
	all = &v->part[STEADY_ALL];
	snprintf(
		text, sizeof(text), "%s:%f%s",
		steady_criterion_name(&unit->options->control.steady.criterion),
		v->rule.limit, percent_of(&v->rule));
	object = json_add_object(job, "steadystate");
	json_add_text(object, "ss", text);
	json_add_uint(object, "duration", v->window_ns / NSEC_PER_SEC);
	json_add_uint(object, "attained", all->judgement.steady);
	add_criterion(object, &v->rule, &all->judgement);
	json_add_real(object, "max_deviation", all->judgement.deviation);
	json_add_real(object, "slope", all->judgement.slope);
	add_data(object, all, v->rule.measure == STEADY_LAT);
}

static void add_part(struct json *object, const struct steady_verdict *v,
		     const struct steady_part *part)
{
	json_add_bool(object, "attained", part->judgement.steady);
	if (part->judgement.steady)
		json_add_uint(object, "after_ms",
			      part->after_ns / NSEC_PER_MSEC);
	json_add_uint(object, "samples", steady_window_count(&part->window));
	add_criterion(object, &v->rule, &part->judgement);
	json_add_uint(object, "iops_mean", mean_of(part, STEADY_IOPS));
	json_add_uint(object, "bw_mean", mean_of(part, STEADY_BW));
	if (v->rule.measure == STEADY_LAT)
		json_add_uint(object, "lat_mean", mean_of(part, STEADY_LAT));
}

void json_add_steady_parts(struct json *job, const struct result_unit *unit)
{
	const struct steady_verdict *v = unit->steady;
	struct json *object;

	if (!v)
		return;
	object = json_add_object(job, "steadystate");
	add_part(object, v, &v->part[STEADY_ALL]);
	json_add_real(object, "interval_s",
		      (double)v->interval_ns / (double)NSEC_PER_SEC);
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (v->part[d].moved)
			add_part(json_add_object(object,
						 result_direction_name(d)),
				 v, &v->part[d]);
}
