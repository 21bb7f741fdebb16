#include "io/worker.h"

#include "base/clock.h"
#include "job_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define KIB UINT64_C(1024)

/* A job that is run in this process, through real pipes. */
struct run {
	struct job_fixture f;
	struct job_page *page;
	const struct cycle_clock *cycles;
	char path[40];
	int status;
	bool was_ready;
};

static void run_open(struct run *r, const char *texts)
{
	memset(r, 0, sizeof(*r));
	job_fixture_open(&r->f, texts);
	r->page = job_pages_map(1);
	ck_assert_ptr_nonnull(r->page);
}

static void run_close(struct run *r)
{
	if (*r->path)
		unlink(r->path);
	job_pages_unmap(r->page, 1);
	job_fixture_close(&r->f);
}

/* A regular file of `kib` KiB for the synchronous engine. */
static void run_add_temporary(struct run *r, uint64_t kib)
{
	struct layout_file *file = &r->f.file[0];
	int fd;

	snprintf(r->path, sizeof(r->path), "test_worker.XXXXXX");
	fd = mkstemp(r->path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, (off_t)(kib * KIB)), 0);
	close(fd);
	job_fixture_add_file(&r->f, 0, kib * KIB);
	file->kind = FILE_REGULAR;
	file->path = r->path;
	r->f.job.section.engine = &engine_psync.info;
}

static void run_add_device(struct run *r, const char *path, uint64_t kib)
{
	job_fixture_add_file(&r->f, 0, kib * KIB);
	r->f.file[0].kind = FILE_CHARACTER;
	r->f.file[0].path = path;
	r->f.job.section.engine = &engine_psync.info;
}

static void run_worker(struct run *r)
{
	int ready[2], go[2];
	char byte;

	ck_assert_int_eq(pipe(ready), 0);
	ck_assert_int_eq(pipe(go), 0);
	close(go[1]);
	r->status = worker_run(&r->f.job.layout, r->page, r->cycles, ready[1],
			       go[0]);
	r->was_ready = read(ready[0], &byte, 1) == 1;
	close(ready[0]);
}

static const struct direction_stats *stats_of(const struct run *r,
					      enum direction d)
{
	return &r->page->stats.direction[d];
}

static uint64_t sum(const _Atomic uint64_t *classes)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < DEPTH_CLASSES; i++)
		n += counter_read(&classes[i]);
	return n;
}

static uint64_t completed(const struct run *r)
{
	uint64_t n = 0;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		n += counter_read(&stats_of(r, d)->completed);
	return n;
}

/* Jobs on the null engine, and what they count, whatever the machine does. */
static const struct {
	const char *texts;
	uint64_t kib[JOB_FILES_MAX];
	uint64_t ios[DIRECTION_COUNT];
	uint64_t kib_moved;
	uint64_t syncs;
} jobs[] = {
	{ "rw=read bs=4k", { 1024 }, { 256 }, 1024, 0 },
	{ "rw=read bs=4k iodepth=16", { 1024 }, { 256 }, 1024, 0 },
	{ "rw=randread bs=4k iodepth=64", { 4096 }, { 1024 }, 4096, 0 },
	{ "rw=randwrite bs=4k iodepth=64 gtod_reduce=1",
	  { 4096 },
	  { 0, 1024 },
	  4096,
	  0 },
	{ "rw=read bs=4k iodepth=7", { 64, 16, 4 }, { 21 }, 84, 0 },
	{ "rw=read bs=4k iodepth=300", { 64 }, { 16 }, 64, 0 },
	{ "rw=write bs=4k fsync=8", { 1024 }, { 0, 256 }, 1024, 31 },
	{ "rw=write bs=4k fsync=8 iodepth=32", { 1024 }, { 0, 256 }, 1024, 31 },
	{ "rw=trimwrite bs=4k iodepth=4", { 64 }, { 0, 16, 16 }, 128, 0 },
	{ "rw=read bs=4k loops=3 iodepth=5", { 64 }, { 48 }, 192, 0 },
	{ "rw=read bs=4k loops=2 number_ios=3", { 64 }, { 6 }, 24, 0 },
	{ "rw=read bs=4k runtime=100", { 64 }, { 16 }, 64, 0 },
	/* time_based without runtime is a job that runs until it is done. */
	{ "rw=read bs=4k time_based", { 64 }, { 16 }, 64, 0 },
	{ "rw=read bs=4k", { 3 }, { 0 }, 0, 0 },
	{ "rw=read bs=4k loops=5", { 3 }, { 0 }, 0, 0 },
	{ "rw=read bs=4k iodepth=16 iodepth_batch=4",
	  { 1024 },
	  { 256 },
	  1024,
	  0 },
	{ "rw=read bs=4k iodepth=16 iodepth_batch=0",
	  { 1024 },
	  { 256 },
	  1024,
	  0 },
	{ "rw=read bs=4k iodepth=16 iodepth_batch=5 iodepth_low=3 "
	  "iodepth_batch_complete_min=2 iodepth_batch_complete_max=9",
	  { 1024 },
	  { 256 },
	  1024,
	  0 },
	{ "rw=read bs=4k iodepth=16 iodepth_batch_complete_min=0",
	  { 1024 },
	  { 256 },
	  1024,
	  0 },
	{ "rw=read bs=4k iodepth=16 iodepth_low=1",
	  { 1024 },
	  { 256 },
	  1024,
	  0 },
	{ "rw=randread bs=4k openfiles=1 iodepth=8",
	  { 64, 64, 64 },
	  { 48 },
	  192,
	  0 },
	{ "rw=randwrite bs=4k openfiles=2 fsync=3",
	  { 64, 64, 64 },
	  { 0, 48 },
	  192,
	  15 },
	{ "rw=read bs=4k rate_iops=1000000 iodepth=4", { 64 }, { 16 }, 64, 0 },
	{ "rw=read bs=4k thinktime=1us", { 64 }, { 16 }, 64, 0 },
};

