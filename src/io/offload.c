#include "offload.h"

#include "base/clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 256 * 1024 };

enum task {
	TASK_NONE,
	TASK_OPEN,
	TASK_IO,
	TASK_FORGET_FILES,
	TASK_CLOSE,
};

struct offload;

/* It does the I/Os of one slot, one after the other. */
struct servant {
	struct offload *owner;
	struct engine_setup setup;
	pthread_t thread;
	bool started;
	pthread_cond_t called;
	enum task task;
	struct io io;
	struct io *asked; /* what `io` is a copy of */
	void *state;      /* of its engine; NULL: not open */
	struct job_error error;
};

struct offload {
	const struct engine_ops *inner;
	struct servant *servants; /* by slot */
	unsigned count;
	pthread_mutex_t lock;    /* of all that follows, and of the tasks */
	pthread_cond_t finished; /* a task was */
	struct completion *done;
	unsigned done_count;
};

/* Without the lock. Returns the result of an I/O. */
static int32_t perform(struct servant *s, enum task task)
{
	const struct engine_ops *inner = s->owner->inner;

	switch (task) {
	case TASK_OPEN:
		if (inner->open(&s->state, &s->setup, &s->error) < 0)
			s->state = NULL;
		return 0;
	case TASK_IO:
		return engine_do(inner, s->state, &s->io);
	case TASK_FORGET_FILES:
		engine_forget_files(inner, s->state);
		return 0;
	default:
		if (s->state)
			inner->close(s->state);
		return 0;
	}
}

static void *serve(void *arg)
{
	struct servant *s = arg;
	struct offload *o = s->owner;
	enum task task;
	int32_t result;

	pthread_mutex_lock(&o->lock);
	do {
		while (s->task == TASK_NONE)
			pthread_cond_wait(&s->called, &o->lock);
		task = s->task;
		pthread_mutex_unlock(&o->lock);
		result = perform(s, task);
		pthread_mutex_lock(&o->lock);
		if (task == TASK_IO)
			o->done[o->done_count++] = (struct completion){
				.slot = (uint32_t)(s - o->servants),
				.result = result,
			};
		s->task = TASK_NONE;
		pthread_cond_signal(&o->finished);
	} while (task != TASK_CLOSE);
	pthread_mutex_unlock(&o->lock);
	return NULL;
}

/* With the lock. */
static void call(struct servant *s, enum task task)
{
	s->task = task;
	pthread_cond_signal(&s->called);
}

/* All do the same, and nothing else is to be done meanwhile. */
static void call_all(struct offload *o, enum task task)
{
	pthread_mutex_lock(&o->lock);
	for (unsigned i = 0; i < o->count; i++)
		if (o->servants[i].started)
			call(&o->servants[i], task);
	for (unsigned i = 0; i < o->count; i++)
		while (o->servants[i].task != TASK_NONE)
			pthread_cond_wait(&o->finished, &o->lock);
	pthread_mutex_unlock(&o->lock);
}

static int offload_submit(void *state, struct io *const *ios, unsigned n)
{
	struct offload *o = state;

	pthread_mutex_lock(&o->lock);
	for (unsigned i = 0; i < n; i++) {
		struct servant *s = &o->servants[ios[i]->slot];

		s->asked = ios[i];
		s->io = *ios[i];
		s->io.slot = 0;
		call(s, TASK_IO);
	}
	pthread_mutex_unlock(&o->lock);
	return (int)n;
}

/* With the lock, until so many are done or the time is over. */
static void wait_for(struct offload *o, unsigned min,
		     const struct timespec *timeout)
{
	struct timespec end;

	if (timeout)
		end = clock_timespec(clock_now() +
				     (uint64_t)timeout->tv_sec * NSEC_PER_SEC +
				     (uint64_t)timeout->tv_nsec);
	while (o->done_count < min) {
		if (!timeout)
			pthread_cond_wait(&o->finished, &o->lock);
		else if (pthread_cond_timedwait(&o->finished, &o->lock, &end) ==
			 ETIMEDOUT)
			return;
	}
}

/* Until here the I/O is its owner's to look at, who knows no lock. */
static void tell_priority(const struct servant *s)
{
	s->asked->prio = s->io.prio;
}

