#include "iolog_writer.h"

#include "base/clock.h"
#include "base/decimal.h"
#include "io/log_file.h"
#include "io/log_ring.h"
#include "log_thread.h"
#include "spec/iolog.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	RING_CAPACITY = 16384,
	LINE_MAX_BYTES = PATH_MAX + 96,
};

struct iolog_writer {
	struct log_ring ring;
	pthread_t thread;
	struct iolog_writer_setup setup;
	struct job_error *error;
	struct log_file file;
};

/* ---- the thread ---- */

static const char *const actions[] = {
	[IO_READ] = "read",          [IO_WRITE] = "write",
	[IO_TRIM] = "trim",          [IO_FSYNC] = "sync",
	[IO_FDATASYNC] = "datasync", [IO_SYNC_FILE_RANGE] = "sync",
};

static char *put_text(char *at, const char *text)
{
	return stpcpy(at, text);
}

/* "TIME FILE ACTION" */
static char *put_action(const struct iolog_writer *l, char *at, uint64_t ns,
			uint64_t file, const char *action)
{
	uint64_t begun_ns = counter_read(&l->setup.page->begun_ns);

	ns = begun_ns && ns > begun_ns ? ns - begun_ns : 0;
	at = decimal_uint(at, ns / NSEC_PER_USEC);
	*at++ = ' ';
	at = put_text(at, l->setup.layout->files[file].path);
	*at++ = ' ';
	return put_text(at, action);
}

static void put_for_all(struct iolog_writer *l, uint64_t ns, const char *action)
{
	for (size_t i = 0; i < l->setup.layout->file_count; i++) {
		char *at = log_file_reserve(&l->file, LINE_MAX_BYTES);

		at = put_action(l, at, ns, i, action);
		*at++ = '\n';
		log_file_advance(&l->file, at);
	}
}

static void put_header(struct iolog_writer *l)
{
	char *at = log_file_reserve(&l->file, LINE_MAX_BYTES);

	log_file_advance(&l->file, put_text(at, IOLOG_HEADER_3 "\n"));
	put_for_all(l, 0, "add");
	put_for_all(l, 0, "open");
}

static void put_sample(struct iolog_writer *l, const struct log_sample *s)
{
	char *at = log_file_reserve(&l->file, LINE_MAX_BYTES);

	at = put_action(l, at, s->start_ns, s->file, actions[s->direction]);
	*at++ = ' ';
	at = decimal_uint(at, s->offset);
	*at++ = ' ';
	at = decimal_uint(at, s->bytes);
	*at++ = '\n';
	log_file_advance(&l->file, at);
}

static void put_samples(void *arg, const struct log_sample *samples, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		put_sample(arg, &samples[i]);
}

static void flush_lines(void *arg)
{
	struct iolog_writer *l = arg;

	log_file_flush(&l->file);
}

static void *write_lines(void *arg)
{
	struct iolog_writer *l = arg;
	const struct log_ring_taker taker = { put_samples, flush_lines, l };

	log_ring_take_all(&l->ring, &taker);
	put_for_all(l, clock_now(), "close");
	return NULL;
}

/* ---- the worker ---- */

/* The rest of a short one was noted with its beginning. */
static bool is_whole(const struct iolog_writer *l, const struct io *io)
{
	return io->buf == buffers_at(l->setup.buffers, io->slot);
}

static int writer_submit(void *state, struct io *const *ios, unsigned n)
{
	struct iolog_writer *l = state;
	uint64_t now = clock_now();
	int taken = l->setup.inner->submit(l->setup.state, ios, n);

	for (int i = 0; i < taken; i++) {
		const struct io *io = ios[i];

		if (is_whole(l, io))
			log_ring_put(&l->ring, (struct log_sample){
						       .start_ns = now,
						       .file = io->file_index,
						       .offset = io->offset,
						       .bytes = io->length,
						       .direction = io->kind,
					       });
	}
	return taken;
}

static int writer_reap(void *state, struct completion *done, unsigned min,
		       unsigned max, const struct timespec *timeout)
{
	struct iolog_writer *l = state;

	return l->setup.inner->reap(l->setup.state, done, min, max, timeout);
}

static void writer_forget_files(void *state)
{
	struct iolog_writer *l = state;

	engine_forget_files(l->setup.inner, l->setup.state);
}

static void writer_close(void *state)
{
	struct iolog_writer *l = state;

	log_ring_close(&l->ring);
	pthread_join(l->thread, NULL);
	log_ring_free(&l->ring);
	log_file_close(&l->file, l->error);
	l->setup.inner->close(l->setup.state);
	free(l);
}

/* It is opened by iolog_writer_engine(). */
static const struct engine_ops writer = {
	.close = writer_close,
	.submit = writer_submit,
	.reap = writer_reap,
	.forget_files = writer_forget_files,
};

static int start(struct iolog_writer *l)
{
	const struct job_options *o = l->setup.layout->job->section->options;
	int code = log_ring_open(&l->ring, RING_CAPACITY);

	if (code)
		return job_error_set(l->error, code, "write_iolog",
				     "no memory for the job's iolog");
	code = log_thread_start(&l->thread, write_lines, l, &o->log.cpus);
	if (!code)
		return 0;
	log_ring_free(&l->ring);
	return job_error_set(l->error, code, "write_iolog",
			     "the thread of the iolog can't be started: %s",
			     strerror(code));
}

static int open_file(struct iolog_writer *l)
{
	struct log_file_options options = {
		.path = l->setup.layout->iolog,
		.append = true,
		.shared = l->setup.layout->iolog_is_shared,
	};

	if (log_file_open(&l->file, &options, l->error) < 0)
		return -1;
	put_header(l);
	if (start(l) == 0)
		return 0;
	/* Nothing is left in the file of a job that didn't start. */
	l->file.length = 0;
	log_file_close(&l->file, l->error);
	return -1;
}

const struct engine_ops *
iolog_writer_engine(const struct iolog_writer_setup *setup, void **state,
		    struct job_error *error)
{
	size_t size = sizeof(struct iolog_writer);
	struct iolog_writer *l =
		aligned_alloc(_Alignof(struct iolog_writer), size);

	if (!l) {
		job_error_set(error, ENOMEM, "write_iolog",
			      "no memory for the job's iolog");
		return NULL;
	}
	memset(l, 0, size);
	l->setup = *setup;
	l->error = error;
	if (open_file(l) < 0) {
		free(l);
		return NULL;
	}
	*state = l;
	return &writer;
}
