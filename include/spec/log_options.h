#ifndef RUNNER_SPEC_LOG_OPTIONS_H
#define RUNNER_SPEC_LOG_OPTIONS_H

#include "spec/option_values.h"

#include <stdbool.h>
#include <stdint.h>

/* What a job's options say of its logs. */

/* write_bw_log and the like: with a prefix of the files' names, or without. */
struct log_name {
	bool wanted;
	const char *prefix; /* NULL: as the job is called */
};

enum log_window_value {
	LOG_WINDOW_AVG,
	LOG_WINDOW_MAX,
	LOG_WINDOW_BOTH,
};

struct log_options {
	struct log_name bw, iops, lat, hist;
	struct duration window; /* 0: a row for each I/O */
	enum log_window_value window_value;
	struct duration hist_window; /* 0: no rows */
	uint64_t hist_coarseness;
	bool offset, prio, issue_time; /* columns */
	bool per_job;                  /* else jobs share files */
	bool alternate_epoch;
	uint64_t epoch_clock; /* a clockid_t */
	uint64_t entries;
	bool compressed;
	uint64_t compressed_part; /* bytes of text; 0: all */
	struct cpu_list cpus;
};

extern const struct option_type option_log_name; /* struct log_name */

#endif
