#ifndef RUNNER_IO_OVERLAP_TABLE_H
#define RUNNER_IO_OVERLAP_TABLE_H

#include "io/overlap.h"
#include "stat/job_page.h"

#include <stdint.h>

/*
 * serialize_overlap between jobs whose threads do their I/O
 * (io_submit_mode=offload) on the same files: which bytes of those each has in
 * flight, in memory that all of them map. A job that takes a range looks at
 * those of all others under one lock; none is needed to give it back. Nobody
 * queues: who finds its range in use looks again after a while. What a job that
 * has died had in flight is nobody's.
 */
struct overlap_table;

/* For so many I/Os in flight, of all its jobs. NULL: see errno. */
struct overlap_table *overlap_table_new(uint32_t slots);
void overlap_table_free(struct overlap_table *table);

/* Where a job's I/Os are in it. */
struct overlap_place {
	struct overlap_table *table;  /* NULL: no other job uses its files */
	uint32_t first;               /* the entry of its slot 0 */
	uint32_t job;                 /* its number, */
	const struct job_page *pages; /* in those of all jobs */
};

enum overlap_answer {
	OVERLAP_NONE,  /* the range is taken, in its slot */
	OVERLAP_OWN,   /* an I/O of the job itself is in flight there */
	OVERLAP_OTHER, /* one of another job */
};

/*
 * Take a range, if nobody has any of it. `file` of the range is one number in
 * all jobs; what is in its slot was given back.
 */
enum overlap_answer overlap_table_take(const struct overlap_place *place,
				       const struct overlap_range *range);
void overlap_table_give_back(const struct overlap_place *place, uint16_t slot);

#endif
