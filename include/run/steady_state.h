#ifndef RUNNER_RUN_STEADY_STATE_H
#define RUNNER_RUN_STEADY_STATE_H

#include "spec/plan.h"
#include "stat/job_page.h"
#include "stat/steady.h"

/*
 * steadystate: the parent looks at the pages of the units that are judged, at
 * even intervals, and says when one has become steady. Workers know nothing of
 * it.
 *
 * A unit's window begins when all of its jobs that are at work have come past
 * their ramps and steadystate_ramp_time is over since the last of them did; it
 * begins anew when a job begins or ends, since what comes then is another load.
 */
struct steady_states;

/* NULL when no job is judged. `pages` has one a job of the plan. */
struct steady_states *steady_states_new(const struct plan *plan,
					const struct job_page *pages);
void steady_states_free(struct steady_states *states);

/*
 * When the next sample is due, UINT64_MAX: it isn't known yet, or never. Of
 * NULL it is never. Times are CLOCK_MONOTONIC's.
 */
uint64_t steady_states_due(const struct steady_states *states);

/*
 * Take the samples that are due. Returns a unit that has become steady by
 * them, each once, or NULL. Of NULL there is none.
 */
const struct report_unit *steady_states_look(struct steady_states *states,
					     uint64_t now_ns);

/* What there is to report: one a unit of the plan. Of NULL it is NULL. */
const struct steady_verdict *
steady_states_verdicts(const struct steady_states *states);

#endif
