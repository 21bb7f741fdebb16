#ifndef RUNNER_PING_REQUESTS_H
#define RUNNER_PING_REQUESTS_H

#include "base/diag.h"
#include "ping/options.h"
#include "target.h"

#include <stdbool.h>
#include <stdint.h>

/* Requests, one at a time, through an engine of jobs. */
struct requests;

struct request {
	bool is_write;
	uint64_t start_ns; /* CLOCK_MONOTONIC */
	uint64_t end_ns;
	int32_t result; /* bytes done, or -errno */
};

/* Options and target are borrowed. NULL: reported. */
struct requests *requests_open(const struct ping_options *options,
			       const struct ping_target *target,
			       struct diag *diag);
void requests_close(struct requests *requests);

/*
 * Do the next. What it needs before (noise to write, a cache without the data)
 * doesn't count; the sync after a write does.
 */
void requests_do(struct requests *requests, struct request *request);

#endif
