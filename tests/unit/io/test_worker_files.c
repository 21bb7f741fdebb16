#include "io/worker.h"

#include "job_fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a worker does with its file, besides I/O. */

enum { FILE_SIZE = 256 * 1024, BLOCKS = FILE_SIZE / 4096 };

struct run {
	struct job_fixture f;
	struct job_page *page;
	char path[32];
};

static void run_open(struct run *r, const char *texts,
		     const struct engine_ops *engine)
{
	int fd;

	memset(r, 0, sizeof(*r));
	job_fixture_open(&r->f, texts);
	r->page = job_pages_map(1);
	ck_assert_ptr_nonnull(r->page);
	snprintf(r->path, sizeof(r->path), "test_worker_files.XXXXXX");
	fd = mkstemp(r->path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, FILE_SIZE), 0);
	close(fd);
	job_fixture_add_file(&r->f, 0, FILE_SIZE);
	r->f.file[0].kind = FILE_REGULAR;
	r->f.file[0].path = r->path;
	r->f.job.section.engine = &engine->info;
}

static int run_worker(struct run *r)
{
	int ready[2], go[2], status;

	ck_assert_int_eq(pipe(ready), 0);
	ck_assert_int_eq(pipe(go), 0);
	close(go[1]);
	status = worker_run(&r->f.job.layout, r->page, NULL, ready[1], go[0]);
	close(ready[0]);
	return status;
}

static void run_close(struct run *r)
{
	unlink(r->path);
	job_pages_unmap(r->page, 1);
	job_fixture_close(&r->f);
}

static uint64_t completed(const struct run *r)
{
	uint64_t n = 0;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		n += counter_read(&r->page->stats.direction[d].completed);
	return n;
}

static const struct {
	const char *texts;
	const struct engine_ops *engine;
} renewed[] = {
	{ "rw=write bs=4k loops=3 unlink_each_loop=1 allow_file_create=1",
	  &engine_psync },
	{ "rw=write bs=4k loops=3 unlink_each_loop=1 lockfile=exclusive",
	  &engine_psync },
	{ "rw=write bs=4k loops=3 unlink_each_loop=1 iodepth=7",
	  &engine_libaio },
	{ "rw=randwrite bs=4k loops=3 unlink_each_loop=1 iodepth=7 "
	  "rate_iops=1000000",
	  &engine_libaio },
};

/* Each pass writes a file that wasn't there before: none is left. */
START_TEST(files_are_made_anew_for_each_pass)
{
	struct run r;
	struct stat st;

	run_open(&r, renewed[_i].texts, renewed[_i].engine);
	ck_assert_int_eq(run_worker(&r), 0);
	ck_assert_uint_eq(completed(&r), UINT64_C(3) * BLOCKS);
	ck_assert_int_eq(stat(r.path, &st), -1);
	run_close(&r);
}
END_TEST

static const struct {
	const char *texts;
	const struct engine_ops *engine;
} locked[] = {
	{ "rw=randrw bs=4k fsync=8 lockfile=exclusive", &engine_psync },
	{ "rw=randrw bs=4k fsync=8 lockfile=readwrite", &engine_psync },
	{ "rw=randrw bs=4k iodepth=8 fsync=8 lockfile=exclusive",
	  &engine_libaio },
	{ "rw=randrw bs=4k iodepth=8 fsync=8 lockfile=readwrite",
	  &engine_libaio },
};

/* More I/Os than fit into one turn, and none is lost. */
START_TEST(a_locked_file_gets_all_its_io)
{
	struct run r;

	run_open(&r, locked[_i].texts, locked[_i].engine);
	ck_assert_int_eq(run_worker(&r), 0);
	ck_assert_uint_eq(completed(&r), BLOCKS);
	run_close(&r);
}
END_TEST

static const struct {
	const char *texts;
	const struct engine_ops *engine;
} synced[] = {
	{ "rw=write bs=4k sync_file_range=write:8", &engine_psync },
	{ "rw=write bs=4k sync_file_range=write:8 iodepth=32", &engine_libaio },
	{ "rw=write bs=4k sync_file_range=write:8", &engine_null },
	{ "rw=write bs=4k sync_file_range=write:8 iodepth=32", &engine_null },
};

START_TEST(ranges_count_as_syncs)
{
	struct run r;

	run_open(&r, synced[_i].texts, synced[_i].engine);
	if (synced[_i].engine == &engine_null)
		r.f.file[0].kind = FILE_NONE;
	ck_assert_int_eq(run_worker(&r), 0);
	ck_assert_uint_eq(completed(&r), 64);
	ck_assert_uint_eq(counter_read(&r.page->stats.syncs), 7);
	run_close(&r);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("worker_files");
	TCase *tc = tcase_create("worker_files");

	tcase_add_loop_test(tc, files_are_made_anew_for_each_pass, 0,
			    COUNT_OF(renewed));
	tcase_add_loop_test(tc, a_locked_file_gets_all_its_io, 0,
			    COUNT_OF(locked));
	tcase_add_loop_test(tc, ranges_count_as_syncs, 0, COUNT_OF(synced));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
