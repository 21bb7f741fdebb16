#ifndef RUNNER_OUT_RESULT_H
#define RUNNER_OUT_RESULT_H

#include "base/arena.h"
#include "base/diag.h"
#include "spec/io_priority.h"
#include "spec/plan.h"
#include "spec/settings.h"
#include "stat/job_page.h"
#include "stat/steady.h"
#include "sys/blockdev.h"
#include "sys/cpu_idle.h"
#include "sys/diskstats.h"
#include "sys/filesystem.h"
#include "sys/host.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/*
 * What a run came to. result_new() does every sum, mean, percentile and rate,
 * once; reporters only choose words.
 */
struct result_bin {     /* of a histogram */
	uint64_t value; /* ns, the middle of what falls into it */
	uint64_t count;
};

struct result_latency {
	struct summary summary; /* ns */
	double deviation;
	bool has_percentiles; /* asked for, and there are samples */
	uint64_t percentile[PERCENTILES_MAX]; /* ns, by the unit's list */
	const struct result_bin *bins;        /* ascending, none is empty */
	size_t bin_count;                     /* 0 unless asked for */
};

struct result_priority {
	struct io_priority priority;
	double share; /* %, of the direction's I/Os */
	struct result_latency latency;
};

struct result_samples { /* of bandwidth (KiB/s) or I/Os a second */
	struct summary summary;
	double deviation;
	double share; /* %, of the group's bandwidth; at most 100 */
};

/* Directions, and all of them together (unified_rw_reporting). */
enum { RESULT_MIXED = DIRECTION_COUNT, RESULT_DIRECTIONS };

struct result_direction {
	uint64_t ios; /* issued, also failed ones */
	uint64_t short_ios;
	uint64_t dropped;
	uint64_t bytes;
	uint64_t runtime_ms; /* the longest of the members */
	uint64_t bw_bytes;   /* bytes a second */
	double iops;
	struct result_latency slat, clat, lat;
	struct result_latency intended; /* of paced jobs: from when rate would
					   have had the I/O start */
	struct result_samples bw, iops_samples;
	const struct result_priority *priorities; /* of `lat` with
						     lat_percentiles=1, else of
						     `clat` */
	size_t priority_count;                    /* 0, or at least 2 */
};

/* Shares in % of depths and latencies, in the order that is printed. */
enum {
	LATENCY_CLASSES_NS = 10,
	LATENCY_CLASSES_US = 10,
	LATENCY_CLASSES_MS = 12,
};

/* What reports call the classes: "2" is what took less than 2. */
extern const char *const latency_class_names[LATENCY_CLASSES_MS];
extern const char *const depth_level_names[DEPTH_CLASSES];
extern const char *const depth_batch_names[DEPTH_CLASSES];

/* A job that is part of a unit. */
struct result_member {
	const struct job *job;
	const struct job_page *page;
	uint64_t begun_epoch_ms;
	uint64_t ended_epoch_ms;
	uint64_t runtime_ms; /* measured until now, or until its end */
	bool at_work;
	struct job_usage usage;
	double harness_ns_per_io; /* of its section's first job; 0: unknown */
	uint64_t verified_ios;    /* that read data to be checked, */
	uint64_t bad_ios;         /* which were not as they were written, */
	uint64_t bad_blocks;      /* in so many blocks */
};

/* What is reported as one. */
struct result_unit {
	const struct report_unit *unit;
	const struct job_section *section; /* of its first job */
	const struct job_options *options;
	const char *name;
	unsigned group;
	size_t job_count;
	/* errno of the first member that failed, EINTR for a killed one;
	 * if none did, the first error that was ignored. */
	int error;
	const struct job_error *failure; /* what the worker said, or NULL */
	const char *failure_signal; /* "killed by signal 9 (Killed)", or NULL */
	pid_t pid;
	uint64_t job_start_ms; /* epoch */
	uint64_t elapsed_s;
	bool ran; /* did any I/O: is shown in the text */
	struct result_direction direction[RESULT_DIRECTIONS];
	uint64_t syncs;
	struct result_latency sync;
	uint64_t job_runtime_ms; /* sum over members */
	double user_percent;
	double system_percent;
	uint64_t context_switches, major_faults, minor_faults;
	double depth_level[DEPTH_CLASSES];
	double depth_submit[DEPTH_CLASSES];
	double depth_complete[DEPTH_CLASSES];
	double latency_ns[LATENCY_CLASSES_NS];
	double latency_us[LATENCY_CLASSES_US];
	double latency_ms[LATENCY_CLASSES_MS];
	double latency_below_2us; /* the classes of ns and the first of us */
	bool continued;           /* continue_on_error is set */
	uint64_t total_errors;
	uint64_t zone_resets;
	int first_error;
	uint64_t latency_depth;
	struct result_latency block_trims; /* how often; not times */
	uint64_t block_states[BLOCK_STATES];
	const struct steady_verdict *steady; /* NULL: it isn't judged */
	struct result_member *members;       /* job_count */
};

