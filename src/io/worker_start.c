#include "worker_state.h"

#include "control.h"
#include "replay.h"
#include "spec/plan.h"

#include <errno.h>
#include <string.h>

/*
 * unlink_each_loop: new files, before another pass begins. Returns false when
 * it can't yet, since I/Os of the last one are on their way, or not at all.
 */
static bool renew_files(struct worker *w, unsigned generated)
{
	bool idle = w->free_count + (w->held != NULL) == w->depth;

	if (generated || !idle || w->ending)
		return false;
	if (w->engine)
		engine_forget_files(w->engine, w->state);
	if (target_renew(w->target, &w->page->error) < 0) {
		worker_fail(w);
		return false;
	}
	worker_set_descriptors(w);
	w->stale = true;
	return true;
}

unsigned start_generate(struct worker *w, struct io *const *ios, unsigned n)
{
	unsigned count = workload_fill(w->workload, ios, n);
	unsigned more;

	while (count < n) {
		if (w->verify && !worker_verify_pass_over(w, count))
			return count;
		if (!w->endless && !w->ramping && !w->loops_left)
			break;
		if (w->options->unlink_each_loop && !renew_files(w, count))
			return count;
		if (!w->endless && !w->ramping)
			w->loops_left--;
		workload_restart(w->workload);
		more = workload_fill(w->workload, ios + count, n - count);
		if (!more)
			break;
		count += more;
	}
	if (count < n)
		w->exhausted = true;
	return count;
}

void start_set_descriptors(const struct worker *w, struct io *const *ios,
			   unsigned n)
{
	if (w->fds)
		for (unsigned i = 0; i < n; i++)
			ios[i]->fd = w->fds[ios[i]->file_index];
}

void start_prepare(struct worker *w, const struct io *io)
{
	if (w->prepares && io->kind == IO_WRITE)
		w->buffers.prepare(&w->buffers, io);
}

static void complete(struct worker *w, struct io *const *ios, unsigned n)
{
	start_set_descriptors(w, ios, n);
	if (w->prepares)
		for (unsigned i = 0; i < n; i++)
			start_prepare(w, ios[i]);
}

static void submit_failed(struct worker *w, int code)
{
	if (code == EINTR || (code == EAGAIN && w->in_flight))
		return;
	job_error_set(&w->page->error, code, "submit",
		      "the engine could not start an I/O: %s", strerror(code));
	worker_fail(w);
}

/*
 * Hand I/Os to the engine. Those that it doesn't take wait, for the next call.
 * Returns how many it took.
 */
static unsigned submit(struct worker *w, struct io *const *ios, unsigned n)
{
	uint64_t start = 0, issue = 0;
	int taken;

	if (w->timed) {
		if (!w->chained || w->stale)
			worker_read_clock(w);
		start = w->now_ns;
	}
	taken = w->engine->submit(w->state, ios, n);
	if (w->timed) {
		/* A synchronous one is done by now, and was issued before. */
		worker_read_clock(w);
		issue = w->is_sync ? start : w->now_ns;
	}
	if (taken < 0) {
		submit_failed(w, -taken);
		taken = 0;
	}
	if (taken > 0)
		account_issue(w, ios, (unsigned)taken, start, issue);
	w->waiting_count = n - (unsigned)taken;
	memmove(w->waiting, ios + taken,
		w->waiting_count * sizeof(struct io *));
	return (unsigned)taken;
}

/* The next `n` I/Os at once. */
static unsigned start_batch(struct worker *w, unsigned n)
{
	struct io **ios = w->free + w->free_count - n;
	unsigned count = start_generate(w, ios, n);

	w->free_count -= n;
	if (count < n) {
		/* Those that are left over stay on the stack. */
		memcpy(w->waiting, ios, count * sizeof(struct io *));
		memmove(ios, ios + count, (n - count) * sizeof(struct io *));
		w->free_count += n - count;
		ios = w->waiting;
	}
	if (!count)
		return 0;
	complete(w, ios, count);
	return submit(w, ios, count);
}

/* Whether the file of the held I/O is open, or could be opened. */
static bool open_its_file(struct worker *w, struct io *io)
{
	const char *path = w->layout->files[io->file_index].path;
	int fd = target_descriptor(w->target, io->file_index);

	w->blocked = fd == -EBUSY;
	if (w->blocked)
		return false;
	if (fd < 0) {
		job_error_set(&w->page->error, -fd, "open", "%s: %s",
			      path ? path : "no file", strerror(-fd));
		worker_fail(w);
		return false;
	}
	io->fd = fd;
	target_hold(w->target, io->file_index);
	return true;
}

