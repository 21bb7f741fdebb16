#include "worker_state.h"

#include "control.h"
#include "spec/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool moves_data(unsigned kind)
{
	return kind < IO_FSYNC;
}

static void count_call(struct worker *w, _Atomic uint64_t *calls,
		       _Atomic uint64_t *classes, unsigned n)
{
	if (!w->counts_calls)
		return;
	counter_add(calls, 1);
	counter_add(&classes[depth_batch_class(n)], 1);
}

/* A call of which the I/Os need not be told apart. */
#define SHORT_CALL_NS 500

void account_issue(struct worker *w, struct io *const *ios, unsigned n,
		   uint64_t start_ns, uint64_t issue_ns)
{
	struct job_stats *stats = &w->page->stats;
	unsigned counts[IO_KINDS] = { 0 };
	uint64_t each_ns = (issue_ns - start_ns) / n;
	uint64_t step_ns = each_ns;

	/*
	 * The kernel takes the I/Os of a call one after the other, and the
	 * first may be done before the last is taken: each gets its share of
	 * the call. Of a short call all have the same times, which are counted
	 * at once.
	 */
	if (issue_ns - start_ns < SHORT_CALL_NS) {
		start_ns = issue_ns - each_ns;
		step_ns = 0;
	}
	for (unsigned i = 0; i < n; i++) {
		ios[i]->start_ns = start_ns;
		ios[i]->issue_ns = start_ns + each_ns;
		start_ns += step_ns;
		counts[ios[i]->kind]++;
	}
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		struct direction_stats *s = &stats->direction[d];

		if (!counts[d])
			continue;
		counter_add(&s->issued, counts[d]);
		if (w->latency.slat)
			latency_add_many(&s->slat, each_ns, counts[d],
					 w->latency.slat_histogram);
	}
	count_call(w, &stats->submits, stats->depth_submit, n);
	w->in_flight += n;
	/* I/Os of one call are in flight together. */
	counter_add(&stats->depth_level[depth_level_class(w->in_flight)], n);
}

static void tally_sync(struct worker *w, const struct tally *t)
{
	struct job_stats *stats = &w->page->stats;

	counter_add(&stats->syncs, t->count);
	if (w->latency.clat)
		latency_add_many(&stats->sync, w->now_ns - t->issue_ns,
				 t->count, true);
}

/* Count what was tallied for `kind`. */
static void tally_count(struct worker *w, unsigned kind)
{
	struct tally *t = &w->tally[kind];
	struct direction_stats *s;

	if (!moves_data(kind)) {
		tally_sync(w, t);
		t->count = 0;
		return;
	}
	s = &w->page->stats.direction[kind];
	counter_add(&s->completed, t->count);
	counter_add(&s->bytes, t->bytes);
	w->live_ios[kind] += t->count;
	w->live_bytes[kind] += t->bytes;
	counter_set(&w->page->live_ios[kind], w->live_ios[kind]);
	counter_set(&w->page->live_bytes[kind], w->live_bytes[kind]);
	if (w->latency.clat)
		latency_add_many(&s->clat, w->now_ns - t->issue_ns, t->count,
				 true);
	if (w->latency.lat)
		latency_add_many(&s->lat, w->now_ns - t->start_ns, t->count,
				 w->latency.lat_histogram);
	t->count = 0;
	t->bytes = 0;
}

static inline void tally_add(struct worker *w, const struct io *io)
{
	struct tally *t = &w->tally[io->kind];

	if (t->count > 0 &&
	    (t->issue_ns != io->issue_ns || t->start_ns != io->start_ns))
		tally_count(w, io->kind);
	t->start_ns = io->start_ns;
	t->issue_ns = io->issue_ns;
	t->bytes += io->length;
	t->count++;
}

/* What an error message calls an I/O, and the file it is on. */
static const char *const kind_names[IO_KINDS] = {
	[IO_READ] = "read",           [IO_WRITE] = "write",
	[IO_TRIM] = "trim",           [IO_FSYNC] = "fsync",
	[IO_FDATASYNC] = "fdatasync", [IO_SYNC_FILE_RANGE] = "sync_file_range",
};

static const char *path_of(const struct worker *w, const struct io *io)
{
	const char *path = w->layout->files[io->file_index].path;

	return path ? path : "no file";
}

static void describe(const struct worker *w, const struct io *io, char *text,
		     size_t size)
{
	if (w->activity)
		snprintf(text, size, "%s of %s", w->activity->info.name,
			 path_of(w, io));
	else if (io->range_count)
		snprintf(text, size,
			 "%s of %" PRIu32 " bytes in %u ranges, the first at "
			 "%" PRIu64 " of %s",
			 kind_names[io->kind], io->length, io->range_count,
			 io->offset, path_of(w, io));
	else if (moves_data(io->kind))
		snprintf(text, size,
			 "%s of %" PRIu32 " bytes at %" PRIu64 " of %s",
			 kind_names[io->kind], io->length, io->offset,
			 path_of(w, io));
	else
		snprintf(text, size, "%s of %s", kind_names[io->kind],
			 path_of(w, io));
}

