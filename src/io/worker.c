#include "io/worker.h"

#include "base/clock.h"
#include "block_life.h"
#include "control.h"
#include "iolog_writer.h"
#include "offload.h"
#include "replay.h"
#include "spec/plan.h"
#include "sync_filesystems.h"
#include "trace.h"
#include "worker_state.h"
#include "zone_engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void set_state(struct worker *w, enum job_state state)
{
	atomic_store_explicit(&w->page->state, state, memory_order_relaxed);
}

static int no_memory(struct worker *w)
{
	return job_error_set(&w->page->error, ENOMEM, "calloc",
			     "no memory for the job's state");
}

static int allocate(struct worker *w)
{
	size_t depth = w->depth;

	w->ios = calloc(depth > 1 ? depth : WORKER_AHEAD, sizeof(w->ios[0]));
	w->free = calloc(depth, sizeof(struct io *));
	w->waiting = calloc(depth, sizeof(struct io *));
	w->done = calloc(depth, sizeof(w->done[0]));
	w->marks = calloc(depth, sizeof(w->marks[0]));
	errno = ENOMEM;
	w->workload = workload_new(w->layout);
	if (!w->workload && errno != ENOMEM)
		return job_error_set(&w->page->error, errno, "read_iolog",
				     "%s: %s", w->layout->replay->path,
				     strerror(errno));
	if (w->ios && w->free && w->waiting && w->done && w->marks &&
	    w->workload)
		return 0;
	return no_memory(w);
}

/*
 * The descriptors of all files, where they stay open. Otherwise each I/O asks
 * for that of its file.
 */
static int allocate_descriptors(struct worker *w)
{
	size_t count = w->layout->file_count;

	if (w->activity)
		return 0;
	w->holds_files = target_open_count(w->target) < count;
	if (!file_locks_open(&w->locks, w->layout))
		return no_memory(w);
	if (w->holds_files)
		return 0;
	w->fd_table = calloc(count ? count : 1, sizeof(w->fd_table[0]));
	if (!w->fd_table)
		return no_memory(w);
	if (count > 1)
		w->fds = w->fd_table;
	/* For the engine to look at. */
	worker_set_descriptors(w);
	return 0;
}

void worker_set_descriptors(struct worker *w)
{
	unsigned ios = w->depth > 1 ? w->depth : WORKER_AHEAD;

	if (!w->fd_table)
		return;
	for (uint32_t i = 0; i < w->layout->file_count; i++)
		w->fd_table[i] = target_open_descriptor(w->target, i);
	for (unsigned i = 0; i < ios; i++)
		w->ios[i].fd = w->layout->file_count ? w->fd_table[0] : -1;
}

static void set_io(const struct worker *w, struct io *io, unsigned slot)
{
	io->slot = (uint16_t)slot;
	io->buf = buffers_at(&w->buffers, slot);
	io->fd = -1;
}

void worker_set_ios(struct worker *w)
{
	w->free_count = w->depth;
	for (unsigned i = 0; i < w->depth; i++) {
		set_io(w, &w->ios[i], i);
		w->free[w->depth - 1 - i] = &w->ios[i];
	}
}

/* A synchronous engine's I/Os are generated ahead, all for its one slot. */
static int set_ahead(struct worker *w)
{
	bool for_one = w->is_sync && w->depth == 1 && !w->one_by_one;

	if (!w->activity && !for_one)
		return 0;
	w->ahead_ios = calloc(WORKER_AHEAD, sizeof(struct io *));
	if (!w->ahead_ios)
		return no_memory(w);
	for (unsigned i = 0; i < WORKER_AHEAD; i++) {
		set_io(w, &w->ios[i], 0);
		w->ahead_ios[i] = &w->ios[i];
	}
	return 0;
}

/* In place of the engine, one around it; NULL: there is no memory for it. */
static int use_engine(struct worker *w, const struct engine_ops *engine)
{
	if (!engine)
		return no_memory(w);
	w->engine = engine;
	return 0;
}

static int write_iolog(struct worker *w)
{
	struct iolog_writer_setup setup = {
		.layout = w->layout,
		.page = w->page,
		.buffers = &w->buffers,
		.inner = w->engine,
		.state = w->state,
	};
	const struct engine_ops *engine =
		iolog_writer_engine(&setup, &w->state, &w->page->error);

	if (!engine)
		return -1;
	w->engine = engine;
	return 0;
}

/* What is asked for of each I/O besides doing it. */
static int wrap_engine(struct worker *w)
{
	if (w->options->block_error_percentiles &&
	    use_engine(w, block_life_engine(w->engine, &w->state, w->layout,
					    w->depth, w->page)) < 0)
		return -1;
	if (zone_engine_wanted(w->layout) &&
	    use_engine(w, zone_engine(w->engine, &w->state, w->layout, w->depth,
				      &zoned_kernel)) < 0)
		return -1;
	if (w->layout->iolog && write_iolog(w) < 0)
		return -1;
	if (w->layout->trace_fd &&
	    use_engine(w, trace_engine(w->engine, &w->state, w->layout,
				       w->depth)) < 0)
		return -1;
	return 0;
}

