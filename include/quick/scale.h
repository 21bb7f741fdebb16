#ifndef RUNNER_QUICK_SCALE_H
#define RUNNER_QUICK_SCALE_H

#include "spec/jobfile.h"

#include <stdint.h>

/*
 * How much the jobs of a profile do at most: less than their files say where
 * the disk is slow, space is short, or the user wants it so.
 */
struct quick_scale {
	double share;        /* of each size, at most 1 */
	uint64_t size_bytes; /* no size is larger; 0: no bound */
	uint64_t time_ns;    /* no job runs longer; 0: no bound */
};

/* Sizes are not made smaller than that by a share. */
#define QUICK_LEAST_BYTES (UINT64_C(16) << 20)

/* The bytes that all files of the jobs take, and those of the largest. */
struct quick_need {
	uint64_t all_bytes;
	uint64_t largest_bytes;
};

/*
 * By the keys `filename`, `size` and `numjobs`, in [global] or the section: a
 * job's size is that of all its files. Sizes that are shares of something are
 * not counted.
 */
struct quick_need quick_need(const struct jobfile *file);

/*
 * Rewrite the keys `size`, `io_size` and `runtime`; a job without a runtime
 * gets one where there is a bound. What is not understood is left as it is.
 */
void quick_scale_apply(const struct quick_scale *scale, struct jobfile *file);

#endif