START_TEST(a_job_counts_what_it_does)
{
	struct run r;

	run_open(&r, jobs[_i].texts);
	for (unsigned i = 0; jobs[_i].kib[i]; i++)
		job_fixture_add_file(&r.f, 0, jobs[_i].kib[i] * KIB);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert(r.was_ready);
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		const struct direction_stats *s = stats_of(&r, d);

		ck_assert_msg(counter_read(&s->completed) == jobs[_i].ios[d],
			      "%s: %s: %llu I/Os", jobs[_i].texts,
			      direction_name(d),
			      (unsigned long long)counter_read(&s->completed));
		ck_assert_uint_eq(counter_read(&s->issued), jobs[_i].ios[d]);
		ck_assert_uint_eq(counter_read(&r.page->live_ios[d]),
				  jobs[_i].ios[d]);
		ck_assert_uint_eq(counter_read(&r.page->live_bytes[d]),
				  counter_read(&s->bytes));
		ck_assert_uint_eq(counter_read(&s->runtime_ns) > 0,
				  counter_read(&s->bytes) > 0);
	}
	ck_assert_uint_eq(counter_read(&stats_of(&r, 0)->bytes) +
				  counter_read(&stats_of(&r, 1)->bytes) +
				  counter_read(&stats_of(&r, 2)->bytes),
			  jobs[_i].kib_moved * KIB);
	ck_assert_uint_eq(counter_read(&r.page->stats.syncs), jobs[_i].syncs);
	ck_assert_uint_eq(sum(r.page->stats.depth_level),
			  completed(&r) + jobs[_i].syncs);
	ck_assert_uint_eq(atomic_load(&r.page->state), JOB_EXITED);
	ck_assert_uint_ge(counter_read(&r.page->ended_ns),
			  counter_read(&r.page->measured_ns));
	run_close(&r);
}
END_TEST

/* Calls and depths, where the engine ends each I/O at once. */
static const struct {
	const char *texts;
	uint64_t submits;
	uint64_t completes;
	uint64_t level[DEPTH_CLASSES];
} calls[] = {
	/* Without options of batches: all, and all. */
	{ "iodepth=16", 16, 16, { 0, 0, 0, 0, 256 } },
	{ "iodepth=64", 4, 4, { 0, 0, 0, 0, 0, 0, 256 } },
	/* At depth 1 the null engine's calls aren't counted. */
	{ "iodepth=1", 0, 0, { 256 } },
	/* Four I/Os at a time, until all 16 are in flight; then one by one. */
	{ "iodepth=16 iodepth_batch=4", 244, 256, { 0, 0, 4, 8, 244 } },
	{ "iodepth=16 iodepth_batch=16 iodepth_batch_complete_min=16",
	  16,
	  16,
	  { 0, 0, 0, 0, 256 } },
	/* Fill to 16, drain to 8. */
	{ "iodepth=16 iodepth_batch=8 iodepth_low=8 "
	  "iodepth_batch_complete_min=4",
	  32,
	  64,
	  { 0, 0, 0, 8, 248 } },
	/* Looking for completions before each submission. */
	{ "iodepth=16 iodepth_batch=2 iodepth_batch_complete_min=0",
	  128,
	  128,
	  { 0, 256 } },
	{ "iodepth=4 iodepth_batch=1 iodepth_batch_complete_min=2",
	  256,
	  128,
	  { 1, 128, 127 } },
};