/* Threads submit: nothing is synchronous, whatever the engine is. */
static bool is_offloaded(const struct worker *w)
{
	return w->options->control.submit_mode == SUBMIT_OFFLOAD;
}

static int open_engine(struct worker *w)
{
	const struct job_section *section = w->layout->job->section;
	struct engine_setup setup = {
		.options = section->engine_options,
		.job = section->options,
		.fds = w->fd_table,
		.file_count = w->layout->file_count,
		.depth = w->depth,
		.buffers = w->buffers.base,
		.buffer_size = w->buffers.stride,
	};
	const struct engine_ops *engine = engine_of(section->engine);

	if (w->activity)
		return w->activity->open(&w->state, section->engine_options,
					 &w->page->error);
	if (!engine)
		return job_error_set(&w->page->error, ENOSYS, "engine",
				     "no engine %s", section->engine->name);
	if (is_offloaded(w))
		engine = offload_engine(engine, &w->state, &setup,
					&w->page->error);
	else if (engine->open(&w->state, &setup, &w->page->error))
		engine = NULL;
	if (!engine)
		return -1;
	w->engine = engine;
	return wrap_engine(w);
}

static unsigned at_most(uint64_t n, unsigned limit)
{
	return n < limit ? (unsigned)n : limit;
}

/*
 * Where the kernel waits for the device inside the submitting call, all I/Os
 * of a call would wait for each other.
 */
static bool waits_when_submitting(const struct worker *w)
{
	const struct layout *l = w->layout;
	unsigned flags = l->job->section->engine->flags;

	if (!(flags & ENGINE_WAITS_IF_BUFFERED) || w->options->direct ||
	    is_offloaded(w))
		return false;
	for (size_t i = 0; i < l->file_count; i++)
		if (l->files[i].kind == FILE_REGULAR ||
		    l->files[i].kind == FILE_BLOCK)
			return true;
	return false;
}

/*
 * Without any option of it: all at once, both ways. With one, the others have
 * the values that users of such options expect.
 */
static void set_batching(struct worker *w)
{
	const struct job_section *s = w->layout->job->section;
	const struct job_options *o = w->options;
	struct batching *b = &w->batching;
	uint64_t max = o->iodepth_batch_complete_max;

	*b = (struct batching){
		.submit = w->depth,
		.reap_min = 1,
		.reap_max = w->depth,
		.low = o->iodepth_low ? at_most(o->iodepth_low, w->depth)
				      : w->depth,
	};
	if (!PLAN_GIVEN(s, iodepth_batch) &&
	    !PLAN_GIVEN(s, iodepth_batch_complete_min) &&
	    !PLAN_GIVEN(s, iodepth_batch_complete_max)) {
		if (waits_when_submitting(w))
			b->submit = 1;
		return;
	}
	if (!PLAN_GIVEN(s, iodepth_batch))
		b->submit = 1;
	else if (o->iodepth_batch)
		b->submit = at_most(o->iodepth_batch, w->depth);
	b->reap_min = at_most(o->iodepth_batch_complete_min, w->depth);
	if (max < b->reap_min)
		max = b->reap_min;
	if (max)
		b->reap_max = at_most(max, w->depth);
}

/*
 * An activity brings its own time stamps, from CLOCK_MONOTONIC, and where no
 * latency is wanted the clock is read too seldom to be worth another.
 */
static void set_clock(struct worker *w)
{
	const struct job_section *s = w->layout->job->section;
	enum clock_source wanted = w->options->clocksource;

	if (wanted == CLOCKSOURCE_CPU && (w->activity || !w->timed))
		wanted = CLOCKSOURCE_CLOCK_GETTIME;
	else if (wanted == CLOCKSOURCE_CPU && !w->cycles &&
		 PLAN_GIVEN(s, clocksource))
		snprintf(w->page->notes[JOB_NOTE_CLOCK], JOB_ERROR_TEXT_MAX,
			 "clocksource=cpu: this CPU has no counter that runs "
			 "at one rate; clock_gettime was used");
	worker_clock_init(&w->clock, wanted, w->cycles);
	w->page->clock_source = w->clock.source;
}

static void set_nature(struct worker *w)
{
	unsigned flags = w->layout->job->section->engine->flags;
	bool inlined = !is_offloaded(w);
	bool sync_at_1 =
		inlined && flags & ENGINE_SYNC_AT_DEPTH_1 && w->depth == 1;

	w->is_sync = (inlined && flags & ENGINE_SYNC) || sync_at_1;
	w->counts_calls = !sync_at_1;
}

