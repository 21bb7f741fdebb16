#include "worker_state.h"

#include "base/clock.h"
#include "control.h"
#include "spec/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	/* How long a worker may go without looking at page->stop. */
	SLEEP_MAX_NS = 100000000,
	/* Batches between two looks at the cheap clock, at most. */
	TICK_PERIOD_MAX = 256,
};

void worker_fail(struct worker *w)
{
	w->ending = true;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void plan_event(struct worker *w)
{
	w->event_ns = w->ramping ? w->ramp_end_ns : w->end_ns;
	w->event_ns = earlier(w->event_ns, worker_clock_due(&w->clock));
	if (w->ramping) {
		/* After each batch: ramp_size is no matter of time. */
		if (w->options->control.ramp_size)
			w->event_ns = 0;
		return;
	}
	if (w->control && w->control->searches)
		w->event_ns = earlier(w->event_ns, w->control->search.end_ns);
	w->event_ns = earlier(w->event_ns, series_due(&w->iops));
	if (w->samples)
		w->event_ns = earlier(w->event_ns, series_due(&w->bw));
	w->event_ns = earlier(w->event_ns, rate_floor_due(&w->floor));
}

/* The figures begin here. */
static void begin_counting(struct worker *w)
{
	const struct job_options *o = w->options;
	uint64_t now = w->now_ns;

	series_start(&w->bw, o->bwavgtime.ns, now);
	series_start(&w->iops, o->iopsavgtime.ns, now);
	rate_floor_start(&w->floor, now);
	worker_read_usage(&w->page->usage_before);
	counter_set(&w->page->stats.latency_depth,
		    w->control && w->control->searches
			    ? w->control->search.depth
			    : w->depth);
	counter_set(&w->page->measured_ns, now);
}

/* From here on it counts: at the start, or at the end of the ramp. */
static void begin_measuring(struct worker *w)
{
	const struct job_options *o = w->options;
	uint64_t now = w->now_ns;

	w->ramping = false;
	w->loops_left = o->loops > 0 ? o->loops - 1 : 0;
	w->end_ns = o->runtime.ns ? now + o->runtime.ns : UINT64_MAX;
	pace_start(&w->pace, now);
	if (w->control)
		control_start(w->control, now);
	if (w->log)
		job_log_start(w->log, now, w->end_ns);
	begin_counting(w);
	if (w->verify)
		worker_verify_start(w);
	atomic_store_explicit(&w->page->state, JOB_RUNNING,
			      memory_order_relaxed);
}

/* The workload is told of all that isn't started, the last one first. */
static void give_back(struct worker *w)
{
	if (w->held)
		workload_take_back(w->workload, w->held);
	for (unsigned i = w->ahead_end; i > w->ahead; i--)
		workload_take_back(w->workload, w->ahead_ios[i - 1]);
	for (unsigned i = w->waiting_count; i > 0; i--)
		workload_take_back(w->workload, w->waiting[i - 1]);
}

/* I/Os that were not started are not going to be. */
static void take_back(struct worker *w)
{
	if (w->workload)
		give_back(w);
	if (w->held && w->verify)
		verify_job_take_back(w->verify, w->held);
	if (w->held)
		w->free[w->free_count++] = w->held;
	w->held = NULL;
	w->ahead = w->ahead_end = 0;
	for (unsigned i = 0; i < w->waiting_count; i++) {
		if (w->one_by_one)
			start_release(w, w->waiting[i]);
		if (w->verify)
			verify_job_cancel(w->verify, w->waiting[i]);
		w->free[w->free_count++] = w->waiting[i];
	}
	w->waiting_count = 0;
}

/* What is in flight doesn't count when it ends. */
static void uncount_flight(struct worker *w)
{
	for (unsigned i = 0; i < w->depth; i++)
		w->marks[i] |= MARK_UNCOUNTED;
	for (unsigned i = 0; i < w->free_count; i++)
		w->marks[w->free[i]->slot] = 0;
	for (unsigned i = 0; i < w->waiting_count; i++)
		w->marks[w->waiting[i]->slot] = 0;
	if (w->held)
		w->marks[w->held->slot] = 0;
	w->marked = w->in_flight;
}

/*
 * What was done so far was to warm up: the pass begins anew, and what is in
 * flight doesn't count.
 */
static void end_ramp(struct worker *w)
{
	take_back(w);
	uncount_flight(w);
	job_stats_reset(&w->page->stats);
	if (w->page->priorities)
		priority_stats_reset(w->page->priorities);
	if (w->workload)
		workload_restart(w->workload);
	worker_read_clock(w);
	begin_measuring(w);
}

/* The CPU's counter was left for another clock. */
static void note_clock(struct worker *w)
{
	w->page->clock_source = w->clock.source;
	snprintf(w->page->notes[JOB_NOTE_CLOCK], JOB_ERROR_TEXT_MAX,
		 "clocksource: the CPU's counter and CLOCK_MONOTONIC ran "
		 "apart; clock_gettime was used from there on");
}

/* What is in flight began by a clock that was wrong by so much. */
static void leave_cycles(struct worker *w)
{
	uint64_t before = w->now_ns;

	note_clock(w);
	w->now_ns = 0;
	worker_read_clock(w);
	for (unsigned i = 0; i < w->depth; i++) {
		w->ios[i].start_ns += w->now_ns - before;
		w->ios[i].issue_ns += w->now_ns - before;
	}
}

/* ramp_size: it is over once so much was moved. */
static bool has_ramped(const struct worker *w)
{
	uint64_t wanted = w->options->control.ramp_size, bytes = 0;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		bytes += w->live_bytes[d];
	return w->now_ns >= w->ramp_end_ns || (wanted && bytes >= wanted);
}

static void miss_target(struct worker *w)
{
	const struct depth_search *s = &w->control->search;

	job_error_set(&w->page->error, ETIMEDOUT, "latency_target",
		      "latency_target: an I/O took more than %" PRIu64
		      " ns, and nothing else was in flight",
		      s->target_ns);
	worker_fail(w);
}

/*
 * latency_target: the next depth, once there is a verdict on this one. The
 * figures are those of the depth that is found, and not of the way to it.
 */
static void step_search(struct worker *w)
{
	struct control *c = w->control;
	struct depth_search *s = &c->search;

	if (w->now_ns < s->end_ns && !c->step_due)
		return;
	c->step_due = false;
	switch (depth_search_judge(s, w->now_ns)) {
	case DEPTH_STAYS:
		return;
	case DEPTH_CHANGED:
		if (!s->runs_on) {
			uncount_flight(w);
			job_stats_reset(&w->page->stats);
			begin_counting(w);
		}
		counter_set(&w->page->stats.latency_depth, s->depth);
		return;
	case DEPTH_FOUND:
		w->ending = true;
		return;
	case DEPTH_FAILED:
		miss_target(w);
		return;
	}
}

/* The user is to know a depth that nobody has judged. */
static void note_search(const struct worker *w)
{
	const struct depth_search *s = &w->control->search;

	if (w->page->error.code || s->settled)
		return;
	snprintf(w->page->notes[JOB_NOTE_TARGET], JOB_ERROR_TEXT_MAX,
		 "latency_target: the job ended before a depth was found; the "
		 "greatest that held is %u",
		 s->low);
}

void worker_handle_events(struct worker *w)
{
	if (w->now_ns >= worker_clock_due(&w->clock) &&
	    !worker_clock_check(&w->clock))
		leave_cycles(w);
	if (w->ramping) {
		if (has_ramped(w))
			end_ramp(w);
		plan_event(w);
		return;
	}
	if (w->now_ns >= w->end_ns)
		w->ending = true;
	if (w->samples && w->now_ns >= series_due(&w->bw))
		series_sample_bw(&w->bw, &w->page->stats, w->now_ns);
	if (w->now_ns >= series_due(&w->iops))
		series_sample_iops(&w->iops, &w->page->stats, w->now_ns);
	if (rate_floor_check(&w->floor, &w->page->stats, w->now_ns,
			     &w->page->error) < 0)
		worker_fail(w);
	account_runtime(w, w->now_ns);
	if (w->control && w->control->searches && !w->ending)
		step_search(w);
	w->stale = true;
	plan_event(w);
}

/*
 * The time to within a few milliseconds, where no latency is wanted: read
 * seldom as long as it stands still, and at every batch once it has moved.
 */
void worker_tick(struct worker *w)
{
	struct timespec t;
	uint64_t now;

	if (--w->ticks_left)
		return;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	now = (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_nsec;
	if (now > w->now_ns)
		w->tick_period = 1;
	else if (w->tick_period < TICK_PERIOD_MAX)
		w->tick_period *= 2;
	w->ticks_left = w->tick_period;
	if (now > w->now_ns)
		w->now_ns = now;
}

void worker_look_around(struct worker *w)
{
	if (!w->timed)
		worker_tick(w);
	if (w->now_ns >= w->event_ns)
		worker_handle_events(w);
	if (atomic_load_explicit(&w->page->stop, memory_order_relaxed))
		w->ending = true;
}

/* How long the next I/O has to wait yet, as far as that may be slept. */
static uint64_t wait_until(struct worker *w)
{
	uint64_t until = w->now_ns + SLEEP_MAX_NS;

	if (w->held || w->activity)
		until = earlier(until, w->due_ns);
	if (w->ramping)
		return earlier(until, w->ramp_end_ns);
	until = earlier(until, rate_floor_due(&w->floor));
	return earlier(until, w->end_ns);
}

/* thinktime_spin: as if the CPU had to do something with the data. */
static void spin_until(struct worker *w, uint64_t until)
{
	while (w->now_ns < until)
		worker_read_clock(w);
}

void worker_sleep_until_due(struct worker *w)
{
	uint64_t until = wait_until(w);

	if (w->now_ns < w->pace.think.spin_until_ns)
		spin_until(w, earlier(until, w->pace.think.spin_until_ns));
	else
		clock_sleep_until(until);
	worker_read_clock(w);
}

void worker_engine_failed(struct worker *w, int code)
{
	job_error_set(&w->page->error, code ? code : EIO, "engine",
		      "the engine lost an I/O: %s",
		      strerror(code ? code : EIO));
	w->in_flight = 0;
	worker_fail(w);
}

/* Whether something may have to be done before the next I/O ends. */
static bool has_to_look_up(const struct worker *w)
{
	if (w->ending)
		return false;
	return w->floor.active || (w->held && !w->blocked);
}

/* But not beyond the time at which the held I/O is due. */
void worker_reap(struct worker *w)
{
	const struct batching *b = &w->batching;
	unsigned min = b->reap_min;
	bool limited = w->looks_up && has_to_look_up(w);
	struct timespec timeout;
	int n;

	if (min == 0 && (w->ending || w->exhausted))
		min = 1;
	if (min > w->in_flight)
		min = w->in_flight;
	if (limited) {
		uint64_t until = wait_until(w);

		timeout = clock_timespec(until > w->now_ns ? until - w->now_ns
							   : 0);
	}
	n = w->engine->reap(w->state, w->done, min, b->reap_max,
			    limited ? &timeout : NULL);
	if (w->timed && !w->is_sync)
		worker_read_clock(w);
	if (n > 0)
		account_completions(w, (unsigned)n);
	else if (n < 0 && n != -EINTR)
		worker_engine_failed(w, -n);
}

/* Whether to reap before more is started. */
static bool is_full(const struct worker *w, unsigned started)
{
	return !started || !w->free_count || w->batching.reap_min == 0 ||
	       w->batching.submit >= w->depth;
}

static void begin(struct worker *w)
{
	struct job_page *page = w->page;

	if (!worker_clock_start(&w->clock))
		note_clock(w);
	worker_read_clock(w);
	counter_set(&page->begun_epoch_ms,
		    clock_ms((clockid_t)w->options->job_start_clock));
	counter_set(&page->begun_ns, w->now_ns);
	w->ticks_left = w->tick_period = 1;
	if (w->options->ramp_time.ns || w->options->control.ramp_size) {
		w->ramping = true;
		w->ramp_end_ns = w->options->ramp_time.ns
					 ? w->now_ns + w->options->ramp_time.ns
					 : UINT64_MAX;
		w->end_ns = UINT64_MAX;
		pace_start(&w->pace, w->now_ns);
		if (w->control)
			control_start(w->control, w->now_ns);
		atomic_store_explicit(&page->state, JOB_RAMP,
				      memory_order_relaxed);
	} else {
		begin_measuring(w);
	}
	plan_event(w);
}

static void loop_batches(struct worker *w)
{
	struct batching *b = &w->batching;
	unsigned started;

	for (;;) {
		worker_look_around(w);
		started = w->ending || b->draining ? 0 : start_ios(w);
		if (w->in_flight) {
			if (!is_full(w, started))
				continue;
			if (!w->free_count)
				b->draining = true;
			worker_reap(w);
			if (w->in_flight <= b->low)
				b->draining = false;
			continue;
		}
		if (w->ending)
			break;
		if (w->exhausted && !w->held && !w->waiting_count)
			break;
		if (w->held)
			worker_sleep_until_due(w);
	}
}

void worker_loop(struct worker *w)
{
	begin(w);
	if (w->task)
		worker_loop_task(w);
	else if (w->activity)
		worker_loop_activity(w);
	else if (w->ahead_ios)
		worker_loop_single(w);
	else
		loop_batches(w);
	/* The job ended before its ramp did: it has measured nothing. */
	if (w->ramping)
		end_ramp(w);
	if (w->workload) {
		give_back(w);
		workload_leave(w->workload);
	}
	if (w->control && w->control->searches)
		note_search(w);
}
