#include "stopping.h"

#include "base/alloc.h"

#include <stdlib.h>

void stopping_open(struct stopping *s, const struct plan *plan,
		   struct job_page *pages, struct order *order)
{
	*s = (struct stopping){
		.plan = plan,
		.pages = pages,
		.order = order,
		.group_stopped = xcalloc(plan->group_count, sizeof(bool)),
	};
}

void stopping_close(struct stopping *s)
{
	free(s->group_stopped);
}

static void stop_job(struct stopping *s, const struct job *job)
{
	if (order_is_open(s->order, job))
		atomic_store_explicit(&s->pages[job->number].stop, 1,
				      memory_order_relaxed);
}

/* Note that the jobs that end with `job` are stopped; whether they were. */
static bool is_stopped(struct stopping *s, const struct job *job)
{
	enum exit_what what = job->section->options->exit_what;
	bool *group = &s->group_stopped[job->section->group];
	size_t stage = order_stage(s->order);
	bool was = s->all_stopped;

	if (what == EXIT_GROUP) {
		was = was || *group;
		*group = true;
	} else if (what == EXIT_STONEWALL) {
		was = was || s->stage_stopped == stage;
		s->stage_stopped = stage;
	} else {
		s->all_stopped = true;
	}
	return was;
}

void stopping_with(struct stopping *s, const struct job *job, bool failed)
{
	const struct job_options *o = job->section->options;

	if (!o->exitall && !(o->exitall_on_error && failed))
		return;
	if (is_stopped(s, job))
		return;
	for (size_t i = 0; i < s->plan->job_count; i++) {
		const struct job *other = &s->plan->jobs[i];

		if (o->exit_what != EXIT_GROUP ||
		    other->section->group == job->section->group)
			stop_job(s, other);
	}
	order_drop(s->order, job, o->exit_what);
}

void stopping_unit(struct stopping *s, const struct report_unit *unit)
{
	for (size_t i = 0; i < unit->job_count; i++) {
		stop_job(s, &unit->first[i]);
		order_drop_job(s->order, &unit->first[i]);
	}
}