static void set_measurement(struct worker *w)
{
	const struct job_options *o = w->options;
	unsigned flags = w->layout->job->section->engine->flags;
	struct latency_choice *l = &w->latency;

	*l = (struct latency_choice){
		.slat = !o->gtod_reduce && !o->disable_slat && !w->is_sync,
		.clat = !o->gtod_reduce && !o->disable_clat,
		/* There is nothing of an activity besides its own time. */
		.lat = !o->gtod_reduce && !o->disable_lat && !w->activity,
		.slat_histogram = o->slat_percentiles,
		.lat_histogram = o->lat_percentiles,
	};
	w->samples = !o->disable_bw_measurement;
	w->max_latency_ns = o->max_latency.ns;
	w->watches = w->max_latency_ns || w->log || w->page->priorities;
	w->odd_ns = w->max_latency_ns ? w->max_latency_ns : UINT64_MAX;
	w->timed = l->slat || l->clat || l->lat || w->watches ||
		   w->pace.active || w->control || w->schedule.active;
	set_clock(w);
	/*
	 * Where the kernel has work to do, a reading of its own keeps ours out
	 * of the latency; where there is none, it would be most of the cost.
	 */
	w->chained = w->depth == 1 && !w->prepares && !w->one_by_one &&
		     flags & ENGINE_DISKLESS;
}

/* Memory for the times at which the I/Os of a paced job are to start. */
static int set_intended(struct worker *w)
{
	w->observes = w->log || w->page->priorities ||
		      (w->control && w->control->searches);
	if (!w->pace.is_rated || !w->latency.lat)
		return 0;
	w->intended_ns = calloc(w->depth, sizeof(w->intended_ns[0]));
	w->observes = true;
	return w->intended_ns ? 0 : no_memory(w);
}

static void set_course(struct worker *w)
{
	const struct job_options *o = w->options;

	w->endless = o->time_based && o->runtime.ns;
	pace_init(&w->pace, w->layout);
	rate_floor_init(&w->floor, w->layout);
	w->schedule = (struct replay_clock){
		.active = w->layout->replay && !o->replay.no_stall,
		.scale = o->replay.time_scale,
	};
	w->one_by_one = w->pace.active || w->holds_files || w->locks.locks ||
			w->verify || w->control || w->schedule.active ||
			o->num_range > 1;
	w->looks_up = w->one_by_one || w->floor.active;
	w->prepares = w->buffers.prepare;
	/* Absolute sleeps are to end when they say, not 50 us later. */
	if (w->pace.active || w->locks.locks || w->control ||
	    w->schedule.active)
		prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
	set_measurement(w);
	set_batching(w);
}

static int set_control(struct worker *w)
{
	if (!control_is_wanted(w->options, w->depth))
		return 0;
	w->control = control_new(w->layout, w->page, w->depth, &w->page->error);
	return w->control ? 0 : -1;
}

static int open_logs(struct worker *w)
{
	if (!w->layout->log_count)
		return 0;
	return job_log_open(&w->log, w->layout, !w->is_sync && !w->activity,
			    &w->page->error);
}

/* How it loops, once it is known what it works on; logs are files. */
static int set_loop(struct worker *w)
{
	worker_set_ios(w);
	set_nature(w);
	if (w->target && open_logs(w))
		return -1;
	if (set_control(w))
		return -1;
	set_course(w);
	if (set_intended(w))
		return -1;
	return set_ahead(w);
}

static int set_up(struct worker *w)
{
	set_state(w, JOB_INIT);
	if (task_of(w->layout->job->section->engine))
		return worker_set_up_task(w);
	w->activity = activity_of(w->layout->job->section->engine);
	if (allocate(w))
		return -1;
	if (buffers_open(&w->buffers, w->layout, &w->page->error))
		return -1;
	if (w->options->pre_read &&
	    target_pre_read(w->layout, &w->page->stop, &w->page->error))
		return -1;
	w->target = target_open(w->layout, &w->page->error);
	if (!w->target || allocate_descriptors(w) || open_engine(w))
		return -1;
	atomic_store_explicit(&w->page->open_files,
			      target_open_count(w->target),
			      memory_order_relaxed);
	if (worker_verify_open(w) || set_loop(w))
		return -1;
	worker_set_descriptors(w);
	return 0;
}

int worker_set_up_bare(struct worker *w)
{
	if (task_of(w->layout->job->section->engine))
		return job_error_set(&w->page->error, ENODATA, "harness",
				     "there is no I/O to measure");
	w->activity = activity_of(w->layout->job->section->engine);
	if (allocate(w) ||
	    buffers_open(&w->buffers, w->layout, &w->page->error))
		return -1;
	return set_loop(w);
}

