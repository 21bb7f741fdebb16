#include "job_log.h"

#include "base/clock.h"
#include "base/decimal.h"
#include "io/log_file.h"
#include "io/log_ring.h"
#include "log_thread.h"
#include "spec/io_priority.h"
#include "spec/plan.h"
#include "stat/log_histogram.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	/* Room for I/Os while another process has the thread's CPU. */
	RING_MIN = 16384,
};

struct output {
	enum log_kind kind;
	bool windowed;
	bool empty; /* nothing is ever logged in it */
	struct log_file file;
	struct log_window window;
	struct log_histogram *histogram; /* of LOG_CLAT_HIST */
};

/* What the rows of one I/O have in common, kept for those that follow. */
struct row_frame {
	uint64_t time_ms;
	struct log_row tail_row;
	size_t head_length;
	size_t tail_length;
	char head[LOG_HEAD_MAX];
	char tail[LOG_TAIL_MAX];
};

struct job_log {
	struct log_ring ring;
	pthread_t thread;
	const struct log_options *options;
	unsigned columns;
	uint16_t prio;
	bool started;

	/* Set before the first sample. */
	uint64_t start_ns;
	uint64_t epoch_ms;
	uint64_t finish_ns; /* set before the ring is closed */

	struct output outputs[LOG_KINDS];
	unsigned count;
	struct row_frame frame;
};

/* ---- the thread ---- */

static uint64_t value_of(enum log_kind kind, const struct log_sample *s)
{
	switch (kind) {
	case LOG_BW:
		return s->bytes;
	case LOG_IOPS:
		return 1;
	case LOG_SLAT:
		return s->issue_ns - s->start_ns;
	case LOG_LAT:
		return s->end_ns - s->start_ns;
	default:
		return s->end_ns - s->issue_ns;
	}
}

/* Of one I/O: kB/s. */
static uint64_t bandwidth_of(const struct log_sample *s)
{
	uint64_t ns = s->end_ns - s->issue_ns;

	return UINT64_C(1000000) * s->bytes / (ns ? ns : 1);
}

static void put_rows(const struct job_log *l, struct output *o,
		     struct log_row *rows, unsigned n)
{
	unsigned columns = l->columns;
	bool both = o->window.value == LOG_VALUE_BOTH;

	for (unsigned i = 0; i < n; i++) {
		char *at = log_file_reserve(&o->file, LOG_ROW_MAX);

		rows[i].time_ms += l->epoch_ms;
		log_file_advance(&o->file,
				 both ? log_row_put_both(at, &rows[i], columns)
				      : log_row_put(at, &rows[i], columns));
	}
}

static void add_to_window(const struct job_log *l, struct output *o,
			  const struct log_sample *s)
{
	struct log_row rows[DIRECTION_COUNT];
	unsigned n =
		log_window_add(&o->window, s->direction, value_of(o->kind, s),
			       s->end_ns - l->start_ns, rows);

	put_rows(l, o, rows, n);
}

static void put_histograms(struct output *o, uint64_t time_ns)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		char *at = log_file_reserve(&o->file, LOG_HISTOGRAM_ROW_MAX);

		log_file_advance(&o->file, log_histogram_take(o->histogram, d,
							      time_ns, at));
	}
}

static void add_to_histogram(const struct job_log *l, struct output *o,
			     const struct log_sample *s)
{
	uint64_t time_ns = s->end_ns - l->start_ns;

	if (log_histogram_is_over(o->histogram, time_ns)) {
		put_histograms(o, time_ns);
		log_histogram_move(o->histogram, time_ns);
	}
	log_histogram_add(o->histogram, s->direction, value_of(o->kind, s),
			  s->bytes);
}

static bool has_same_tail(const struct log_row *a, const struct log_row *b)
{
	return a->direction == b->direction && a->bytes == b->bytes &&
	       a->offset == b->offset && a->issue_ns == b->issue_ns &&
	       a->prio == b->prio;
}

