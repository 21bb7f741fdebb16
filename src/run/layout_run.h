#ifndef RUNNER_RUN_LAYOUT_RUN_H
#define RUNNER_RUN_LAYOUT_RUN_H

#include "events.h"
#include "run/layout_files.h"
#include "run/prepare.h"
#include "run/scheduler.h"

#include <stddef.h>
#include <sys/types.h>

/* A process that lays out files, so that the parent can go on listening. */
struct layout_helper {
	pid_t pid;                        /* 0: none */
	struct layout_progress *progress; /* shared */
	const struct job *job;
};

/* 0, or -1 with errno set. */
int layout_helper_open(struct layout_helper *helper);
void layout_helper_close(struct layout_helper *helper);

/*
 * Lay out `count` files, one after the other. Returns 0, or -1 with errno set
 * if there can be no process. When it ends, layout_helper_ended() says how it
 * went: 0, or -1 with progress->error set, unless it was told to stop.
 */
int layout_helper_start(struct layout_helper *helper,
			const struct events *events,
			struct run_file *const *files, size_t count, bool late);
int layout_helper_ended(struct layout_helper *helper, int status);

/*
 * Lay out all that has to be there before the first job starts. Returns 0, or
 * -1 when a file couldn't be (reported, and in the page of the job that needs
 * it) or a signal has ended it. `pages` has one for each job.
 */
int layout_run(const struct prepared *prepared, struct events *events,
	       const struct run_settings *settings, struct job_page *pages,
	       struct diag *diag);

#endif
