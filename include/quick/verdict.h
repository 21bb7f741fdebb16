#ifndef RUNNER_QUICK_VERDICT_H
#define RUNNER_QUICK_VERDICT_H

#include "base/arena.h"
#include "quick/phase.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What the figures mean, in words, by scales that are shown with them:
 *
 * - the bandwidth of sequential phases;
 * - the latency of I/Os that come one at a time: the median;
 * - the latency of syncs: the 99th percentile.
 */
enum quick_grade {
	QUICK_BAD,
	QUICK_FAIR,
	QUICK_GOOD,
};

struct quick_verdict {
	const char *label;   /* of the phase */
	bool brief;          /* as the phase is */
	const char *measure; /* "bandwidth", "p50", "p99" */
	const char *value;   /* "812 MB/s", "0.21 ms" */
	const char *words;   /* "right for web hosting" */
	enum quick_grade grade;
};

struct quick_verdicts {
	struct quick_verdict *list;
	size_t count;
};

struct quick_verdicts quick_verdicts_make(struct arena *arena,
					  const struct quick_phases *phases);

/* The scales, a line of text each, up to a NULL. */
extern const char *const quick_scale_lines[];

/* What a bandwidth in bytes a second, and the two latencies, are called. */
const char *quick_judge_bandwidth(double bw_bytes, enum quick_grade *grade);
const char *quick_judge_latency(uint64_t p50_ns, enum quick_grade *grade);
const char *quick_judge_sync(uint64_t p99_ns, enum quick_grade *grade);

#endif
