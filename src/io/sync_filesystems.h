#ifndef RUNNER_IO_SYNC_FILESYSTEMS_H
#define RUNNER_IO_SYNC_FILESYSTEMS_H

#include "io/target.h"

/*
 * end_syncfs: write back all that the file systems have which the job's files
 * are on, each once: syncfs(2). 0, or -1: see `error`.
 */
int sync_filesystems(const struct layout *layout, struct target *target,
		     struct job_error *error);

#endif
