#ifndef RUNNER_IO_REPLAY_H
#define RUNNER_IO_REPLAY_H

#include "engine/engine.h"
#include "io/layout.h"
#include "stat/job_page.h"
#include "syncs.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The I/Os of a log in their order, pass by pass, for the workload of a job
 * with read_iolog.
 */
struct replay;

/*
 * At the beginning of the first pass. NULL with errno set: no memory, or the
 * log can't be opened any more.
 */
struct replay *replay_new(const struct layout *layout);
void replay_free(struct replay *r);

/* From the beginning, in another pass. */
void replay_restart(struct replay *r);

/*
 * Fill in what is known of the next `n` I/Os, with syncs in between as the
 * job's options say. Returns how many there were; fewer than `n` at the end of
 * the log or where io_size or number_ios end the pass, and from an error on.
 */
unsigned replay_fill(struct replay *r, struct syncs *syncs,
		     struct io *const *ios, unsigned n);

/* Of the last one: how long after the beginning of which pass. */
uint64_t replay_time_us(const struct replay *r);
uint64_t replay_pass(const struct replay *r); /* from 1 on */

/* 0, or -1 if the log could not be read to its end: see `error`. */
int replay_check(const struct replay *r, struct job_error *error);

#endif
