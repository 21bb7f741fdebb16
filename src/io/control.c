#include "control.h"

#include "base/cycle_clock.h"
#include "spec/plan.h"

#include <errno.h>
#include <stdlib.h>

bool control_is_wanted(const struct job_options *options)
{
	const struct control_options *o = &options->control;

	return o->latency.target.ns || o->flow.weight || o->serialize_overlap ||
	       o->thinkcycles;
}

static void init_search(struct depth_search *s, const struct latency_options *o,
			unsigned depth)
{
	*s = (struct depth_search){
		.target_ns = o->target.ns,
		.window_ns = o->window.ns,
		.percent = o->percentile,
		.runs_on = o->run,
		.max = depth,
	};
}

struct control *control_new(const struct layout *layout, struct job_page *page,
			    unsigned depth, struct job_error *error)
{
	const struct control_options *o =
		&layout->job->section->options->control;
	struct control *c = calloc(1, sizeof(*c));

	if (!c ||
	    (o->serialize_overlap && overlap_open(&c->overlap, depth) < 0)) {
		job_error_set(error, ENOMEM, "calloc",
			      "no memory for the job's state");
		free(c);
		return NULL;
	}
	c->searches = o->latency.target.ns;
	c->flows = o->flow.weight;
	c->serializes = o->serialize_overlap;
	c->think_cycles = o->thinkcycles;
	if (c->searches)
		init_search(&c->search, &o->latency, depth);
	if (c->flows)
		flow_init(&c->flow, layout, page);
	if (!c->think_cycles || cycle_counter())
		return c;
	job_error_set(error, ENOTSUP, "thinkcycles",
		      "thinkcycles: this CPU has no counter of cycles that the "
		      "program can read");
	control_free(c);
	return NULL;
}

void control_free(struct control *c)
{
	if (!c)
		return;
	overlap_close(&c->overlap);
	free(c);
}

void control_start(struct control *c, uint64_t now_ns)
{
	if (c->searches)
		depth_search_start(&c->search, now_ns);
	c->step_due = false;
	if (c->flows)
		flow_join(&c->flow);
}

unsigned control_room(const struct control *c, unsigned n, unsigned in_flight)
{
	unsigned room;

	if (!c->searches)
		return n;
	room = c->search.depth > in_flight ? c->search.depth - in_flight : 0;
	return n < room ? n : room;
}

static struct overlap_range range_of(const struct io *io)
{
	return (struct overlap_range){
		.begin = io->offset,
		.end = io->offset + io->length,
		.file = io->file_index,
		.slot = io->slot,
	};
}

enum control_answer control_ask(struct control *c, const struct io *io)
{
	if (io->kind >= IO_FSYNC)
		return CONTROL_GO;
	if (c->flows && !flow_lets(&c->flow))
		return CONTROL_LATER;
	if (c->serializes) {
		struct overlap_range range = range_of(io);

		if (overlap_has(&c->overlap, &range))
			return CONTROL_WAIT;
	}
	return CONTROL_GO;
}

void control_started(struct control *c, const struct io *io)
{
	if (io->kind >= IO_FSYNC)
		return;
	if (c->flows)
		flow_started(&c->flow);
	if (c->serializes) {
		struct overlap_range range = range_of(io);

		overlap_add(&c->overlap, &range);
	}
}

void control_release(struct control *c, const struct io *io)
{
	if (c->serializes && io->kind < IO_FSYNC)
		overlap_remove(&c->overlap, io->slot);
}

void control_think(const struct control *c)
{
	uint64_t start;

	if (!c->think_cycles)
		return;
	start = cycle_counter();
	while (cycle_counter() - start < c->think_cycles)
		;
}
