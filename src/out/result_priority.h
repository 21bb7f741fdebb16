#ifndef RUNNER_RESULT_PRIORITY_H
#define RUNNER_RESULT_PRIORITY_H

#include "out/result.h"

/*
 * Latencies by priority, of a direction of a unit whose members are known:
 * none unless there were I/Os of at least two. What they are of is `lat` with
 * lat_percentiles=1, else `clat`. `bins`: where histograms are kept, or NULL.
 */
void result_add_priorities(struct result_unit *unit, unsigned direction,
			   struct arena *arena, struct arena *bins);

#endif
