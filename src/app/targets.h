#ifndef RUNNER_APP_TARGETS_H
#define RUNNER_APP_TARGETS_H

#include "io/layout.h"
#include "out/result.h"
#include "sys/diskstats.h"

#include <stddef.h>

/*
 * What lies below the files of a run: the mounts and devices for the report's
 * fingerprint, and the devices whose counters are watched.
 */
struct targets {
	struct result_target *list;
	dev_t *devices; /* of the entries of the list */
	size_t count;
};

void targets_read(struct targets *targets, const struct layout *layouts,
		  size_t count);
void targets_free(struct targets *targets);

/* Watch the devices below the files of one job. */
void targets_watch(struct diskstats *disks, const struct layout *layout);

#endif
