#ifndef RUNNER_IO_FLOW_H
#define RUNNER_IO_FLOW_H

#include "io/layout.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * flow: the jobs of one flow_id do I/Os in proportion to their weights. Each
 * has a clock of its own, in its page, which an I/O moves on by 1 / weight; one
 * whose clock is further ahead of the slowest of those at work than
 * flow_watermark I/Os are waits ("start-time fair queueing": Goyal, Vin and
 * Cheng, 1996). A job that begins joins at the slowest clock, so that it has
 * nothing to make up for. Nobody takes a lock.
 */
struct flow {
	struct job_page *page;  /* of the job, among those of all jobs */
	struct job_page *pages; /* of all */
	const uint32_t *peers;  /* numbers of the flow's jobs, this one, too */
	uint32_t peer_count;
	uint64_t step;     /* of the clock, for one I/O */
	uint64_t ahead;    /* what it may be ahead */
	uint64_t sleep_ns; /* before it looks again */
	uint64_t slowest;  /* of the clocks, when it was last looked at */
};

/* `page` is the job's, and has those of all others beside it. */
void flow_init(struct flow *flow, const struct layout *layout,
	       struct job_page *page);

/* The job begins. */
void flow_join(struct flow *flow);

/* Whether an I/O may start now. */
bool flow_lets(struct flow *flow);

/* One has. */
void flow_started(struct flow *flow);

#endif
