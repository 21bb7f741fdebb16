#ifndef RUNNER_RUN_CGROUP_H
#define RUNNER_RUN_CGROUP_H

#include "base/arena.h"
#include "spec/plan.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Control groups of version 2 for jobs: folders below the mount point of
 * cgroup2 (Documentation/admin-guide/cgroup-v2.rst of the kernel). Their names
 * count from there. `root` stands before /proc, as in host_read().
 */

/* The folder of the job's group, or NULL when cgroup2 isn't mounted. */
const char *cgroup_folder(struct arena *arena, const char *root,
			  const struct job_options *options);

/*
 * Why the group can't be had or given its weight, as far as that can be told
 * without making it: text that reads well after "cgroup: ". NULL: it can.
 */
const char *cgroup_obstacle(struct arena *arena, const char *root,
			    const struct job_options *options);

/* Folders that were made here and are to be removed again. */
struct cgroups {
	struct arena *arena;
	const char **made; /* each after those above it */
	size_t count;
};

/* Make the job's group, if it names one, and weigh it. 0, or -1: `error`. */
int cgroup_make(struct cgroups *cgroups, const struct job_options *options,
		struct job_error *error);

/* Move this process into the job's group. 0, or -1: see `error`. */
int cgroup_enter(const struct job_options *options, struct job_error *error);

/* Remove what was made and has to go, once no process is in it. */
void cgroups_remove(const struct cgroups *cgroups);

#endif
