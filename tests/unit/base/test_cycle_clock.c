#include "base/cycle_clock.h"

#include "base/clock.h"
#include "unit.h"

/* Machines without such a counter have nothing to test here. */
static bool clock_open(struct cycle_clock *clock)
{
	if (!cycle_clock_possible())
		return false;
	cycle_clock_begin(clock);
	cycle_clock_finish(clock);
	return true;
}

START_TEST(it_reads_as_the_monotonic_clock_does)
{
	struct cycle_clock clock;
	uint64_t before, reading, after;

	if (!clock_open(&clock))
		return;
	/* However long this process has to wait between the readings. */
	for (int i = 0; i < 1000; i++) {
		before = clock_now();
		reading = cycle_clock_now(&clock);
		after = clock_now();
		ck_assert_uint_ge(reading + NSEC_PER_MSEC, before);
		ck_assert_uint_le(reading, after + NSEC_PER_MSEC);
	}
}
END_TEST

START_TEST(it_knows_the_time_before_it_began)
{
	struct cycle_clock clock = {
		.from = { .cycles = 1000, .ns = 5000 },
		.rate = UINT64_C(1) << 31,
	};

	ck_assert_uint_eq(cycle_clock_at(&clock, 1000), 5000);
	ck_assert_uint_eq(cycle_clock_at(&clock, 3000), 6000);
	ck_assert_uint_eq(cycle_clock_at(&clock, 0), 4500);
}
END_TEST

/* By how much it is ahead. */
static int64_t ahead(const struct cycle_clock *clock)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < 1000; i++) {
		uint64_t before = clock_now();
		uint64_t reading = cycle_clock_now(clock);
		int64_t d = (int64_t)(reading - before);

		if (d < least)
			least = d;
	}
	return least;
}

START_TEST(a_small_difference_is_made_up_for_without_a_step)
{
	struct cycle_clock clock;
	uint64_t cycles, reading, rate;
	int64_t apart;

	if (!clock_open(&clock))
		return;
	rate = clock.rate;
	clock.from.ns += 100000;
	cycles = cycle_counter();
	reading = cycle_clock_at(&clock, cycles);
	ck_assert(cycle_clock_check(&clock));
	ck_assert_uint_ge(cycle_clock_now(&clock), reading);
	/*
	 * The same moment reads as before, but for the change of the rate and
	 * what is rounded.
	 */
	apart = (int64_t)(cycle_clock_at(&clock, cycles) - reading);
	ck_assert_int_ge(apart, -1);
	ck_assert_int_le(apart,
			 1 + (int64_t)((clock.from.ns - reading) / 1000));
	/* 100 us in the quarter of a second to the next check. */
	ck_assert_uint_lt(clock.rate, rate);
	ck_assert_uint_gt(clock.rate, rate - rate / 1000);
	ck_assert_uint_gt(clock.check_ns, reading);
}
END_TEST

START_TEST(it_starts_without_a_difference)
{
	struct cycle_clock clock;

	if (!clock_open(&clock))
		return;
	clock.from.ns += 100000;
	ck_assert(cycle_clock_start(&clock));
	ck_assert_int_lt(ahead(&clock), 50000);
}
END_TEST

static const int64_t steps[] = { INT64_C(1000000000), -INT64_C(1000000000) };

START_TEST(a_large_one_ends_it)
{
	struct cycle_clock clock;

	if (!clock_open(&clock))
		return;
	ck_assert(cycle_clock_check(&clock));
	clock.from.ns += (uint64_t)steps[_i];
	ck_assert(!cycle_clock_start(&clock));
	ck_assert(!cycle_clock_check(&clock));
}
END_TEST

START_TEST(a_counter_at_another_rate_is_found_out)
{
	struct cycle_clock clock;

	if (!clock_open(&clock))
		return;
	clock.rate += clock.rate / 8;
	clock_sleep_until(clock_now() + 20 * NSEC_PER_MSEC);
	ck_assert(!cycle_clock_check(&clock));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cycle_clock");
	TCase *test = tcase_create("cycle_clock");

	tcase_add_test(test, it_reads_as_the_monotonic_clock_does);
	tcase_add_test(test, it_knows_the_time_before_it_began);
	tcase_add_test(test, a_small_difference_is_made_up_for_without_a_step);
	tcase_add_test(test, it_starts_without_a_difference);
	tcase_add_loop_test(test, a_large_one_ends_it, 0, COUNT_OF(steps));
	tcase_add_test(test, a_counter_at_another_rate_is_found_out);
	suite_add_tcase(suite, test);
	return unit_main(suite);
}