/* Say that this job is ready, and wait until all are. */
static void wait_for_start(int ready_fd, int go_fd)
{
	char byte = 0;
	ssize_t n;

	do
		n = write(ready_fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	close(ready_fd);
	do
		n = read(go_fd, &byte, 1);
	while (n > 0 || (n < 0 && errno == EINTR));
	close(go_fd);
}

static void sync_file(struct worker *w, uint32_t file)
{
	int fd = target_descriptor(w->target, file);

	if (fd >= 0 && fsync(fd) == 0)
		return;
	job_error_set(&w->page->error, fd < 0 ? -fd : errno, "fsync",
		      "end_fsync of %s: %s", w->layout->files[file].path,
		      strerror(fd < 0 ? -fd : errno));
}

/* end_fsync, end_syncfs: a part of what is measured. */
static void sync_files(struct worker *w)
{
	const struct job_options *o = w->options;

	if (!(o->end_fsync || o->end_syncfs) || !w->target ||
	    w->page->error.code || !(o->rw.flags & (RW_WRITE | RW_TRIM)))
		return;
	set_state(w, JOB_SYNCING);
	for (uint32_t i = 0; o->end_fsync && i < w->layout->file_count; i++) {
		enum file_kind kind = w->layout->files[i].kind;

		if (kind == FILE_REGULAR || kind == FILE_BLOCK)
			sync_file(w, i);
	}
	if (o->end_syncfs)
		sync_filesystems(w->layout, w->target, &w->page->error);
}

static uint64_t milliseconds(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_usec / 1000;
}

void worker_read_usage(struct job_usage *usage)
{
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	*usage = (struct job_usage){
		.user_ms = milliseconds(r.ru_utime),
		.system_ms = milliseconds(r.ru_stime),
		.context_switches = (uint64_t)(r.ru_nvcsw + r.ru_nivcsw),
		.major_faults = (uint64_t)r.ru_majflt,
		.minor_faults = (uint64_t)r.ru_minflt,
	};
}

static void note_usage(struct worker *w)
{
	struct job_usage now;

	worker_read_usage(&now);
	w->page->usage = job_usage_since(&now, &w->page->usage_before);
}

static void close_logs(struct worker *w)
{
	if (w->log)
		job_log_close(w->log, w->now_ns, &w->page->error);
	w->log = NULL;
}

/*
 * Copies of a job cost the same: the first one tells for all. After an error
 * I/Os may be anywhere.
 */
static void note_harness(const struct worker *w)
{
	struct harness harness;

	/* Zones are others' as well, and go on as they are chosen. */
	if (w->options->zone.mode == ZONES_ZBD)
		return;
	if (w->layout->job->clone == 0 && !w->page->error.code && !w->verify &&
	    worker_measure(w, &harness) == 0)
		w->page->harness_ns_per_io = harness.ns_per_io;
}

static void run(struct worker *w)
{
	worker_loop(w);
	if (w->verify)
		worker_verify_finish(w);
	if (w->layout->replay)
		replay_check(workload_replay(w->workload), &w->page->error);
	sync_files(w);
	worker_read_clock(w);
	account_runtime(w, w->now_ns);
	counter_set(&w->page->ended_ns, w->now_ns);
	note_usage(w);
	if (w->workload)
		w->page->zone_resets = workload_zone_resets(w->workload);
	set_state(w, JOB_FINISHING);
	close_logs(w);
	note_harness(w);
}

void worker_tear_down(struct worker *w)
{
	close_logs(w);
	if (w->activity && w->state)
		w->activity->close(w->state);
	if (w->task && w->state)
		w->task->close(w->state);
	if (w->engine)
		w->engine->close(w->state);
	if (w->target)
		target_close(w->target, &w->page->error);
	atomic_store_explicit(&w->page->open_files, 0, memory_order_relaxed);
	verify_job_close(w->verify);
	buffers_close(&w->buffers);
	file_locks_close(&w->locks);
	control_free(w->control);
	workload_free(w->workload);
	free(w->fd_table);
	free(w->ios);
	free(w->free);
	free(w->waiting);
	free(w->ahead_ios);
	free(w->done);
	free(w->marks);
	free(w->intended_ns);
}

int worker_run(const struct layout *layout, struct job_page *page,
	       const struct cycle_clock *cycles, int ready_fd, int go_fd)
{
	struct worker w = {
		.layout = layout,
		.options = layout->job->section->options,
		.page = page,
		.cycles = cycles,
		.depth = layout->depth,
	};

	page->pid = getpid();
	if (set_up(&w)) {
		close(ready_fd);
		close(go_fd);
	} else {
		wait_for_start(ready_fd, go_fd);
		run(&w);
	}
	worker_tear_down(&w);
	set_state(&w, JOB_EXITED);
	return page->error.code ? 1 : 0;
}
