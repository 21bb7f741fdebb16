#include "quick/verdict.h"

#include "base/clock.h"
#include "unit.h"

#include <string.h>

static const struct {
	double mb;
	const char *words;
	enum quick_grade grade;
} bandwidths[] = {
	{ 0, "very slow", QUICK_BAD },
	{ 49.9, "very slow", QUICK_BAD },
	{ 50, "acceptable (hard disk)", QUICK_FAIR },
	{ 99.9, "acceptable (hard disk)", QUICK_FAIR },
	{ 100, "good", QUICK_GOOD },
	{ 199.9, "good", QUICK_GOOD },
	{ 200, "right for web hosting", QUICK_GOOD },
	{ 1000, "NVMe class", QUICK_GOOD },
	{ 9000, "NVMe class", QUICK_GOOD },
};

START_TEST(bandwidths_are_judged_by_the_scale)
{
	enum quick_grade grade;

	ck_assert_str_eq(quick_judge_bandwidth(bandwidths[_i].mb * 1e6, &grade),
			 bandwidths[_i].words);
	ck_assert_int_eq(grade, bandwidths[_i].grade);
}
END_TEST

START_TEST(latencies_are_judged_by_their_bounds)
{
	enum quick_grade grade;

	quick_judge_latency(20 * NSEC_PER_MSEC, &grade);
	ck_assert_int_eq(grade, QUICK_GOOD);
	ck_assert_str_eq(quick_judge_latency(20 * NSEC_PER_MSEC + 1, &grade),
			 "bad for data storage");
	ck_assert_int_eq(grade, QUICK_BAD);
	quick_judge_sync(10 * NSEC_PER_MSEC - 1, &grade);
	ck_assert_int_eq(grade, QUICK_GOOD);
	ck_assert_str_eq(quick_judge_sync(10 * NSEC_PER_MSEC, &grade),
			 "too slow for a consensus store");
	ck_assert_int_eq(grade, QUICK_BAD);
}
END_TEST

START_TEST(phases_of_each_kind_get_a_verdict)
{
	struct quick_figures f = { true, 812e6, 775, true, 76300, 18700000 };
	struct quick_phase list[] = {
		{ .label = "a", .kind = QUICK_SEQUENTIAL },
		{ .label = "b", .kind = QUICK_LATENCY },
		{ .label = "c", .kind = QUICK_SYNCED },
		{ .label = "d", .kind = QUICK_OTHER },
		{ .label = "e", .kind = QUICK_SEQUENTIAL }, /* failed */
	};
	struct quick_phases phases = { list, COUNT_OF(list) };
	struct arena *arena = arena_new();
	struct quick_verdicts v;

	list[0].of[QUICK_WRITE] = f;
	list[1].of[QUICK_READ] = f;
	list[2].of[QUICK_SYNC] = f;
	list[3].of[QUICK_READ] = f;
	v = quick_verdicts_make(arena, &phases);
	ck_assert_uint_eq(v.count, 3);
	ck_assert_str_eq(v.list[0].value, "812 MB/s");
	ck_assert_str_eq(v.list[0].measure, "bandwidth");
	ck_assert_str_eq(v.list[1].value, "76.3 us");
	ck_assert_str_eq(v.list[1].measure, "p50");
	ck_assert_str_eq(v.list[2].value, "18.7 ms");
	ck_assert_str_eq(v.list[2].measure, "p99");
	ck_assert_int_eq(v.list[2].grade, QUICK_BAD);
	arena_free(arena);
}
END_TEST

START_TEST(the_scale_fits_the_screen)
{
	for (size_t i = 0; quick_scale_lines[i]; i++)
		ck_assert_uint_le(strlen(quick_scale_lines[i]), 78);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("verdict");
	TCase *tcase = tcase_create("verdict");

	tcase_add_loop_test(tcase, bandwidths_are_judged_by_the_scale, 0,
			    COUNT_OF(bandwidths));
	tcase_add_test(tcase, latencies_are_judged_by_their_bounds);
	tcase_add_test(tcase, phases_of_each_kind_get_a_verdict);
	tcase_add_test(tcase, the_scale_fits_the_screen);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
