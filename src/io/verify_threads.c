#include "verify_threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One that is checked, and one that waits, for each thread. */
enum { TASKS_PER_THREAD = 2 };

struct verify_threads {
	struct verify_sink *sink;
	pthread_mutex_t lock;
	pthread_cond_t filled;
	pthread_cond_t emptied;
	bool closed;
	struct verify_task *tasks; /* a ring, in the order in which they came */
	unsigned capacity;
	uint64_t put;   /* tasks, since the start */
	uint64_t taken; /* of them, by threads */
	uint64_t ended; /* in that order: whose place is free again */
	bool *is_done;  /* by place in the ring, of those that were taken */
	unsigned char *data;
	pthread_t *threads;
	unsigned count;
};

static struct verify_task *task_at(const struct verify_threads *t, uint64_t n)
{
	return &t->tasks[n % t->capacity];
}

/* Places are free again in the order in which they were filled. */
static void end_task(struct verify_threads *t, uint64_t n)
{
	t->is_done[n % t->capacity] = true;
	while (t->ended < t->taken && t->is_done[t->ended % t->capacity]) {
		t->is_done[t->ended % t->capacity] = false;
		t->ended++;
	}
	pthread_cond_signal(&t->emptied);
}

static void *check_tasks(void *arg)
{
	struct verify_threads *t = arg;

	pthread_mutex_lock(&t->lock);
	for (;;) {
		uint64_t n;

		while (t->taken == t->put && !t->closed)
			pthread_cond_wait(&t->filled, &t->lock);
		if (t->taken == t->put)
			break;
		n = t->taken++;
		pthread_mutex_unlock(&t->lock);
		verify_sink_check(t->sink, task_at(t, n));
		pthread_mutex_lock(&t->lock);
		end_task(t, n);
	}
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

static int start_thread(struct verify_threads *t, const struct cpu_list *cpus)
{
	pthread_attr_t attributes;
	int code;

	pthread_attr_init(&attributes);
	if (cpus->given)
		pthread_attr_setaffinity_np(&attributes, sizeof(cpus->set),
					    &cpus->set);
	code = pthread_create(&t->threads[t->count], &attributes, check_tasks,
			      t);
	pthread_attr_destroy(&attributes);
	if (code == 0)
		t->count++;
	return code;
}

static bool allocate(struct verify_threads *t, size_t threads, size_t size)
{
	t->capacity = (unsigned)threads * TASKS_PER_THREAD;
	t->tasks = calloc(t->capacity, sizeof(t->tasks[0]));
	t->is_done = calloc(t->capacity, sizeof(t->is_done[0]));
	t->data = calloc(t->capacity, size);
	t->threads = calloc(threads, sizeof(t->threads[0]));
	if (!t->tasks || !t->is_done || !t->data || !t->threads)
		return false;
	for (unsigned i = 0; i < t->capacity; i++)
		t->tasks[i].data = t->data + i * size;
	return true;
}

struct verify_threads *verify_threads_open(struct verify_sink *sink,
					   const struct verify_options *options,
					   size_t size, struct job_error *error)
{
	struct verify_threads *t = calloc(1, sizeof(*t));
	int code = ENOMEM;

	if (t) {
		t->sink = sink;
		pthread_mutex_init(&t->lock, NULL);
		pthread_cond_init(&t->filled, NULL);
		pthread_cond_init(&t->emptied, NULL);
		code = allocate(t, options->threads, size) ? 0 : ENOMEM;
	}
	while (code == 0 && t->count < options->threads)
		code = start_thread(t, &options->threads_cpus);
	if (code == 0)
		return t;
	verify_threads_close(t);
	job_error_set(error, code, "verify_async",
		      "verify_async: the threads can't be started: %s",
		      strerror(code));
	return NULL;
}

void verify_threads_close(struct verify_threads *threads)
{
	if (!threads)
		return;
	pthread_mutex_lock(&threads->lock);
	threads->closed = true;
	pthread_cond_broadcast(&threads->filled);
	pthread_mutex_unlock(&threads->lock);
	for (unsigned i = 0; i < threads->count; i++)
		pthread_join(threads->threads[i], NULL);
	pthread_cond_destroy(&threads->filled);
	pthread_cond_destroy(&threads->emptied);
	pthread_mutex_destroy(&threads->lock);
	free(threads->tasks);
	free(threads->is_done);
	free(threads->data);
	free(threads->threads);
	free(threads);
}

void verify_threads_put(struct verify_threads *threads,
			const struct verify_task *task)
{
	struct verify_task *place;
	unsigned char *data;

	pthread_mutex_lock(&threads->lock);
	while (threads->put - threads->ended == threads->capacity)
		pthread_cond_wait(&threads->emptied, &threads->lock);
	pthread_mutex_unlock(&threads->lock);
	/* Only this thread puts, and nobody else looks at a free place. */
	place = task_at(threads, threads->put);
	data = place->data;
	*place = *task;
	place->data = data;
	memcpy(data, task->data, task->size);
	pthread_mutex_lock(&threads->lock);
	threads->put++;
	pthread_cond_signal(&threads->filled);
	pthread_mutex_unlock(&threads->lock);
}

void verify_threads_drain(struct verify_threads *threads)
{
	pthread_mutex_lock(&threads->lock);
	while (threads->ended != threads->put)
		pthread_cond_wait(&threads->emptied, &threads->lock);
	pthread_mutex_unlock(&threads->lock);
}
