#ifndef RUNNER_IO_JOB_LOG_H
#define RUNNER_IO_JOB_LOG_H

#include "engine/engine.h"
#include "io/layout.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * All logs of a job. The worker's loop only hands over what it knows of each
 * I/O that ended; windows, rows and files are the work of a thread, so that
 * neither formatting nor a slow disk below the logs comes between two I/Os.
 * Memory is that of set-up, however many I/Os there are.
 */
struct job_log;

/*
 * The logs of layout->logs, which are not none. `has_slat`: time passes
 * between start and issue of an I/O; the log of it stays empty otherwise.
 * 0, or -1 with `error` set.
 */
int job_log_open(struct job_log **log, const struct layout *layout,
		 bool has_slat, struct job_error *error);

/*
 * The measurement begins at `now_ns` and is to end at `end_ns` (UINT64_MAX: by
 * itself). What ends before this isn't logged.
 */
void job_log_start(struct job_log *log, uint64_t now_ns, uint64_t end_ns);

/*
 * An I/O that moved data ended at `now_ns`. Returns whether the worker had to
 * wait, for logs that can't be written as fast.
 */
bool job_log_add(struct job_log *log, const struct io *io, uint64_t now_ns);

/*
 * The measurement ended: write what is left. Sets `error` if a log could not
 * be written.
 */
void job_log_close(struct job_log *log, uint64_t now_ns,
		   struct job_error *error);

#endif
