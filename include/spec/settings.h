#ifndef RUNNER_SPEC_SETTINGS_H
#define RUNNER_SPEC_SETTINGS_H

#include "spec/plan.h"

#include <stdbool.h>
#include <stddef.h>

/* What the command line says besides jobs. Made by cli_parse(), then const. */
enum output_format {
	OUTPUT_NORMAL = 1 << 0,
	OUTPUT_JSON = 1 << 1,
	OUTPUT_TERSE = 1 << 2,
	OUTPUT_CSV = 1 << 3,
	OUTPUT_BINS = 1 << 4, /* JSON has the histograms, too */
};

/* Of the terse format. */
enum {
	TERSE_VERSION_MIN = 2,
	TERSE_VERSION_DEFAULT = 3,
	TERSE_VERSION_MAX = 5,
};

enum eta_mode {
	ETA_AUTO, /* on a terminal */
	ETA_ALWAYS,
	ETA_NEVER,
};

enum idle_profile {
	IDLE_NONE,
	IDLE_SYSTEM,
	IDLE_PERCPU,
};

enum action {
	ACTION_RUN,
	ACTION_CHECK, /* print the plan */
	ACTION_PARSE_ONLY,
	ACTION_ENGINE_BENCH, /* measure what the program itself costs */
	ACTION_SHOWCMD,      /* print the jobs as command lines */
	ACTION_DEBUG_HELP,
	ACTION_IDLE_CALIBRATE, /* --idle-prof=calibrate */
	ACTION_CMDHELP,
	ACTION_ENGHELP,
	ACTION_INFLATE_LOG,
	ACTION_VERSION,
	ACTION_HELP,
	ACTION_OPTIONS_MARKDOWN, /* docs/options.md */
	ACTION_MAN,              /* docs/runner.1 */
	ACTION_COLUMNS_MARKDOWN, /* docs/columns.md */
};

struct settings {
	struct arena *arena; /* of what is gathered here */
	enum action action;
	const char *topic;   /* what the action is about, or NULL */
	bool as_fio;         /* started under the name "fio" */
	const char *command; /* the whole command line, for the report */
	const char **job_files;
	size_t job_file_count;
	unsigned formats; /* enum output_format */
	unsigned terse_version;
	const char *output; /* file, or NULL: standard output */
	unsigned debug;     /* categories, a bit each */
	enum idle_profile idle_profile;
	enum eta_mode eta;
	uint64_t eta_interval_ns; /* 0: not given, as the next two */
	uint64_t eta_newline_ns;
	uint64_t status_interval_ns; /* a report so often */
	const char *status_file;     /* figures of each interval, or NULL */
	const char *openmetrics;
	const char *trigger_file; /* ends the run when it comes to be there */
	const char *trigger;      /* command to run then */
	uint64_t trigger_timeout_ns;
	bool warnings_fatal;
	bool bandwidth_log;
	struct plan_settings plan;
};

#endif
