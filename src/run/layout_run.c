#include "layout_run.h"

#include "base/alloc.h"
#include "base/scaled.h"
#include "process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int layout_helper_open(struct layout_helper *h)
{
	void *shared = mmap(NULL, sizeof(*h->progress), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	*h = (struct layout_helper){ 0 };
	if (shared == MAP_FAILED)
		return -1;
	h->progress = shared;
	return 0;
}

void layout_helper_close(struct layout_helper *h)
{
	if (h->progress)
		munmap(h->progress, sizeof(*h->progress));
	h->progress = NULL;
}

int layout_helper_start(struct layout_helper *h, const struct events *events,
			struct run_file *const *files, size_t count, bool late)
{
	int status = 0;

	h->progress->error.code = 0;
	h->pid = process_fork(events);
	if (h->pid != 0) {
		if (h->pid > 0)
			return 0;
		h->pid = 0;
		return -1;
	}
	for (size_t i = 0; i < count && status == 0; i++)
		status = layout_file(files[i], late, h->progress);
	_exit(status == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

int layout_helper_ended(struct layout_helper *h, int status)
{
	h->pid = 0;
	if (WIFSIGNALED(status) && !atomic_load(&h->progress->stop))
		return job_error_set(&h->progress->error, EINTR, "layout",
				     "the process that laid out files was "
				     "killed by signal %d (%s)",
				     WTERMSIG(status),
				     strsignal(WTERMSIG(status)));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

/* The layout of all jobs, job by job. */
struct layout_queue {
	const struct prepared *prepared;
	struct events *events;
	const struct run_settings *settings;
	struct job_page *pages;
	struct diag *diag;
	struct layout_helper *helpers;
	size_t helper_count;
	size_t running;
	size_t next; /* place in prepared->tasks */
	uint64_t total_bytes;
	unsigned ticks;
	bool failed;
};

/* The end of the tasks of the job that the task at `first` is of. */
static size_t tasks_end(const struct prepared *p, size_t first)
{
	size_t end = first + 1;

	while (end < p->task_count &&
	       p->tasks[end]->job == p->tasks[first]->job)
		end++;
	return end;
}

static void announce(const struct layout_queue *q, size_t first, size_t end)
{
	const struct job *job = q->prepared->tasks[first]->job;
	uint64_t bytes = 0;

	if (!q->settings->info)
		return;
	for (size_t i = first; i < end; i++)
		bytes += q->prepared->tasks[i]->size;
	if (end - first == 1)
		fprintf(q->settings->info,
			"%s: Laying out IO file (1 file / %" PRIu64 "MiB)\n",
			job->section->name, bytes >> 20);
	else
		fprintf(q->settings->info,
			"%s: Laying out IO files (%zu files / total %" PRIu64
			"MiB)\n",
			job->section->name, end - first, bytes >> 20);
	fflush(q->settings->info);
}

static void fail(struct layout_queue *q, const struct job *job, int code,
		 const char *text)
{
	struct job_page *page = &q->pages[job->number];

	job_error_set(&page->error, code, "layout", "%s", text);
	atomic_store(&page->state, JOB_FAILED);
	diag_error(q->diag, job->section->at, "%s: %s", job->section->name,
		   text);
	q->failed = true;
}

static struct layout_helper *free_helper(const struct layout_queue *q)
{
	for (size_t i = 0; i < q->helper_count; i++)
		if (!q->helpers[i].pid)
			return &q->helpers[i];
	return NULL;
}

/* Whether the next job's files may be begun beside those in work. */
static bool may_start(const struct layout_queue *q)
{
	const struct prepared *p = q->prepared;

	if (q->failed || q->events->interrupts || q->next == p->task_count)
		return false;
	if (q->running == 0)
		return true;
	return !p->tasks[q->next]->job->section->options->create_serialize &&
	       q->running < q->helper_count;
}

static void start_next(struct layout_queue *q)
{
	size_t first = q->next;
	size_t end = tasks_end(q->prepared, first);
	struct layout_helper *h = free_helper(q);

	announce(q, first, end);
	q->next = end;
	h->job = q->prepared->tasks[first]->job;
	if (layout_helper_start(h, q->events, &q->prepared->tasks[first],
				end - first, false) < 0)
		fail(q, h->job, errno, strerror(errno));
	else
		q->running++;
}

static void reap(struct layout_queue *q)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (size_t i = 0; i < q->helper_count; i++) {
			struct layout_helper *h = &q->helpers[i];

			if (h->pid != pid)
				continue;
			q->running--;
			if (layout_helper_ended(h, status) < 0 &&
			    h->progress->error.code)
				fail(q, h->job, h->progress->error.code,
				     h->progress->error.text);
		}
	}
}

/* The first time by asking, the second by force. */
static void stop(const struct layout_queue *q)
{
	for (size_t i = 0; i < q->helper_count; i++) {
		atomic_store(&q->helpers[i].progress->stop, 1);
		if (q->helpers[i].pid && q->events->interrupts > 1)
			kill(q->helpers[i].pid, SIGKILL);
	}
}

static uint64_t bytes_done(const struct layout_queue *q)
{
	uint64_t done = 0;

	for (size_t i = 0; i < q->helper_count; i++)
		done += atomic_load(&q->helpers[i].progress->bytes);
	return done;
}

/* Once a second, on the line that the live line will have. */
static void draw(struct layout_queue *q)
{
	char done[SCALED_TEXT_MAX], total[SCALED_TEXT_MAX];
	uint64_t bytes = bytes_done(q);

	if (!q->settings->status || ++q->ticks % 4 != 0 || !q->total_bytes)
		return;
	printf("Laying out: [%.1f%%][%s of %s]  \r",
	       100.0 * (double)bytes / (double)q->total_bytes,
	       scaled_format(bytes, 4, SCALED_IEC, SCALED_BYTES, done),
	       scaled_format(q->total_bytes, 4, SCALED_IEC, SCALED_BYTES,
			     total));
	fflush(stdout);
}

static void erase(const struct layout_queue *q)
{
	if (q->settings->status && q->ticks >= 4 && q->total_bytes) {
		printf("%*s\r", 60, "");
		fflush(stdout);
	}
}

static void run_queue(struct layout_queue *q)
{
	unsigned seen;

	for (;;) {
		while (may_start(q))
			start_next(q);
		if (q->running == 0)
			break;
		seen = events_wait(q->events, -1, UINT64_MAX);
		if (seen & EVENT_INTERRUPT)
			stop(q);
		if (seen & EVENT_CHILD)
			reap(q);
		if (seen & EVENT_TICK)
			draw(q);
	}
	erase(q);
}

static int open_helpers(struct layout_queue *q)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	size_t count = cpus > 0 ? (size_t)cpus : 1;

	q->helpers = xcalloc(count, sizeof(*q->helpers));
	for (; q->helper_count < count; q->helper_count++)
		if (layout_helper_open(&q->helpers[q->helper_count]) < 0)
			return diag_error(q->diag, (struct source){ 0 },
					  "no memory to lay out files: %s",
					  strerror(errno));
	return 0;
}

int layout_run(const struct prepared *prepared, struct events *events,
	       const struct run_settings *settings, struct job_page *pages,
	       struct diag *diag)
{
	struct layout_queue q = { .prepared = prepared,
				  .events = events,
				  .settings = settings,
				  .pages = pages,
				  .diag = diag };
	int status;

	for (size_t i = 0; i < prepared->task_count; i++)
		if (prepared->tasks[i]->fill)
			q.total_bytes += prepared->tasks[i]->size -
					 prepared->tasks[i]->from;
	status = open_helpers(&q);
	if (status == 0)
		run_queue(&q);
	for (size_t i = 0; i < q.helper_count; i++)
		layout_helper_close(&q.helpers[i]);
	free(q.helpers);
	return status < 0 || q.failed || events->interrupts ? -1 : 0;
}
