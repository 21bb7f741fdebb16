#include "out/report.h"

#include "sample.h"
#include "unit.h"

#include <stdio.h>

/* Directions that are reported as one. */
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

static bool says(const char *what)
{
	return strstr(text, what) != NULL;
}

/* 30 reads of 4 KiB in 300 ms, 10 writes of 8 KiB in 200 ms. */
static void add_job(struct job_page *page)
{
	sample_io(page, DIRECTION_READ, 30, 4096, 1000, 300);
	sample_io(page, DIRECTION_WRITE, 10, 8192, 3000, 200);
}

static const struct result_direction *mixed(size_t unit)
{
	return &s.result->units[unit].direction[RESULT_MIXED];
}

START_TEST(a_mix_is_all_directions_as_one)
{
	const struct result_direction *m;

	sample_add(&s, "a")->unified_rw_reporting = UNIFIED_MIXED;
	add_job(&s.pages[0]);
	counter_set(&s.pages[0].stats.direction[0].short_ios, 2);
	counter_set(&s.pages[0].stats.direction[1].short_ios, 3);
	sample_result(&s);
	m = mixed(0);
	ck_assert_uint_eq(m->ios, 40);
	ck_assert_uint_eq(m->short_ios, 5);
	ck_assert_uint_eq(m->bytes, 30 * 4096 + 10 * 8192);
	ck_assert_uint_eq(m->runtime_ms, 300);
	ck_assert_uint_eq(m->bw_bytes, (30 * 4096 + 10 * 8192) * 10 / 3);
	ck_assert_double_eq_tol(m->iops, 40 / 0.3, 1e-9);
	ck_assert_uint_eq(m->clat.summary.count, 40);
	ck_assert_uint_eq(m->clat.summary.min, 1000);
	ck_assert_uint_eq(m->clat.summary.max, 3000);
	ck_assert_double_eq_tol(m->clat.summary.mean, 1500, 1e-9);
	/* sqrt((30 * 500^2 + 10 * 1500^2) / 39) */
	ck_assert_double_eq_tol(m->clat.deviation, 877.0580193070293, 1e-9);
	ck_assert(m->clat.has_percentiles);
}
END_TEST

START_TEST(members_of_a_group_are_mixed_together)
{
	const struct result_direction *m;

	sample_add_jobs(&s, "a", 2, true);
	s.options[0].unified_rw_reporting = UNIFIED_BOTH;
	add_job(&s.pages[0]);
	add_job(&s.pages[1]);
	for (unsigned i = 0; i < 2; i++) {
		moments_add(&s.pages[i].stats.all_bw, 700);
		moments_add(&s.pages[i].stats.all_iops, 130);
	}
	sample_result(&s);
	m = mixed(0);
	ck_assert_uint_eq(m->ios, 80);
	ck_assert_uint_eq(m->runtime_ms, 300);
	ck_assert_uint_eq(m->clat.summary.count, 80);
	ck_assert_double_eq(m->bw.summary.mean, 1400);
	ck_assert_double_eq(m->iops_samples.summary.mean, 260);
	ck_assert_double_eq(m->bw.share, 100);
}
END_TEST

START_TEST(without_the_option_nothing_is_mixed)
{
	sample_add(&s, "a");
	add_job(&s.pages[0]);
	sample_result(&s);
	ck_assert_uint_eq(mixed(0)->ios, 0);
	ck_assert(!s.result->groups[0].direction[RESULT_MIXED].used);
	report(&report_text);
	ck_assert(!says("mixed") && !says("MIXED"));
	report(&report_json);
	ck_assert(!says("\"mixed\""));
}
END_TEST

START_TEST(a_mix_stands_in_place_of_the_others)
{
	sample_add(&s, "a")->unified_rw_reporting = UNIFIED_MIXED;
	add_job(&s.pages[0]);
	report(&report_text);
	ck_assert(says("\n  mixed: IOPS=133, BW=667KiB/s (683kB/s)"
		       "(200KiB/300msec)\n    clat (nsec): min=1000, max=3000, "
		       "avg=1500.00, stdev=877.06\n"));
	ck_assert(says("issued rwts: total=40,0,0,0 short=0,0,0,0"));
	ck_assert(says("\n  MIXED: bw=667KiB/s (683kB/s), 667KiB/s-667KiB/s "
		       "(683kB/s-683kB/s), io=200KiB (205kB), "
		       "run=300-300msec\n"));
	ck_assert(!says("read:") && !says("write:"));
	ck_assert(!says("READ:") && !says("WRITE:"));
	report(&report_json);
	ck_assert(
		says("      \"mixed\" : {\n        \"io_bytes\" : 204800,\n"));
	ck_assert(!says("\"read\" : {") && !says("\"write\" : {"));
	ck_assert(!says("\"trim\" : {") && !says("\"sync\" : {"));
}
END_TEST

START_TEST(both_stand_one_after_the_other)
{
	static const char *const in_text[] = { "  read: ",  "  write: ",
					       "  mixed: ", "   READ: ",
					       "  WRITE: ", "  MIXED: " };
	static const char *const in_json[] = { "\"read\" : {", "\"write\" : {",
					       "\"trim\" : {", "\"sync\" : {",
					       "\"mixed\" : {" };
	const char *at;

	sample_add(&s, "a")->unified_rw_reporting = UNIFIED_BOTH;
	add_job(&s.pages[0]);
	at = report(&report_text);
	for (unsigned i = 0; i < COUNT_OF(in_text); i++) {
		at = strstr(at, in_text[i]);
		ck_assert_msg(at, "%s", in_text[i]);
	}
	ck_assert(says("issued rwts: total=30,10,0,0"));
	at = report(&report_json);
	for (unsigned i = 0; i < COUNT_OF(in_json); i++) {
		at = strstr(at, in_json[i]);
		ck_assert_msg(at, "%s", in_json[i]);
	}
}
END_TEST

START_TEST(units_of_a_group_may_differ)
{
	const struct result_group *group;

	sample_add(&s, "a");
	sample_add(&s, "b")->unified_rw_reporting = UNIFIED_MIXED;
	add_job(&s.pages[0]);
	add_job(&s.pages[1]);
	sample_result(&s);
	group = &s.result->groups[0];
	ck_assert_uint_eq(group->direction[DIRECTION_READ].bytes,
			  30 * UINT64_C(4096));
	ck_assert_uint_eq(group->direction[RESULT_MIXED].bytes, 204800);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mixed");
	TCase *tc = tcase_create("mixed");

	tcase_add_checked_fixture(tc, start, end);
	tcase_add_test(tc, a_mix_is_all_directions_as_one);
	tcase_add_test(tc, members_of_a_group_are_mixed_together);
	tcase_add_test(tc, without_the_option_nothing_is_mixed);
	tcase_add_test(tc, a_mix_stands_in_place_of_the_others);
	tcase_add_test(tc, both_stand_one_after_the_other);
	tcase_add_test(tc, units_of_a_group_may_differ);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