static int offload_reap(void *state, struct completion *done, unsigned min,
			unsigned max, const struct timespec *timeout)
{
	struct offload *o = state;
	unsigned n;

	pthread_mutex_lock(&o->lock);
	wait_for(o, min, timeout);
	n = o->done_count < max ? o->done_count : max;
	memcpy(done, o->done, n * sizeof(done[0]));
	o->done_count -= n;
	memmove(o->done, o->done + n, o->done_count * sizeof(done[0]));
	for (unsigned i = 0; i < n; i++)
		tell_priority(&o->servants[done[i].slot]);
	pthread_mutex_unlock(&o->lock);
	return (int)n;
}

static void offload_forget_files(void *state)
{
	call_all(state, TASK_FORGET_FILES);
}

static void offload_close(void *state)
{
	struct offload *o = state;

	call_all(o, TASK_CLOSE);
	for (unsigned i = 0; i < o->count; i++) {
		if (o->servants[i].started)
			pthread_join(o->servants[i].thread, NULL);
		pthread_cond_destroy(&o->servants[i].called);
	}
	pthread_cond_destroy(&o->finished);
	pthread_mutex_destroy(&o->lock);
	free(o->servants);
	free(o->done);
	free(o);
}

/* It is opened by offload_engine(). */
static const struct engine_ops offloading = {
	.close = offload_close,
	.submit = offload_submit,
	.reap = offload_reap,
	.forget_files = offload_forget_files,
};

/* Each has the buffer of its slot, and the files of all. */
static void init_servant(struct offload *o, unsigned slot,
			 const struct engine_setup *setup)
{
	struct servant *s = &o->servants[slot];

	s->owner = o;
	s->setup = *setup;
	s->setup.depth = 1;
	if (setup->buffers)
		s->setup.buffers = (unsigned char *)setup->buffers +
				   slot * setup->buffer_size;
	pthread_cond_init(&s->called, NULL);
}

static struct offload *make(const struct engine_ops *inner,
			    const struct engine_setup *setup)
{
	struct offload *o = calloc(1, sizeof(*o));
	pthread_condattr_t monotonic;

	if (!o)
		return NULL;
	o->inner = inner->shared ? inner->shared : inner;
	o->servants = calloc(setup->depth, sizeof(o->servants[0]));
	o->done = calloc(setup->depth, sizeof(o->done[0]));
	if (!o->servants || !o->done) {
		free(o->servants);
		free(o->done);
		free(o);
		return NULL;
	}
	o->count = setup->depth;
	pthread_mutex_init(&o->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&o->finished, &monotonic);
	pthread_condattr_destroy(&monotonic);
	for (unsigned i = 0; i < o->count; i++)
		init_servant(o, i, setup);
	return o;
}

/* 0, or the errno of the thread that couldn't be started. */
static int start_threads(struct offload *o)
{
	pthread_attr_t attributes;
	int code = 0;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	for (unsigned i = 0; i < o->count && !code; i++) {
		struct servant *s = &o->servants[i];

		code = pthread_create(&s->thread, &attributes, serve, s);
		s->started = !code;
	}
	pthread_attr_destroy(&attributes);
	return code;
}

static int open_all(struct offload *o, struct job_error *error)
{
	int code = start_threads(o);

	if (code)
		return job_error_set(error, code, "pthread_create",
				     "io_submit_mode=offload: a thread can't "
				     "be started: %s",
				     strerror(code));
	call_all(o, TASK_OPEN);
	for (unsigned i = 0; i < o->count; i++) {
		if (o->servants[i].state)
			continue;
		*error = o->servants[i].error;
		return -1;
	}
	return 0;
}

const struct engine_ops *offload_engine(const struct engine_ops *inner,
					void **state,
					const struct engine_setup *setup,
					struct job_error *error)
{
	struct offload *o = make(inner, setup);

	if (!o) {
		job_error_set(error, ENOMEM, "calloc",
			      "no memory for the engine");
		return NULL;
	}
	if (open_all(o, error) < 0) {
		offload_close(o);
		return NULL;
	}
	*state = o;
	return &offloading;
}
