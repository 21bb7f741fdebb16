#include "stat/priority_stats.h"

#include "unit.h"

#include <sys/wait.h>
#include <unistd.h>

static const uint16_t reads[] = { 0, 0x2001, 0x2001, 0x6000 };
static const uint16_t writes[] = { 0 };

static struct priority_stats *stats;

static void setup(void)
{
	const uint16_t *const list[DIRECTION_COUNT] = { reads, writes, NULL };
	const size_t count[DIRECTION_COUNT] = { COUNT_OF(reads), 1, 0 };

	stats = priority_stats_map(list, count);
	ck_assert_ptr_nonnull(stats);
}

static void teardown(void)
{
	priority_stats_unmap(stats);
}

static uint64_t count_of(unsigned direction, size_t place)
{
	const struct latency_stats *l = &stats->of[direction][place].latency;

	return counter_read(&l->moments.count);
}

START_TEST(each_priority_has_one_place)
{
	ck_assert_uint_eq(stats->count[DIRECTION_READ], 3);
	ck_assert_uint_eq(stats->count[DIRECTION_WRITE], 1);
	ck_assert_uint_eq(stats->count[DIRECTION_TRIM], 0);
	ck_assert_uint_eq(stats->of[DIRECTION_READ][1].priority, 0x2001);
	ck_assert_uint_eq(stats->of[DIRECTION_READ][2].priority, 0x6000);
}
END_TEST

START_TEST(what_another_process_adds_is_there)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		priority_stats_add(stats, DIRECTION_READ, 0x6000, 700);
		priority_stats_add(stats, DIRECTION_READ, 0x6000, 900);
		priority_stats_add(stats, DIRECTION_WRITE, 0, 1);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_eq(count_of(DIRECTION_READ, 0), 0);
	ck_assert_uint_eq(count_of(DIRECTION_READ, 1), 0);
	ck_assert_uint_eq(count_of(DIRECTION_READ, 2), 2);
	ck_assert_uint_eq(count_of(DIRECTION_WRITE, 0), 1);
	priority_stats_reset(stats);
	ck_assert_uint_eq(count_of(DIRECTION_READ, 2), 0);
	ck_assert_uint_eq(
		histogram_count(
			&stats->of[DIRECTION_READ][2].latency.histogram),
		0);
}
END_TEST

START_TEST(an_unknown_priority_is_nobodys)
{
	priority_stats_add(stats, DIRECTION_TRIM, 0, 5);
	priority_stats_add(stats, DIRECTION_WRITE, 0x2001, 5);
	ck_assert_uint_eq(count_of(DIRECTION_WRITE, 0), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("priority_stats");
	TCase *tc = tcase_create("priority_stats");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, each_priority_has_one_place);
	tcase_add_test(tc, what_another_process_adds_is_there);
	tcase_add_test(tc, an_unknown_priority_is_nobodys);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