/* What stands before the value and after it, unless it is as before. */
static void frame_row(struct job_log *l, const struct log_sample *s)
{
	struct row_frame *f = &l->frame;
	struct log_row row = {
		.time_ms =
			l->epoch_ms + (s->end_ns - l->start_ns) / NSEC_PER_MSEC,
		.direction = s->direction,
		.bytes = s->bytes,
		.prio = s->prio ? s->prio : l->prio,
	};

	if (l->columns & LOG_COLUMN_OFFSET)
		row.offset = s->offset;
	if (l->columns & LOG_COLUMN_ISSUE)
		row.issue_ns = s->issue_ns - l->start_ns;
	if (!f->head_length || f->time_ms != row.time_ms)
		f->head_length =
			(size_t)(log_row_put_head(f->head, &row) - f->head);
	if (!f->tail_length || !has_same_tail(&f->tail_row, &row))
		f->tail_length =
			(size_t)(log_row_put_tail(f->tail, &row, l->columns) -
				 f->tail);
	f->time_ms = row.time_ms;
	f->tail_row = row;
}

/* When an I/O was issued is a matter of its parts, not of the whole. */
static bool lacks_issue_time(const struct job_log *l, enum log_kind kind)
{
	return l->columns & LOG_COLUMN_ISSUE && kind != LOG_SLAT &&
	       kind != LOG_CLAT;
}

static void put_row(const struct job_log *l, struct output *o,
		    const struct log_sample *s)
{
	const struct row_frame *f = &l->frame;
	char *at = log_file_reserve(&o->file, LOG_ROW_MAX);

	memcpy(at, f->head, sizeof(f->head));
	at = decimal_uint(at + f->head_length, o->kind == LOG_BW
						       ? bandwidth_of(s)
						       : value_of(o->kind, s));
	if (lacks_issue_time(l, o->kind)) {
		struct log_row row = f->tail_row;

		row.issue_ns = 0;
		at = log_row_put_tail(at, &row, l->columns);
	} else {
		memcpy(at, f->tail, f->tail_length);
		at += f->tail_length;
	}
	log_file_advance(&o->file, at);
}

static void log_sample(struct job_log *l, const struct log_sample *s)
{
	bool framed = false;

	for (unsigned i = 0; i < l->count; i++) {
		struct output *o = &l->outputs[i];

		if (o->empty)
			continue;
		if (o->histogram) {
			add_to_histogram(l, o, s);
		} else if (o->windowed) {
			add_to_window(l, o, s);
		} else {
			if (!framed)
				frame_row(l, s);
			framed = true;
			put_row(l, o, s);
		}
	}
}

static void flush_all(void *arg)
{
	struct job_log *l = arg;

	for (unsigned i = 0; i < l->count; i++)
		log_file_flush(&l->outputs[i].file);
}

/* The rows of windows that the end of the job has cut short. */
static void finish_windows(struct job_log *l)
{
	uint64_t time_ns = l->finish_ns - l->start_ns;

	for (unsigned i = 0; i < l->count; i++) {
		struct output *o = &l->outputs[i];
		struct log_row rows[DIRECTION_COUNT];

		if (o->histogram)
			put_histograms(o, time_ns);
		else if (o->windowed)
			put_rows(l, o, rows,
				 log_window_finish(&o->window, time_ns, rows));
	}
}

static void log_samples(void *arg, const struct log_sample *samples, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		log_sample(arg, &samples[i]);
}

static void *write_logs(void *arg)
{
	struct job_log *l = arg;
	const struct log_ring_taker taker = { log_samples, flush_all, l };

	log_ring_take_all(&l->ring, &taker);
	if (l->started)
		finish_windows(l);
	return NULL;
}

/* ---- the worker ---- */

static int no_memory(struct job_error *error)
{
	return job_error_set(error, ENOMEM, "calloc",
			     "no memory for the job's logs");
}

static enum log_value value_kind(enum log_window_value value)
{
	static const enum log_value kinds[] = {
		[LOG_WINDOW_AVG] = LOG_VALUE_AVG,
		[LOG_WINDOW_MAX] = LOG_VALUE_MAX,
		[LOG_WINDOW_BOTH] = LOG_VALUE_BOTH,
	};

	return kinds[value];
}

static int set_window(struct output *o, const struct log_options *options)
{
	if (o->kind != LOG_CLAT_HIST) {
		o->windowed = options->window.ns;
		o->window.kind = o->kind;
		o->window.value = value_kind(options->window_value);
		return 0;
	}
	if (!options->hist_window.ns) {
		o->empty = true;
		return 0;
	}
	o->histogram = calloc(1, sizeof(*o->histogram));
	if (!o->histogram)
		return -1;
	o->histogram->coarseness = (unsigned)options->hist_coarseness;
	return 0;
}

