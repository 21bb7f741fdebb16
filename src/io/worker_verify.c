#include "worker_state.h"

#include "spec/plan.h"

#include <errno.h>
#include <stdatomic.h>

/*
 * The part of a job's course that verify adds to it: when blocks are read back,
 * and what comes of one that is bad. Only jobs with verify come here.
 */

int worker_verify_open(struct worker *w)
{
	if (w->options->verify.scheme == VERIFY_NONE || w->activity)
		return 0;
	w->verify = verify_job_open(w->layout, w->page, &w->buffers,
				    &w->page->error);
	return w->verify ? 0 : -1;
}

static bool goes_on(const struct worker *w)
{
	const struct job_options *o = w->options;
	const struct ignored_errors *list = &o->ignore_error;
	const int verification = DIRECTION_TRIM; /* the third of the list */

	if (o->verify.fatal)
		return false;
	for (size_t i = 0; i < list->count[verification]; i++)
		if (list->of[verification][i] == EILSEQ)
			return true;
	return o->continue_on_error & CONTINUE_VERIFY;
}

/*
 * Bad blocks fail the job, even if it goes on. They may have been found by
 * other threads meanwhile.
 */
static void notice_bad(struct worker *w)
{
	struct verify_stats *v = &w->page->verify;
	struct job_stats *stats = &w->page->stats;
	uint64_t bad = atomic_load_explicit(&v->bad, memory_order_acquire);

	if (bad == w->bad_noticed)
		return;
	if (goes_on(w)) {
		counter_add(&stats->errors, bad - w->bad_noticed);
		if (!counter_read(&stats->first_error))
			counter_set(&stats->first_error, EILSEQ);
	} else {
		worker_fail(w);
	}
	w->bad_noticed = bad;
	job_error_set(&w->page->error, EILSEQ, "verify", "%s", v->texts[0]);
}

void worker_verify_end(struct worker *w, const struct io *io, bool well)
{
	verify_job_end(w->verify, io, well);
	notice_bad(w);
	w->stale = true;
}

bool worker_verify_generate(struct worker *w, struct io *io)
{
	if (verify_job_next(w->verify, io)) {
		start_set_descriptors(w, &io, 1);
		return true;
	}
	/* Of a phase there may be more passes to come. */
	if (verify_job_is_reading(w->verify) && !verify_job_in_phase(w->verify))
		return false;
	if (verify_job_is_only(w->verify) || verify_job_is_done(w->verify)) {
		w->exhausted = true;
		return false;
	}
	if (!start_generate(w, &io, 1))
		return false;
	verify_job_note_generated(w->verify, io);
	return true;
}

static bool runs_in_passes(const struct worker *w, unsigned direction)
{
	if (direction == DIRECTION_TRIM)
		return w->options->rw.flags & RW_TRIM ||
		       !verify_job_runs_in_phase(w->verify, direction);
	return direction != DIRECTION_READ ||
	       verify_job_reads_in_passes(w->verify);
}

/* Whether time that passes now is the direction's. */
static bool is_running(const struct worker *w, unsigned direction)
{
	if (verify_job_in_phase(w->verify))
		return verify_job_runs_in_phase(w->verify, direction);
	return runs_in_passes(w, direction);
}

uint64_t worker_verify_runtime(const struct worker *w, unsigned direction,
			       uint64_t now_ns)
{
	uint64_t ns = w->past_ns[direction];

	if (is_running(w, direction) && now_ns > w->phase_ns)
		ns += now_ns - w->phase_ns;
	return ns;
}

void worker_verify_start(struct worker *w)
{
	w->phase_ns = w->now_ns;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		w->past_ns[d] = 0;
}

/* What has passed until now is what it was; what follows is something else. */
static void end_stretch(struct worker *w)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		w->past_ns[d] = worker_verify_runtime(w, d, w->now_ns);
	account_runtime(w, w->now_ns);
	w->phase_ns = w->now_ns;
}

static void begin_phase(struct worker *w)
{
	worker_read_clock(w);
	end_stretch(w);
	if (target_settle(w->target, &w->page->error) < 0) {
		worker_fail(w);
		return;
	}
	verify_job_begin_phase(w->verify);
	atomic_store_explicit(&w->page->state, JOB_VERIFYING,
			      memory_order_relaxed);
	worker_read_clock(w);
	w->phase_ns = w->now_ns;
}

static void end_phase(struct worker *w)
{
	worker_read_clock(w);
	end_stretch(w);
	verify_job_end_phase(w->verify);
	atomic_store_explicit(&w->page->state, JOB_RUNNING,
			      memory_order_relaxed);
}

bool worker_verify_pass_over(struct worker *w, unsigned generated)
{
	bool idle = w->free_count + (w->held != NULL) == w->depth;

	if (verify_job_in_phase(w->verify)) {
		if (idle)
			end_phase(w);
		return idle;
	}
	if (w->ramping || w->ending)
		return true;
	if (generated || !idle)
		return false;
	if (!verify_job_has_left(w->verify))
		return true;
	begin_phase(w);
	return false;
}

void worker_verify_finish(struct worker *w)
{
	verify_job_drain(w->verify);
	notice_bad(w);
}
