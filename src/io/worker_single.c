#include "worker_state.h"

#include <string.h>

/*
 * The loop for an engine that ends each I/O before it starts the next. There
 * the program itself is a large part of a fast device's figures, so I/Os are
 * generated some at a time, done one after the other, and counted together, so
 * that what it costs to generate and to count is nobody's latency. What is out
 * of the ordinary is left to the code that all engines share.
 */

#define ALWAYS_INLINE inline __attribute__((always_inline))

enum {
	/* An I/O that took so long may as well be counted at once. */
	SLOW_NS = 20000,
	/* Not what an I/O can result in: the engine has failed. */
	RESULT_LOST = INT32_MIN,
};

/* I/Os that were done and are not in the page yet. */
struct run {
	unsigned count[DIRECTION_COUNT];
	uint64_t bytes[DIRECTION_COUNT];
	uint64_t ns[DIRECTION_COUNT][WORKER_AHEAD];

	/* The last one, if it has to be counted in another way. */
	struct io *odd;
	uint64_t odd_start_ns;
};

static void add_calls(struct worker *w, unsigned n)
{
	struct job_stats *stats = &w->page->stats;
	unsigned class = depth_batch_class(1);

	if (!w->counts_calls)
		return;
	counter_add(&stats->submits, n);
	counter_add(&stats->completes, n);
	counter_add(&stats->depth_submit[class], n);
	counter_add(&stats->depth_complete[class], n);
}

/* No time passes between start and issue: clat and lat are one. */
static void add_latencies(const struct worker *w, struct direction_stats *s,
			  const uint64_t *ns, unsigned n)
{
	const struct latency_choice *wanted = &w->latency;

	if (wanted->clat)
		latency_add_list(&s->clat, ns, n);
	if (!wanted->lat)
		return;
	if (wanted->lat_histogram)
		latency_add_list(&s->lat, ns, n);
	else if (wanted->clat)
		moments_copy(&s->lat.moments, &s->clat.moments);
	else
		moments_add_list(&s->lat.moments, ns, n);
}

/* Put the counts of one direction into the page. */
static void flush_direction(struct worker *w, struct run *r, unsigned d)
{
	struct direction_stats *s = &w->page->stats.direction[d];
	unsigned n = r->count[d];

	counter_add(&s->issued, n);
	counter_add(&s->completed, n);
	counter_add(&s->bytes, r->bytes[d]);
	w->live_ios[d] += n;
	w->live_bytes[d] += r->bytes[d];
	counter_set(&w->page->live_ios[d], w->live_ios[d]);
	counter_set(&w->page->live_bytes[d], w->live_bytes[d]);
	add_latencies(w, s, r->ns[d], n);
	r->count[d] = 0;
	r->bytes[d] = 0;
}

static void flush(struct worker *w, struct run *r)
{
	unsigned total = 0;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		if (!r->count[d])
			continue;
		total += r->count[d];
		flush_direction(w, r, d);
	}
	if (!total)
		return;
	add_calls(w, total);
	counter_add(&w->page->stats.depth_level[depth_level_class(1)], total);
}

/* An I/O that took place, but not as most do: the rest is done as for all. */
static void count_odd(struct worker *w, const struct run *r)
{
	struct io *only = &w->ios[0];

	/* All that was generated before this one is done, so its place is. */
	*only = *r->odd;
	w->free_count = 0;
	account_issue(w, &only, 1, r->odd_start_ns, r->odd_start_ns);
	account_completions(w, 1);
	while (w->in_flight)
		worker_reap(w);
}

/* For engines without perform(). */
static int32_t perform_by_calls(struct worker *w, struct io *io)
{
	int n = w->engine->submit(w->state, &io, 1);

	if (n == 1)
		n = w->engine->reap(w->state, w->done, 1, 1, NULL);
	if (n == 1)
		return w->done[0].result;
	worker_engine_failed(w, n < 0 ? -n : 0);
	return RESULT_LOST;
}

static void note_odd(struct worker *w, struct run *r, struct io *io,
		     int32_t result, uint64_t start_ns)
{
	if (result == RESULT_LOST)
		return;
	w->done[0] = (struct completion){ .slot = 0, .result = result };
	r->odd = io;
	r->odd_start_ns = start_ns;
}

static inline void add(struct run *r, const struct io *io, uint64_t ns)
{
	r->ns[io->kind][r->count[io->kind]++] = ns;
	r->bytes[io->kind] += io->length;
}

static inline bool is_plain(const struct io *io, int32_t result)
{
	return result >= 0 && (uint32_t)result == io->length &&
	       io->kind < IO_FSYNC;
}

/* Not before `last`. */
static ALWAYS_INLINE uint64_t read_clock(const struct worker *w,
					 const struct cycle_clock *cycles,
					 const bool by_counter, uint64_t last)
{
	uint64_t now = by_counter ? cycle_clock_now(cycles)
				  : worker_clock_call(&w->clock);

	return now > last ? now : last;
}