START_TEST(batches_are_as_asked_for)
{
	const struct job_stats *stats;
	struct run r;

	run_open(&r, calls[_i].texts);
	job_fixture_add_file(&r.f, 0, 1024 * KIB);
	run_worker(&r);
	stats = &r.page->stats;
	ck_assert_uint_eq(completed(&r), 256);
	ck_assert_uint_eq(counter_read(&stats->submits), calls[_i].submits);
	ck_assert_uint_eq(counter_read(&stats->completes), calls[_i].completes);
	ck_assert_uint_eq(sum(stats->depth_submit), calls[_i].submits);
	ck_assert_uint_eq(sum(stats->depth_complete), calls[_i].completes);
	for (unsigned i = 0; i < DEPTH_CLASSES; i++)
		ck_assert_uint_eq(counter_read(&stats->depth_level[i]),
				  calls[_i].level[i]);
	ck_assert_uint_eq(counter_read(&stats->latency_depth),
			  r.f.job.options.iodepth);
	run_close(&r);
}
END_TEST

/* Which latencies are measured: slat, clat, lat, sync. */
static const struct {
	const char *texts;
	bool slat, clat, lat, sync;
} latencies[] = {
	{ "iodepth=1", false, true, true, true },
	{ "iodepth=8", true, true, true, true },
	{ "iodepth=8 disable_slat=1", false, true, true, true },
	{ "iodepth=8 disable_clat=1", true, false, true, false },
	{ "iodepth=8 disable_lat=1", true, true, false, true },
	{ "iodepth=8 gtod_reduce=1", false, false, false, false },
	{ "iodepth=1 gtod_reduce=1", false, false, false, false },
	{ "iodepth=8 disable_lat=1 disable_clat=1 disable_slat=1", false, false,
	  false, false },
};

START_TEST(the_latencies_that_are_wanted_are_measured)
{
	const struct direction_stats *s;
	struct run r;

	run_open(&r, "rw=write fsync=16");
	job_fixture_set(&r.f, "iodepth=8");
	for (const char *at = latencies[_i].texts; *at;) {
		char text[32];
		size_t length = strcspn(at, " ");

		snprintf(text, sizeof(text), "%.*s", (int)length, at);
		job_fixture_set(&r.f, text);
		at += length + (at[length] == ' ');
	}
	r.f.job.layout.depth = (uint32_t)r.f.job.options.iodepth;
	job_fixture_add_file(&r.f, 0, 1024 * KIB);
	run_worker(&r);
	s = stats_of(&r, DIRECTION_WRITE);
	ck_assert_uint_eq(counter_read(&s->completed), 256);
	ck_assert_uint_eq(counter_read(&s->slat.moments.count),
			  latencies[_i].slat ? 256 : 0);
	ck_assert_uint_eq(counter_read(&s->clat.moments.count),
			  latencies[_i].clat ? 256 : 0);
	ck_assert_uint_eq(histogram_count(&s->clat.histogram),
			  latencies[_i].clat ? 256 : 0);
	ck_assert_uint_eq(counter_read(&s->lat.moments.count),
			  latencies[_i].lat ? 256 : 0);
	ck_assert_uint_eq(counter_read(&r.page->stats.sync.moments.count),
			  latencies[_i].sync ? 15 : 0);
	run_close(&r);
}
END_TEST

