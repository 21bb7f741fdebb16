#ifndef RUNNER_ENGINE_ACTIVITY_H
#define RUNNER_ENGINE_ACTIVITY_H

#include "spec/engine_info.h"
#include "stat/job_page.h"

#include <stdint.h>

/*
 * An activity is an engine that does no I/O on buffers: it makes files, looks
 * at them, removes them. One thing after the other, it tells itself when each
 * began and ended, since not all that it has to do counts.
 */
struct activity_step {
	const char *path;  /* what it is done to */
	uint64_t start_ns; /* CLOCK_MONOTONIC */
	uint64_t end_ns;
	int result; /* 0, or -errno */
};

struct activity_ops {
	struct engine_info info;

	/*
	 * Set up; `*state` is passed to the others. `options` are its own, as
	 * engine_info describes; NULL: their defaults. 0, or -1: `error`.
	 */
	int (*open)(void **state, const void *options, struct job_error *error);
	void (*close)(void *state);

	/*
	 * Do up to `n` steps (at least 1) in turn, and fill in all but their
	 * paths. Returns how many were done: after one that failed it stops.
	 */
	unsigned (*step)(void *state, struct activity_step *steps, unsigned n);
};

extern const struct activity_ops activity_dircreate, activity_dirdelete,
	activity_dirstat, activity_filecreate, activity_filedelete,
	activity_filestat;

/* The activity that `info` (of the list of engines) describes, or NULL. */
const struct activity_ops *activity_of(const struct engine_info *info);

#endif
