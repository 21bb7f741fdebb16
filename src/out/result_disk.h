#ifndef RUNNER_RESULT_DISK_H
#define RUNNER_RESULT_DISK_H

#include "out/result.h"

/* Set the result's disks: what each did, and the members of each together. */
void result_add_disks(struct result *result, const struct diskstats *stats);

#endif