START_TEST(submission_and_completion_add_up)
{
	const struct direction_stats *s;
	struct summary slat, clat, lat;
	struct run r;

	run_open(&r, "rw=randread iodepth=32 lat_percentiles=1 "
		     "slat_percentiles=1");
	job_fixture_add_file(&r.f, 0, 8192 * KIB);
	run_worker(&r);
	s = stats_of(&r, DIRECTION_READ);
	slat = moments_summary(&s->slat.moments);
	clat = moments_summary(&s->clat.moments);
	lat = moments_summary(&s->lat.moments);
	ck_assert_double_eq_tol(slat.mean + clat.mean, lat.mean, 1e-3);
	ck_assert_uint_eq(histogram_count(&s->slat.histogram), 2048);
	ck_assert_uint_eq(histogram_count(&s->lat.histogram), 2048);
	ck_assert_uint_ge(lat.max, clat.max);
	run_close(&r);
}
END_TEST

START_TEST(a_file_is_written_and_read)
{
	struct run r;
	struct stat st;
	char block[4 * KIB];
	static const char zeros[4 * KIB];
	int fd;

	run_open(&r, "rw=randwrite bs=4k fsync=4 end_fsync=1");
	run_add_temporary(&r, 256);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 1)->completed), 64);
	ck_assert_uint_eq(counter_read(&r.page->stats.syncs), 15);
	ck_assert_uint_eq(sum(r.page->stats.depth_submit), 64 + 15);
	ck_assert_int_eq(stat(r.path, &st), 0);
	ck_assert_int_eq(st.st_size, 256 * KIB);
	fd = open(r.path, O_RDONLY);
	for (unsigned i = 0; i < 64; i++) {
		ck_assert_int_eq(read(fd, block, sizeof(block)),
				 (ssize_t)sizeof(block));
		ck_assert_int_ne(memcmp(block, zeros, sizeof(block)), 0);
	}
	close(fd);
	run_close(&r);
}
END_TEST

START_TEST(files_beyond_openfiles_are_reached)
{
	struct run r;

	run_open(&r, "rw=randread bs=4k openfiles=1");
	run_add_temporary(&r, 64);
	job_fixture_add_file(&r.f, 0, 64 * KIB);
	r.f.file[1] = r.f.file[0];
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert_uint_eq(completed(&r), 32);
	run_close(&r);
}
END_TEST

START_TEST(an_error_ends_the_job)
{
	const struct job_error *error;
	struct run r;

	run_open(&r, "rw=write bs=4k");
	run_add_device(&r, "/dev/full", 64);
	run_worker(&r);
	error = &r.page->error;
	ck_assert_int_eq(r.status, 1);
	ck_assert(r.was_ready);
	ck_assert_int_eq(error->code, ENOSPC);
	ck_assert_str_eq(error->function, "io_u");
	ck_assert_str_eq(error->text, "write of 4096 bytes at 0 of /dev/full: "
				      "No space left on device");
	ck_assert_uint_eq(counter_read(&stats_of(&r, 1)->issued), 1);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 1)->completed), 0);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 1)->bytes), 0);
	run_close(&r);
}
END_TEST

static const struct {
	const char *texts;
	bool fails;
	uint64_t errors;
} errors[] = {
	{ "rw=write bs=4k continue_on_error=all", true, 1 },
	{ "rw=write bs=4k continue_on_error=read", true, 1 },
	{ "rw=write bs=4k ignore_error=ENOSPC", true, 0 },
	{ "rw=write bs=4k ignore_error=,ENOSPC", false, 16 },
	{ "rw=write bs=4k ignore_error=,EIO:28 continue_on_error=all", false,
	  16 },
};

START_TEST(an_error_that_is_ignored_is_counted)
{
	struct run r;

	run_open(&r, errors[_i].texts);
	run_add_device(&r, "/dev/full", 64);
	run_worker(&r);
	ck_assert_int_eq(r.status, errors[_i].fails);
	ck_assert_uint_eq(counter_read(&r.page->stats.errors),
			  errors[_i].errors);
	ck_assert_uint_eq(counter_read(&r.page->stats.first_error),
			  errors[_i].errors ? ENOSPC : 0);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 1)->issued),
			  errors[_i].fails ? 1 : 16);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 1)->completed), 0);
	ck_assert_str_eq(r.page->notes[0], "");
	run_close(&r);
}
END_TEST

static const char *const by_counter[] = {
	"rw=read bs=4k time_based runtime=500ms",
	"rw=read bs=4k time_based runtime=500ms iodepth=8",
};

