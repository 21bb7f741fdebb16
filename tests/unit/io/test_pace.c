#include "io/pace.h"

#include "base/clock.h"
#include "layout_fixture.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>

struct fixture {
	struct layout_fixture job;
	struct pace pace;
};

static void fixture_init(struct fixture *f)
{
	layout_fixture_link(&f->job);
	pace_init(&f->pace, &f->job.layout);
}

/* Without a pause nobody asks what time it is. */
static uint64_t rate_due(struct fixture *f, enum direction direction)
{
	return pace_due(&f->pace, direction, 0, true);
}

START_TEST(without_options_there_is_no_waiting)
{
	struct fixture f = { 0 };

	fixture_init(&f);
	pace_start(&f.pace, 5000);
	ck_assert(!f.pace.active);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	pace_completed(&f.pace);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), 0);
}
END_TEST

START_TEST(the_first_io_is_due_at_the_start)
{
	struct fixture f = { .job.options.rate.of = { 1000, 0, 0 } };

	fixture_init(&f);
	ck_assert(f.pace.active);
	pace_start(&f.pace, 5000);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), 5000);
}
END_TEST

START_TEST(rate_is_bytes_a_second)
{
	struct fixture f = { .job.options.rate.of = { 1 << 20, 0, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	for (unsigned i = 1; i <= 256; i++) {
		pace_started(&f.pace, DIRECTION_READ, 4096);
		ck_assert_uint_eq(rate_due(&f, DIRECTION_READ),
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
	ck_assert_uint_eq(rate_due(&f, DIRECTION_WRITE), 333333333);
	pace_started(&f.pace, DIRECTION_WRITE, 1 << 20);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_WRITE), 666666666);
	pace_started(&f.pace, DIRECTION_WRITE, 4096);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_WRITE), 1000000000);
}
END_TEST

START_TEST(directions_are_paced_by_themselves)
{
	struct fixture f = { .job.options.rate.of = { 1000, 500, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 1000);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), NSEC_PER_SEC);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_WRITE), 0);
	pace_started(&f.pace, DIRECTION_WRITE, 1000);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_WRITE), 2 * NSEC_PER_SEC);
	pace_started(&f.pace, DIRECTION_TRIM, 1000);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_TRIM), 0);
}
END_TEST

START_TEST(of_two_limits_the_later_one_holds)
{
	struct fixture f = { .job.options.rate.of = { 1000, 0, 0 },
			     .job.options.rate_iops.of = { 10, 0, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 1);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), NSEC_PER_SEC / 10);
	pace_started(&f.pace, DIRECTION_READ, 999);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), NSEC_PER_SEC);
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
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ),
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
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), 77 + 1);
}
END_TEST

START_TEST(a_late_io_does_not_shift_the_next)
{
	struct fixture f = { .job.options.rate_iops.of = { 1000, 0, 0 } };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	pace_completed(&f.pace);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), 2 * NSEC_PER_MSEC);
}
END_TEST

START_TEST(a_new_start_forgets_what_was_done)
{
	struct fixture f = { .job.options.rate.of = { 7, 0, 0 },
			     .job.options.thinktime.ns = 1000 };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	pace_started(&f.pace, DIRECTION_READ, 100);
	pace_completed(&f.pace);
	pace_start(&f.pace, 20 * NSEC_PER_SEC);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), 20 * NSEC_PER_SEC);
	for (int i = 0; i < 7; i++)
		pace_started(&f.pace, DIRECTION_READ, 1);
	ck_assert_uint_eq(rate_due(&f, DIRECTION_READ), 21 * NSEC_PER_SEC);
}
END_TEST

/* One I/O at a time, each in `ns`, from `now` on: when the next may start. */
static uint64_t one_io(struct fixture *f, uint64_t now, uint64_t ns)
{
	uint64_t due = pace_due(&f->pace, DIRECTION_READ, now, true);

	now = due > now ? due : now;
	pace_started(&f->pace, DIRECTION_READ, 4096);
	pace_completed(&f->pace);
	return now + ns;
}

START_TEST(thinktime_follows_each_completion)
{
	struct fixture f = { .job.options.thinktime.ns = 500 };
	uint64_t now = 1000;

	fixture_init(&f);
	ck_assert(f.pace.active);
	pace_start(&f.pace, now);
	for (unsigned i = 0; i < 5; i++) {
		now = one_io(&f, now, 70);
		ck_assert_uint_eq(now, 1070 + i * 570);
	}
}
END_TEST

START_TEST(thinktime_blocks_are_the_ios_between_pauses)
{
	struct fixture f = { .job.options.thinktime.ns = 500,
			     .job.options.thinktime_blocks = 3 };
	uint64_t now = 0;

	fixture_init(&f);
	pace_start(&f.pace, now);
	for (unsigned i = 0; i < 9; i++) {
		now = one_io(&f, now, 10);
		ck_assert_uint_eq(now, (i + 1) * 10 + i / 3 * 500);
	}
}
END_TEST

