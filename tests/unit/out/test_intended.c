#include "out/report.h"

#include "sample.h"
#include "unit.h"

#include <stdio.h>

/* The latency of paced jobs from when their I/Os were to start. */
static struct sample s;
static char *text;

static void start(void)
{
	sample_start(&s);
	text = NULL;
}

static void end(void)
{
	free(text);
	sample_end(&s);
}

static const char *report(const struct reporter *reporter)
{
	size_t size;
	FILE *out;

	free(text);
	out = open_memstream(&text, &size);
	ck_assert_int_eq(reporter->write(sample_result(&s), out), 0);
	fclose(out);
	return text;
}

static void assert_says(const char *what)
{
	const char *at = strstr(text, "intended");

	ck_assert_msg(strstr(text, what), "not in the report: %s\n%.2000s",
		      what, at ? at : text);
}

/* Two reads in each job, of which the second waited for 3 ms. */
static void add_paced(struct job_page *page)
{
	struct latency_stats *l = &page->stats.direction[0].intended;

	sample_io(page, DIRECTION_READ, 2, 4096, 1000, 100);
	latency_add(l, 1000);
	latency_add(l, 3000000);
}

START_TEST(a_job_without_a_rate_says_nothing_of_it)
{
	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 2, 4096, 1000, 100);
	ck_assert_ptr_null(strstr(report(&report_text), "intended"));
	ck_assert_ptr_null(strstr(report(&report_json), "intended"));
}
END_TEST

START_TEST(it_stands_below_the_latencies_of_its_direction)
{
	struct job_options *o = sample_add(&s, "a");

	o->percentile_list = (struct percentiles){ { 50, 100 }, 2 };
	add_paced(&s.pages[0]);
	report(&report_text);
	assert_says("     lat (nsec): min=1100, max=1100, avg=1100.00, "
		    "stdev= 0.00\n"
		    "    intended lat (nsec): min=1000, max=3000.0k, "
		    "avg=1500500.00, stdev=2120613.24\n"
		    "    clat percentiles (nsec):\n"
		    "     |  50th=[ 1000], 100th=[ 1000]\n"
		    "    intended lat percentiles (nsec):\n"
		    "     |  50th=[   1004], 100th=[3000000]\n");
}
END_TEST

START_TEST(its_percentiles_go_with_those_of_the_others)
{
	struct job_options *o = sample_add(&s, "a");

	o->clat_percentiles = false;
	add_paced(&s.pages[0]);
	ck_assert_ptr_null(strstr(report(&report_text), "percentiles"));
	assert_says("intended lat (");
	o->lat_percentiles = true;
	report(&report_text);
	assert_says("intended lat percentiles (");
}
END_TEST

START_TEST(members_of_a_group_are_one_sample)
{
	const struct result_latency *l;

	sample_add_jobs(&s, "a", 2, true);
	add_paced(&s.pages[0]);
	add_paced(&s.pages[1]);
	l = &sample_result(&s)->units[0].direction[DIRECTION_READ].intended;
	ck_assert_uint_eq(l->summary.count, 4);
	ck_assert_uint_eq(l->summary.max, 3000000);
	ck_assert_double_eq_tol(l->summary.mean, 1500500, 1e-6);
}
END_TEST

START_TEST(json_has_the_directions_that_a_rate_held)
{
	struct job_options *o = sample_add(&s, "a");

	o->percentile_list = (struct percentiles){ { 50, 100 }, 2 };
	add_paced(&s.pages[0]);
	sample_io(&s.pages[0], DIRECTION_WRITE, 2, 4096, 1000, 100);
	report(&report_json);
	assert_says("        \"intended_lat_ns\" : {\n"
		    "          \"read\" : {\n"
		    "            \"min\" : 1000,\n"
		    "            \"max\" : 3000000,\n"
		    "            \"mean\" : 1500500.000000,\n"
		    "            \"stddev\" : 2120613.236778,\n"
		    "            \"N\" : 2,\n"
		    "            \"percentile\" : {\n"
		    "              \"50.000000\" : 1004,\n"
		    "              \"100.000000\" : 3000000\n"
		    "            }\n"
		    "          }\n"
		    "        },\n"
		    "        \"members\" : [");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("intended");
	TCase *tc = tcase_create("intended");

	tcase_add_checked_fixture(tc, start, end);
	tcase_add_test(tc, a_job_without_a_rate_says_nothing_of_it);
	tcase_add_test(tc, it_stands_below_the_latencies_of_its_direction);
	tcase_add_test(tc, its_percentiles_go_with_those_of_the_others);
	tcase_add_test(tc, members_of_a_group_are_one_sample);
	tcase_add_test(tc, json_has_the_directions_that_a_rate_held);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
