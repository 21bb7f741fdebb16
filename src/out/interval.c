#include "out/interval.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <stdlib.h>

/* What was counted by the look before. */
struct direction_memory {
	uint64_t ios;
	uint64_t bytes;
	struct summary latency;
	struct histogram *histogram; /* NULL until there is a value */
};

struct interval_memory {
	bool closed; /* it has ended, and has been told of */
	uint64_t measured_ns;
	uint64_t errors;
	struct direction_memory direction[DIRECTION_COUNT];
};

struct intervals *intervals_new(const struct plan *plan,
				const struct job_page *pages, uint64_t start_ns)
{
	struct intervals *in = xcalloc(1, sizeof(*in));

	in->plan = plan;
	in->pages = pages;
	in->start_ns = in->last_ns = in->now_ns = start_ns;
	in->jobs = xcalloc(plan->job_count, sizeof(in->jobs[0]));
	in->memory = xcalloc(plan->job_count, sizeof(in->memory[0]));
	in->room = xcalloc(1, sizeof(*in->room));
	return in;
}

void intervals_free(struct intervals *in)
{
	if (!in)
		return;
	for (size_t i = 0; i < in->plan->job_count; i++)
		for (unsigned d = 0; d < DIRECTION_COUNT; d++)
			free(in->memory[i].direction[d].histogram);
	free(in->room);
	free(in->memory);
	free(in->jobs);
	free(in);
}

/* The end of the ramp set all statistics to zero. */
static void forget_latency(struct direction_memory *m)
{
	free(m->histogram);
	m->histogram = NULL;
	m->latency = (struct summary){ 0 };
}

static uint64_t difference(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

/*
 * What came to the histogram since the look before, into `room`, which is
 * empty; returns the value of the highest bucket. `memory` is brought up to
 * now.
 */
static uint64_t take_difference(const struct histogram *now,
				struct histogram *memory,
				const struct summary *s, struct histogram *room)
{
	unsigned last = histogram_index(s->max);
	uint64_t highest = 0;

	for (unsigned i = histogram_index(s->min); i <= last; i++) {
		uint64_t n = counter_read(&now->bucket[i]);
		uint64_t new = difference(n, counter_read(&memory->bucket[i]));

		counter_set(&room->bucket[i], new);
		counter_set(&memory->bucket[i], n);
		if (new)
			highest = histogram_value(i);
	}
	return highest;
}

static void look_at_latency(struct interval_direction *d,
			    struct direction_memory *m,
			    const struct latency_stats *l,
			    struct histogram *room)
{
	static const double wanted[] = { 50, 99 };
	struct summary s = moments_summary(&l->moments);
	uint64_t values[2], highest;

	d->latencies = difference(s.count, m->latency.count);
	if (d->latencies == 0)
		return;
	d->mean_ns = (s.mean * (double)s.count -
		      m->latency.mean * (double)m->latency.count) /
		     (double)d->latencies;
	if (!m->histogram)
		m->histogram = xcalloc(1, sizeof(*m->histogram));
	highest = take_difference(&l->histogram, m->histogram, &s, room);
	/* A new maximum is known exactly, any other by its bucket. */
	d->max_ns = s.max > m->latency.max || highest > s.max ? s.max : highest;
	histogram_percentiles(room, wanted, 2, s.min, d->max_ns, values);
	d->p50_ns = values[0];
	d->p99_ns = values[1];
	for (unsigned i = histogram_index(s.min); i <= histogram_index(s.max);
	     i++)
		counter_set(&room->bucket[i], 0);
	m->latency = s;
}

static void look_at_direction(struct intervals *in, size_t number, unsigned d)
{
	const struct job_page *page = &in->pages[number];
	const struct direction_stats *stats = &page->stats.direction[d];
	const struct interval_job *job = &in->jobs[number];
	struct interval_direction *r = &in->jobs[number].direction[d];
	struct direction_memory *m = &in->memory[number].direction[d];
	double seconds = (double)job->ns / (double)NSEC_PER_SEC;

	*r = (struct interval_direction){
		.total_ios = counter_read(&page->live_ios[d]),
		.total_bytes = counter_read(&page->live_bytes[d]),
	};
	r->used =
		r->total_ios || job->job->section->options->rw.flags & 1u << d;
	r->ios = difference(r->total_ios, m->ios);
	r->bytes = difference(r->total_bytes, m->bytes);
	m->ios = r->total_ios;
	m->bytes = r->total_bytes;
	if (seconds > 0) {
		r->iops = (double)r->ios / seconds;
		r->bw_bytes = (double)r->bytes / seconds;
	}
	look_at_latency(r, m, job->of_lat ? &stats->lat : &stats->clat,
			in->room);
}

static const char *state_name(const struct job_page *page, uint32_t state)
{
	if (state == JOB_RAMP)
		return "ramp";
	if (state < JOB_EXITED)
		return "running";
	return page->error.code || state == JOB_KILLED ? "failed" : "ended";
}

/* How long the job was at work in the interval. */
static uint64_t time_at_work(const struct intervals *in,
			     const struct job_page *page)
{
	uint64_t from = counter_read(&page->begun_ns);
	uint64_t to = counter_read(&page->ended_ns);

	if (from < in->last_ns)
		from = in->last_ns;
	if (to == 0 || to > in->now_ns)
		to = in->now_ns;
	return difference(to, from);
}

static void look_at_job(struct intervals *in, size_t number)
{
	const struct job_page *page = &in->pages[number];
	struct interval_job *r = &in->jobs[number];
	struct interval_memory *m = &in->memory[number];
	uint32_t state =
		atomic_load_explicit(&page->state, memory_order_acquire);
	uint64_t measured = counter_read(&page->measured_ns);
	uint64_t errors = counter_read(&page->stats.errors);

	r->job = &in->plan->jobs[number];
	r->at_work = counter_read(&page->begun_ns) && state < JOB_EXITED;
	r->present = counter_read(&page->begun_ns) && !m->closed;
	r->state = state_name(page, state);
	r->of_lat = r->job->section->options->lat_percentiles;
	r->ns = r->present ? time_at_work(in, page) : 0;
	if (!r->at_work && (page->error.code || state == JOB_KILLED))
		errors++;
	if (measured != m->measured_ns)
		m->errors = 0;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		if (measured != m->measured_ns)
			forget_latency(&m->direction[d]);
		look_at_direction(in, number, d);
	}
	r->errors = difference(errors, m->errors);
	r->total_errors = errors;
	m->errors = errors;
	m->measured_ns = measured;
	m->closed |= r->present && !r->at_work;
}

void intervals_look(struct intervals *in, uint64_t now_ns)
{
	in->last_ns = in->now_ns;
	in->now_ns = now_ns;
	for (size_t i = 0; i < in->plan->job_count; i++)
		if (!in->memory[i].closed || in->jobs[i].present)
			look_at_job(in, i);
}
