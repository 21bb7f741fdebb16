#ifndef RUNNER_IO_WORKER_STATE_H
#define RUNNER_IO_WORKER_STATE_H

#include "engine/activity.h"
#include "engine/engine.h"
#include "engine/task.h"
#include "io/buffer.h"
#include "io/file_lock.h"
#include "io/harness.h"
#include "io/layout.h"
#include "io/pace.h"
#include "io/rate_floor.h"
#include "io/replay_clock.h"
#include "io/target.h"
#include "io/workload.h"
#include "job_log.h"
#include "stat/job_page.h"
#include "stat/series.h"
#include "verify_job.h"
#include "worker_clock.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What a worker knows while it runs. Private to worker.c (set-up and end),
 * worker_loop.c (which I/O when), worker_single.c (the same for synchronous
 * engines), worker_activity.c (the same for activities), worker_task.c (all of
 * jobs without I/O), worker_verify.c (reading back), worker_start.c (I/Os on
 * their way) and account.c (what is counted).
 */

enum {
	IO_KINDS = IO_SYNC_FILE_RANGE + 1,
	WORKER_AHEAD = 16, /* I/Os that are generated at once at depth 1 */
};

/* What there is to remember of an I/O in flight, by slot. */
enum io_mark {
	MARK_UNCOUNTED = 1 << 0, /* was started in the ramp */
	MARK_CONTINUED = 1 << 1, /* is the rest of a short one */
};

/* How many I/Os a call starts and ends. */
struct batching {
	unsigned submit;   /* at most, in one call */
	unsigned reap_min; /* 0: look, and don't wait */
	unsigned reap_max;
	unsigned low;  /* once full, nothing starts above this depth */
	bool draining; /* it was full */
};

/* Which latencies are wanted, and which of them with a histogram. */
struct latency_choice {
	bool slat, clat, lat;
	bool slat_histogram, lat_histogram;
	bool any;
};

/* Completions that share their time stamps, to be counted at once. */
struct tally {
	uint64_t count;
	uint64_t bytes;
	uint64_t start_ns;
	uint64_t issue_ns;
};

struct control;

struct worker {
	const struct layout *layout;
	const struct job_options *options;
	struct job_page *page;
	const struct cycle_clock *cycles; /* NULL: no such clock */

	const struct engine_ops *engine;
	const struct activity_ops *activity; /* in its place, or NULL */
	const struct task_ops *task;         /* the same */
	void *state;
	bool is_sync;      /* no time passes between start and issue */
	bool counts_calls; /* of the engine */

	struct workload *workload;
	struct target *target;
	struct buffers buffers;
	struct pace pace;
	struct rate_floor floor;
	bool prepares; /* the data of writes */

	/* I/Os: `free` is a stack of those that are not in use. */
	unsigned depth;
	unsigned free_count;
	unsigned in_flight;
	unsigned waiting_count;
	struct io *ios;
	struct io **free;
	struct io **waiting; /* to be submitted next */
	struct io *held;     /* generated, but may not start yet */
	struct completion *done;
	struct io **ahead_ios; /* generated ahead, for a single slot */
	unsigned ahead;
	unsigned ahead_end;
	uint8_t *marks;
	uint64_t *intended_ns; /* by slot, when rate is to let them start; NULL:
				  nobody wants to know */
	unsigned marked;       /* how many I/Os have a mark */
	const int *fds; /* by file, if all are open and there are several */
	int *fd_table;
	/* Let in singly: pace, openfiles, lockfile, control. */
	bool one_by_one;
	bool holds_files;
	bool looks_up; /* from waiting for completions, when it is time */
	struct file_locks locks; /* lockfile */
	struct control *control; /* latency_target, flow, ...; NULL: none */
	bool blocked;    /* the held I/O can't start before others end */
	uint64_t due_ns; /* when it may start */
	struct replay_clock schedule; /* of a log that keeps its times */
	uint64_t scheduled_ns; /* when the held I/O is to start by that, or 0 */

	struct batching batching;
	struct latency_choice latency;
	struct tally tally[IO_KINDS];
	uint64_t max_latency_ns;
	struct job_log *log; /* NULL: there are none */
	bool watches;        /* each I/O by itself: max_latency, logs */
	bool observes;   /* more of each than what is tallied: intended, logs */
	uint64_t odd_ns; /* longer I/Os are looked at, UINT64_MAX: none */
	uint64_t live_ios[DIRECTION_COUNT];
	uint64_t live_bytes[DIRECTION_COUNT];

	/* verify. */
	struct verify_job *verify; /* NULL: nothing is checked */
	uint64_t bad_noticed;      /* of page->verify.bad */
	uint64_t phase_ns;         /* since when it reads back, or doesn't */
	uint64_t past_ns[DIRECTION_COUNT]; /* that directions ran before */

