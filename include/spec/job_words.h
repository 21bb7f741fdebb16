#ifndef RUNNER_SPEC_JOB_WORDS_H
#define RUNNER_SPEC_JOB_WORDS_H

/*
 * What the words of a job's options stand for, where an option takes one of a
 * few: the values only. Which words there are is said in job_options.c. Those
 * of a group of options stand in the group's own header.
 */

enum continue_flag { /* continue_on_error */
		     CONTINUE_READ = 1 << 0,
		     CONTINUE_WRITE = 1 << 1,
		     CONTINUE_VERIFY = 1 << 2,
};

enum fallocate_mode {
	FALLOCATE_NONE,
	FALLOCATE_NATIVE,
	FALLOCATE_POSIX,
	FALLOCATE_KEEP,
	FALLOCATE_TRUNCATE,
};

enum sync_mode {
	SYNC_NONE,
	SYNC_SYNC,
	SYNC_DSYNC,
};

enum dedupe_mode {
	DEDUPE_REPEAT,
	DEDUPE_WORKING_SET,
};

enum random_generator {
	GENERATOR_TAUSWORTHE,
	GENERATOR_LFSR,
	GENERATOR_TAUSWORTHE64,
};

enum clock_source {
	CLOCKSOURCE_CLOCK_GETTIME,
	CLOCKSOURCE_GETTIMEOFDAY,
	CLOCKSOURCE_CPU,
};

/* As clocksource= has it. */
const char *clock_source_name(enum clock_source source);

/* Which jobs end with this one, if others do at all. */
enum exit_what {
	EXIT_GROUP,
	EXIT_STONEWALL, /* all before the next stonewall */
	EXIT_ALL,
};

enum unified_reporting {
	UNIFIED_NONE,
	UNIFIED_MIXED, /* all directions as one */
	UNIFIED_BOTH,  /* and each by itself, too */
};

enum rate_process {
	RATE_LINEAR,
	RATE_POISSON,
};

enum thinktime_blocks_type {
	THINK_COMPLETE,
	THINK_ISSUE,
};

enum cpu_policy { /* cpus_allowed_policy */
		  CPUS_SHARED,
		  CPUS_SPLIT,
};

enum fadvise_hint {
	FADVISE_NONE,
	FADVISE_PATTERN, /* as rw= says */
	FADVISE_SEQUENTIAL,
	FADVISE_RANDOM,
	FADVISE_NOREUSE,
};

enum file_type {
	FILETYPE_ANY,
	FILETYPE_REGULAR,
	FILETYPE_BLOCK,
	FILETYPE_CHARACTER,
};

enum lock_mode { /* lockfile */
		 LOCKFILE_NONE,
		 LOCKFILE_EXCLUSIVE,
		 LOCKFILE_READWRITE,
};

enum rw_sequencer {
	SEQUENCER_SEQUENTIAL,
	SEQUENCER_IDENTICAL,
};

#endif
