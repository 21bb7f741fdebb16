#include "out/interval.h"

#include "sample.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>

static struct sample s;
static struct intervals *in;
static char *text;

#define SECOND NSEC_PER_SEC
#define START (5 * SECOND)

static void start(void)
{
	sample_start(&s);
	sample_add(&s, "a")->rw.flags = RW_READ | RW_WRITE;
	in = intervals_new(&s.plan, s.pages, START);
	text = NULL;
}

static void end(void)
{
	free(text);
	intervals_free(in);
	sample_end(&s);
}

static void set_state(enum job_state state)
{
	atomic_store(&s.pages[0].state, (uint32_t)state);
}

/* It has begun half a second after the start. */
static void begin(void)
{
	counter_set(&s.pages[0].begun_ns, START + SECOND / 2);
	counter_set(&s.pages[0].measured_ns, START + SECOND / 2);
	set_state(JOB_RUNNING);
}

static void read_some(unsigned ios, uint64_t clat_ns)
{
	counter_add(&s.pages[0].live_ios[DIRECTION_READ], ios);
	counter_add(&s.pages[0].live_bytes[DIRECTION_READ],
		    (uint64_t)ios * 4096);
	sample_io(&s.pages[0], DIRECTION_READ, ios, 4096, clat_ns, 1);
}

static const struct interval_direction *look(unsigned second)
{
	intervals_look(in, START + second * SECOND);
	return &in->jobs[0].direction[DIRECTION_READ];
}

static const char *written(int (*write)(const struct intervals *, FILE *))
{
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ck_assert_int_eq(write(in, out), 0);
	fclose(out);
	return text;
}

START_TEST(a_job_that_has_not_begun_has_no_line)
{
	look(1);
	ck_assert(!in->jobs[0].present);
	ck_assert_str_eq(written(intervals_write_lines), "");
}
END_TEST

START_TEST(each_interval_has_its_own_figures)
{
	const struct interval_direction *r;

	begin();
	read_some(50, 1000);
	r = look(1);
	/* It was at work for half of it. */
	ck_assert_uint_eq(r->ios, 50);
	ck_assert_double_eq(r->iops, 100);
	ck_assert_double_eq(r->bw_bytes, 409600);
	ck_assert_double_eq(r->mean_ns, 1000);
	ck_assert_uint_eq(r->max_ns, 1000);
	read_some(98, 100);
	read_some(2, 300);
	r = look(2);
	ck_assert_uint_eq(r->ios, 100);
	ck_assert_uint_eq(r->latencies, 100);
	ck_assert_double_eq(r->iops, 100);
	ck_assert_double_eq_tol(r->mean_ns, 104, 1e-6);
	ck_assert_uint_eq(r->p50_ns, 100);
	/* Not the run's maximum: known by its bucket. */
	ck_assert_uint_eq(r->p99_ns, r->max_ns);
	ck_assert_uint_ge(r->max_ns, 298);
	ck_assert_uint_le(r->max_ns, 302);
	ck_assert_uint_eq(r->total_ios, 150);
}
END_TEST

START_TEST(an_interval_without_io_is_zero)
{
	const struct interval_direction *r;

	begin();
	read_some(5, 1000);
	look(1);
	r = look(2);
	ck_assert(in->jobs[0].present);
	ck_assert_uint_eq(r->ios, 0);
	ck_assert_double_eq(r->iops, 0);
	ck_assert_uint_eq(r->latencies, 0);
	ck_assert_uint_eq(r->total_ios, 5);
}
END_TEST

START_TEST(the_end_of_the_ramp_begins_anew)
{
	const struct interval_direction *r;

	begin();
	counter_set(&s.pages[0].measured_ns, 0);
	set_state(JOB_RAMP);
	read_some(10, 5000);
	look(1);
	ck_assert_str_eq(in->jobs[0].state, "ramp");
	job_stats_reset(&s.pages[0].stats);
	begin();
	read_some(4, 100);
	r = look(2);
	ck_assert_uint_eq(r->ios, 4);
	ck_assert_uint_eq(r->latencies, 4);
	ck_assert_double_eq(r->mean_ns, 100);
	ck_assert_uint_eq(r->max_ns, 100);
}
END_TEST

START_TEST(a_job_that_has_ended_is_told_of_once)
{
	begin();
	read_some(5, 1000);
	look(1);
	read_some(5, 1000);
	counter_set(&s.pages[0].ended_ns, START + 5 * SECOND / 4);
	s.pages[0].error.code = EIO;
	set_state(JOB_FAILED);
	ck_assert_double_eq(look(2)->iops, 20);
	ck_assert_str_eq(in->jobs[0].state, "failed");
	ck_assert_uint_eq(in->jobs[0].errors, 1);
	ck_assert(in->jobs[0].present && !in->jobs[0].at_work);
	for (unsigned i = 3; i < 6; i++) {
		ck_assert_double_eq(look(i)->iops, 0);
		ck_assert(!in->jobs[0].present);
		ck_assert_uint_eq(in->jobs[0].direction[0].total_ios, 10);
		ck_assert_uint_eq(in->jobs[0].total_errors, 1);
	}
}
END_TEST

START_TEST(ignored_errors_are_counted_by_interval)
{
	begin();
	counter_set(&s.pages[0].stats.errors, 3);
	look(1);
	ck_assert_uint_eq(in->jobs[0].errors, 3);
	counter_set(&s.pages[0].stats.errors, 4);
	look(2);
	ck_assert_uint_eq(in->jobs[0].errors, 1);
	ck_assert_uint_eq(in->jobs[0].total_errors, 4);
}
END_TEST

START_TEST(lat_is_taken_where_its_histogram_is)
{
	s.options[0].lat_percentiles = true;
	begin();
	read_some(2, 1000);
	ck_assert_uint_eq(look(1)->max_ns, 1100);
	ck_assert_ptr_nonnull(
		strstr(written(intervals_write_lines),
		       "\"lat_ns\":{\"N\":2,\"mean\":1100.000000,"
		       "\"p50\":1100,\"p99\":1100,\"max\":1100}"));
}
END_TEST

START_TEST(metrics_end_and_escape)
{
	s.sections[0].name = "a \"b\\\n";
	begin();
	read_some(3, 1000);
	look(1);
	ck_assert_ptr_nonnull(
		strstr(written(intervals_write_metrics),
		       "\nrunner_ios_total{job=\"a \\\"b\\\\\\n\",number=\"1\","
		       "group=\"0\",direction=\"read\"} 3\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "direction=\"read\",stat=\"p99\"} 0.000001000\n"));
	ck_assert_ptr_null(strstr(text, "trim"));
	ck_assert_str_eq(text + strlen(text) - 6, "# EOF\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interval");
	TCase *tc = tcase_create("interval");

	tcase_add_checked_fixture(tc, start, end);
	tcase_add_test(tc, a_job_that_has_not_begun_has_no_line);
	tcase_add_test(tc, each_interval_has_its_own_figures);
	tcase_add_test(tc, an_interval_without_io_is_zero);
	tcase_add_test(tc, the_end_of_the_ramp_begins_anew);
	tcase_add_test(tc, a_job_that_has_ended_is_told_of_once);
	tcase_add_test(tc, ignored_errors_are_counted_by_interval);
	tcase_add_test(tc, lat_is_taken_where_its_histogram_is);
	tcase_add_test(tc, metrics_end_and_escape);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
