#ifndef RUNNER_RUN_IO_SCHEDULER_H
#define RUNNER_RUN_IO_SCHEDULER_H

#include "io/layout.h"
#include "stat/job_page.h"

#include <stddef.h>

/*
 * ioscheduler: which scheduler the block devices below running jobs have, by
 * /sys/block/NAME/queue/scheduler. What a device had is put back when the last
 * job that wanted another has ended.
 */
struct io_schedulers;

/* `root` stands before /sys, as in host_read(). */
struct io_schedulers *io_schedulers_new(const char *root);

/* Puts back all that isn't. */
void io_schedulers_free(struct io_schedulers *schedulers);

/*
 * Before a job starts. Two that run together can't have different schedulers
 * on one device. 0, or -1: see `error`, and nothing has changed.
 */
int io_schedulers_acquire(struct io_schedulers *schedulers,
			  const struct layout *layout, struct job_error *error);

/* A job that has acquired has ended. */
void io_schedulers_release(struct io_schedulers *schedulers,
			   const struct layout *layout);

#endif