/* Four start before any ends. */
static void start_four(struct fixture *f, uint64_t now)
{
	for (int i = 0; i < 4; i++) {
		ck_assert_uint_le(
			pace_due(&f->pace, DIRECTION_READ, now, i == 0), now);
		pace_started(&f->pace, DIRECTION_READ, 4096);
	}
}

START_TEST(a_pause_begins_when_nothing_is_in_flight)
{
	struct fixture f = { .job.options.thinktime.ns = 500 };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	start_four(&f, 0);
	pace_completed(&f.pace);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, 10, false),
			  UINT64_MAX);
	for (int i = 0; i < 3; i++)
		pace_completed(&f.pace);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, 20, true), 520);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, 30, true), 520);
}
END_TEST

/* The three that ended late are paid for by runs of one. */
START_TEST(completions_beyond_a_run_count_for_the_next)
{
	struct fixture f = { .job.options.thinktime.ns = 500 };
	uint64_t now = 20;

	fixture_init(&f);
	pace_start(&f.pace, 0);
	start_four(&f, 0);
	for (int i = 0; i < 4; i++)
		pace_completed(&f.pace);
	for (unsigned i = 0; i < 6; i++) {
		uint64_t due = pace_due(&f.pace, DIRECTION_READ, now, true);

		ck_assert_uint_eq(due, now + 500);
		now = due;
		ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, now, true),
				  now);
		pace_started(&f.pace, DIRECTION_READ, 4096);
		ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, now, false),
				  UINT64_MAX);
		pace_completed(&f.pace);
	}
}
END_TEST

START_TEST(blocks_can_be_counted_as_they_are_issued)
{
	struct fixture f = { .job.options.thinktime.ns = 500,
			     .job.options.thinktime_blocks = 2,
			     .job.options.thinktime_blocks_type = THINK_ISSUE };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	for (unsigned i = 0; i < 3; i++) {
		uint64_t now = i * UINT64_C(500);

		pace_started(&f.pace, DIRECTION_READ, 4096);
		ck_assert_uint_le(pace_due(&f.pace, DIRECTION_READ, now, false),
				  now);
		pace_started(&f.pace, DIRECTION_READ, 4096);
		ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, now, false),
				  UINT64_MAX);
		pace_completed(&f.pace);
		pace_completed(&f.pace);
		ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, now, true),
				  now + 500);
	}
}
END_TEST

START_TEST(thinktime_iotime_ends_a_run_by_the_clock)
{
	struct fixture f = { .job.options.thinktime.ns = 500,
			     .job.options.thinktime_iotime.ns = 100 };
	uint64_t now = 0;

	fixture_init(&f);
	pace_start(&f.pace, 0);
	for (unsigned i = 0; i < 30; i++) {
		now = one_io(&f, now, 10);
		ck_assert_uint_eq(now, (i + 1) * 10 + i / 10 * 500);
	}
}
END_TEST

START_TEST(of_blocks_and_iotime_the_first_ends_a_run)
{
	struct fixture f = { .job.options.thinktime.ns = 500,
			     .job.options.thinktime_blocks = 2,
			     .job.options.thinktime_iotime.ns = 100 };
	uint64_t now = 0;

	fixture_init(&f);
	pace_start(&f.pace, 0);
	now = one_io(&f, one_io(&f, now, 10), 10);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, now, true), 520);
	now = one_io(&f, 520, 150);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, now, true),
			  520 + 150 + 500);
}
END_TEST

START_TEST(a_pause_begins_with_its_spin)
{
	struct fixture f = { .job.options.thinktime.ns = 500,
			     .job.options.thinktime_spin.ns = 200 };

	fixture_init(&f);
	pace_start(&f.pace, 0);
	ck_assert_uint_eq(f.pace.think.spin_until_ns, 0);
	one_io(&f, 0, 0);
	ck_assert_uint_eq(pace_due(&f.pace, DIRECTION_READ, 1000, true), 1500);
	ck_assert_uint_eq(f.pace.think.spin_until_ns, 1200);
}
END_TEST

/* 10 I/Os of 10 ms, then 100 ms: with the shift half the rate comes out. */
START_TEST(a_rate_catches_up_on_thinktime_unless_told)
{
	for (int shifts = 0; shifts <= 1; shifts++) {
		struct fixture f = {
			.job.options.thinktime.ns = 100 * NSEC_PER_MSEC,
			.job.options.thinktime_blocks = 10,
			.job.options.rate_iops.of = { 100, 0, 0 },
			.job.options.rate_ignore_thinktime = shifts,
		};
		unsigned ios = 0;
		uint64_t now = 0;

		fixture_init(&f);
		pace_start(&f.pace, 0);
		while (now < 10 * NSEC_PER_SEC) {
			now = one_io(&f, now, 0);
			ios++;
		}
		ck_assert_uint_ge(ios, shifts ? 495 : 985);
		ck_assert_uint_le(ios, shifts ? 505 : 1005);
	}
}
END_TEST