struct result_group_direction {
	bool used; /* the longest runtime is not 0 */
	uint64_t bytes;
	uint64_t bw_bytes;                   /* aggregate */
	uint64_t min_bw_bytes, max_bw_bytes; /* of its units */
	uint64_t min_runtime_ms, max_runtime_ms;
};

struct result_group {
	struct result_group_direction direction[RESULT_DIRECTIONS];
	unsigned kb_base; /* of its first unit */
	unsigned unit_base;
	unsigned significant_figures;
};

/* A block device over the run: differences of its counters. */
struct result_disk {
	const char *name;
	struct disk_counters delta;
	double utilization;  /* % */
	size_t member_count; /* of a dm or md device, else 0 */
	struct disk_counters member_mean;
	double member_utilization; /* the greatest */
};

/* A file that the run used, for the fingerprint: one entry a mount. */
struct result_target {
	const char *path;                    /* the first file on it */
	const struct filesystem *filesystem; /* or NULL */
	const struct blockdev *device;       /* or NULL */
};

/* What readers of the reference's reports know as "no estimate". */
#define ETA_UNKNOWN UINT64_C(2147483647)

struct result {
	struct arena *arena;
	const struct plan *plan;
	const struct settings *settings;
	const struct job_page *pages; /* one a job, stats=0 ones too */
	struct timespec made;         /* CLOCK_REALTIME of the report */
	struct result_unit *units;
	size_t unit_count;
	struct result_group *groups;
	size_t group_count;
	const struct result_disk *disks; /* in order of first use */
	size_t disk_count;
	const struct host *host;
	const struct cpu_idleness *idleness; /* NULL: not asked for */
	const struct result_target *targets;
	size_t target_count;
	const struct diag *diag;
	const char *interrupted; /* "SIGINT", or NULL */
	bool interim;            /* jobs go on */
	uint64_t eta_s;          /* what is left; ETA_UNKNOWN */
};

/* What result_new() is made from. All borrowed until result_free(). */
struct result_input {
	const struct plan *plan;
	const struct settings *settings;
	const struct job_page *pages;  /* one a job */
	const struct diskstats *disks; /* or NULL */
	const struct host *host;
	const struct cpu_idleness *idleness; /* or NULL */
	const struct result_target *targets;
	size_t target_count;
	const struct steady_verdict *steady; /* one a unit, or NULL */
	const struct diag *diag;
	int signal;     /* that ended the run, or 0 */
	bool interim;   /* the run goes on */
	uint64_t eta_s; /* 0 at the end */
	/* Of the jobs that are at work, one a job; NULL: not known. */
	const struct job_usage *usage;
	uint64_t started_ns; /* CLOCK_MONOTONIC */
	uint64_t now_ns;
};

/*
 * Whether reports show a direction of the unit: each by itself, or all
 * together, or both. What isn't shown together is zero.
 */
static inline bool result_shows(const struct result_unit *unit, unsigned d)
{
	enum unified_reporting mode = unit->options->unified_rw_reporting;

	return mode == UNIFIED_BOTH ||
	       (d == RESULT_MIXED) == (mode == UNIFIED_MIXED);
}

/* "unwritten", ..., as reports call them. */
extern const char *const block_state_names[BLOCK_STATES];

/* "read", "write", "trim", "mixed". */
const char *result_direction_name(unsigned d);

/* "SIGKILL"; by its number where there is no name. Lives in the arena. */
const char *signal_name(struct arena *arena, int number);

struct result *result_new(const struct result_input *input);
void result_free(struct result *result);

#endif