static bool is_ignored(const struct worker *w, unsigned direction, int code)
{
	const struct ignored_errors *list = &w->options->ignore_error;
	int flag = direction == DIRECTION_READ ? CONTINUE_READ : CONTINUE_WRITE;

	for (size_t i = 0; i < list->count[direction]; i++)
		if (list->of[direction][i] == code)
			return true;
	return w->options->continue_on_error & flag &&
	       (code == EIO || code == EILSEQ);
}

/* error_dump: the first error that was let pass and the last. */
static void dump_error(struct worker *w, const char *what, int code)
{
	char(*notes)[JOB_ERROR_TEXT_MAX] = w->page->notes;
	bool first = !*notes[JOB_NOTE_FIRST_ERROR];

	snprintf(notes[first ? JOB_NOTE_FIRST_ERROR : JOB_NOTE_LAST_ERROR],
		 sizeof(notes[0]), "%s error that was ignored: %s: %s",
		 first ? "first" : "last", what, strerror(code));
}

static void count_error(struct worker *w, int code)
{
	struct job_stats *stats = &w->page->stats;

	counter_add(&stats->errors, 1);
	if (!counter_read(&stats->first_error))
		counter_set(&stats->first_error, (uint64_t)code);
}

/* fill_device: that nothing more fits is what the job is to end with. */
static bool is_full_now(const struct worker *w, const struct io *io, int code)
{
	return w->options->fill_device && io->kind == IO_WRITE &&
	       (code == ENOSPC || code == EDQUOT);
}

static void io_failed(struct worker *w, const struct io *io, int code)
{
	unsigned direction =
		io->kind == IO_READ ? DIRECTION_READ : DIRECTION_WRITE;
	bool ignored = is_ignored(w, direction, code);
	char what[JOB_ERROR_TEXT_MAX / 2];

	w->stale = true;
	if (is_full_now(w, io, code)) {
		w->ending = true;
		return;
	}
	if (!(w->marks[io->slot] & MARK_UNCOUNTED) &&
	    (ignored || w->options->continue_on_error))
		count_error(w, code);
	if (ignored && !w->options->error_dump)
		return;
	describe(w, io, what, sizeof(what));
	if (ignored) {
		dump_error(w, what, code);
		return;
	}
	job_error_set(&w->page->error, code, "io_u", "%s: %s", what,
		      strerror(code));
	worker_fail(w);
}

static void add_mark(struct worker *w, unsigned slot, enum io_mark mark)
{
	if (!w->marks[slot])
		w->marked++;
	w->marks[slot] |= (uint8_t)mark;
}

static void remove_marks(struct worker *w, struct io *io)
{
	if (!w->marks[io->slot])
		return;
	w->marks[io->slot] = 0;
	w->marked--;
	io->buf = buffers_at(&w->buffers, io->slot);
}

/*
 * A part of it was moved: the rest follows at once. Returns false when that
 * failed. Bytes count as they are moved, the I/O when it is whole, with the
 * time stamps that it began with.
 */
static bool go_on(struct worker *w, struct io *io, uint32_t moved)
{
	struct direction_stats *s = &w->page->stats.direction[io->kind];
	int taken;

	w->live_bytes[io->kind] += moved;
	if (!(w->marks[io->slot] & MARK_UNCOUNTED)) {
		counter_add(&s->short_ios, 1);
		counter_add(&s->issued, 1);
		counter_add(&s->bytes, moved);
	}
	add_mark(w, io->slot, MARK_CONTINUED);
	io->offset += moved;
	io->buf = (unsigned char *)io->buf + moved;
	io->length -= moved;
	w->stale = true;
	taken = w->engine->submit(w->state, &io, 1);
	if (w->is_sync && w->timed)
		worker_read_clock(w);
	if (taken == 1)
		return true;
	io_failed(w, io, taken < 0 ? -taken : EIO);
	return false;
}

/* Not what was asked for. Returns whether the I/O goes on. */
static bool odd_completion(struct worker *w, struct io *io, int32_t result)
{
	if (result < 0) {
		io_failed(w, io, -result);
		return false;
	}
	if (moves_data(io->kind) && result > 0)
		return go_on(w, io, (uint32_t)result);
	/* The end of the file, or nothing left to write to. */
	io_failed(w, io, EIO);
	return false;
}

/* An I/O of the ramp counts for the live line only. */
static void complete_uncounted(struct worker *w, const struct io *io)
{
	if (!moves_data(io->kind))
		return;
	w->live_ios[io->kind]++;
	w->live_bytes[io->kind] += io->length;
}

static void check_latency(struct worker *w, const struct io *io)
{
	uint64_t ns = w->now_ns - io->start_ns;
	char what[JOB_ERROR_TEXT_MAX / 2];

	if (ns <= w->max_latency_ns || !moves_data(io->kind))
		return;
	describe(w, io, what, sizeof(what));
	job_error_set(&w->page->error, ETIMEDOUT, "max_latency",
		      "%s took %" PRIu64 " ns, more than max_latency, %" PRIu64
		      " ns",
		      what, ns, w->max_latency_ns);
	worker_fail(w);
}

/*
 * From when it was to start, so that what waits behind a slow I/O shows how
 * long ("coordinated omission", Tene, 2013).
 */