static void run_by_counter(struct run *r, unsigned i,
			   struct cycle_clock *cycles)
{
	run_open(r, by_counter[i]);
	r->cycles = cycles;
	job_fixture_add_file(&r->f, 0, 1024 * KIB);
	run_worker(r);
	ck_assert_int_eq(r->status, 0);
	ck_assert_uint_eq(counter_read(&stats_of(r, 0)->clat.moments.count),
			  completed(r));
	/* No I/O began by one clock and ended by another. */
	ck_assert_uint_lt(counter_read(&stats_of(r, 0)->lat.moments.max),
			  900 * NSEC_PER_SEC);
}

START_TEST(the_counter_of_the_cpu_times_every_io)
{
	struct cycle_clock cycles;
	struct run r;

	if (!cycle_clock_possible())
		return;
	cycle_clock_begin(&cycles);
	cycle_clock_finish(&cycles);
	run_by_counter(&r, (unsigned)_i, &cycles);
	ck_assert_int_eq(r.page->clock_source, CLOCKSOURCE_CPU);
	ck_assert_str_eq(r.page->notes[JOB_NOTE_CLOCK], "");
	run_close(&r);
}
END_TEST

static void assert_left(const struct run *r)
{
	ck_assert_int_eq(r->page->clock_source, CLOCKSOURCE_CLOCK_GETTIME);
	ck_assert_ptr_nonnull(
		strstr(r->page->notes[JOB_NOTE_CLOCK], "ran apart"));
}

START_TEST(a_counter_that_is_no_clock_is_left_alone)
{
	struct cycle_clock cycles;
	struct run r;

	if (!cycle_clock_possible())
		return;
	cycle_clock_begin(&cycles);
	cycle_clock_finish(&cycles);
	cycles.from.ns += 1000 * NSEC_PER_SEC;
	run_by_counter(&r, (unsigned)_i, &cycles);
	assert_left(&r);
	run_close(&r);
}
END_TEST

START_TEST(a_counter_that_runs_apart_is_left)
{
	struct cycle_clock cycles;
	struct run r;

	if (!cycle_clock_possible())
		return;
	cycle_clock_begin(&cycles);
	cycle_clock_finish(&cycles);
	/* What it goes by from its start on is twice the rate. */
	cycles.first.ns -= cycles.from.ns - cycles.first.ns;
	run_by_counter(&r, (unsigned)_i, &cycles);
	assert_left(&r);
	run_close(&r);
}
END_TEST

START_TEST(error_dump_tells_of_the_first_and_the_last)
{
	struct run r;

	run_open(&r, "rw=write bs=4k ignore_error=,ENOSPC error_dump=1");
	run_add_device(&r, "/dev/full", 64);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert_str_eq(r.page->notes[0],
			 "first error that was ignored: write of 4096 bytes at "
			 "0 of /dev/full: No space left on device");
	ck_assert_str_eq(r.page->notes[1],
			 "last error that was ignored: write of 4096 bytes at "
			 "61440 of /dev/full: No space left on device");
	run_close(&r);
}
END_TEST

START_TEST(the_end_of_a_file_is_an_error)
{
	struct run r;

	run_open(&r, "rw=read bs=4k");
	run_add_temporary(&r, 64);
	ck_assert_int_eq(truncate(r.path, 30 * KIB), 0);
	run_worker(&r);
	ck_assert_int_eq(r.status, 1);
	ck_assert_int_eq(r.page->error.code, EIO);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 0)->short_ios), 1);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 0)->completed), 7);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 0)->bytes), 30 * KIB);
	run_close(&r);
}
END_TEST

START_TEST(a_latency_above_the_limit_is_an_error)
{
	struct run r;

	run_open(&r, "rw=read bs=4k max_latency=1ns gtod_reduce=1");
	run_add_temporary(&r, 64);
	run_worker(&r);
	ck_assert_int_eq(r.status, 1);
	ck_assert_int_eq(r.page->error.code, ETIMEDOUT);
	ck_assert_str_eq(r.page->error.function, "max_latency");
	ck_assert_uint_eq(counter_read(&stats_of(&r, 0)->completed), 1);
	run_close(&r);
}
END_TEST

START_TEST(a_job_that_can_not_be_set_up_is_not_ready)
{
	struct run r;

	run_open(&r, "rw=read bs=4k");
	run_add_device(&r, "/nowhere/at/all", 64);
	run_worker(&r);
	ck_assert_int_eq(r.status, 1);
	ck_assert(!r.was_ready);
	ck_assert_int_eq(r.page->error.code, ENOENT);
	ck_assert_uint_eq(atomic_load(&r.page->state), JOB_EXITED);
	run_close(&r);
}
END_TEST

