#include "worker_state.h"

/*
 * The loop for an activity: one step after the other, each with the time that
 * the activity says it took. How they are counted, paced and repeated is that
 * of all I/Os.
 */

/* Whether the next step may begin now; if not, w->due_ns is when. */
static bool is_due(struct worker *w)
{
	if (!w->pace.active)
		return true;
	w->due_ns = pace_due(&w->pace, w->ahead_ios[w->ahead]->kind, w->now_ns,
			     true);
	return w->due_ns <= w->now_ns;
}

/* How many steps to do before looking at anything else. */
static unsigned steps_at_once(const struct worker *w)
{
	unsigned left = w->ahead_end - w->ahead;

	/* They may be slow, and the runtime is to end when it says. */
	return w->pace.active || w->end_ns != UINT64_MAX || w->ramping ? 1
								       : left;
}

/* The I/O stands for the step, as if an engine had done it. */
static void count(struct worker *w, const struct activity_step *step)
{
	struct io *only = &w->ios[0];
	const struct io *io = w->ahead_ios[w->ahead++];

	/* All that was generated before this one is done, so its place is. */
	*only = *io;
	w->free_count = 0;
	if (w->pace.active)
		pace_started(&w->pace, only->kind, only->length);
	if (w->intended_ns)
		w->intended_ns[0] = w->due_ns;
	account_issue(w, &only, 1, step->start_ns, step->start_ns);
	w->now_ns = step->end_ns;
	w->done[0] = (struct completion){
		.slot = 0,
		.result =
			step->result < 0 ? step->result : (int32_t)only->length,
	};
	account_completions(w, 1);
}

static void take_steps(struct worker *w)
{
	struct activity_step steps[WORKER_AHEAD];
	unsigned n = steps_at_once(w);

	for (unsigned i = 0; i < n; i++) {
		const struct io *io = w->ahead_ios[w->ahead + i];

		steps[i].path = w->layout->files[io->file_index].path;
	}
	n = w->activity->step(w->state, steps, n);
	for (unsigned i = 0; i < n; i++)
		count(w, &steps[i]);
}

/* Whether there is a next step. Which one may depend on what is due. */
static bool generate(struct worker *w)
{
	unsigned n = w->pace.active ? 1 : WORKER_AHEAD;

	if (w->ahead < w->ahead_end)
		return true;
	if (w->pace.steers)
		workload_steer(w->workload, pace_choose(&w->pace, w->now_ns));
	w->ahead = 0;
	w->ahead_end = start_generate(w, w->ahead_ios, n);
	return w->ahead_end > 0;
}

void worker_loop_activity(struct worker *w)
{
	for (;;) {
		worker_look_around(w);
		if (w->ending || !generate(w))
			return;
		if (is_due(w))
			take_steps(w);
		else
			worker_sleep_until_due(w);
	}
}
