#ifndef RUNNER_RUN_STOPPING_H
#define RUNNER_RUN_STOPPING_H

#include "run/order.h"
#include "stat/job_page.h"

/*
 * Jobs that end before they are done, or never start, because of others:
 * exitall and exitall_on_error, and units that have become steady.
 */
struct stopping {
	const struct plan *plan;
	struct job_page *pages;
	struct order *order;

	/* By exitall: what was stopped already. */
	bool *group_stopped;
	size_t stage_stopped;
	bool all_stopped;
};

/* All is borrowed until it is closed. */
void stopping_open(struct stopping *stopping, const struct plan *plan,
		   struct job_page *pages, struct order *order);
void stopping_close(struct stopping *stopping);

/* `job` is over: those that end with it do. */
void stopping_with(struct stopping *stopping, const struct job *job,
		   bool failed);

/* All jobs of the unit end. */
void stopping_unit(struct stopping *stopping, const struct report_unit *unit);

#endif
