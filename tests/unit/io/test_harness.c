#include "io/harness.h"

#include "job_fixture.h"

static const char *const texts[] = {
	"rw=read bs=4k",
	"rw=randrw bs=4k iodepth=16 lat_percentiles=1",
	"rw=randwrite bs=4k refill_buffers=1",
	"rw=randread bs=4k gtod_reduce=1",
	"rw=write bs=4k fsync=4 iodepth=4",
	"rw=read bs=4k runtime=1h time_based ramp_time=1h",
	"rw=read bs=4k rate_iops=1 thinktime=1s",
	"rw=randread bs=4k iodepth=8 rate_min=1g max_latency=1ns",
	"rw=write bs=4k unlink_each_loop=1 loops=3 end_fsync=1",
	"rw=randread bs=4k number_ios=1",
	"rw=randread bs=4k iodepth=32 iodepth_batch=4 iodepth_low=2",
};

START_TEST(every_job_costs_something)
{
	struct job_error error = { 0 };
	struct harness harness;
	struct job_fixture f;

	job_fixture_open(&f, texts[_i]);
	job_fixture_add_file(&f, 0, UINT64_C(1) << 20);
	/* It would be found out if it were opened. */
	f.file[0].kind = FILE_REGULAR;
	f.file[0].path = "/nonexistent/file";
	ck_assert_int_eq(harness_measure(&f.job.layout, NULL, &harness, &error),
			 0);
	ck_assert_double_gt(harness.ns_per_io, 0);
	/* No wait of a second is in it, however busy the machine is. */
	ck_assert_double_lt(harness.ns_per_io, 5e8);
	ck_assert_double_ge(harness.ios_per_submit, 0.5);
	ck_assert_double_le(harness.ios_per_submit, f.job.layout.depth);
	job_fixture_close(&f);
}
END_TEST

START_TEST(deep_queues_start_many_at_once)
{
	struct job_error error = { 0 };
	struct harness harness;
	struct job_fixture f;

	job_fixture_open(&f, "rw=randread bs=4k iodepth=32");
	job_fixture_add_file(&f, 0, UINT64_C(1) << 20);
	ck_assert_int_eq(harness_measure(&f.job.layout, NULL, &harness, &error),
			 0);
	ck_assert_double_gt(harness.ios_per_submit, 16);
	job_fixture_close(&f);
}
END_TEST

START_TEST(what_does_no_io_has_no_figure)
{
	struct job_error error = { 0 };
	struct harness harness;
	struct job_fixture f;

	job_fixture_open(&f, "rw=read bs=4k");
	f.job.section.engine = _i ? engine_list_find(&engine_list, "filestat")
				  : &engine_null.info;
	/* A file without room for a block. */
	job_fixture_add_file(&f, 0, 1);
	ck_assert_int_eq(harness_measure(&f.job.layout, NULL, &harness, &error),
			 -1);
	ck_assert_int_ne(error.code, 0);
	ck_assert_str_ne(error.text, "");
	job_fixture_close(&f);
}
END_TEST

START_TEST(clocks_have_a_price)
{
	ck_assert_double_gt(harness_clock_ns(CLOCKSOURCE_CLOCK_GETTIME, NULL),
			    0);
	ck_assert_double_gt(harness_clock_ns(CLOCKSOURCE_GETTIMEOFDAY, NULL),
			    0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("harness");
	TCase *tc = tcase_create("harness");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, every_job_costs_something, 0, COUNT_OF(texts));
	tcase_add_test(tc, deep_queues_start_many_at_once);
	tcase_add_loop_test(tc, what_does_no_io_has_no_figure, 0, 2);
	tcase_add_test(tc, clocks_have_a_price);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
