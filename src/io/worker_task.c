#include "worker_state.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>

/*
 * The worker of a task: a job without I/O, and so without files, buffers and a
 * workload. A piece of work counts as a read of no bytes, as the reference has
 * it.
 */
enum { LOOK_NS = 50000000 /* between two looks at page->stop */ };

int worker_set_up_task(struct worker *w)
{
	const struct job_options *o = w->options;

	w->task = task_of(w->layout->job->section->engine);
	w->depth = 1;
	w->is_sync = true;
	w->timed = true;
	w->counts_calls = true;
	w->latency.clat = !o->gtod_reduce && !o->disable_clat;
	w->latency.lat = !o->gtod_reduce && !o->disable_lat;
	worker_clock_init(&w->clock, CLOCKSOURCE_CLOCK_GETTIME, w->cycles);
	w->page->clock_source = w->clock.source;
	w->marks = calloc(w->depth, sizeof(w->marks[0]));
	if (!w->marks)
		return job_error_set(&w->page->error, ENOMEM, "calloc",
				     "no memory for the job's state");
	return w->task->open(&w->state, w->layout->job, &w->page->error);
}

static void count(struct worker *w, const struct task_step *step)
{
	struct job_stats *stats = &w->page->stats;
	struct direction_stats *s = &stats->direction[DIRECTION_READ];
	uint64_t ns = step->end_ns - step->start_ns;

	worker_read_clock(w);
	if (w->ramping)
		return;
	counter_add(&s->issued, 1);
	counter_add(&s->completed, 1);
	if (w->latency.clat)
		latency_add(&s->clat, ns);
	if (w->latency.lat)
		latency_add(&s->lat, ns);
	counter_add(&stats->submits, 1);
	counter_add(&stats->completes, 1);
	counter_add(&stats->depth_submit[depth_batch_class(1)], 1);
	counter_add(&stats->depth_complete[depth_batch_class(1)], 1);
	counter_add(&stats->depth_level[depth_level_class(1)], 1);
}

/* Whether the task goes on. */
static bool work(struct worker *w)
{
	uint64_t until = w->now_ns + LOOK_NS;
	struct task_step step;

	if (w->event_ns < until)
		until = w->event_ns;
	switch (w->task->run(w->state, until, &step, &w->page->error)) {
	case TASK_STEP:
		count(w, &step);
		return true;
	case TASK_UNDER_WAY:
		worker_read_clock(w);
		return true;
	case TASK_FAILED:
		worker_fail(w);
		break;
	case TASK_DONE:
		break;
	}
	return false;
}

void worker_loop_task(struct worker *w)
{
	struct task_step step;

	do
		worker_look_around(w);
	while (!w->ending && work(w));
	if (w->task->stop && w->task->stop(w->state, &step) == TASK_STEP)
		count(w, &step);
}