static int open_output(struct job_log *l, const struct layout_log *log,
		       bool has_slat, struct job_error *error)
{
	struct output *o = &l->outputs[l->count];
	struct log_file_options file = {
		.path = log->path,
		.shared = !l->options->per_job,
		.compressed = l->options->compressed,
		.compressed_part = l->options->compressed_part,
	};

	if (log_file_open(&o->file, &file, error) < 0)
		return -1;
	l->count++;
	o->kind = log->kind;
	o->empty = o->kind == LOG_SLAT && !has_slat;
	return set_window(o, l->options) < 0 ? no_memory(error) : 0;
}

static void set_columns(struct job_log *l, const struct job_section *section)
{
	const struct job_options *o = section->options;

	l->options = &o->log;
	l->prio = section_io_priority(section);
	l->columns = (o->log.offset ? LOG_COLUMN_OFFSET : 0U) |
		     (o->log.prio ? LOG_COLUMN_PRIO : 0U) |
		     (o->log.issue_time ? LOG_COLUMN_ISSUE : 0U);
}

static int start_thread(struct job_log *l, struct job_error *error)
{
	uint64_t room = l->options->entries;
	int code;

	if (log_ring_open(&l->ring, room < RING_MIN ? RING_MIN : room))
		return no_memory(error);
	code = log_thread_start(&l->thread, write_logs, l, &l->options->cpus);
	if (code == 0)
		return 0;
	log_ring_free(&l->ring);
	return job_error_set(error, code, "pthread_create",
			     "the thread of the logs can't be started%s: %s",
			     l->options->cpus.given ? " on log_compression_cpus"
						    : "",
			     strerror(code));
}

static void free_outputs(struct job_log *l, struct job_error *error)
{
	for (unsigned i = 0; i < l->count; i++) {
		log_file_close(&l->outputs[i].file, error);
		free(l->outputs[i].histogram);
	}
	free(l);
}

int job_log_open(struct job_log **log, const struct layout *layout,
		 bool has_slat, struct job_error *error)
{
	struct job_log *l = aligned_alloc(_Alignof(struct job_log), sizeof(*l));
	int status = 0;

	if (!l)
		return no_memory(error);
	memset(l, 0, sizeof(*l));
	set_columns(l, layout->job->section);
	for (size_t i = 0; i < layout->log_count && status == 0; i++)
		status = open_output(l, &layout->logs[i], has_slat, error);
	if (status == 0)
		status = start_thread(l, error);
	if (status == 0)
		*log = l;
	else
		free_outputs(l, error);
	return status;
}

void job_log_start(struct job_log *l, uint64_t now_ns, uint64_t end_ns)
{
	const struct log_options *o = l->options;
	uint64_t length_ns =
		end_ns == UINT64_MAX ? UINT64_MAX : end_ns - now_ns;

	if (o->alternate_epoch)
		l->epoch_ms = clock_ms((clockid_t)o->epoch_clock);
	for (unsigned i = 0; i < l->count; i++) {
		struct output *out = &l->outputs[i];

		if (out->windowed)
			log_window_start(&out->window, o->window.ns, length_ns);
		if (!out->histogram)
			continue;
		out->histogram->epoch_ms = l->epoch_ms;
		log_clock_start(&out->histogram->clock, o->hist_window.ns,
				length_ns);
	}
	l->start_ns = now_ns;
	l->started = true;
}

bool job_log_add(struct job_log *l, const struct io *io, uint64_t now_ns)
{
	if (!l->started)
		return false;
	return log_ring_put(&l->ring, (struct log_sample){
					      .start_ns = io->start_ns,
					      .issue_ns = io->issue_ns,
					      .end_ns = now_ns,
					      .offset = io->offset,
					      .bytes = io->length,
					      .direction = io->kind,
					      .prio = io_priority_of(io),
				      });
}

void job_log_close(struct job_log *l, uint64_t now_ns, struct job_error *error)
{
	l->finish_ns = now_ns;
	log_ring_close(&l->ring);
	pthread_join(l->thread, NULL);
	log_ring_free(&l->ring);
	free_outputs(l, error);
}
