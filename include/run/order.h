#ifndef RUNNER_RUN_ORDER_H
#define RUNNER_RUN_ORDER_H

#include "run/prepare.h"
#include "spec/plan.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Which job may start when: the graph of the plan's jobs as it is worked off.
 * Knows neither processes nor the clock. Times are nanoseconds since the start
 * of the run, which is what startdelay counts from.
 */
struct order;

struct order *order_new(const struct plan *plan,
			const struct prepared *prepared);
void order_free(struct order *order);

/*
 * The next job that may start now, or NULL. Each is returned once. A job that
 * was dropped never is.
 */
const struct job *order_next(struct order *order, uint64_t now_ns);

/* When a job that waits only for its startdelay is due; UINT64_MAX: none. */
uint64_t order_due(const struct order *order);

/* A job that was returned by order_next() is over. */
void order_ended(struct order *order, const struct job *job);

/* Whether it was returned and isn't over. */
bool order_is_open(const struct order *order, const struct job *job);

/*
 * Jobs that have not been returned yet won't be: those of the job's group, or
 * before the next stonewall, or all.
 */
void order_drop(struct order *order, const struct job *job,
		enum exit_what what);

/* The same for one job, if it has not been returned. */
void order_drop_job(struct order *order, const struct job *job);

/*
 * Tell those jobs to stop that go on only as long as there is I/O beside them
 * (exit_on_io_done of ioengine=cpuio), if all that do I/O are over.
 */
void order_stop_followers(const struct order *order, struct job_page *pages);

/* Goes up with each stonewall that the run has come past. */
size_t order_stage(const struct order *order);

/* Whether every job was returned or dropped, and is over. */
bool order_done(const struct order *order);

/* Whether `section` starts only after the job of number `job` has ended. */
bool order_is_after(const struct job_section *section, size_t job);

#endif