START_TEST(a_job_that_is_stopped_first_does_nothing)
{
	struct run r;

	run_open(&r, "rw=read bs=4k iodepth=8 time_based runtime=100");
	job_fixture_add_file(&r.f, 0, 64 * KIB);
	atomic_store(&r.page->stop, 1);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert_uint_eq(completed(&r), 0);
	run_close(&r);
}
END_TEST

/* Stop the job once it is at work, as the parent does. */
static void *stop_soon(void *arg)
{
	struct job_page *page = arg;

	while (counter_read(&page->live_ios[0]) == 0)
		sched_yield();
	atomic_store(&page->stop, 1);
	return NULL;
}

static const char *const stoppable[] = {
	"rw=read bs=4k time_based runtime=1000",
	"rw=randread bs=4k iodepth=32 loops=1000000000",
	"rw=read bs=4k iodepth=4 gtod_reduce=1 time_based runtime=1000",
	"rw=read bs=4k rate_iops=1 time_based runtime=1000",
	"rw=read bs=4k iodepth=4 thinktime=1000s time_based runtime=1000",
	"rw=read bs=4k ramp_time=1000 time_based runtime=1000",
};

START_TEST(a_job_stops_when_told_to)
{
	pthread_t thread;
	struct run r;

	run_open(&r, stoppable[_i]);
	job_fixture_add_file(&r.f, 0, 64 * KIB);
	ck_assert_int_eq(pthread_create(&thread, NULL, stop_soon, r.page), 0);
	run_worker(&r);
	pthread_join(thread, NULL);
	ck_assert_int_eq(r.status, 0);
	ck_assert_uint_ge(counter_read(&r.page->live_ios[0]), 1);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 0)->issued),
			  completed(&r));
	run_close(&r);
}
END_TEST

/* Jobs that a time ends, by their own clock; they would go on for ever. */
static const struct {
	const char *texts;
	uint64_t least_ms;
} timed[] = {
	{ "rw=read bs=4k time_based runtime=60ms", 60 },
	{ "rw=read bs=4k iodepth=32 time_based runtime=60ms", 60 },
	{ "rw=randrw bs=4k iodepth=32 loops=1000000000 runtime=60ms", 60 },
	{ "rw=read bs=4k gtod_reduce=1 time_based runtime=60ms", 60 },
	{ "rw=read bs=4k rate_iops=1 time_based runtime=60ms", 60 },
	{ "rw=read bs=4k thinktime=1000s time_based runtime=60ms", 60 },
	{ "rw=read bs=4k thinktime=1000s iodepth=4 time_based runtime=60ms",
	  60 },
	{ "rw=read bs=4k ramp_time=40ms time_based runtime=60ms", 60 },
};

START_TEST(the_runtime_is_a_bound)
{
	uint64_t measured;
	struct run r;

	run_open(&r, timed[_i].texts);
	job_fixture_add_file(&r.f, 0, 64 * KIB);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	measured = counter_read(&r.page->ended_ns) -
		   counter_read(&r.page->measured_ns);
	/* The cheap clock is a few milliseconds behind. */
	ck_assert_uint_ge(measured + 10 * NSEC_PER_MSEC,
			  timed[_i].least_ms * NSEC_PER_MSEC);
	ck_assert_uint_lt(measured, 25 * NSEC_PER_SEC);
	run_close(&r);
}
END_TEST

/* A ramp, and what is counted of the job after it. */
static const struct {
	const char *texts;
	uint64_t ios;
} ramps[] = {
	{ "rw=read bs=4k ramp_time=30ms", 16 },
	{ "rw=randread bs=4k iodepth=8 ramp_time=30ms", 16 },
	{ "rw=read bs=4k ramp_time=30ms loops=3", 48 },
	{ "rw=read bs=4k ramp_time=30ms number_ios=5", 5 },
	{ "rw=read bs=4k ramp_time=30ms io_size=8k iodepth=4", 2 },
	{ "rw=read bs=4k ramp_time=30ms gtod_reduce=1 iodepth=4", 16 },
	{ "rw=read bs=4k ramp_time=30ms rate_iops=10000", 16 },
	/* The next I/O was drawn in the ramp, and would be due long after. */
	{ "rw=read bs=4k ramp_time=30ms rate_iops=20 number_ios=2", 2 },
};

