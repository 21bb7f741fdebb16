#include "io/replay_clock.h"

#include "unit.h"

START_TEST(ios_keep_their_distance_from_the_beginning_of_the_pass)
{
	struct replay_clock c = { .active = true, .scale = 100 };

	ck_assert_uint_eq(replay_clock_due(&c, 1, 0, 7000), 7000);
	/* However late it is, what comes after has its own time. */
	ck_assert_uint_eq(replay_clock_due(&c, 1, 500, 9000000), 507000);
	ck_assert_uint_eq(replay_clock_due(&c, 1, 1000, 9000000), 1007000);
}
END_TEST

START_TEST(a_pass_may_begin_with_a_wait)
{
	struct replay_clock c = { .active = true, .scale = 100 };

	ck_assert_uint_eq(replay_clock_due(&c, 1, 2000, 1000), 2001000);
}
END_TEST

START_TEST(each_pass_has_its_own_beginning)
{
	struct replay_clock c = { .active = true, .scale = 100 };

	ck_assert_uint_eq(replay_clock_due(&c, 1, 10, 0), 10000);
	ck_assert_uint_eq(replay_clock_due(&c, 2, 10, 50000), 60000);
	ck_assert_uint_eq(replay_clock_due(&c, 2, 20, 60000), 70000);
}
END_TEST

static const struct {
	uint64_t scale;
	uint64_t due_ns;
} scales[] = {
	{ 100, 1000000 }, { 200, 500000 },  { 50, 2000000 },
	{ 300, 333333 },  { 1, 100000000 },
};

START_TEST(the_speed_is_scaled)
{
	struct replay_clock c = { .active = true, .scale = scales[_i].scale };

	ck_assert_uint_eq(replay_clock_due(&c, 1, 1000, 0), scales[_i].due_ns);
}
END_TEST

START_TEST(times_beyond_all_clocks_are_never)
{
	struct replay_clock c = { .active = true, .scale = 1 };

	ck_assert_uint_eq(replay_clock_due(&c, 1, UINT64_MAX, 5), UINT64_MAX);
	ck_assert_uint_eq(replay_clock_due(&c, 2, 1, UINT64_MAX), UINT64_MAX);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("replay_clock");
	TCase *tc = tcase_create("replay_clock");

	tcase_add_test(tc,
		       ios_keep_their_distance_from_the_beginning_of_the_pass);
	tcase_add_test(tc, a_pass_may_begin_with_a_wait);
	tcase_add_test(tc, each_pass_has_its_own_beginning);
	tcase_add_loop_test(tc, the_speed_is_scaled, 0, COUNT_OF(scales));
	tcase_add_test(tc, times_beyond_all_clocks_are_never);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
