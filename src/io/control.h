#ifndef RUNNER_CONTROL_H
#define RUNNER_CONTROL_H

#include "engine/engine.h"
#include "io/depth_search.h"
#include "io/flow.h"
#include "io/overlap.h"
#include "io/overlap_table.h"

/*
 * What holds a job's I/Os back besides pace and files: latency_target, flow,
 * serialize_overlap (trimwrite and experimental_verify need the same), and
 * thinkcycles, which stalls after each. A job that has any of it lets its I/Os
 * in one by one; others have no struct control and know nothing of it.
 */
struct control {
	bool searches, flows, serializes;
	struct depth_search search;
	struct flow flow;
	struct overlap overlap;
	struct overlap_place shared;     /* for the files of others, too, */
	const struct layout_file *files; /* as they tell */
	uint64_t think_cycles;
	bool step_due;     /* the search can't wait for the end of its window */
	uint64_t pause_ns; /* before one that was to come later is asked for */
};

/* Whether the job has any of it; `depth` I/Os of it may be in flight. */
bool control_is_wanted(const struct job_options *options, unsigned depth);

/* NULL after setting `error`. */
struct control *control_new(const struct layout *layout, struct job_page *page,
			    unsigned depth, struct job_error *error);
void control_free(struct control *control);

/* The job begins, or its ramp is over. */
void control_start(struct control *control, uint64_t now_ns);

/* How many of `n` I/Os may start besides those in flight. */
unsigned control_room(const struct control *control, unsigned n,
		      unsigned in_flight);

enum control_answer {
	CONTROL_GO,
	CONTROL_WAIT,  /* until another I/O has ended */
	CONTROL_LATER, /* pause_ns from now */
};

/* Whether an I/O may start now, and then that it does. */
enum control_answer control_ask(struct control *control, const struct io *io);
void control_started(struct control *control, const struct io *io);

/* One that may start has ended, or isn't started after all. */
void control_release(struct control *control, const struct io *io);

/* thinkcycles: keep the CPU busy for so many. */
void control_think(const struct control *control);

#endif
