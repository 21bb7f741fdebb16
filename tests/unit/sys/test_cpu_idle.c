#include "sys/cpu_idle.h"

#include "base/clock.h"

#include "unit.h"

#include <sched.h>
#include <sys/wait.h>

START_TEST(what_is_idle_is_counted_by_cpu)
{
	struct cpu_idle *idle = cpu_idle_start();
	const struct cpu_idleness *r;
	cpu_set_t set;
	double sum = 0;

	ck_assert_ptr_nonnull(idle);
	clock_sleep_until(clock_now() + 50 * NSEC_PER_MSEC);
	r = cpu_idle_read(idle, clock_now());
	ck_assert_int_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	ck_assert_uint_eq(r->count, (unsigned)CPU_COUNT(&set));
	for (size_t i = 0; i < r->count; i++) {
		ck_assert(CPU_ISSET(r->cpu[i], &set));
		ck_assert_double_ge(r->percent[i], 0);
		ck_assert_double_le(r->percent[i], 100);
		sum += r->percent[i];
	}
	ck_assert_double_eq_tol(r->mean, sum / (double)r->count, 1e-9);
	ck_assert_double_gt(r->unit_mean_us, 0);
	ck_assert_double_ge(r->unit_deviation_us, 0);
	cpu_idle_stop(idle);
	/* No process is left. */
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
}
END_TEST

START_TEST(counting_begins_at_the_reset)
{
	struct cpu_idle *idle = cpu_idle_start();
	uint64_t now;

	ck_assert_ptr_nonnull(idle);
	clock_sleep_until(clock_now() + 20 * NSEC_PER_MSEC);
	now = clock_now();
	cpu_idle_reset(idle, now);
	/* In a minute that has not passed there was hardly anything. */
	ck_assert_double_lt(cpu_idle_read(idle, now + 60 * NSEC_PER_SEC)->mean,
			    1);
	cpu_idle_stop(idle);
}
END_TEST

START_TEST(nothing_can_be_stopped)
{
	cpu_idle_stop(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cpu_idle");
	TCase *tc = tcase_create("cpu_idle");

	tcase_add_test(tc, what_is_idle_is_counted_by_cpu);
	tcase_add_test(tc, counting_begins_at_the_reset);
	tcase_add_test(tc, nothing_can_be_stopped);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
