#include "sys/clocksource.h"

#include "unit.h"

START_TEST(slow_clocks_are_signs_of_a_bad_counter)
{
	ck_assert(clocksource_doubts_counter(FIXTURES "/clock_hpet"));
	ck_assert(!clocksource_doubts_counter(FIXTURES "/clock_tsc"));
}
END_TEST

START_TEST(what_cannot_be_read_says_nothing)
{
	ck_assert(!clocksource_doubts_counter(FIXTURES "/numa"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("clocksource");
	TCase *test = tcase_create("clocksource");

	tcase_add_test(test, slow_clocks_are_signs_of_a_bad_counter);
	tcase_add_test(test, what_cannot_be_read_says_nothing);
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
