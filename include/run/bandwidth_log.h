#ifndef RUNNER_RUN_BANDWIDTH_LOG_H
#define RUNNER_RUN_BANDWIDTH_LOG_H

#include "io/log_file.h"
#include "stat/job_page.h"

#include <stddef.h>
#include <stdint.h>

/*
 * --bandwidth-log: the bandwidth of all jobs together, ramps included, a file
 * for each direction, in rows of KiB/s about every half second. They are read
 * while the run goes on, so each row is written at once.
 */
struct bandwidth_log {
	struct log_file files[DIRECTION_COUNT];
	uint64_t started_ns; /* CLOCK_MONOTONIC, 0: not yet */
	uint64_t last_ns;
	uint64_t due_ns;
	uint64_t bytes[DIRECTION_COUNT];
};

/* "agg-read_bw.log" and so on. */
const char *bandwidth_log_path(enum direction direction);

/* 0, or -1 with `error` set. */
int bandwidth_log_open(struct bandwidth_log *log, struct job_error *error);

/*
 * To be called when the run begins and often while it goes on: writes rows
 * when it is time.
 */
void bandwidth_log_tick(struct bandwidth_log *log, const struct job_page *pages,
			size_t count, uint64_t now_ns);

/*
 * The run is over: the rows of what was done since the last ones. Sets `error`
 * if a file could not be written.
 */
void bandwidth_log_close(struct bandwidth_log *log,
			 const struct job_page *pages, size_t count,
			 uint64_t now_ns, struct job_error *error);

#endif
