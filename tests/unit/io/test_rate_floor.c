#include "io/rate_floor.h"

#include "base/clock.h"
#include "layout_fixture.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

struct fixture {
	struct layout_fixture job;
	struct rate_floor floor;
	struct job_stats stats;
	struct job_error error;
};

/* Reads and writes of 4 KiB, looked at every second. */
static void fixture_init(struct fixture *f)
{
	struct job_options *o = &f->job.options;

	layout_fixture_link(&f->job);
	o->rw.flags = RW_READ | RW_WRITE;
	o->rate_cycle.ns = NSEC_PER_SEC;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		o->bs.of[d] = (struct number_range){ 4096, 4096 };
	rate_floor_init(&f->floor, &f->job.layout);
	rate_floor_start(&f->floor, 0);
}

static void add(struct fixture *f, enum direction direction, uint64_t ios)
{
	struct direction_stats *s = &f->stats.direction[direction];

	counter_add(&s->completed, ios);
	counter_add(&s->bytes, ios * 4096);
}

static int check(struct fixture *f, uint64_t now_ms)
{
	return rate_floor_check(&f->floor, &f->stats, now_ms * NSEC_PER_MSEC,
				&f->error);
}

START_TEST(without_options_nothing_is_due)
{
	static struct fixture f;

	fixture_init(&f);
	ck_assert(!f.floor.active);
	ck_assert_uint_eq(rate_floor_due(&f.floor), UINT64_MAX);
	ck_assert_int_eq(check(&f, 5000), 0);
}
END_TEST

START_TEST(too_few_ios_in_a_window_are_an_error)
{
	static struct fixture f = { .job.options.rate_iops_min.of = { 100 } };

	fixture_init(&f);
	ck_assert_uint_eq(rate_floor_due(&f.floor), NSEC_PER_SEC);
	add(&f, DIRECTION_READ, 100);
	ck_assert_int_eq(check(&f, 1000), 0);
	ck_assert_uint_eq(rate_floor_due(&f.floor), 2 * NSEC_PER_SEC);
	/* What the window before had too many doesn't help. */
	add(&f, DIRECTION_READ, 1000);
	ck_assert_int_eq(check(&f, 2000), 0);
	add(&f, DIRECTION_READ, 50);
	ck_assert_int_eq(check(&f, 2999), 0);
	ck_assert_int_eq(check(&f, 3000), -1);
	ck_assert_int_eq(f.error.code, EIO);
	ck_assert_str_eq(f.error.text, "rate_iops_min=100 was not met: "
				       "50 a second in 1000 ms");
}
END_TEST

START_TEST(one_io_may_be_missing)
{
	static struct fixture f = {
		.job.options.rate_iops_min.of = { 0, 100 },
		.job.options.rate_min.of = { UINT64_C(4096) * 100 },
	};

	fixture_init(&f);
	add(&f, DIRECTION_READ, 99);
	add(&f, DIRECTION_WRITE, 99);
	ck_assert_int_eq(check(&f, 1000), 0);
	add(&f, DIRECTION_READ, 98);
	add(&f, DIRECTION_WRITE, 99);
	ck_assert_int_eq(check(&f, 2000), -1);
	ck_assert_str_eq(f.error.function, "rate_min");
}
END_TEST

START_TEST(a_late_look_judges_all_the_time_since)
{
	static struct fixture f = { .job.options.rate_iops_min.of = { 100 } };

	fixture_init(&f);
	add(&f, DIRECTION_READ, 101);
	ck_assert_int_eq(check(&f, 1500), -1);
	ck_assert_str_eq(f.error.text, "rate_iops_min=100 was not met: "
				       "67 a second in 1500 ms");
}
END_TEST

START_TEST(directions_that_the_job_has_not_are_not_looked_at)
{
	static struct fixture f = {
		.job.options.rate_min.of = { 4096, 4096, 4096 },
	};

	fixture_init(&f);
	add(&f, DIRECTION_READ, 10);
	add(&f, DIRECTION_WRITE, 10);
	ck_assert_int_eq(check(&f, 1000), 0);
}
END_TEST

START_TEST(the_greatest_numbers_do_not_overflow)
{
	static struct fixture f = {
		.job.options.rate_min.of = { UINT64_MAX },
	};

	fixture_init(&f);
	counter_set(&f.stats.direction[DIRECTION_READ].bytes, UINT64_MAX);
	ck_assert_int_eq(check(&f, 1000), 0);
	ck_assert_int_eq(check(&f, 2000), -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rate_floor");
	TCase *tc = tcase_create("rate_floor");

	tcase_add_test(tc, without_options_nothing_is_due);
	tcase_add_test(tc, too_few_ios_in_a_window_are_an_error);
	tcase_add_test(tc, one_io_may_be_missing);
	tcase_add_test(tc, a_late_look_judges_all_the_time_since);
	tcase_add_test(tc, directions_that_the_job_has_not_are_not_looked_at);
	tcase_add_test(tc, the_greatest_numbers_do_not_overflow);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
