#ifndef RUNNER_SPEC_PLAN_REPLAY_H
#define RUNNER_SPEC_PLAN_REPLAY_H

#include "base/arena.h"
#include "plan_check.h"

/*
 * read_iolog: read the logs that the job is to do again, and set the options
 * that say what it does (rw, bs) to what is in them, so that all that follows
 * protects the files of the logs as those of any job. Nothing without
 * read_iolog, or when the plan is only parsed.
 */
void plan_replay_read(struct check *c, struct arena *arena);

#endif