START_TEST(the_direction_that_is_due_goes_first)
{
	struct fixture f = { .job.options.rate_iops.of = { 100, 300, 0 },
			     .job.options.rw.flags = RW_READ | RW_WRITE };

	fixture_init(&f);
	ck_assert(f.pace.steers);
	pace_start(&f.pace, 0);
	ck_assert_int_eq(pace_choose(&f.pace, 0), DIRECTION_COUNT);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	ck_assert_int_eq(pace_choose(&f.pace, 0), DIRECTION_WRITE);
	pace_started(&f.pace, DIRECTION_WRITE, 4096);
	/* Neither is: the one that will be sooner. */
	ck_assert_int_eq(pace_choose(&f.pace, 0), DIRECTION_WRITE);
	ck_assert_int_eq(pace_choose(&f.pace, 10 * NSEC_PER_MSEC),
			 DIRECTION_COUNT);
}
END_TEST

START_TEST(a_direction_without_a_rate_never_waits)
{
	struct fixture f = { .job.options.rate_iops.of = { 100, 0, 0 },
			     .job.options.rw.flags = RW_READ | RW_WRITE };

	fixture_init(&f);
	pace_start(&f.pace, 500);
	pace_started(&f.pace, DIRECTION_READ, 4096);
	ck_assert_int_eq(pace_choose(&f.pace, 500), DIRECTION_WRITE);
	ck_assert(pace_limits(&f.pace, DIRECTION_READ));
	ck_assert(!pace_limits(&f.pace, DIRECTION_WRITE));
}
END_TEST

/*
 * Kolmogorov and Smirnov: 1 - exp(-x) for gaps of mean 1, at 1 % of error. The
 * seeds are fixed, so that what passes once passes always.
 */
static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

START_TEST(gaps_of_poisson_are_exponentially_distributed)
{
	enum { GAPS = 20000 };
	static double gap[GAPS];
	struct fixture f = { .job.options.rate_iops.of = { 1000, 0, 0 },
			     .job.options.rate_process = RATE_POISSON,
			     .job.layout.seed = (uint64_t)_i };
	double worst = 0, sum = 0;
	uint64_t last = 0;

	fixture_init(&f);
	pace_start(&f.pace, 0);
	for (unsigned i = 0; i < GAPS; i++) {
		pace_started(&f.pace, DIRECTION_READ, 4096);
		gap[i] = (double)(rate_due(&f, DIRECTION_READ) - last) /
			 (double)NSEC_PER_MSEC;
		last = rate_due(&f, DIRECTION_READ);
		sum += gap[i];
	}
	qsort(gap, GAPS, sizeof(gap[0]), by_value);
	for (unsigned i = 0; i < GAPS; i++) {
		double expected = 1 - exp(-gap[i]);

		worst = fmax(worst, fabs(expected - (double)i / GAPS));
		worst = fmax(worst, fabs(expected - (i + 1.0) / GAPS));
	}
	ck_assert_double_lt(worst, 1.63 / sqrt(GAPS));
	/* The mean has a deviation of 1 / sqrt(GAPS). */
	ck_assert_double_lt(fabs(sum / GAPS - 1), 3 / sqrt(GAPS));
}
END_TEST

START_TEST(poisson_of_bytes_has_gaps_in_proportion)
{
	struct fixture f = { .job.options.rate.of = { 1 << 20, 0, 0 },
			     .job.options.rate_process = RATE_POISSON };
	const unsigned ios = 40000;
	uint64_t bytes = 0, end;

	fixture_init(&f);
	pace_start(&f.pace, 0);
	for (unsigned i = 0; i < ios; i++) {
		uint64_t size = i % 2 ? 65536 : 4096;

		pace_started(&f.pace, DIRECTION_READ, size);
		bytes += size;
	}
	end = rate_due(&f, DIRECTION_READ);
	ck_assert_double_lt(
		fabs((double)end / 1e9 / ((double)bytes / 0x1p20) - 1), 0.02);
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
	tcase_add_test(tc, thinktime_follows_each_completion);
	tcase_add_test(tc, thinktime_blocks_are_the_ios_between_pauses);
	tcase_add_test(tc, a_pause_begins_when_nothing_is_in_flight);
	tcase_add_test(tc, completions_beyond_a_run_count_for_the_next);
	tcase_add_test(tc, blocks_can_be_counted_as_they_are_issued);
	tcase_add_test(tc, thinktime_iotime_ends_a_run_by_the_clock);
	tcase_add_test(tc, of_blocks_and_iotime_the_first_ends_a_run);
	tcase_add_test(tc, a_pause_begins_with_its_spin);
	tcase_add_test(tc, a_rate_catches_up_on_thinktime_unless_told);
	tcase_add_test(tc, the_direction_that_is_due_goes_first);
	tcase_add_test(tc, a_direction_without_a_rate_never_waits);
	tcase_add_loop_test(tc, gaps_of_poisson_are_exponentially_distributed,
			    0, 4);
	tcase_add_test(tc, poisson_of_bytes_has_gaps_in_proportion);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
