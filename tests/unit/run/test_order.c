#include "run/order.h"

#include "plan_text.h"

#include <inttypes.h>

static struct order *order;

static void begin(const char *jobs)
{
	prepare_text(arena_printf(arena, "[global]\nioengine=null\nsize=4k\n%s",
				  jobs));
	order = order_new(plan, prepared);
}

static void end(void)
{
	order_free(order);
	order = NULL;
	teardown();
}

#define SECOND UINT64_C(1000000000)

/* The names of all that may start now, as "a b b ". */
static const char *startable(uint64_t now_ns)
{
	const struct job *job;
	char *names = arena_strdup(arena, "");

	while ((job = order_next(order, now_ns)) != NULL)
		names = arena_printf(arena, "%s%s ", names, job->section->name);
	return names;
}

static void over(size_t job)
{
	order_ended(order, &plan->jobs[job]);
}

START_TEST(what_waits_for_nothing_starts_together_and_once)
{
	begin("[a]\n[b]\nnumjobs=2\n[c]\n");
	ck_assert_str_eq(startable(0), "a b b c ");
	ck_assert_str_eq(startable(0), "");
	over(2);
	ck_assert_str_eq(startable(SECOND), "");
}
END_TEST

START_TEST(stonewall_waits_for_all_before)
{
	begin("[a]\n[b]\n[c]\nstonewall\n[d]\n");
	ck_assert_str_eq(startable(0), "a b ");
	over(1);
	ck_assert_str_eq(startable(0), "");
	over(0);
	ck_assert_str_eq(startable(0), "c d ");
	over(2);
	ck_assert(!order_done(order));
	over(3);
	ck_assert(order_done(order));
}
END_TEST

START_TEST(wait_for_waits_for_all_copies_of_that_job_only)
{
	begin("[a]\nnumjobs=2\n[b]\n[c]\nwait_for=a\n[d]\nwait_for=c\n");
	ck_assert_str_eq(startable(0), "a a b ");
	over(0);
	ck_assert_str_eq(startable(0), "");
	over(1);
	ck_assert_str_eq(startable(0), "c ");
	over(3);
	ck_assert_str_eq(startable(0), "d ");
}
END_TEST

START_TEST(startdelay_counts_from_the_start_of_the_run)
{
	begin("[a]\nstartdelay=2\n[b]\n[c]\nstonewall\nstartdelay=3\n");
	ck_assert_str_eq(startable(0), "b ");
	ck_assert_uint_eq(order_due(order), 2 * SECOND);
	ck_assert_str_eq(startable(2 * SECOND - 1), "");
	ck_assert_str_eq(startable(2 * SECOND), "a ");
	ck_assert_uint_eq(order_due(order), UINT64_MAX);
	over(0);
	over(1);
	ck_assert_str_eq(startable(2 * SECOND), "");
	ck_assert_uint_eq(order_due(order), 3 * SECOND);
	ck_assert_str_eq(startable(4 * SECOND), "c ");
}
END_TEST

START_TEST(copies_have_delays_of_their_own)
{
	size_t started = 0;

	begin("[a]\nnumjobs=10\nstartdelay=1-9\n");
	for (uint64_t now = 0; now < 10; now++)
		started += strlen(startable(now * SECOND)) / strlen("a ");
	ck_assert_uint_eq(started, 10);
}
END_TEST

START_TEST(a_dropped_group_never_starts)
{
	begin("[a]\n[b]\nstartdelay=1\n[c]\nstonewall\n[d]\nstartdelay=1\n");
	ck_assert_str_eq(startable(0), "a ");
	order_drop(order, &plan->jobs[0], EXIT_GROUP);
	ck_assert_str_eq(startable(SECOND), "");
	over(0);
	ck_assert_str_eq(startable(SECOND), "c d ");
	over(2);
	over(3);
	ck_assert(order_done(order));
}
END_TEST

