#include "out/figure.h"

#include "unit.h"

static const struct {
	char *(*format)(double value, char *text);
	double value;
	const char *text;
} numbers[] = {
	{ figure_count, 0, "0" },           { figure_count, 7.4, "7" },
	{ figure_count, 999.4, "999" },     { figure_count, 999.5, "1.00k" },
	{ figure_count, 12345, "12.3k" },   { figure_count, 999499, "999k" },
	{ figure_count, 1050000, "1.05M" }, { figure_count, 3.2e12, "3200G" },
	{ figure_mb, 420000, "0.42" },      { figure_mb, 9.996e6, "10.0" },
	{ figure_mb, 52100000, "52.1" },    { figure_mb, 1234.4e6, "1234" },
	{ figure_ratio, 1, "1.00x" },       { figure_ratio, 12.34, "12.3x" },
};

static const struct {
	uint64_t ns;
	const char *text;
} times[] = {
	{ 0, "-" },
	{ 870, "870 ns" },
	{ 12345, "12.3 us" },
	{ 999600, "1.00 ms" },
	{ 4560000, "4.56 ms" },
	{ 1200000000, "1.20 s" },
	{ UINT64_C(5000000000000), "5000 s" },
};

START_TEST(numbers_have_three_digits)
{
	char text[FIGURE_MAX];

	ck_assert_str_eq(numbers[_i].format(numbers[_i].value, text),
			 numbers[_i].text);
}
END_TEST

START_TEST(times_have_a_unit_that_suits_them)
{
	char text[FIGURE_MAX];

	ck_assert_str_eq(figure_time(times[_i].ns, text), times[_i].text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("figure");
	TCase *tcase = tcase_create("figure");

	tcase_add_loop_test(tcase, numbers_have_three_digits, 0,
			    COUNT_OF(numbers));
	tcase_add_loop_test(tcase, times_have_a_unit_that_suits_them, 0,
			    COUNT_OF(times));
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
