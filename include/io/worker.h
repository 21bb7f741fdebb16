#ifndef RUNNER_IO_WORKER_H
#define RUNNER_IO_WORKER_H

#include "base/cycle_clock.h"
#include "engine/engine.h"
#include "io/layout.h"
#include "stat/job_page.h"

/*
 * Run one job in this process, which the parent has forked for it. Sets up
 * (files, buffers, engine), writes a byte to `ready_fd` and closes it, waits
 * for the end of file on `go_fd`, and does the job's I/O until it is done, its
 * runtime is over or page->stop is set. All that happened is in the page.
 *
 * `cycles` is the clock that clocksource=cpu means, NULL where there is none.
 * Prints nothing and allocates nothing once it is ready. Returns the exit
 * status of the process: 0, or 1 with page->error set.
 */
int worker_run(const struct layout *layout, struct job_page *page,
	       const struct cycle_clock *cycles, int ready_fd, int go_fd);

#endif