static inline bool is_stopped(const struct worker *w)
{
	return atomic_load_explicit(&w->page->stop, memory_order_relaxed);
}

/*
 * Do what was generated, up to the first I/O that is odd or slow, or until it
 * is time for something else. Between the two readings of the clock there is
 * the engine and nothing that could wait for memory: what is needed there is in
 * variables of its own.
 */
static ALWAYS_INLINE void do_timed(struct worker *w, struct run *r,
				   const bool by_counter, const bool chained)
{
	const struct engine_ops *const engine = w->engine;
	int32_t (*const perform)(void *, const struct io *) = engine->perform;
	const struct cycle_clock cycles = w->clock.cycles;
	void *const state = w->state;
	uint64_t now, start, ns;

	worker_read_clock(w);
	now = w->now_ns;
	do {
		struct io *io = w->ahead_ios[w->ahead++];
		int32_t result;

		if (!chained) {
			start_prepare(w, io);
			/* Entering the kernel may have lost the mapping. */
			__builtin_prefetch(io);
			now = read_clock(w, &cycles, by_counter, now);
		}
		start = now;
		result = perform ? perform(state, io) : perform_by_calls(w, io);
		now = read_clock(w, &cycles, by_counter, start);
		ns = now - start;
		if (!is_plain(io, result) || ns > w->odd_ns) {
			w->now_ns = now;
			note_odd(w, r, io, result, start);
			return;
		}
		add(r, io, ns);
	} while (w->ahead < w->ahead_end && ns < SLOW_NS && now < w->event_ns &&
		 (chained || !is_stopped(w)));
	w->now_ns = now;
}

static void do_counted(struct worker *w, struct run *r)
{
	do_timed(w, r, true, false);
}

static void do_counted_chained(struct worker *w, struct run *r)
{
	do_timed(w, r, true, true);
}

static void do_called(struct worker *w, struct run *r)
{
	do_timed(w, r, false, false);
}

static void do_called_chained(struct worker *w, struct run *r)
{
	do_timed(w, r, false, true);
}

static int32_t perform(struct worker *w, struct io *io)
{
	return w->engine->perform ? w->engine->perform(w->state, io)
				  : perform_by_calls(w, io);
}

/* Each one is written to logs, which may take its time. */
static void do_logged(struct worker *w, struct run *r)
{
	uint64_t start, ns;

	do {
		struct io *io = w->ahead_ios[w->ahead++];
		int32_t result;

		start_prepare(w, io);
		worker_read_clock(w);
		start = w->now_ns;
		result = perform(w, io);
		worker_read_clock(w);
		ns = w->now_ns - start;
		if (!is_plain(io, result) || ns > w->odd_ns) {
			note_odd(w, r, io, result, start);
			return;
		}
		add(r, io, ns);
		io->start_ns = io->issue_ns = start;
		job_log_add(w->log, io, w->now_ns);
	} while (w->ahead < w->ahead_end && ns < SLOW_NS &&
		 w->now_ns < w->event_ns && !is_stopped(w));
}

/* Nobody wants to know how long it takes. */
static void do_untimed(struct worker *w, struct run *r)
{
	do {
		struct io *io = w->ahead_ios[w->ahead++];
		int32_t result;

		start_prepare(w, io);
		result = perform(w, io);
		if (!is_plain(io, result)) {
			note_odd(w, r, io, result, w->now_ns);
			return;
		}
		add(r, io, 0);
		worker_tick(w);
	} while (w->ahead < w->ahead_end && w->now_ns < w->event_ns &&
		 !is_stopped(w));
}

/* Returns false when there is nothing left to do. */
static bool generate(struct worker *w)
{
	if (w->ahead < w->ahead_end)
		return true;
	w->ahead = 0;
	w->ahead_end = start_generate(w, w->ahead_ios, WORKER_AHEAD);
	start_set_descriptors(w, w->ahead_ios, w->ahead_end);
	return w->ahead_end > 0;
}

/* It may change while the job runs: the counter may turn out to be no clock. */
static void do_some(struct worker *w, struct run *r)
{
	bool by_counter = w->clock.source == CLOCKSOURCE_CPU;

	if (w->log)
		do_logged(w, r);
	else if (!w->timed)
		do_untimed(w, r);
	else if (w->chained && by_counter)
		do_counted_chained(w, r);
	else if (w->chained)
		do_called_chained(w, r);
	else if (by_counter)
		do_counted(w, r);
	else
		do_called(w, r);
}

void worker_loop_single(struct worker *w)
{
	struct run r = { 0 };

	for (;;) {
		worker_look_around(w);
		if (w->ending || !generate(w))
			break;
		do_some(w, &r);
		flush(w, &r);
		if (r.odd)
			count_odd(w, &r);
		r.odd = NULL;
	}
}
