#include "plan_check.h"

#include <string.h>

/* Rules of the options that make a job do as its figures say. */

static void note_without_window(struct check *c, size_t offset,
				const char *name)
{
	if (plan_given(c->section, offset))
		diag_note(c->diag, plan_source(c->section, offset),
			  "%s: has no effect without steadystate_duration",
			  name);
}

static void steady_options_need_a_window(struct check *c)
{
	if (c->options->control.steady.window.ns)
		return;
	note_without_window(
		c, offsetof(struct job_options, control.steady.criterion),
		"steadystate");
	note_without_window(c,
			    offsetof(struct job_options, control.steady.ramp),
			    "steadystate_ramp_time");
	note_without_window(
		c, offsetof(struct job_options, control.steady.interval),
		"steadystate_check_interval");
}

static void steady_window_is_a_row_of_samples(struct check *c)
{
	const struct steady_options *s = &c->options->control.steady;
	const uint64_t samples_max = 1000000;
	const char *why = NULL;

	if (!s->window.ns)
		return;
	if (s->window.ns % s->interval.ns)
		why = "is no multiple of";
	else if (s->window.ns / s->interval.ns > samples_max)
		why = "is more than a million times";
	if (why)
		diag_error(c->diag, SOURCE(c, control.steady.window),
			   "steadystate_duration: %s steadystate_check_interval"
			   " (1 second, if it isn't given)",
			   why);
}

static void steady_latency_is_measured(struct check *c)
{
	const struct job_options *o = c->options;
	const struct steady_options *s = &o->control.steady;

	if (!s->window.ns || s->criterion.by != STEADY_BY_LAT)
		return;
	if (o->disable_lat)
		diag_error(c->diag, SOURCE(c, control.steady.criterion),
			   "steadystate: there is no latency to judge, since "
			   "it is disabled%s",
			   o->gtod_reduce ? " by gtod_reduce" : "");
	else if (c->section->engine->flags & ENGINE_ACTIVITY)
		diag_error(c->diag, SOURCE(c, control.steady.criterion),
			   "steadystate: ioengine=%s has no latency to judge",
			   c->section->engine->name);
}

static void steady_jobs_are_reported(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->control.steady.window.ns && !o->stats)
		diag_note(c->diag, SOURCE(c, control.steady.window),
			  "steadystate_duration: has no effect on a job that "
			  "stats=0 takes out of the report");
}

static void (*const rules[])(struct check *) = {
	steady_options_need_a_window,
	steady_window_is_a_row_of_samples,
	steady_latency_is_measured,
	steady_jobs_are_reported,
};

void plan_check_control(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}

static bool is_alike(const struct steady_options *a,
		     const struct steady_options *b)
{
	return a->criterion.by == b->criterion.by &&
	       a->criterion.slope == b->criterion.slope &&
	       a->criterion.percent == b->criterion.percent &&
	       a->criterion.limit == b->criterion.limit &&
	       a->window.ns == b->window.ns && a->ramp.ns == b->ramp.ns &&
	       a->interval.ns == b->interval.ns;
}

/* Whether both are parts of one unit of the report. */
static bool are_one(const struct job_section *a, const struct job_section *b)
{
	return a->group == b->group && a->options->group_reporting &&
	       b->options->group_reporting;
}

void plan_check_steady_groups(const struct plan *plan, struct diag *diag)
{
	const struct job_section *last = NULL;

	for (size_t i = 0; i < plan->section_count; i++) {
		const struct job_section *s = &plan->sections[i];
		const struct steady_options *steady =
			&s->options->control.steady;

		/* What is not reported stands between units, too. */
		if (!s->options->stats) {
			last = NULL;
			continue;
		}
		if (last && are_one(last, s) &&
		    !is_alike(&last->options->control.steady, steady) &&
		    (last->options->control.steady.window.ns ||
		     steady->window.ns))
			diag_error(
				diag, PLAN_SOURCE(s, control.steady.window),
				"steadystate: '%s' and '%s' are reported as "
				"one (group_reporting), but are to be judged "
				"otherwise",
				last->name, s->name);
		last = s;
	}
}