/* Whether other processes leave the file of the held I/O to us now. */
static bool lock_its_file(struct worker *w, const struct io *io)
{
	int fd = target_open_descriptor(w->target, io->file_index);
	int result = file_locks_take(&w->locks, io->file_index, fd,
				     io->kind == IO_READ);

	w->blocked = result == -EBUSY;
	if (result == 0)
		return true;
	if (w->holds_files)
		target_release(w->target, io->file_index);
	if (result == -EAGAIN) {
		w->due_ns = w->now_ns + w->locks.pause_ns;
	} else if (result != -EBUSY) {
		job_error_set(&w->page->error, -result, "flock",
			      "lockfile: %s: %s",
			      w->layout->files[io->file_index].path,
			      strerror(-result));
		worker_fail(w);
	}
	return false;
}

void start_release(struct worker *w, const struct io *io)
{
	if (w->control)
		control_release(w->control, io);
	if (w->locks.locks)
		file_locks_release(
			&w->locks, io->file_index,
			target_open_descriptor(w->target, io->file_index));
	if (w->holds_files)
		target_release(w->target, io->file_index);
}

/* Whether what the job's figures control lets the held I/O start. */
static bool pass_control(struct worker *w, const struct io *io)
{
	enum control_answer answer = control_ask(w->control, io);

	w->blocked = answer == CONTROL_WAIT;
	if (answer == CONTROL_LATER)
		w->due_ns = w->now_ns + w->control->pause_ns;
	return answer == CONTROL_GO;
}

static bool take_its_file(struct worker *w, struct io *io)
{
	if (w->holds_files && !open_its_file(w, io))
		return false;
	return !w->locks.locks || lock_its_file(w, io);
}

/*
 * Whether the held I/O may start now, with `others` that start beside it; if
 * not, w->due_ns is when.
 */
static bool let_in(struct worker *w, struct io *io, unsigned others)
{
	bool moves_data = io->kind < IO_FSYNC;

	w->due_ns = 0;
	w->blocked = w->verify && verify_job_is_busy(w->verify, io);
	if (w->blocked)
		return false;
	w->due_ns = w->scheduled_ns;
	if (w->due_ns > w->now_ns)
		return false;
	if (moves_data && w->pace.active) {
		w->due_ns = pace_due(&w->pace, io->kind, w->now_ns,
				     !w->in_flight && !others);
		if (w->due_ns > w->now_ns)
			return false;
	}
	if (w->control && !pass_control(w, io))
		return false;
	if (!take_its_file(w, io)) {
		if (w->control)
			control_release(w->control, io);
		return false;
	}
	if (w->control)
		control_started(w->control, io);
	if (moves_data)
		pace_started(&w->pace, io->kind, io->length);
	if (w->intended_ns)
		w->intended_ns[io->slot] = w->due_ns;
	if (w->verify)
		verify_job_begin(w->verify, io);
	return true;
}

/* When the log wants the held I/O to start. */
static void schedule(struct worker *w)
{
	const struct replay *r = workload_replay(w->workload);

	w->scheduled_ns = replay_clock_due(&w->schedule, replay_pass(r),
					   replay_time_us(r), w->now_ns);
}

/* Generate the I/O that is to start next. Returns false if there is none. */
static bool hold_next(struct worker *w)
{
	if (w->pace.steers)
		workload_steer(w->workload, pace_choose(&w->pace, w->now_ns));
	w->held = w->free[--w->free_count];
	if (w->verify ? worker_verify_generate(w, w->held)
		      : start_generate(w, &w->held, 1)) {
		if (w->schedule.active)
			schedule(w);
		return true;
	}
	w->free[w->free_count++] = w->held;
	w->held = NULL;
	return false;
}

/* The depth that latency_target has come to may be less than the job's. */
static unsigned find_room(struct worker *w, unsigned n)
{
	n = control_room(w->control, n, w->in_flight);
	w->blocked = !n;
	return n;
}

/* Those of the next `n` I/Os that may start now. */
static unsigned start_one_by_one(struct worker *w, unsigned n)
{
	unsigned count = 0;

	if (w->pace.active || w->locks.locks || w->control ||
	    w->schedule.active)
		worker_read_clock(w);
	if (w->control)
		n = find_room(w, n);
	while (count < n && !w->ending) {
		if (!w->held && !hold_next(w))
			break;
		if (!let_in(w, w->held, count))
			break;
		w->waiting[count++] = w->held;
		w->held = NULL;
	}
	if (!count)
		return 0;
	complete(w, w->waiting, count);
	return submit(w, w->waiting, count);
}

unsigned start_ios(struct worker *w)
{
	unsigned n = w->batching.submit;
	unsigned available = w->free_count + (w->held != NULL);

	if (w->waiting_count)
		return submit(w, w->waiting, w->waiting_count);
	if (n > available)
		n = available;
	if (!n || w->exhausted)
		return 0;
	if (w->one_by_one)
		return start_one_by_one(w, n);
	return start_batch(w, n);
}
