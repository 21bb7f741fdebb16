#include "base/human.h"

#include "unit.h"

/* As ioping 1.3 prints these. */
static const struct {
	uint64_t value;
	char *(*format)(uint64_t value, char buf[HUMAN_TEXT_MAX]);
	const char *text;
} cases[] = {
	{ 0, human_time, "0 ns" },
	{ 999, human_time, "999 ns" },
	{ 1000, human_time, "1 us" },
	{ 9003, human_time, "9.00 us" },
	{ 9999, human_time, "10.00 us" },
	{ 9994900, human_time, "9.99 ms" },
	{ 612512, human_time, "612.5 us" },
	{ 11600001, human_time, "11.6 ms" },
	{ 999999600, human_time, "1000.0 ms" },
	{ UINT64_C(59000000000), human_time, "59 s" },
	{ UINT64_C(60000000000), human_time, "1 min" },
	{ UINT64_C(61000000000), human_time, "1.02 min" },
	{ UINT64_C(3599000000000), human_time, "60.0 min" },
	{ UINT64_C(3600000000000), human_time, "1 hour" },
	{ UINT64_C(90000000000000), human_time, "25 hour" },
	{ 0, human_bytes, "0 B" },
	{ 1000, human_bytes, "1000 B" },
	{ 1536, human_bytes, "1.50 KiB" },
	{ 4096, human_bytes, "4 KiB" },
	{ 342016, human_bytes, "334 KiB" },
	{ 342017, human_bytes, "334.0 KiB" },
	{ UINT64_C(270553174016), human_bytes, "252.0 GiB" },
	{ UINT64_C(1) << 40, human_bytes, "1 TiB" },
	{ UINT64_MAX, human_bytes, "16.0 EiB" },
	{ 0, human_count, "0" },
	{ 83, human_count, "83" },
	{ 1000, human_count, "1 k" },
	{ 3890, human_count, "3.89 k" },
	{ 106042, human_count, "106.0 k" },
	{ 2000000, human_count, "2 M" },
};

START_TEST(the_largest_unit_that_is_reached)
{
	char buf[HUMAN_TEXT_MAX];

	ck_assert_str_eq(cases[_i].format(cases[_i].value, buf),
			 cases[_i].text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("human");
	TCase *tc = tcase_create("human");

	tcase_add_loop_test(tc, the_largest_unit_that_is_reached, 0,
			    COUNT_OF(cases));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
