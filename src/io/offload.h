#ifndef RUNNER_OFFLOAD_H
#define RUNNER_OFFLOAD_H

#include "engine/engine.h"

/*
 * io_submit_mode=offload: an engine that has a thread for each of the job's
 * I/Os in flight, with an instance of another engine of its own, and does
 * nothing but hand I/Os over. So the job starts them when they are due even
 * while the system call of another takes its time, with any engine.
 *
 * Opens `inner` in each thread, for one I/O in flight. Returns the engine that
 * is to be used, with its state in `*state`; NULL: `error` is set.
 */
const struct engine_ops *offload_engine(const struct engine_ops *inner,
					void **state,
					const struct engine_setup *setup,
					struct job_error *error);

#endif
