#ifndef RUNNER_STAT_JOB_PAGE_H
#define RUNNER_STAT_JOB_PAGE_H

#include "stat/io_stats.h"
#include "stat/priority_stats.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * What a worker and the parent share: one page a job, in memory that both map.
 * Everything but `stop` and what is marked so is written by the worker only,
 * and the text and the times of the end may be read after it is gone.
 */
enum job_state {
	JOB_NOT_STARTED, /* P */
	JOB_CREATED,     /* C: forked, not set up */
	JOB_INIT,        /* I: opening its files */
	JOB_RAMP,        /* / */
	JOB_RUNNING,     /* R W M D ... */
	JOB_VERIFYING,   /* V: reading back what it wrote */
	JOB_SYNCING,     /* F: in the fsync at the end */
	JOB_FINISHING,   /* f */
	JOB_EXITED,      /* E: done, not yet reaped */
	JOB_REAPED,      /* _ (by the parent, as the next two) */
	JOB_FAILED,      /* X */
	JOB_KILLED,      /* K: by a signal */
};

enum { JOB_ERROR_TEXT_MAX = 512 };

/* What a job has to say besides that it failed. */
enum job_note {
	JOB_NOTE_FIRST_ERROR, /* that was let pass */
	JOB_NOTE_LAST_ERROR,
	JOB_NOTE_CLOCK,
	JOB_NOTE_VERIFY,
	JOB_NOTE_DUMP,   /* verify_dump */
	JOB_NOTE_TARGET, /* latency_target */
	JOB_NOTE_COUNT,
};

/* Why a job failed. */
struct job_error {
	int code;                      /* errno, 0: it did not */
	char function[32];             /* what failed: "open", "io_u" */
	char text[JOB_ERROR_TEXT_MAX]; /* for people, without "error:" */
};

/*
 * Note a failure, unless there is one already: the first is the cause. Always
 * -1, so that a function can fail in one line.
 */
__attribute__((format(printf, 4, 5))) int
job_error_set(struct job_error *error, int code, const char *function,
	      const char *format, ...);

/* What the kernel knows of a process; times in milliseconds. */
struct job_usage {
	uint64_t user_ms;
	uint64_t system_ms;
	uint64_t context_switches;
	uint64_t major_faults;
	uint64_t minor_faults;
};

/* What came to `now` since `before`. */
struct job_usage job_usage_since(const struct job_usage *now,
				 const struct job_usage *before);

/* What became of the blocks of a job, at its end (block_error_percentiles). */
enum block_state {
	BLOCK_UNWRITTEN,
	BLOCK_TRIMMED,
	BLOCK_WRITTEN,
	BLOCK_TRIM_FAILED,
	BLOCK_WRITE_FAILED,
	BLOCK_STATES,
};

struct block_stats {
	_Atomic uint64_t state[BLOCK_STATES];
	/* How often blocks that were used were trimmed, a failed trim
	 * included: a number each. */
	struct latency_stats trims;
};

/* What was read to be checked (verify), in I/Os. */
enum { VERIFY_TEXTS_MAX = 64 };

struct verify_stats {
	_Atomic uint64_t checked;
	_Atomic uint64_t bad;
	/* Of bad blocks, of which an I/O may have many: the first texts. */
	_Atomic uint64_t bad_blocks;
	char texts[VERIFY_TEXTS_MAX][JOB_ERROR_TEXT_MAX];
};

struct job_page {
	_Atomic uint32_t stop;        /* by the parent: end soon */
	_Atomic uint32_t state;       /* enum job_state */
	_Atomic uint32_t open_files;  /* for the live line */
	_Atomic uint64_t begun_ns;    /* CLOCK_MONOTONIC, end of the barrier */
	_Atomic uint64_t measured_ns; /* the same, after the ramp; 0: not yet */
	_Atomic uint64_t ended_ns;
	_Atomic uint64_t begun_epoch_ms;
	pid_t pid;
	uint32_t clock_source; /* by which it was timed: enum clock_source */
	int signal;            /* by the parent: what killed the worker, or 0 */

	/* Since the very start, ramp included: for the live line and totals. */
	_Atomic uint64_t live_ios[DIRECTION_COUNT];
	_Atomic uint64_t live_bytes[DIRECTION_COUNT];

	_Atomic uint64_t flow_clock; /* see io/flow.h; others read it */

	struct job_stats stats; /* since the end of the ramp */
	/* Mapped by the parent before the fork; NULL: I/Os have no priorities
	 * of their own. */
	struct priority_stats *priorities;

	struct verify_stats verify;

	struct job_usage usage_before; /* written when it begins to count */

	/* Written once, at the end. */
	struct job_usage usage;   /* since then */
	double harness_ns_per_io; /* what the worker itself costs, 0: unknown */
	uint64_t zone_resets;     /* ramp included */
	struct block_stats blocks;
	struct job_error error;
	char notes[JOB_NOTE_COUNT][JOB_ERROR_TEXT_MAX];
};

/* A zeroed array of pages for `count` jobs, or NULL with errno set. */
struct job_page *job_pages_map(size_t count);
void job_pages_unmap(struct job_page *pages, size_t count);

#endif
