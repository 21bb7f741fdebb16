#include "io/flow.h"

#include "base/clock.h"

/* A round of all weights on the clock; no weight is above 1000. */
#define ROUND (UINT64_C(1) << 30)

/* Where flow_sleep isn't given: long against a check, short against an I/O. */
#define SLEEP_NS (50 * NSEC_PER_USEC)

void flow_init(struct flow *f, const struct layout *layout,
	       struct job_page *page)
{
	const struct flow_options *o =
		&layout->job->section->options->control.flow;

	*f = (struct flow){
		.page = page,
		.pages = page - layout->job->number,
		.peers = layout->flow_peers,
		.peer_count = layout->flow_peer_count,
		.step = ROUND / o->weight,
		.ahead = o->watermark * (ROUND / o->weight),
		.sleep_ns = o->sleep.ns ? o->sleep.ns : SLEEP_NS,
	};
}

static bool is_at_work(const struct job_page *page)
{
	uint32_t state =
		atomic_load_explicit(&page->state, memory_order_relaxed);

	return (state == JOB_RAMP || state == JOB_RUNNING) &&
	       !atomic_load_explicit(&page->stop, memory_order_relaxed);
}

/* Of the others that are at work; UINT64_MAX when there are none. */
static uint64_t find_slowest(const struct flow *f)
{
	uint64_t slowest = UINT64_MAX;

	for (uint32_t i = 0; i < f->peer_count; i++) {
		const struct job_page *page = &f->pages[f->peers[i]];
		uint64_t time;

		if (page == f->page || !is_at_work(page))
			continue;
		time = counter_read(&page->flow_clock);
		if (time < slowest)
			slowest = time;
	}
	return slowest;
}

void flow_join(struct flow *f)
{
	uint64_t slowest = find_slowest(f);

	if (slowest != UINT64_MAX)
		counter_set(&f->page->flow_clock, slowest);
}

/* The slowest clock only ever goes on: what was enough of it still is. */
bool flow_lets(struct flow *f)
{
	uint64_t now = counter_read(&f->page->flow_clock);

	if (now <= f->ahead || now - f->ahead <= f->slowest)
		return true;
	f->slowest = find_slowest(f);
	if (f->slowest != UINT64_MAX)
		return now - f->ahead <= f->slowest;
	/* Others may begin yet. */
	f->slowest = now;
	return true;
}

void flow_started(struct flow *f)
{
	counter_add(&f->page->flow_clock, f->step);
}
