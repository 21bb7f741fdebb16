#ifndef RUNNER_IO_VERIFY_PLAN_H
#define RUNNER_IO_VERIFY_PLAN_H

#include "io/layout.h"
#include "verify/record.h"

#include <stdbool.h>
#include <stdint.h>

/* What the options of a job that verifies come to. */
struct verify_plan {
	bool writes;     /* by rw; else it checks each read */
	bool only;       /* nothing is written after all */
	bool stamps;     /* the data of its writes */
	bool records;    /* what it writes, as it does */
	bool rehearses;  /* goes through the workload to know it */
	bool reads_back; /* when a pass is over */
	bool checks;     /* what it reads; not where that is nothing */
	bool tracks_syncs;
	bool knows_numbers;        /* which write a block has to be of */
	bool knows_seed;           /* that the data were made of */
	enum record_state settled; /* of a write that has ended */
	uint64_t unit;  /* divides offsets and lengths of all writes */
	uint64_t least; /* bytes of the smallest */
};

void verify_plan_init(struct verify_plan *plan, const struct layout *layout);

#endif
