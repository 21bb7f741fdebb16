#include "ping/bars.h"

#include "unit.h"

#include <string.h>

static struct histogram times;
static struct bar bars[BARS_MAX];

static size_t make(const uint64_t *ns, size_t count)
{
	uint64_t min = UINT64_MAX, max = 0;

	memset(&times, 0, sizeof(times));
	for (size_t i = 0; i < count; i++) {
		histogram_add(&times, ns[i]);
		min = ns[i] < min ? ns[i] : min;
		max = ns[i] > max ? ns[i] : max;
	}
	return bars_make(&times, min, max, bars);
}

START_TEST(they_reach_from_the_least_to_the_most)
{
	uint64_t ns[] = { 100, 130, 199, 1000 };

	ck_assert_uint_eq(make(ns, COUNT_OF(ns)), 4);
	ck_assert_uint_eq(bars[0].from_ns, 100);
	ck_assert_uint_eq(bars[0].to_ns, 200);
	ck_assert_uint_eq(bars[0].count, 3);
	ck_assert_uint_eq(bars[1].to_ns, 500);
	ck_assert_uint_eq(bars[1].count, 0);
	ck_assert_uint_eq(bars[3].from_ns, 1000);
	ck_assert_uint_eq(bars[3].to_ns, 2000);
	ck_assert_uint_eq(bars[3].count, 1);
}
END_TEST

START_TEST(none_is_lost_whatever_the_times)
{
	uint64_t ns[] = { 0, 1, 19999, 1999999, UINT64_MAX };
	size_t count = make(ns, COUNT_OF(ns));
	uint64_t sum = 0;

	ck_assert_uint_le(count, BARS_MAX);
	for (size_t i = 0; i < count; i++)
		sum += bars[i].count;
	ck_assert_uint_eq(sum, COUNT_OF(ns));
	ck_assert_uint_eq(bars[0].from_ns, 0);
}
END_TEST

START_TEST(without_requests_there_are_none)
{
	ck_assert_uint_eq(make(NULL, 0), 0);
}
END_TEST

START_TEST(a_line_each_with_a_mark_for_a_single_one)
{
	const struct bar two[] = { { 100000, 200000, 10000 },
				   { 200000, 500000, 1 } };
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	bars_print(two, 2, out);
	fclose(out);
	ck_assert_str_eq(text,
			 "  100 us to   200 us  "
			 "########################################  10000\n"
			 "  200 us to   500 us  "
			 "#                                         1\n");
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("bars");
	TCase *tc = tcase_create("bars");

	tcase_add_test(tc, they_reach_from_the_least_to_the_most);
	tcase_add_test(tc, none_is_lost_whatever_the_times);
	tcase_add_test(tc, without_requests_there_are_none);
	tcase_add_test(tc, a_line_each_with_a_mark_for_a_single_one);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