START_TEST(a_ramp_uses_up_nothing)
{
	struct run r;

	run_open(&r, ramps[_i].texts);
	job_fixture_add_file(&r.f, 0, 64 * KIB);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert_uint_eq(completed(&r), ramps[_i].ios);
	ck_assert_uint_eq(counter_read(&stats_of(&r, 0)->issued),
			  ramps[_i].ios);
	ck_assert_uint_gt(counter_read(&r.page->live_ios[0]), ramps[_i].ios);
	ck_assert_uint_ge(counter_read(&r.page->measured_ns),
			  counter_read(&r.page->begun_ns) + 20 * NSEC_PER_MSEC);
	run_close(&r);
}
END_TEST

static const struct {
	const char *texts;
	bool bw;
} sampled[] = {
	{ "rw=read bwavgtime=10 iopsavgtime=10 runtime=500ms", true },
	{ "rw=read bwavgtime=10 iopsavgtime=10 runtime=500ms gtod_reduce=1",
	  true },
	{ "rw=read bwavgtime=10 iopsavgtime=10 runtime=500ms disable_bw=1",
	  false },
};

START_TEST(bandwidth_is_sampled)
{
	const struct direction_stats *s;
	struct run r;

	run_open(&r, sampled[_i].texts);
	job_fixture_set(&r.f, "time_based");
	job_fixture_add_file(&r.f, 0, 64 * KIB);
	run_worker(&r);
	s = stats_of(&r, DIRECTION_READ);
	ck_assert_uint_ge(counter_read(&s->iops.count), 2);
	if (sampled[_i].bw)
		ck_assert_uint_ge(counter_read(&s->bw.count), 2);
	else
		ck_assert_uint_eq(counter_read(&s->bw.count), 0);
	run_close(&r);
}
END_TEST

static void add_tables(TCase *tc)
{
	tcase_add_loop_test(tc, a_job_counts_what_it_does, 0,
			    (int)COUNT_OF(jobs));
	tcase_add_loop_test(tc, batches_are_as_asked_for, 0,
			    (int)COUNT_OF(calls));
	tcase_add_loop_test(tc, the_latencies_that_are_wanted_are_measured, 0,
			    (int)COUNT_OF(latencies));
	tcase_add_loop_test(tc, an_error_that_is_ignored_is_counted, 0,
			    (int)COUNT_OF(errors));
	tcase_add_loop_test(tc, a_job_stops_when_told_to, 0,
			    (int)COUNT_OF(stoppable));
	tcase_add_loop_test(tc, the_runtime_is_a_bound, 0,
			    (int)COUNT_OF(timed));
	tcase_add_loop_test(tc, a_ramp_uses_up_nothing, 0,
			    (int)COUNT_OF(ramps));
	tcase_add_loop_test(tc, bandwidth_is_sampled, 0,
			    (int)COUNT_OF(sampled));
}

int main(void)
{
	Suite *suite = suite_create("worker");
	TCase *tc = tcase_create("worker");

	tcase_set_timeout(tc, 30);
	add_tables(tc);
	tcase_add_test(tc, submission_and_completion_add_up);
	tcase_add_test(tc, a_file_is_written_and_read);
	tcase_add_test(tc, files_beyond_openfiles_are_reached);
	tcase_add_test(tc, an_error_ends_the_job);
	tcase_add_test(tc, error_dump_tells_of_the_first_and_the_last);
	tcase_add_loop_test(tc, the_counter_of_the_cpu_times_every_io, 0,
			    COUNT_OF(by_counter));
	tcase_add_loop_test(tc, a_counter_that_is_no_clock_is_left_alone, 0,
			    COUNT_OF(by_counter));
	tcase_add_loop_test(tc, a_counter_that_runs_apart_is_left, 0,
			    COUNT_OF(by_counter));
	tcase_add_test(tc, the_end_of_a_file_is_an_error);
	tcase_add_test(tc, a_latency_above_the_limit_is_an_error);
	tcase_add_test(tc, a_job_that_can_not_be_set_up_is_not_ready);
	tcase_add_test(tc, a_job_that_is_stopped_first_does_nothing);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