	/* Time. */
	struct worker_clock clock;
	bool timed;   /* the clock is read for each batch */
	bool chained; /* the end of one batch is the start of the next */
	bool stale;   /* now_ns is not the present: something took time */
	unsigned ticks_left; /* batches until the cheap clock is read again */
	unsigned tick_period;
	uint64_t now_ns;
	uint64_t event_ns; /* nothing is to be done before */
	uint64_t end_ns;   /* of the runtime, UINT64_MAX: none */
	uint64_t ramp_end_ns;
	struct series bw;
	struct series iops;
	bool samples;

	/* The course of the job. */
	bool ramping;
	bool endless;        /* time_based: passes follow until the end */
	uint64_t loops_left; /* passes after this one */
	bool exhausted;      /* the workload has nothing more */
	bool ending;         /* nothing more is started */
};

/* worker.c */

/* Of this process, since its start. */
void worker_read_usage(struct job_usage *usage);

/* All that a worker needs but files and an engine. 0, or -1: page->error. */
int worker_set_up_bare(struct worker *w);
void worker_tear_down(struct worker *w);

/* No I/O is on its way or held: all slots are free. */
void worker_set_ios(struct worker *w);

/* The descriptors of the files have changed. */
void worker_set_descriptors(struct worker *w);

/* harness.c */

/*
 * What the worker itself costs. It is not running, and may not run any more
 * afterwards. Returns -1 when that can't be told.
 */
int worker_measure(const struct worker *w, struct harness *harness);

/* account.c */

/* I/Os that the engine took, between `start_ns` and `issue_ns`. */
void account_issue(struct worker *w, struct io *const *ios, unsigned n,
		   uint64_t start_ns, uint64_t issue_ns);

/*
 * I/Os that ended at w->now_ns. Their slots are free afterwards, but for those
 * that were short and go on.
 */
void account_completions(struct worker *w, unsigned n);

/* Put into the page what is only kept here between batches. */
void account_runtime(struct worker *w, uint64_t now_ns);

/* worker_start.c */

/* Start what can be started now. Returns how many I/Os. */
unsigned start_ios(struct worker *w);

/*
 * The next I/Os, from the next pass if this one is over and another follows.
 * Fewer than `n` when the job has no more.
 */
unsigned start_generate(struct worker *w, struct io *const *ios, unsigned n);

/* What start_one_by_one() took for an I/O that was let in: give it back. */
void start_release(struct worker *w, const struct io *io);

/* Give I/Os what the workload doesn't know: descriptors, ... */
void start_set_descriptors(const struct worker *w, struct io *const *ios,
			   unsigned n);

/* ... and the data to write. */
void start_prepare(struct worker *w, const struct io *io);

/* worker_verify.c */

/* 0, or -1: see page->error. Without the option there is nothing to do. */
int worker_verify_open(struct worker *w);

/* All the rest is for jobs that have w->verify. */

/* The next I/O: of the workload, or a block that is read back. */
bool worker_verify_generate(struct worker *w, struct io *io);

/*
 * The workload has nothing more in this pass, after `generated` I/Os just now.
 * Returns whether the pass is over: not before its blocks are read back.
 */
bool worker_verify_pass_over(struct worker *w, unsigned generated);

/* An I/O as it was asked for has ended, well or not. */
void worker_verify_end(struct worker *w, const struct io *io, bool well);

/* How long a direction has run: blocks aren't written while read back. */
uint64_t worker_verify_runtime(const struct worker *w, unsigned direction,
			       uint64_t now_ns);

/* It begins to count; all I/O is done. */
void worker_verify_start(struct worker *w);
void worker_verify_finish(struct worker *w);

/* worker_single.c */

/* The loop for engines that do one I/O at a time. */
void worker_loop_single(struct worker *w);

/* worker_activity.c */

/* The loop for an activity. */
void worker_loop_activity(struct worker *w);

/* worker_task.c */

/* All that the worker of a task needs (0, or -1: page->error), and its loop. */
int worker_set_up_task(struct worker *w);
void worker_loop_task(struct worker *w);

/* worker_loop.c */

/* Do the job's I/O, from the end of the barrier to its own. */
void worker_loop(struct worker *w);

/* The job has failed, for page->error: nothing more is started. */
void worker_fail(struct worker *w);

/* The engine itself has failed; what it still has can't be known. */
void worker_engine_failed(struct worker *w, int code);

/*
 * Bring w->now_ns up to date. It never goes back, whatever the clock does.
 */
static inline void worker_read_clock(struct worker *w)
{
	uint64_t now = worker_clock_now(&w->clock);

	if (now > w->now_ns)
		w->now_ns = now;
	w->stale = false;
}

/* The same, within some milliseconds, at next to no cost. */
void worker_tick(struct worker *w);

/* What is due at w->event_ns. */
void worker_handle_events(struct worker *w);

/* Whether it is time for something else, or for the end. */
void worker_look_around(struct worker *w);

/* Nothing is in flight and the next I/O is not due before w->due_ns. */
void worker_sleep_until_due(struct worker *w);

/* Take what is done; wait for it as the job's options say. */
void worker_reap(struct worker *w);

#endif
