#include "control.h"

#include "base/clock.h"
#include "base/cycle_clock.h"
#include "spec/plan.h"

#include <errno.h>
#include <stdlib.h>

/* How long what another process has in flight is let be: short against it. */
#define OVERLAP_PAUSE_NS (20 * NSEC_PER_USEC)

/* trimwrite: a write that overtakes the trim before it would be lost. */
static bool trims_what_it_writes(const struct job_options *options)
{
	return options->rw.flags & RW_TRIM && options->rw.flags & RW_WRITE;
}

/* Which write was the last at a place is known by their order alone. */
static bool keeps_no_record(const struct job_options *options)
{
	return options->verify.scheme != VERIFY_NONE &&
	       options->verify.experimental;
}

static bool serializes(const struct job_options *options, unsigned depth)
{
	return options->control.serialize_overlap ||
	       (depth > 1 &&
		(trims_what_it_writes(options) || keeps_no_record(options)));
}

bool control_is_wanted(const struct job_options *options, unsigned depth)
{
	const struct control_options *o = &options->control;

	return o->latency.target.ns || o->flow.weight ||
	       serializes(options, depth) || o->thinkcycles;
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
	bool in_order = serializes(layout->job->section->options, depth);

	if (!c || (in_order && overlap_open(&c->overlap, depth) < 0)) {
		job_error_set(error, ENOMEM, "calloc",
			      "no memory for the job's state");
		free(c);
		return NULL;
	}
	c->searches = o->latency.target.ns;
	c->flows = o->flow.weight;
	c->serializes = in_order;
	c->files = layout->files;
	c->shared = (struct overlap_place){
		.table = layout->overlaps,
		.first = layout->overlap_first,
		.job = (uint32_t)layout->job->number,
		.pages = page - layout->job->number,
	};
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

static struct overlap_range range_of(const struct io *io, uint32_t file)
{
	return (struct overlap_range){
		.begin = io->offset,
		.end = io->offset + io->length,
		.file = file,
		.slot = io->slot,
	};
}

/* The number of its file among those that others use, too; 0: it isn't. */
static uint32_t shared_file(const struct control *c, const struct io *io)
{
	return c->shared.table ? c->files[io->file_index].overlap_file : 0;
}

static enum control_answer take_own(struct control *c, const struct io *io)
{
	struct overlap_range range = range_of(io, io->file_index);

	if (overlap_has(&c->overlap, &range))
		return CONTROL_WAIT;
	overlap_add(&c->overlap, &range);
	return CONTROL_GO;
}

static enum control_answer take_shared(struct control *c, const struct io *io,
				       uint32_t file)
{
	struct overlap_range range = range_of(io, file);

	switch (overlap_table_take(&c->shared, &range)) {
	case OVERLAP_NONE:
		return CONTROL_GO;
	case OVERLAP_OWN:
		return CONTROL_WAIT;
	default:
		c->pause_ns = OVERLAP_PAUSE_NS;
		return CONTROL_LATER;
	}
}

enum control_answer control_ask(struct control *c, const struct io *io)
{
	uint32_t file;

	if (io->kind >= IO_FSYNC)
		return CONTROL_GO;
	if (c->flows && !flow_lets(&c->flow)) {
		c->pause_ns = c->flow.sleep_ns;
		return CONTROL_LATER;
	}
	if (!c->serializes)
		return CONTROL_GO;
	file = shared_file(c, io);
	return file ? take_shared(c, io, file) : take_own(c, io);
}

void control_started(struct control *c, const struct io *io)
{
	if (c->flows && io->kind < IO_FSYNC)
		flow_started(&c->flow);
}

void control_release(struct control *c, const struct io *io)
{
	if (!c->serializes || io->kind >= IO_FSYNC)
		return;
	if (shared_file(c, io))
		overlap_table_give_back(&c->shared, io->slot);
	else
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
