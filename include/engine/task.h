#ifndef RUNNER_ENGINE_TASK_H
#define RUNNER_ENGINE_TASK_H

#include "spec/plan.h"
#include "stat/job_page.h"

#include <stdint.h>

/*
 * A task is an engine that does no I/O at all and has no files: it keeps a CPU
 * busy, or runs a program beside the jobs that are measured. It tells itself
 * when each piece of work began and ended. Times are of CLOCK_MONOTONIC.
 */
struct task_step {
	uint64_t start_ns;
	uint64_t end_ns;
};

enum task_progress {
	TASK_UNDER_WAY, /* nothing has ended yet */
	TASK_STEP,      /* a piece of work has: `step` says when */
	TASK_DONE,      /* there is nothing more to do */
	TASK_FAILED,    /* see `error` */
};

struct task_ops {
	struct engine_info info;

	/*
	 * Set up; `*state` is passed to the others. Nothing begins before the
	 * first run(). 0, or -1: see `error`.
	 */
	int (*open)(void **state, const struct job *job,
		    struct job_error *error);
	void (*close)(void *state);

	/*
	 * Go on with the work until a piece of it has ended, or until
	 * `until_ns`, which is never far away.
	 */
	enum task_progress (*run)(void *state, uint64_t until_ns,
				  struct task_step *step,
				  struct job_error *error);

	/*
	 * The job is over: end what is under way. TASK_STEP if that counts as
	 * a piece of work. NULL: it is just left.
	 */
	enum task_progress (*stop)(void *state, struct task_step *step);
};

extern const struct task_ops task_cpuio, task_exec;

/* The task that `info` (of the list of engines) describes, or NULL. */
const struct task_ops *task_of(const struct engine_info *info);

#endif
