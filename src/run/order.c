#include "run/order.h"

#include "base/alloc.h"

#include <stdlib.h>

enum progress {
	WAITING,
	RETURNED,
	ENDED, /* or dropped */
};

struct order {
	const struct plan *plan;
	const struct prepared *prepared;
	unsigned char *progress; /* enum progress, of each job */
	size_t *open;            /* jobs of each section that haven't ended */
	size_t ended_below;      /* all jobs of lower numbers have ended */

	/*
	 * Sections are taken up in order, when the jobs above that they wait
	 * for have ended. Those that were and have jobs waiting are listed.
	 */
	size_t next_section;
	const struct job_section **taken; /* NULL: none of it waits any more */
	size_t taken_count;

	/* Where order_next() looks on. */
	struct {
		size_t place; /* in `taken` */
		size_t clone; /* of that section */
		bool waiting; /* a clone before that has to be waited for */
	} at;
	bool stale; /* something has ended since the list was begun */
	bool has_followers;
	uint64_t due;
};

/* Whether its jobs end with the last of those that do I/O. */
static bool follows(const struct job_section *s)
{
	return s->engine->ends_with_io &&
	       s->engine->ends_with_io(s->engine_options);
}

struct order *order_new(const struct plan *plan,
			const struct prepared *prepared)
{
	struct order *o = xcalloc(1, sizeof(*o));

	o->plan = plan;
	o->prepared = prepared;
	o->progress = xcalloc(plan->job_count, sizeof(*o->progress));
	o->open = xcalloc(plan->section_count, sizeof(*o->open));
	o->taken = xcalloc(plan->section_count, sizeof(struct job_section *));
	for (size_t i = 0; i < plan->section_count; i++) {
		o->open[i] = plan->sections[i].job_count;
		o->has_followers |= follows(&plan->sections[i]);
	}
	o->stale = true;
	o->due = UINT64_MAX;
	return o;
}

void order_free(struct order *o)
{
	if (!o)
		return;
	free(o->progress);
	free(o->open);
	free(o->taken);
	free(o);
}

static size_t section_index(const struct order *o, const struct job_section *s)
{
	return (size_t)(s - o->plan->sections);
}

static void take_up(struct order *o)
{
	while (o->next_section < o->plan->section_count) {
		const struct job_section *s =
			&o->plan->sections[o->next_section];

		if (s->after_all_below > o->ended_below)
			return;
		o->taken[o->taken_count++] = s;
		o->next_section++;
	}
}

static bool waits_for_section(const struct order *o,
			      const struct job_section *s)
{
	return s->after && o->open[section_index(o, s->after)] > 0;
}

/* The next waiting job of the section whose time has come. */
static const struct job *due_job(struct order *o, const struct job_section *s,
				 uint64_t now_ns)
{
	while (o->at.clone < s->job_count) {
		size_t n = s->first_job + o->at.clone++;
		uint64_t due = o->prepared->layouts[n].startdelay_ns;

		if (o->progress[n] != WAITING)
			continue;
		if (due <= now_ns)
			return &o->plan->jobs[n];
		o->at.waiting = true;
		if (due < o->due)
			o->due = due;
	}
	return NULL;
}

/* Look at the list from its start again, without what is done with. */
static void begin_list(struct order *o)
{
	size_t kept = 0;

	for (size_t i = 0; i < o->taken_count; i++)
		if (o->taken[i])
			o->taken[kept++] = o->taken[i];
	o->taken_count = kept;
	o->stale = false;
	o->at.place = 0;
	o->at.clone = 0;
	o->at.waiting = false;
	o->due = UINT64_MAX;
	take_up(o);
}

const struct job *order_next(struct order *o, uint64_t now_ns)
{
	if (o->stale || now_ns >= o->due)
		begin_list(o);
	while (o->at.place < o->taken_count) {
		const struct job_section **s = &o->taken[o->at.place];
		const struct job *job = NULL;

		if (waits_for_section(o, *s))
			o->at.waiting = true;
		else
			job = due_job(o, *s, now_ns);
		if (job) {
			o->progress[job->number] = RETURNED;
			return job;
		}
		if (!o->at.waiting)
			*s = NULL;
		o->at.place++;
		o->at.clone = 0;
		o->at.waiting = false;
	}
	return NULL;
}

uint64_t order_due(const struct order *o)
{
	return o->due;
}

static void end_job(struct order *o, const struct job *job)
{
	o->progress[job->number] = ENDED;
	o->open[section_index(o, job->section)]--;
	while (o->ended_below < o->plan->job_count &&
	       o->progress[o->ended_below] == ENDED)
		o->ended_below++;
	o->stale = true;
}

void order_ended(struct order *o, const struct job *job)
{
	if (o->progress[job->number] == RETURNED)
		end_job(o, job);
}

bool order_is_open(const struct order *o, const struct job *job)
{
	return o->progress[job->number] == RETURNED;
}

void order_drop_job(struct order *o, const struct job *job)
{
	if (o->progress[job->number] == WAITING)
		end_job(o, job);
}

void order_drop(struct order *o, const struct job *job, enum exit_what what)
{
	/* What isn't taken up yet is behind a stonewall. */
	size_t count = what == EXIT_STONEWALL ? o->next_section
					      : o->plan->section_count;

	for (size_t i = 0; i < count; i++) {
		const struct job_section *s = &o->plan->sections[i];

		if (what == EXIT_GROUP && s->group != job->section->group)
			continue;
		for (size_t n = 0; n < s->job_count; n++)
			order_drop_job(o, &o->plan->jobs[s->first_job + n]);
	}
}

void order_stop_followers(const struct order *o, struct job_page *pages)
{
	const struct plan *plan = o->plan;

	if (!o->has_followers)
		return;
	for (size_t i = 0; i < plan->section_count; i++)
		if (o->open[i] &&
		    !(plan->sections[i].engine->flags & ENGINE_TASK))
			return;
	for (size_t i = 0; i < plan->job_count; i++)
		if (follows(plan->jobs[i].section))
			atomic_store_explicit(&pages[i].stop, 1,
					      memory_order_relaxed);
}

size_t order_stage(const struct order *o)
{
	return o->next_section;
}

bool order_done(const struct order *o)
{
	return o->ended_below == o->plan->job_count;
}

bool order_is_after(const struct job_section *section, size_t job)
{
	for (; section; section = section->after) {
		if (section->after_all_below > job)
			return true;
		if (section->after && job >= section->after->first_job &&
		    job < section->after->first_job + section->after->job_count)
			return true;
	}
	return false;
}
