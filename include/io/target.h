#ifndef RUNNER_IO_TARGET_H
#define RUNNER_IO_TARGET_H

#include "io/layout.h"
#include "stat/job_page.h"

#include <stdatomic.h>
#include <stdint.h>

/*
 * The files of a job while it runs: opened with the flags that its options
 * ask for, at most openfiles of them at a time, cache dropped first if
 * invalidate=1 or filled if pre_read=1, with the advice of fadvise_hint.
 */
struct target;

/* Opens the files (all, or the first openfiles). NULL: see `error`. */
struct target *target_open(const struct layout *layout,
			   struct job_error *error);

/*
 * pre_read: bring the parts that the job uses into the page cache, until it is
 * done or *stop is set. 0, or -1: see `error`.
 */
int target_pre_read(const struct layout *layout, const _Atomic uint32_t *stop,
		    struct job_error *error);

/*
 * unlink_each_loop: close and remove all files, and make and open as many as
 * were open anew. No I/O may be in flight. Allocates nothing. 0, or -1: see
 * `error`.
 */
int target_renew(struct target *target, struct job_error *error);

enum { TARGET_FOLDER_MODE = 0755 }; /* of folders that are made */

/* Make the folders above `path` that are missing. 0, or errno. */
int target_make_folders(const char *path);

/*
 * fsync_on_close, close, and unlink if asked: the regular files that the job
 * wrote to, or that were made for it. Frees the target. 0, or -1: see `error`.
 */
int target_close(struct target *target, struct job_error *error);

/*
 * The descriptor of file `index`, opened again if it was closed to make room
 * (0 where the engine has no files: nothing looks at it). -errno on failure;
 * -EBUSY if that would take closing a file that is held: release one first.
 */
int target_descriptor(struct target *target, uint32_t index);

/*
 * The descriptor of file `index` if there is one and it is open, or -1: for
 * I/Os in flight and for syncing what was written.
 */
int target_open_descriptor(const struct target *target, uint32_t index);

/* An I/O on file `index` begins or ends: it isn't closed in between. */
void target_hold(struct target *target, uint32_t index);
void target_release(struct target *target, uint32_t index);

/*
 * What the job wrote is to be read from where it is stored: sync the files, and
 * drop their cache if invalidate=1. No I/O may be in flight. 0, or -1: see
 * `error`.
 */
int target_settle(struct target *target, struct job_error *error);

/* How many files are open, those of an engine without files included. */
unsigned target_open_count(const struct target *target);

#endif
