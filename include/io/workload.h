#ifndef RUNNER_IO_WORKLOAD_H
#define RUNNER_IO_WORKLOAD_H

#include "engine/engine.h"
#include "io/layout.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Which I/O is next: direction, file, offset, length, fsyncs between writes.
 * Depends on the layout and its seed only, so the same job gives the same
 * sequence; knows nothing of time.
 */
struct workload;

/* NULL with errno set when there is no memory, or no log to do again. */
struct workload *workload_new(const struct layout *layout);
void workload_free(struct workload *workload);

/* Begin another pass (loops): a new order, as randrepeat says. */
void workload_restart(struct workload *workload);

/*
 * Fill in kind, file_index, offset and length of the next I/O. Returns false
 * when the pass is over. `io` keeps its slot, buffer and the rest.
 */
bool workload_next(struct workload *workload, struct io *io);

/*
 * The same for the next `n` I/Os at once, which is cheaper. Returns how many
 * there were; fewer than `n` when the pass is over.
 */
unsigned workload_fill(struct workload *workload, struct io *const *ios,
		       unsigned n);

/* The log that it does again, or NULL. */
struct replay;
const struct replay *workload_replay(const struct workload *workload);

/*
 * Of a job that reads and writes, the I/Os from here on: all of `direction`,
 * read or write, as far as there are any; DIRECTION_COUNT: mixed again, as
 * its options say.
 */
void workload_steer(struct workload *workload, enum direction direction);

/*
 * An I/O that it gave out isn't going to be started, and what it gave out later
 * was taken back before: zones of zonemode=zbd are as they were.
 */
void workload_take_back(struct workload *workload, const struct io *io);

/* The job has ended: zones that it was writing are for others to go on in. */
void workload_leave(struct workload *workload);

/* How often zones of zonemode=zbd were, or are to be, begun again. */
uint64_t workload_zone_resets(const struct workload *workload);

#endif
