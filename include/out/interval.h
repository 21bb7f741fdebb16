#ifndef RUNNER_OUT_INTERVAL_H
#define RUNNER_OUT_INTERVAL_H

#include "spec/plan.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * What each job did from one look at the pages to the next, while it runs: the
 * figures of --status-file and --openmetrics. A look takes what the worker has
 * counted until then; its counters go on meanwhile, so that an I/O may be in
 * one interval with its bytes and in the next with its latency.
 */
struct interval_direction {
	bool used;    /* the job moves data that way, or has */
	uint64_t ios; /* that ended in the interval */
	uint64_t bytes;
	double iops;
	double bw_bytes;    /* a second */
	uint64_t latencies; /* how many; without any, the rest is 0 */
	double mean_ns;
	uint64_t p50_ns;
	uint64_t p99_ns;
	uint64_t max_ns;

	/* Since the start of the job. */
	uint64_t total_ios;
	uint64_t total_bytes;
};

struct interval_job {
	const struct job *job;
	bool present;      /* it was at work in the interval */
	bool at_work;      /* and still is */
	uint64_t ns;       /* for so long */
	const char *state; /* "ramp", "running", "ended", "failed" */
	bool of_lat;       /* latencies are lat, else clat */
	uint64_t errors;   /* in the interval: ignored ones, and its end */
	uint64_t total_errors;
	struct interval_direction direction[DIRECTION_COUNT];
};

struct intervals {
	const struct plan *plan;
	const struct job_page *pages;
	uint64_t start_ns; /* of the run, CLOCK_MONOTONIC */
	uint64_t last_ns;  /* of the look before */
	uint64_t now_ns;
	struct interval_job *jobs; /* one a job of the plan */
	struct interval_memory *memory;
	struct histogram *room;
};

struct intervals *intervals_new(const struct plan *plan,
				const struct job_page *pages,
				uint64_t start_ns);
void intervals_free(struct intervals *intervals);

/* Look: the interval from the last one to now is what `jobs` tell of. */
void intervals_look(struct intervals *intervals, uint64_t now_ns);

/*
 * A line of JSON for each job that was at work (schemas/status.schema.json),
 * and everything as an OpenMetrics text (github.com/OpenObservability/
 * OpenMetrics, 1.0). 0, or -1 with errno.
 */
int intervals_write_lines(const struct intervals *intervals, FILE *out);
int intervals_write_metrics(const struct intervals *intervals, FILE *out);

#endif