static void count_intended(struct worker *w, const struct io *io)
{
	struct direction_stats *s = &w->page->stats.direction[io->kind];
	uint64_t from = w->intended_ns[io->slot];

	if (pace_limits(&w->pace, io->kind))
		latency_add(&s->intended,
			    w->now_ns > from ? w->now_ns - from : 0);
}

/* thinkcycles: after each I/O, whatever others do meanwhile. */
static void think(struct worker *w)
{
	if (!w->control->think_cycles)
		return;
	control_think(w->control);
	w->stale = true;
}

static void finish_io(struct worker *w, struct io *io)
{
	if (w->one_by_one) {
		start_release(w, io);
		if (moves_data(io->kind))
			pace_completed(&w->pace);
		if (w->control && moves_data(io->kind))
			think(w);
	}
	remove_marks(w, io);
	w->free[w->free_count++] = io;
	w->in_flight--;
}

/* The I/O as it was asked for: of a short one, `io` is the last part. */
static struct io whole_io(const struct worker *w, const struct io *io)
{
	struct io whole = *io;
	const unsigned char *begin = buffers_at(&w->buffers, io->slot);

	if (w->marks[io->slot] & MARK_CONTINUED) {
		size_t moved = (size_t)((unsigned char *)io->buf - begin);

		whole.offset -= moved;
		whole.length += (uint32_t)moved;
	}
	whole.buf = buffers_at(&w->buffers, io->slot);
	return whole;
}

static void verify_io(struct worker *w, const struct io *io, bool well)
{
	struct io whole = whole_io(w, io);

	worker_verify_end(w, &whole, well);
}

/* What is too late may end the window of the search. */
static void count_for_search(struct worker *w, const struct io *io)
{
	struct control *c = w->control;

	if (!depth_search_add(&c->search, io->start_ns,
			      w->now_ns - io->start_ns))
		return;
	c->step_due = true;
	w->event_ns = w->now_ns;
}

/* Of the latency that percentiles are of, as the reference has it. */
static void count_priority(struct worker *w, const struct io *io)
{
	bool of_lat = w->options->lat_percentiles;

	if (of_lat ? !w->latency.lat : !w->latency.clat)
		return;
	priority_stats_add(w->page->priorities, io->kind, io_priority_of(io),
			   w->now_ns - (of_lat ? io->start_ns : io->issue_ns));
}

static void observe(struct worker *w, const struct io *io)
{
	if (w->control && w->control->searches)
		count_for_search(w, io);
	if (w->page->priorities)
		count_priority(w, io);
	if (w->intended_ns)
		count_intended(w, io);
	if (w->log) {
		struct io whole = whole_io(w, io);

		if (job_log_add(w->log, &whole, w->now_ns))
			w->stale = true;
	}
}

static void count_completed(struct worker *w, const struct io *io)
{
	tally_add(w, io);
	if (w->observes && moves_data(io->kind))
		observe(w, io);
}

/* Of a sync there is nothing but whether it failed. */
static bool is_as_asked(const struct io *io, int32_t result)
{
	if (!moves_data(io->kind))
		return result >= 0;
	return result == (int32_t)io->length;
}

/* For I/Os of which there is more to know than that they are done. */
static void complete_carefully(struct worker *w, struct io *io, int32_t result)
{
	bool failed = false;

	if (!is_as_asked(io, result)) {
		if (odd_completion(w, io, result))
			return;
		failed = true;
	}
	if (!failed && w->marks[io->slot] & MARK_UNCOUNTED)
		complete_uncounted(w, io);
	else if (!failed)
		count_completed(w, io);
	if (!failed && w->max_latency_ns)
		check_latency(w, io);
	if (w->verify)
		verify_io(w, io, !failed);
	finish_io(w, io);
}

void account_completions(struct worker *w, unsigned n)
{
	struct job_stats *stats = &w->page->stats;
	bool careful = w->marked || w->one_by_one || w->watches;
	struct io **free = w->free + w->free_count;
	unsigned plain = 0;

	count_call(w, &stats->completes, stats->depth_complete, n);
	for (unsigned i = 0; i < n; i++) {
		struct io *io = &w->ios[w->done[i].slot];
		int32_t result = w->done[i].result;

		if (careful || result != (int32_t)io->length) {
			w->free_count += plain;
			w->in_flight -= plain;
			plain = 0;
			complete_carefully(w, io, result);
			free = w->free + w->free_count;
			continue;
		}
		tally_add(w, io);
		free[plain++] = io;
	}
	w->free_count += plain;
	w->in_flight -= plain;
	for (unsigned kind = 0; kind < IO_KINDS; kind++)
		if (w->tally[kind].count)
			tally_count(w, kind);
}

void account_runtime(struct worker *w, uint64_t now_ns)
{
	uint64_t start = counter_read(&w->page->measured_ns);

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		struct direction_stats *s = &w->page->stats.direction[d];

		if (counter_read(&s->bytes) > 0)
			counter_set(
				&s->runtime_ns,
				w->verify ? worker_verify_runtime(w, d, now_ns)
					  : now_ns - start);
	}
}
