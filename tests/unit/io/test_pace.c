#include "io/pace.h"

#include "base/clock.h"
#include "layout_fixture.h"
#include "unit.h"

struct fixture {
	struct layout_fixture job;
	struct pace pace;
};

static void fixture_init(struct fixture *f)
{
	layout_fixture_link(&f->job);
	pace_init(&f->pace, &f->job.layout);
}

START_TEST(without_options_there_is_no_waiting)
{
	struct fixture f = { 0 };

	fixture_init(&f);
	pace_start(&f.pace, 5000);
	ck_assert(!f.pace.active);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	pace_completed(&f.pace, 6000);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 0);
}
END_TEST

START_TEST(the_first_io_is_due_at_the_start)
{
	struct fixture f = { .job.options.rate.of = { 1000, 0, 0 } };

	fixture_init(&f);
	ck_assert(f.pace.active);
	pace_start(&f.pace, 5000);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 5000);
}
END_TEST

START_TEST(rate_is_bytes_a_second)
{
	struct fixture f = { .job.options.rate.of = { 1 << 20, 0, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	for (unsigned i = 1; i <= 256; i++) {
		pace_started(&f.pace, DIRECTION_READ, 4096);
		ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ),
				  i * NSEC_PER_SEC / 256);
	}
}
END_TEST

START_TEST(rate_iops_is_ios_a_second_of_any_size)
{
	struct fixture f = { .job.options.rate_iops.of = { 0, 3, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_WRITE, 512);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_WRITE), 333333333);
	pace_started(&f.pace, DIRECTION_WRITE, 1 << 20);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_WRITE), 666666666);
	pace_started(&f.pace, DIRECTION_WRITE, 4096);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_WRITE), 1000000000);
}
END_TEST

START_TEST(directions_are_paced_by_themselves)
{
	struct fixture f = { .job.options.rate.of = { 1000, 500, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 1000);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), NSEC_PER_SEC);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_WRITE), 0);
	pace_started(&f.pace, DIRECTION_WRITE, 1000);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_WRITE), 2 * NSEC_PER_SEC);
	pace_started(&f.pace, DIRECTION_TRIM, 1000);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_TRIM), 0);
}
END_TEST

START_TEST(of_two_limits_the_later_one_holds)
{
	struct fixture f = { .job.options.rate.of = { 1000, 0, 0 },
			     .job.options.rate_iops.of = { 10, 0, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 1);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), NSEC_PER_SEC / 10);
	pace_started(&f.pace, DIRECTION_READ, 999);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), NSEC_PER_SEC);
}
END_TEST

/* 5 GiB/s for an hour, in I/Os of two sizes that don't divide it. */
START_TEST(a_high_rate_does_not_drift_in_hours)
{
	const uint64_t rate = UINT64_C(5) << 30;
	struct fixture f = { .job.options.rate.of = { rate, 0, 0 } };
	uint64_t bytes = 0;
	uint64_t ios = 0;

	fixture_init(&f);
	pace_start(&f.pace, 0);
	while (bytes < rate * 3600) {
		uint64_t size = ios++ % 3 ? 1000003 * 3 : 65536 * 64 + 1;

		pace_started(&f.pace, DIRECTION_READ, size);
		bytes += size;
	}
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ),
			  bytes / rate * NSEC_PER_SEC +
				  bytes % rate * NSEC_PER_SEC / rate);
}
END_TEST

START_TEST(the_highest_rate_does_not_overflow)
{
	struct fixture f = { .job.options.rate.of = { UINT64_MAX, 0, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 77);
	for (int i = 0; i < 5; i++)
		pace_started(&f.pace, DIRECTION_READ, UINT32_MAX);
	/* 5 * (2^32 - 1) * 10^9 / (2^64 - 1) ns */
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 77 + 1);
}
END_TEST

START_TEST(a_late_io_does_not_shift_the_next)
{
	struct fixture f = { .job.options.rate_iops.of = { 1000, 0, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	pace_completed(&f.pace, 900 * NSEC_PER_MSEC);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 2 * NSEC_PER_MSEC);
}
END_TEST

START_TEST(a_new_start_forgets_what_was_done)
{
	struct fixture f = { .job.options.rate.of = { 7, 0, 0 },
			     .job.options.thinktime.ns = 1000 };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 100);
	pace_completed(&f.pace, UINT64_C(1) << 60);
	pace_start(&f.pace, 20 * NSEC_PER_SEC);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 20 * NSEC_PER_SEC);
	for (int i = 0; i < 7; i++)
		pace_started(&f.pace, DIRECTION_READ, 1);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 21 * NSEC_PER_SEC);
}
END_TEST

START_TEST(thinktime_begins_with_each_completion)
{
	struct fixture f = { .job.options.thinktime.ns = 500 };

	fixture_init(&f);
	ck_assert(f.pace.active);
	pace_start(&f.pace, 1000);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_WRITE), 0);
	pace_completed(&f.pace, 2000);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_WRITE), 2500);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 2500);
	pace_completed(&f.pace, 2400);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ), 2900);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pace");
	TCase *tc = tcase_create("pace");

	tcase_add_test(tc, without_options_there_is_no_waiting);
	tcase_add_test(tc, the_first_io_is_due_at_the_start);
	tcase_add_test(tc, rate_is_bytes_a_second);
	tcase_add_test(tc, rate_iops_is_ios_a_second_of_any_size);
	tcase_add_test(tc, directions_are_paced_by_themselves);
	tcase_add_test(tc, of_two_limits_the_later_one_holds);
	tcase_add_test(tc, a_high_rate_does_not_drift_in_hours);
	tcase_add_test(tc, the_highest_rate_does_not_overflow);
	tcase_add_test(tc, a_late_io_does_not_shift_the_next);
	tcase_add_test(tc, a_new_start_forgets_what_was_done);
	tcase_add_test(tc, thinktime_begins_with_each_completion);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
