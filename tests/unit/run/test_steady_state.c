#include "run/steady_state.h"

#include "plan_text.h"

#define SECOND UINT64_C(1000000000)

static struct job_page *pages;
static struct steady_states *states;

static void begin(const char *jobs)
{
	read_plan(arena_printf(arena,
			       "[global]\nioengine=null\nsize=100m\n"
			       "steadystate=iops:10%%\n"
			       "steadystate_duration=3\n%s",
			       jobs));
	pages = job_pages_map(plan->job_count);
	ck_assert_ptr_nonnull(pages);
	states = steady_states_new(plan, pages);
}

static void end(void)
{
	steady_states_free(states);
	states = NULL;
	job_pages_unmap(pages, plan ? plan->job_count : 0);
	pages = NULL;
	teardown();
}

/* It has begun at 100 s of the clock, and has no ramp. */
static void start(size_t job, unsigned second)
{
	struct job_page *p = &pages[job];

	atomic_store(&p->state, JOB_RUNNING);
	counter_set(&p->begun_ns, (100 + second) * SECOND);
	counter_set(&p->measured_ns, (100 + second) * SECOND);
}

static void move(size_t job, enum direction direction, uint64_t ios)
{
	counter_add(&pages[job].live_ios[direction], ios);
	counter_add(&pages[job].live_bytes[direction], 4096 * ios);
}

static const struct report_unit *look(unsigned second)
{
	return steady_states_look(states, (100 + second) * SECOND);
}

static const struct steady_verdict *verdict(size_t unit)
{
	return &steady_states_verdicts(states)[unit];
}

START_TEST(nobody_is_judged_unless_asked_to)
{
	begin("steadystate_duration=0\n[a]\nrw=read\n");
	ck_assert_ptr_null(states);
	ck_assert_uint_eq(steady_states_due(NULL), UINT64_MAX);
	ck_assert_ptr_null(steady_states_look(NULL, 1));
	ck_assert_ptr_null(steady_states_verdicts(NULL));
}
END_TEST

START_TEST(a_unit_is_steady_once_its_window_is)
{
	begin("[a]\nrw=randrw\n[b]\nrw=read\n");
	start(0, 0);
	ck_assert_ptr_null(look(0));
	ck_assert_uint_eq(steady_states_due(states), 101 * SECOND);
	for (unsigned i = 1; i <= 3; i++) {
		/* Together they are steady, and by itself neither is. */
		move(0, DIRECTION_READ, 100UL * i);
		move(0, DIRECTION_WRITE, 1000 - 100UL * i);
		ck_assert_ptr_eq(look(i), i == 3 ? &plan->units[0] : NULL);
	}
	ck_assert_ptr_null(look(4));
	ck_assert(verdict(0)->part[STEADY_ALL].judgement.steady);
	ck_assert_uint_eq(verdict(0)->part[STEADY_ALL].after_ns, 3 * SECOND);
	ck_assert(!verdict(0)->part[DIRECTION_READ].judgement.steady);
	ck_assert(verdict(0)->part[DIRECTION_READ].moved);
	ck_assert(!verdict(0)->part[DIRECTION_TRIM].moved);
	ck_assert(!verdict(1)->part[STEADY_ALL].judgement.steady);
}
END_TEST

START_TEST(samples_begin_after_the_ramp)
{
	begin("steadystate_ramp_time=5\n[a]\nrw=read\n");
	start(0, 0);
	for (unsigned i = 0; i < 5; i++) {
		ck_assert_ptr_null(look(i));
		ck_assert_uint_eq(steady_states_due(states), 105 * SECOND);
		move(0, DIRECTION_READ, 50);
	}
	for (unsigned i = 5; i <= 8; i++) {
		ck_assert_ptr_eq(look(i), i == 8 ? &plan->units[0] : NULL);
		move(0, DIRECTION_READ, 50);
	}
}
END_TEST

START_TEST(a_job_that_begins_or_ends_makes_the_window_begin_anew)
{
	begin("group_reporting\n[a]\nrw=read\nnumjobs=2\n");
	start(0, 0);
	for (unsigned i = 0; i < 3; i++) {
		ck_assert_ptr_null(look(i));
		move(0, DIRECTION_READ, 50);
	}
	start(1, 3);
	for (unsigned i = 3; i < 6; i++) {
		ck_assert_ptr_null(look(i));
		move(1, DIRECTION_READ, 50);
	}
	counter_set(&pages[0].ended_ns, 106 * SECOND);
	ck_assert_ptr_null(look(6));
	/* What there was is told until there is a new sample. */
	ck_assert_uint_eq(
		steady_window_count(&verdict(0)->part[STEADY_ALL].window), 2);
	for (unsigned i = 7; i <= 9; i++) {
		move(1, DIRECTION_READ, 50);
		ck_assert_ptr_eq(look(i), i == 9 ? &plan->units[0] : NULL);
	}
}
END_TEST

START_TEST(a_late_sample_is_by_the_time_that_it_took)
{
	const struct steady_window *w;

	begin("[a]\nrw=read\n");
	start(0, 0);
	look(0);
	move(0, DIRECTION_READ, 300);
	look(3);
	w = &verdict(0)->part[STEADY_ALL].window;
	ck_assert_uint_eq(steady_window_count(w), 1);
	ck_assert_uint_eq(steady_window_at(w, 0)->of[STEADY_IOPS], 100);
	ck_assert_uint_eq(steady_window_at(w, 0)->of[STEADY_BW], 409600);
	ck_assert_uint_eq(steady_states_due(states), 104 * SECOND);
}
END_TEST

START_TEST(latencies_are_means_of_each_interval)
{
	const struct steady_window *w;
	struct latency_stats *lat;

	begin("steadystate=lat:10%\n[a]\nrw=read\n");
	lat = &pages[0].stats.direction[DIRECTION_READ].lat;
	start(0, 0);
	latency_add_many(lat, 1000, 7, false);
	look(0);
	latency_add_many(lat, 2000, 1, false);
	latency_add_many(lat, 4000, 3, false);
	look(1);
	look(2);
	w = &verdict(0)->part[STEADY_ALL].window;
	ck_assert_uint_eq(steady_window_at(w, 0)->of[STEADY_LAT], 3500);
	ck_assert_uint_eq(steady_window_at(w, 1)->of[STEADY_LAT], 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("steady_state");
	TCase *tc = tcase_create("steady_state");

	tcase_add_checked_fixture(tc, setup, end);
	tcase_add_test(tc, nobody_is_judged_unless_asked_to);
	tcase_add_test(tc, a_unit_is_steady_once_its_window_is);
	tcase_add_test(tc, samples_begin_after_the_ramp);
	tcase_add_test(tc,
		       a_job_that_begins_or_ends_makes_the_window_begin_anew);
	tcase_add_test(tc, a_late_sample_is_by_the_time_that_it_took);
	tcase_add_test(tc, latencies_are_means_of_each_interval);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
