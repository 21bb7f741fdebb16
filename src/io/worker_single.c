#include "worker_state.h"

#include "spec/plan.h"

#include <string.h>

/*
 * The loop for an engine that ends each I/O before it starts the next. There
 * the program itself is a large part of a fast device's figures, so I/Os are
 * generated some at a time, counted in here and put into the page together;
 * only latencies go there one by one. What is out of the ordinary is left to
 * the code that all engines share.
 */
struct counts {
	unsigned ios;
	uint64_t by_direction[DIRECTION_COUNT];
	uint64_t bytes[DIRECTION_COUNT];
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

/* Put the counts into the page. */
static void flush(struct worker *w, struct counts *c)
{
	struct job_stats *stats = &w->page->stats;

	if (!c->ios)
		return;
	add_calls(w, c->ios);
	counter_add(&stats->depth_level[depth_level_class(1)], c->ios);
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		struct direction_stats *s = &stats->direction[d];

		if (!c->by_direction[d])
			continue;
		counter_add(&s->issued, c->by_direction[d]);
		counter_add(&s->completed, c->by_direction[d]);
		counter_add(&s->bytes, c->bytes[d]);
		w->live_ios[d] += c->by_direction[d];
		w->live_bytes[d] += c->bytes[d];
		counter_set(&w->page->live_ios[d], w->live_ios[d]);
		counter_set(&w->page->live_bytes[d], w->live_bytes[d]);
		/* The same latencies: a copy is as good as a count. */
		if (w->latency.clat && w->latency.lat)
			moments_copy(&s->lat.moments, &s->clat.moments);
	}
	*c = (struct counts){ 0 };
}

/* No time passes between start and issue: clat and lat are one. */
static inline void count(struct worker *w, struct counts *c,
			 const struct io *io, uint64_t ns)
{
	struct direction_stats *s = &w->page->stats.direction[io->kind];

	if (w->latency.clat)
		latency_add(&s->clat, ns);
	else if (w->latency.lat)
		moments_add(&s->lat.moments, ns);
	if (w->latency.lat_histogram && w->latency.lat)
		histogram_add(&s->lat.histogram, ns);
	c->by_direction[io->kind]++;
	c->bytes[io->kind] += io->length;
	c->ios++;
}

/* An I/O that took place, but not as most do: the rest is done as for all. */
static void count_odd(struct worker *w, const struct io *io, uint64_t start_ns)
{
	struct io *only = &w->ios[0];

	/* All that was generated before this one is done, so its place is. */
	*only = *io;
	w->free_count = 0;
	account_issue(w, &only, 1, start_ns, start_ns);
	account_completions(w, 1);
	while (w->in_flight)
		worker_reap(w);
	w->stale = true;
}

static bool is_odd(const struct worker *w, const struct io *io)
{
	return io->kind >= IO_FSYNC || w->done[0].result != (int32_t)io->length;
}

/* One of which there is more to know, or to tell, than that it is done. */
static void count_carefully(struct worker *w, struct counts *c, struct io *io,
			    uint64_t start_ns)
{
	if (is_odd(w, io) || w->max_latency_ns) {
		flush(w, c);
		count_odd(w, io, start_ns);
		return;
	}
	count(w, c, io, w->now_ns - start_ns);
	io->start_ns = io->issue_ns = start_ns;
	if (job_log_add(w->log, io, w->now_ns))
		w->stale = true;
}

/* Do one I/O, from start to end. */
static void perform(struct worker *w, struct counts *c, struct io *io)
{
	uint64_t start;
	int n;

	if (w->timed && (w->stale || !w->chained))
		worker_read_clock(w);
	start = w->now_ns;
	n = w->engine->submit(w->state, &io, 1);
	if (n == 1)
		n = w->engine->reap(w->state, w->done, 1, 1, NULL);
	if (w->timed)
		worker_read_clock(w);
	if (n != 1) {
		worker_engine_failed(w, n < 0 ? -n : 0);
		return;
	}
	if (is_odd(w, io) || w->watches) {
		count_carefully(w, c, io, start);
		return;
	}
	count(w, c, io, w->now_ns - start);
}

/* The next I/O, or NULL when there is none. */
static inline struct io *next_io(struct worker *w, struct counts *c)
{
	struct io *io;

	if (w->ahead == w->ahead_end) {
		flush(w, c);
		w->ahead_end = start_generate(w, w->ahead_ios, WORKER_AHEAD);
		w->ahead = 0;
		if (!w->ahead_end)
			return NULL;
	}
	io = w->ahead_ios[w->ahead++];
	start_complete(w, &io, 1);
	return io;
}

void worker_loop_single(struct worker *w)
{
	struct counts c = { 0 };
	struct io *io;

	for (;;) {
		if (!w->timed)
			worker_tick(w);
		if (w->now_ns >= w->event_ns) {
			flush(w, &c);
			worker_handle_events(w);
		}
		if (w->ending ||
		    atomic_load_explicit(&w->page->stop, memory_order_relaxed))
			break;
		io = next_io(w, &c);
		if (!io)
			break;
		perform(w, &c, io);
	}
	flush(w, &c);
}
