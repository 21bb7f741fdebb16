#ifndef RUNNER_APP_QUICK_PROGRESS_H
#define RUNNER_APP_QUICK_PROGRESS_H

#include "spec/plan.h"

#include <stdint.h>
#include <stdio.h>

/*
 * A line that says which phase is at work, and how long it all may take at
 * most: on a terminal, on standard error, so that it is never in a report.
 */
struct quick_progress {
	FILE *out;                         /* NULL: nobody looks */
	const struct job_section *section; /* at work, or NULL */
	const struct plan *plan;
	const char *label; /* what it is called */
	struct arena *arena;
	uint64_t since_ns;
};

/* Of the next run. */
void quick_progress_begin(struct quick_progress *progress, struct arena *arena,
			  const struct plan *plan);
void quick_progress_started(struct quick_progress *progress,
			    const struct job *job, uint64_t now_ns);
void quick_progress_draw(const struct quick_progress *progress,
			 uint64_t now_ns);
void quick_progress_erase(const struct quick_progress *progress);

#endif
