#ifndef RUNNER_SPEC_REPLAY_OPTIONS_H
#define RUNNER_SPEC_REPLAY_OPTIONS_H

#include "spec/option_values.h"

#include <stdbool.h>
#include <stdint.h>

/* What a job's options say of logs of I/Os: that it writes, or does again. */

struct replay_log;

/* replay_skip: "read,write,trim,sync". */
struct replay_skip {
	bool reads, writes, trims, syncs;
};

struct replay_options {
	const char *write; /* write_iolog; NULL: none */

	struct text_list read; /* read_iolog: of each copy of the job */
	bool chunked;
	bool no_stall;
	const char *redirect;
	uint64_t scale;
	uint64_t align; /* 0: not */
	uint64_t time_scale;
	struct replay_skip skip;

	/* What is in the logs of `read`, as plan_replay.c found it. */
	const struct replay_log *const *logs;
};

extern const struct option_type option_replay_skip; /* struct replay_skip */

#endif
