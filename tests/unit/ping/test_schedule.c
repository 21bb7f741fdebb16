#include "ping/schedule.h"

#include "unit.h"

#define MS UINT64_C(1000000)

/* As ioping 1.3 waits. */
static const struct {
	struct schedule_limits limits;
	uint64_t ns;
} intervals[] = {
	{ { false, 0, 0, 0 }, 1000 * MS },
	{ { true, 0, 0, 0 }, 0 },
	{ { true, 20 * MS, 0, 0 }, 20 * MS },
	{ { false, 0, 0, 200 }, 5 * MS },
	{ { true, 20 * MS, 0, 200 }, 20 * MS },
	{ { true, 1 * MS, 0, 200 }, 5 * MS },
	{ { false, 0, 4096000, 0 }, 1 * MS },
	{ { true, 20 * MS, 4096000, 10 }, 100 * MS },
};

START_TEST(limits_make_an_interval_longer)
{
	ck_assert_uint_eq(schedule_interval(&intervals[_i].limits, 4096),
			  intervals[_i].ns);
}
END_TEST

START_TEST(an_interval_is_from_start_to_start)
{
	struct schedule s = { .interval_ns = 10 * MS };

	ck_assert(!schedule_ends_burst(&s));
	ck_assert_uint_eq(schedule_next(&s, 100 * MS, 104 * MS), 110 * MS);
	ck_assert_uint_eq(schedule_next(&s, 100 * MS, 112 * MS), 112 * MS);
}
END_TEST

START_TEST(in_a_burst_there_is_none)
{
	struct schedule s = { .interval_ns = 20 * MS, .burst = 3 };

	for (unsigned burst = 0; burst < 2; burst++) {
		for (unsigned i = 0; i < 2; i++) {
			ck_assert(!schedule_ends_burst(&s));
			ck_assert_uint_eq(schedule_next(&s, 0, 1 * MS), 1 * MS);
		}
		ck_assert(schedule_ends_burst(&s));
		ck_assert_uint_eq(schedule_next(&s, 2 * MS, 3 * MS), 22 * MS);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("schedule");
	TCase *tc = tcase_create("schedule");

	tcase_add_loop_test(tc, limits_make_an_interval_longer, 0,
			    COUNT_OF(intervals));
	tcase_add_test(tc, an_interval_is_from_start_to_start);
	tcase_add_test(tc, in_a_burst_there_is_none);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
