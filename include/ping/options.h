#ifndef RUNNER_PING_OPTIONS_H
#define RUNNER_PING_OPTIONS_H

#include "base/arena.h"
#include "base/diag.h"
#include "ping/threshold.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The command line of "runner ping": the options of ioping(1), read by the same
 * rules (getopt_long_only(3)), and some more. Sizes are bytes and times
 * nanoseconds.
 */
enum ping_action {
	PING_RUN,
	PING_HELP,
	PING_VERSION,
};

struct ping_options {
	enum ping_action action;
	const char *path;

	/* what a request is */
	uint64_t size;
	uint64_t work_size; /* 0: all of a file or device; in a folder */
	uint64_t folder_size;
	uint64_t work_offset;
	uint64_t seed; /* 0: a new one each time */
	bool linear;
	bool writes;     /* -W or -G */
	bool read_write; /* by turns */
	bool shred;      /* -WWW: what is in a file or device may be lost */
	bool keep;

	/* how it is done */
	const char *engine; /* NULL: the one that fits */
	bool async;
	bool cached;
	bool direct;
	bool sync;
	bool dsync;
	bool nowait;
	bool hipri;

	/* when */
	uint64_t interval_ns;
	uint64_t burst;
	uint64_t count;     /* 0: without end */
	uint64_t work_time; /* 0: without end */

	/* what counts */
	uint64_t warmup;
	uint64_t min_time;
	uint64_t max_time; /* 0: any */

	/* what is shown */
	bool batch;
	bool quiet; /* no line for each request */
	bool json;
	bool ndjson;
	const char *time_format; /* strftime(3), NULL: no time is shown */
	uint64_t print_count;
	uint64_t print_interval;
	bool judges; /* --warn or --crit, even one in error */
	struct thresholds warn;
	struct thresholds crit;
};

/*
 * Read the words, up to a NULL. Strings live in them or in the arena. 0, or -1:
 * reported.
 */
int ping_options_read(char **words, struct arena *arena,
		      struct ping_options *options, struct diag *diag);

/* Whether conditions are given: the status is that of a plugin then. */
bool ping_options_judge(const struct ping_options *options);

void ping_options_help(FILE *out);

#endif
