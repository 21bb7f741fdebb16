#include "io/worker.h"

#include "base/clock.h"
#include "engine/activity.h"
#include "job_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files of a folder of their own, and a job that does something to each. */
enum { FILES = 4 };

struct run {
	struct job_fixture f;
	struct job_page *page;
	char folder[40];
	char paths[FILES][64];
	int status;
};

static void run_open(struct run *r, const char *texts,
		     const struct activity_ops *activity)
{
	memset(r, 0, sizeof(*r));
	job_fixture_open(&r->f, texts);
	r->f.job.section.engine = &activity->info;
	r->f.job.layout.depth = 1;
	r->page = job_pages_map(1);
	ck_assert_ptr_nonnull(r->page);
	snprintf(r->folder, sizeof(r->folder), "test_activity.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(r->folder));
	for (int i = 0; i < FILES; i++) {
		snprintf(r->paths[i], sizeof(r->paths[i]), "%s/%d", r->folder,
			 i);
		job_fixture_add_file(&r->f, 0, 3000 + (uint64_t)i);
		r->f.file[i].kind = FILE_REGULAR;
		r->f.file[i].path = r->paths[i];
		r->f.file[i].made = true;
	}
}

static unsigned files_there(const struct run *r)
{
	unsigned n = 0;

	for (int i = 0; i < FILES; i++)
		n += access(r->paths[i], F_OK) == 0;
	return n;
}

static void make_files(const struct run *r)
{
	for (int i = 0; i < FILES; i++)
		ck_assert_int_eq(fclose(fopen(r->paths[i], "w")), 0);
}

static void run_close(struct run *r)
{
	for (int i = 0; i < FILES; i++)
		unlink(r->paths[i]);
	ck_assert_int_eq(rmdir(r->folder), 0);
	job_pages_unmap(r->page, 1);
	job_fixture_close(&r->f);
}

static void run_worker(struct run *r)
{
	int ready[2], go[2];

	ck_assert_int_eq(pipe(ready), 0);
	ck_assert_int_eq(pipe(go), 0);
	close(go[1]);
	r->status =
		worker_run(&r->f.job.layout, r->page, NULL, ready[1], go[0]);
	close(ready[0]);
}

static uint64_t done(const struct run *r, enum direction d)
{
	return counter_read(&r->page->stats.direction[d].completed);
}

static const struct direction_stats *reads_of(const struct run *r)
{
	return &r->page->stats.direction[DIRECTION_READ];
}

START_TEST(each_file_is_one_io_of_its_size)
{
	struct run r;

	run_open(&r, "", &activity_filecreate);
	run_worker(&r);
	ck_assert_msg(r.status == 0, "%s", r.page->error.text);
	ck_assert_uint_eq(done(&r, DIRECTION_READ), FILES);
	ck_assert_uint_eq(counter_read(&reads_of(&r)->issued), FILES);
	ck_assert_uint_eq(counter_read(&reads_of(&r)->bytes),
			  3000 + 3001 + 3002 + 3003);
	ck_assert_uint_eq(counter_read(&reads_of(&r)->clat.moments.count),
			  FILES);
	ck_assert_uint_eq(counter_read(&reads_of(&r)->lat.moments.count), 0);
	ck_assert_uint_eq(files_there(&r), FILES);
	run_close(&r);
}
END_TEST

static const struct {
	const char *texts;
	uint64_t ios[DIRECTION_COUNT];
} amounts[] = {
	{ "rw=write", { 0, FILES, 0 } },
	{ "rw=trim", { 0, 0, FILES } },
	{ "rw=randread", { FILES, 0, 0 } },
	{ "rw=read loops=3", { UINT64_C(3) * FILES, 0, 0 } },
	{ "rw=read number_ios=2", { 2, 0, 0 } },
	{ "rw=read io_size=6001", { 2, 0, 0 } },
	{ "rw=read io_size=60k", { 21, 0, 0 } },
	{ "rw=read openfiles=1 file_service_type=random", { FILES, 0, 0 } },
	{ "rw=read gtod_reduce=1", { FILES, 0, 0 } },
};

START_TEST(options_hold_as_for_any_io)
{
	struct run r;

	run_open(&r, amounts[_i].texts, &activity_filestat);
	make_files(&r);
	run_worker(&r);
	ck_assert_msg(r.status == 0, "%s", r.page->error.text);
	for (int d = 0; d < DIRECTION_COUNT; d++)
		ck_assert_uint_eq(done(&r, (enum direction)d),
				  amounts[_i].ios[d]);
	run_close(&r);
}
END_TEST

START_TEST(ends_with_its_runtime_and_not_before)
{
	struct run r;
	uint64_t ns;

	run_open(&r, "time_based=1 runtime=200ms ramp_time=100ms",
		 &activity_filestat);
	make_files(&r);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ns = counter_read(&r.page->ended_ns) -
	     counter_read(&r.page->measured_ns);
	ck_assert_uint_ge(ns, 200 * NSEC_PER_MSEC);
	ck_assert_uint_gt(done(&r, DIRECTION_READ), FILES);
	ck_assert_uint_gt(counter_read(&r.page->live_ios[DIRECTION_READ]),
			  done(&r, DIRECTION_READ));
	run_close(&r);
}
END_TEST

START_TEST(keeps_a_rate)
{
	struct run r;
	uint64_t ns;

	run_open(&r, "rate_iops=20", &activity_filestat);
	make_files(&r);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert_uint_eq(done(&r, DIRECTION_READ), FILES);
	ns = counter_read(&r.page->ended_ns) -
	     counter_read(&r.page->measured_ns);
	ck_assert_uint_ge(ns, 50 * NSEC_PER_MSEC * (FILES - 1));
	run_close(&r);
}
END_TEST

START_TEST(a_failure_names_what_was_done_to_which_file)
{
	char text[128];
	struct run r;

	run_open(&r, "", &activity_filedelete);
	make_files(&r);
	unlink(r.paths[2]);
	run_worker(&r);
	ck_assert_int_eq(r.status, 1);
	ck_assert_int_eq(r.page->error.code, ENOENT);
	snprintf(text, sizeof(text), "filedelete of %s: ", r.paths[2]);
	ck_assert_ptr_nonnull(strstr(r.page->error.text, text));
	ck_assert_uint_eq(done(&r, DIRECTION_READ), 2);
	ck_assert_uint_eq(files_there(&r), 1);
	run_close(&r);
}
END_TEST

START_TEST(goes_on_after_an_error_that_is_ignored)
{
	struct run r;

	run_open(&r, "ignore_error=ENOENT", &activity_filedelete);
	make_files(&r);
	unlink(r.paths[1]);
	run_worker(&r);
	ck_assert_int_eq(r.status, 0);
	ck_assert_uint_eq(done(&r, DIRECTION_READ), FILES - 1);
	ck_assert_uint_eq(counter_read(&r.page->stats.errors), 1);
	ck_assert_uint_eq(files_there(&r), 0);
	run_close(&r);
}
END_TEST

START_TEST(what_was_made_is_removed_if_asked)
{
	struct run r;

	run_open(&r, "unlink=1",
		 _i ? &activity_dircreate : &activity_filecreate);
	for (int i = 0; i < FILES; i++)
		r.f.file[i].kind = _i ? FILE_FOLDER : FILE_REGULAR;
	run_worker(&r);
	ck_assert_msg(r.status == 0, "%s", r.page->error.text);
	ck_assert_uint_eq(done(&r, DIRECTION_READ), FILES);
	ck_assert_uint_eq(files_there(&r), 0);
	run_close(&r);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("activity");
	TCase *tc = tcase_create("activity");

	tcase_add_test(tc, each_file_is_one_io_of_its_size);
	tcase_add_loop_test(tc, options_hold_as_for_any_io, 0,
			    COUNT_OF(amounts));
	tcase_add_test(tc, ends_with_its_runtime_and_not_before);
	tcase_add_test(tc, keeps_a_rate);
	tcase_add_test(tc, a_failure_names_what_was_done_to_which_file);
	tcase_add_test(tc, goes_on_after_an_error_that_is_ignored);
	tcase_add_loop_test(tc, what_was_made_is_removed_if_asked, 0, 2);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
