#include "io/harness.h"

#include "base/clock.h"
#include "worker_state.h"

#include <errno.h>

enum {
	SLICE_NS = 25000, /* of CPU time that a figure is taken from */
	WANTED_MIN = 64,
	WANTED_MAX = 16384,
	SLICES = 3,
	LONG_SLICE_NS = 1000000, /* one is enough */
	CLOCK_READINGS = 10000,
};

/* The null engine, which ends its job after a number of I/Os. */
struct meter {
	void *null;
	struct job_page *page;
	uint64_t wanted;
	uint64_t ios;
	uint64_t submits;
};

static inline void meter_count(struct meter *m, unsigned n)
{
	m->ios += n;
	m->submits++;
	if (m->ios >= m->wanted)
		atomic_store_explicit(&m->page->stop, 1, memory_order_relaxed);
}

static int meter_submit(void *state, struct io *const *ios, unsigned n)
{
	struct meter *m = state;
	int taken = engine_null.submit(m->null, ios, n);

	if (taken > 0)
		meter_count(m, (unsigned)taken);
	return taken;
}

static int meter_reap(void *state, struct completion *done, unsigned min,
		      unsigned max, const struct timespec *timeout)
{
	struct meter *m = state;

	return engine_null.reap(m->null, done, min, max, timeout);
}

static int32_t meter_perform(void *state, const struct io *io)
{
	struct meter *m = state;

	meter_count(m, 1);
	return engine_null.perform(m->null, io);
}

static const struct engine_ops engine_meter = {
	.submit = meter_submit,
	.reap = meter_reap,
	.perform = meter_perform,
};

static uint64_t cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_nsec;
}

/* About `wanted` I/Os, and what they took. */
struct slice {
	double ns;
	double ios;
};

static struct slice run_slice(const struct worker *w, struct meter *m,
			      uint64_t wanted)
{
	struct worker copy = *w;
	uint64_t start;

	m->wanted = wanted;
	m->ios = m->submits = 0;
	atomic_store_explicit(&m->page->stop, 0, memory_order_relaxed);
	worker_set_ios(&copy);
	workload_restart(copy.workload);
	start = cpu_now();
	worker_loop(&copy);
	return (struct slice){ (double)(cpu_now() - start), (double)m->ios };
}

/*
 * Of several the one that took least: what disturbs a process adds to its time
 * and never takes from it.
 */
static struct slice least_slice(const struct worker *w, struct meter *m,
				uint64_t wanted, unsigned slices)
{
	struct slice least = run_slice(w, m, wanted);

	for (unsigned i = 1; i < slices; i++) {
		struct slice s = run_slice(w, m, wanted);

		if (s.ns < least.ns)
			least = s;
	}
	return least;
}

/*
 * The first slice touches the memory that the others find in the cache; the
 * next is as short, and tells what it takes to begin and to end. Then they
 * double until they are long enough. Returns the time of an I/O.
 */
static double run_slices(const struct worker *w, struct meter *m)
{
	struct slice shortest = run_slice(w, m, 1), longest;
	uint64_t wanted = WANTED_MIN;

	if (shortest.ns >= LONG_SLICE_NS)
		return shortest.ios > 0 ? shortest.ns / shortest.ios : 0;
	shortest = least_slice(w, m, 1, SLICES);
	for (;;) {
		longest = least_slice(w, m, wanted, 2);
		if (longest.ns >= SLICE_NS || wanted >= WANTED_MAX)
			break;
		wanted *= 2;
	}
	if (longest.ns < LONG_SLICE_NS)
		longest = least_slice(w, m, wanted, SLICES);
	if (longest.ios <= shortest.ios || longest.ns <= shortest.ns)
		return 0;
	return (longest.ns - shortest.ns) / (longest.ios - shortest.ios);
}

/* A copy of the worker that runs without an end, a file or a pause. */
static void run_copy(const struct worker *w, struct meter *m,
		     struct harness *harness)
{
	struct job_options options = *w->options;
	struct worker copy = *w;

	options.runtime.ns = options.ramp_time.ns = 0;
	options.unlink_each_loop = false;
	copy.options = &options;
	copy.page = m->page;
	copy.engine = &engine_meter;
	copy.state = m;
	copy.pace.active = copy.pace.steers = false;
	copy.schedule.active = false;
	copy.floor.active = false;
	copy.locks.locks = NULL;
	copy.control = NULL;
	copy.holds_files = copy.one_by_one = copy.looks_up = false;
	copy.intended_ns = NULL;
	copy.observes = copy.watches = false;
	copy.max_latency_ns = 0;
	copy.odd_ns = UINT64_MAX;
	copy.held = NULL;
	copy.ahead = copy.ahead_end = copy.in_flight = copy.waiting_count = 0;
	copy.marked = 0;
	copy.ending = copy.exhausted = copy.blocked = copy.ramping = false;
	copy.batching.draining = false;
	copy.endless = true;
	harness->ns_per_io = run_slices(&copy, m);
	if (m->submits)
		harness->ios_per_submit = (double)m->ios / (double)m->submits;
}

int worker_measure(const struct worker *w, struct harness *harness)
{
	struct engine_setup setup = { .depth = w->depth };
	struct job_error error = { 0 };
	struct meter m = { 0 };
	int status = -1;

	*harness = (struct harness){ 0 };
	if (w->activity || w->task)
		return -1;
	m.page = job_pages_map(1);
	if (!m.page)
		return -1;
	if (engine_null.open(&m.null, &setup, &error) == 0) {
		run_copy(w, &m, harness);
		engine_null.close(m.null);
		status = harness->ns_per_io > 0 ? 0 : -1;
	}
	job_pages_unmap(m.page, 1);
	return status;
}

int harness_measure(const struct layout *layout,
		    const struct cycle_clock *cycles, struct harness *harness,
		    struct job_error *error)
{
	struct worker w = {
		.layout = layout,
		.options = layout->job->section->options,
		.page = job_pages_map(1),
		.cycles = cycles,
		.depth = layout->depth,
	};
	int status = -1;

	if (!w.page)
		return job_error_set(error, ENOMEM, "mmap", "no memory");
	if (worker_set_up_bare(&w) == 0) {
		status = worker_measure(&w, harness);
		if (status < 0)
			job_error_set(&w.page->error, ENODATA, "harness",
				      "there is no I/O to measure");
	}
	if (status < 0)
		*error = w.page->error;
	worker_tear_down(&w);
	job_pages_unmap(w.page, 1);
	return status;
}

double harness_clock_ns(enum clock_source source,
			const struct cycle_clock *cycles)
{
	struct worker w = { .page = NULL };
	uint64_t least = UINT64_MAX;

	worker_clock_init(&w.clock, source, cycles);
	for (unsigned i = 0; i < SLICES; i++) {
		uint64_t start = cpu_now(), took;

		for (unsigned n = 0; n < CLOCK_READINGS; n++)
			worker_read_clock(&w);
		took = cpu_now() - start;
		least = took < least ? took : least;
	}
	return (double)least / CLOCK_READINGS;
}
