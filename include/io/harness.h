#ifndef RUNNER_IO_HARNESS_H
#define RUNNER_IO_HARNESS_H

#include "base/cycle_clock.h"
#include "io/layout.h"
#include "spec/job_options.h"
#include "stat/job_page.h"

/*
 * What a job's worker costs by itself: its own loop, with the job's options, on
 * an engine that does nothing, for a fraction of a millisecond. CPU time is
 * counted, so that other processes of a busy machine are not. Pauses (rate,
 * thinktime), logs and files that are opened and locked in between are left
 * out.
 */
struct harness {
	double ns_per_io;
	double ios_per_submit; /* that one call of the engine starts */
};

/*
 * Of a job that doesn't run. 0, or -1 with `error`: it is an activity, or there
 * is no memory.
 */
int harness_measure(const struct layout *layout,
		    const struct cycle_clock *cycles, struct harness *harness,
		    struct job_error *error);

/* CPU time of one reading of the clock. */
double harness_clock_ns(enum clock_source source,
			const struct cycle_clock *cycles);

#endif
