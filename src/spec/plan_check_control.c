#include "plan_check.h"

#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Rules of the options that make a job do as its figures say. */

/* An option that does nothing without another. */
struct follower {
	const char *name;
	size_t offset;
};

#define FOLLOWER(name, field)                                                  \
	{                                                                      \
		name, offsetof(struct job_options, control.field)              \
	}

static void note_followers(struct check *c, const struct follower *list,
			   size_t count, const char *needed)
{
	for (size_t i = 0; i < count; i++)
		plan_note_without(c, list[i].offset, list[i].name, needed);
}

static void steady_options_need_a_window(struct check *c)
{
	static const struct follower list[] = {
		FOLLOWER("steadystate", steady.criterion),
		FOLLOWER("steadystate_ramp_time", steady.ramp),
		FOLLOWER("steadystate_check_interval", steady.interval),
	};

	if (!c->options->control.steady.window.ns)
		note_followers(c, list, COUNT_OF(list), "steadystate_duration");
}

static void latency_options_need_a_target(struct check *c)
{
	static const struct follower list[] = {
		FOLLOWER("latency_window", latency.window),
		FOLLOWER("latency_percentile", latency.percentile),
		FOLLOWER("latency_run", latency.run),
	};

	if (!c->options->control.latency.target.ns)
		note_followers(c, list, COUNT_OF(list), "latency_target");
}

static void latency_window_is_a_second(struct check *c)
{
	struct latency_options *o = &c->options->control.latency;
	const uint64_t second = 1000000000;

	if (o->target.ns && !o->window.ns)
		o->window.ns = second;
}

static void flow_options_need_a_weight(struct check *c)
{
	static const struct follower list[] = {
		FOLLOWER("flow_id", flow.id),
		FOLLOWER("flow_sleep", flow.sleep),
		FOLLOWER("flow_watermark", flow.watermark),
	};

	if (!c->options->control.flow.weight)
		note_followers(c, list, COUNT_OF(list), "flow");
}

/* What an activity does is no I/O that could be held back. */
static void activities_are_not_held_back(struct check *c)
{
	const struct control_options *o = &c->options->control;
	const struct {
		bool used;
		const char *name;
		size_t offset;
	} list[] = {
		{ o->latency.target.ns, "latency_target",
		  offsetof(struct job_options, control.latency.target) },
		{ o->flow.weight, "flow",
		  offsetof(struct job_options, control.flow.weight) },
		{ o->serialize_overlap, "serialize_overlap",
		  offsetof(struct job_options, control.serialize_overlap) },
		{ o->submit_mode != SUBMIT_INLINE, "io_submit_mode",
		  offsetof(struct job_options, control.submit_mode) },
		{ o->thinkcycles, "thinkcycles",
		  offsetof(struct job_options, control.thinkcycles) },
		{ o->ramp_size, "ramp_size",
		  offsetof(struct job_options, control.ramp_size) },
	};

	if (!(c->section->engine->flags & ENGINE_ACTIVITY))
		return;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		if (list[i].used)
			diag_error(c->diag,
				   plan_source(c->section, list[i].offset),
				   "%s: ioengine=%s does no I/O that it could "
				   "be for",
				   list[i].name, c->section->engine->name);
}

/* The search ends a job in the midst of what it was to read back. */
static void a_search_verifies_nothing(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->control.latency.target.ns && o->verify.scheme != VERIFY_NONE)
		diag_error(c->diag, SOURCE(c, control.latency.target),
			   "latency_target: can't be combined with verify");
}

static void threads_are_not_too_many(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->control.submit_mode == SUBMIT_OFFLOAD &&
	    o->iodepth > OFFLOAD_DEPTH_MAX)
		diag_error(
			c->diag, SOURCE(c, iodepth),
			"iodepth: io_submit_mode=offload starts a thread for "
			"each, and %d are the most",
			OFFLOAD_DEPTH_MAX);
}

static void threads_share_files(struct check *c)
{
	const struct engine_info *engine = c->section->engine;

	if (c->options->control.submit_mode == SUBMIT_OFFLOAD && engine->shared)
		diag_note(c->diag, SOURCE(c, control.submit_mode),
			  "io_submit_mode: with offload, ioengine=%s %s",
			  engine->name, engine->shared);
}

static void ramps_are_of_time_or_size(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->ramp_time.ns && o->control.ramp_size)
		diag_error(c->diag, SOURCE(c, control.ramp_size),
			   "ramp_size: excludes ramp_time, which is given, "
			   "too");
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
	steady_options_need_a_window,  steady_window_is_a_row_of_samples,
	steady_latency_is_measured,    steady_jobs_are_reported,
	latency_options_need_a_target, latency_window_is_a_second,
	flow_options_need_a_weight,    activities_are_not_held_back,
	a_search_verifies_nothing,     threads_are_not_too_many,
	ramps_are_of_time_or_size,     threads_share_files,
};

void plan_check_control(struct check *c)
{
	for (size_t i = 0; i < COUNT_OF(rules); i++)
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
