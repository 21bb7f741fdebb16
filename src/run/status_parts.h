#ifndef RUNNER_RUN_STATUS_PARTS_H
#define RUNNER_RUN_STATUS_PARTS_H

#include "run/status.h"

#include <stddef.h>

struct status {
	const struct plan *plan;
	const struct prepared *prepared;
	const struct job_page *pages;
	uint64_t start_ns;
	uint64_t last_ns; /* of the drawing before */
	uint64_t last_bytes[DIRECTION_COUNT];
	uint64_t last_ios[DIRECTION_COUNT];
	size_t drawn;        /* characters on the screen */
	uint64_t newline_ns; /* how often a new line begins; 0: never */
	uint64_t line_ns;    /* when this one began */
	char *text;
	size_t text_size;

	/* By number of jobs: when the first so many have ended, in seconds. */
	double *end_before;
};

#endif