/* Any order of ends, any graph: each job is returned once, never too early. */
START_TEST(a_stage_is_dropped_up_to_the_next_stonewall)
{
	begin("[a]\n[b]\nstartdelay=1\n[c]\nnew_group\nwait_for=a\n"
	      "[d]\nstonewall\n[e]\nstonewall\n");
	ck_assert_str_eq(startable(0), "a ");
	ck_assert(order_is_open(order, &plan->jobs[0]));
	over(0);
	ck_assert(!order_is_open(order, &plan->jobs[0]));
	order_drop(order, &plan->jobs[0], EXIT_STONEWALL);
	ck_assert_str_eq(startable(0), "d ");
	ck_assert_uint_gt(order_stage(order), 3);
	order_drop(order, &plan->jobs[3], EXIT_STONEWALL);
	over(3);
	ck_assert_str_eq(startable(0), "e ");
}
END_TEST

START_TEST(all_that_has_not_started_can_be_dropped)
{
	begin("[a]\n[b]\nstartdelay=1\n[c]\nstonewall\n[d]\nwait_for=c\n");
	ck_assert_str_eq(startable(0), "a ");
	order_drop(order, &plan->jobs[0], EXIT_ALL);
	ck_assert(!order_done(order));
	over(0);
	ck_assert(order_done(order));
	ck_assert_str_eq(startable(2 * SECOND), "");
}
END_TEST

START_TEST(a_long_chain_is_worked_off_quickly)
{
	char *jobs;
	size_t length;
	FILE *out = open_memstream(&jobs, &length);

	for (int i = 0; i < 3400; i++)
		fprintf(out, "[j%d]\nstonewall\n", i);
	fprintf(out, "[many]\nstonewall\nnumjobs=20000\n");
	fclose(out);
	begin(jobs);
	free(jobs);
	for (size_t i = 0; i < 3400; i++) {
		const struct job *job = order_next(order, 0);

		ck_assert_ptr_nonnull(job);
		ck_assert_uint_eq(job->number, i);
		ck_assert_ptr_null(order_next(order, 0));
		over(i);
	}
	for (size_t i = 3400; i < 23400; i++)
		ck_assert_uint_eq(order_next(order, 0)->number, i);
	for (size_t i = 3400; i < 23400; i++) {
		over(i);
		ck_assert_ptr_null(order_next(order, 0));
	}
	ck_assert(order_done(order));
}
END_TEST

START_TEST(knows_what_comes_after_what)
{
	begin("[a]\n[b]\nwait_for=a\n[c]\nwait_for=b\n[d]\n[e]\nstonewall\n"
	      "[f]\nwait_for=c\n");
	ck_assert(!order_is_after(&plan->sections[0], 0));
	ck_assert(order_is_after(&plan->sections[1], 0));
	ck_assert(order_is_after(&plan->sections[2], 0));
	ck_assert(!order_is_after(&plan->sections[3], 0));
	ck_assert(order_is_after(&plan->sections[4], 3));
	ck_assert(order_is_after(&plan->sections[5], 3));
	ck_assert(!order_is_after(&plan->sections[5], 4));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("order");
	TCase *tc = tcase_create("order");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, end);
	tcase_add_test(tc, what_waits_for_nothing_starts_together_and_once);
	tcase_add_test(tc, stonewall_waits_for_all_before);
	tcase_add_test(tc, wait_for_waits_for_all_copies_of_that_job_only);
	tcase_add_test(tc, startdelay_counts_from_the_start_of_the_run);
	tcase_add_test(tc, copies_have_delays_of_their_own);
	tcase_add_test(tc, a_dropped_group_never_starts);
	tcase_add_test(tc, a_stage_is_dropped_up_to_the_next_stonewall);
	tcase_add_test(tc, all_that_has_not_started_can_be_dropped);
	tcase_add_test(tc, a_long_chain_is_worked_off_quickly);
	tcase_add_test(tc, knows_what_comes_after_what);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
