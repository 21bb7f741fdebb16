#ifndef RUNNER_SPEC_JOB_OPTIONS_H
#define RUNNER_SPEC_JOB_OPTIONS_H

#include "spec/control_options.h"
#include "spec/job_words.h"
#include "spec/log_options.h"
#include "spec/option_process.h"
#include "spec/option_values.h"
#include "spec/placement_options.h"
#include "spec/replay_options.h"
#include "spec/sprandom_options.h"
#include "spec/verify_options.h"
#include "spec/zone_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The options of a job. Plain data: its strings and lists are immutable and
 * live in the plan's arena, so inheriting [global] is an assignment.
 *
 * Adding an option is one field here and one entry in job_options.c. Sizes are
 * bytes and times nanoseconds.
 */
struct job_options {
	/* job */
	const char *name;
	const char *description;
	uint64_t numjobs;
	uint64_t loops;
	bool stonewall;
	bool new_group;
	const char *wait_for;
	bool exitall;
	bool exitall_on_error;
	enum exit_what exit_what;
	bool thread;
	bool create_only;
	const char *exec_prerun;
	const char *exec_postrun;
	/* file */
	struct text_list filename;
	struct text_list directory;
	const char *filename_format;
	uint64_t nrfiles;
	uint64_t openfiles;
	struct file_service file_service_type;
	struct size size;             /* value 0: not given */
	struct size io_size;          /* the same */
	struct number_range filesize; /* the same */
	struct size offset;
	bool split; /* the used part of each file among the clones */
	struct size offset_increment;
	uint64_t offset_align; /* 0: the smallest block */
	bool file_append;
	bool fill_device;
	bool unique_filename;
	bool create_serialize;
	bool create_fsync;
	bool allow_file_create;
	bool allow_mounted_write;
	bool overwrite;
	bool unlink;
	enum fallocate_mode fallocate;
	bool invalidate;
	bool fsync_on_close;
	bool create_on_open;
	enum fadvise_hint fadvise_hint;
	enum file_type filetype;
	enum lock_mode lockfile;
	const char *opendir;
	bool pre_read;
	bool unlink_each_loop;
	const char *ioscheduler;
	/* io */
	struct rw rw;
	struct block_sizes bs;
	struct block_sizes bsrange; /* the same as bs */
	struct block_splits bssplit;
	bool bs_unaligned;
	bool block_error_percentiles;
	bool bs_is_seq_rand;
	struct direction_numbers ba; /* 0: the smallest block */
	const char *ioengine;
	uint64_t iodepth;
	uint64_t iodepth_batch;
	uint64_t iodepth_batch_complete_min;
	uint64_t iodepth_batch_complete_max; /* 0: as min */
	uint64_t iodepth_low;                /* 0: as iodepth */
	bool direct;
	bool buffered;
	bool atomic;
	enum sync_mode sync;
	uint64_t number_ios;
	uint64_t num_range; /* of a trim */
	uint64_t rwmixread;
	uint64_t rwmixwrite;
	bool randrepeat;
	bool allrandrepeat;
	uint64_t randseed;
	bool norandommap;
	bool softrandommap;
	enum rw_sequencer rw_sequencer;
	struct direction_numbers percentage_random;
	struct distributions random_distribution;
	bool random_sequence_stride;
	struct sprandom_options sprandom;
	struct zone_options zone;
	enum random_generator random_generator;
	uint64_t fsync;
	uint64_t fdatasync;
	bool end_fsync;
	bool end_syncfs;
	struct sync_range sync_file_range;
	int continue_on_error; /* enum continue_flag */
	struct ignored_errors ignore_error;
	bool error_dump;
	struct placement_options placement;
	/* time */
	struct duration runtime; /* 0: until all is done */
	bool time_based;
	struct duration ramp_time;
	struct duration_range startdelay;
	struct direction_numbers rate;
	struct direction_numbers rate_iops;
	struct direction_numbers rate_min;
	struct direction_numbers rate_iops_min;
	enum rate_process rate_process;
	struct duration rate_cycle;
	bool rate_ignore_thinktime;
	struct duration thinktime;
	struct duration thinktime_spin;
	uint64_t thinktime_blocks; /* 0: no limit with thinktime_iotime, else 1
				    */
	enum thinktime_blocks_type thinktime_blocks_type;
	struct duration thinktime_iotime; /* 0: no limit */
	struct duration max_latency;
	enum clock_source clocksource;
	/* buffer */
	struct memory mem;
	uint64_t hugepage_size; /* 0: the system's */
	uint64_t iomem_align;
	uint64_t lockmem;
	bool zero_buffers;
	bool refill_buffers;
	bool scramble_buffers;
	struct pattern buffer_pattern;
	uint64_t buffer_compress_percentage;
	uint64_t buffer_compress_chunk; /* 0: the block */
	uint64_t dedupe_percentage;
	enum dedupe_mode dedupe_mode;
	uint64_t dedupe_working_set_percentage;
	bool dedupe_global;
	struct verify_options verify;
	/* process */
	struct cpu_list cpus_allowed; /* cpumask sets it, too, */
	struct cpu_list cpumask;      /* and it cpumask: the later holds */
	enum cpu_policy cpus_allowed_policy;
	struct node_list numa_cpu_nodes;
	struct memory_policy numa_mem_policy;
	int64_t nice;
	uint64_t prio;
	uint64_t prioclass;
	uint64_t priohint;
	uint64_t gtod_cpu; /* if it was given */
	uint64_t uid;
	uint64_t gid;
	const char *comm;
	const char *cgroup;
	uint64_t cgroup_weight;
	bool cgroup_nodelete;
	/* report */
	bool group_reporting;
	enum unified_reporting unified_rw_reporting;
	bool stats;
	bool disk_util;
	bool gtod_reduce;
	bool disable_lat;
	bool disable_clat;
	bool disable_slat;
	bool disable_bw_measurement;
	bool clat_percentiles;
	bool lat_percentiles;
	bool slat_percentiles;
	struct percentiles percentile_list;
	struct duration bwavgtime;
	struct duration iopsavgtime;
	int kb_base;   /* 1024 or 1000 */
	int unit_base; /* 0 and 8: bytes, 1: bits */
	uint64_t significant_figures;
	uint64_t job_start_clock; /* a clockid_t */
	struct log_options log;
	struct control_options control;
	struct replay_options replay;
};

/* THE table. */
extern const struct option_table job_option_table;

#endif
