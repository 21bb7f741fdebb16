#include "io/flow.h"

#include "job_fixture.h"

enum { JOBS = 3 };

static const uint32_t peers[] = { 0, 1, 2 };
static struct job_page *pages;
static struct job_fixture fixture;
static struct job jobs[JOBS];
static struct flow flows[JOBS];

static void begin(const char *weights[JOBS])
{
	pages = job_pages_map(JOBS);
	ck_assert_ptr_nonnull(pages);
	for (uint32_t i = 0; i < JOBS; i++) {
		job_fixture_open(&fixture, weights[i]);
		fixture.job.layout.flow_peers = peers;
		fixture.job.layout.flow_peer_count = JOBS;
		jobs[i] = *fixture.job.layout.job;
		jobs[i].number = i;
		fixture.job.layout.job = &jobs[i];
		flow_init(&flows[i], &fixture.job.layout, &pages[i]);
		job_fixture_close(&fixture);
	}
}

static void start(unsigned job)
{
	flow_join(&flows[job]);
	atomic_store(&pages[job].state, JOB_RUNNING);
}

/* As many I/Os as it may start, up to `most`. */
static unsigned run(unsigned job, unsigned most)
{
	unsigned n = 0;

	while (n < most && flow_lets(&flows[job])) {
		flow_started(&flows[job]);
		n++;
	}
	return n;
}

START_TEST(shares_are_as_the_weights)
{
	const char *weights[] = { "flow=3 flow_watermark=1",
				  "flow=1 flow_watermark=1",
				  "flow=2 flow_watermark=1" };
	unsigned done[JOBS] = { 0 };

	begin(weights);
	for (unsigned i = 0; i < JOBS; i++)
		start(i);
	for (unsigned round = 0; round < 1000; round++)
		for (unsigned i = 0; i < JOBS; i++)
			done[i] += run(i, 100);
	ck_assert_uint_ge(done[1], 300);
	ck_assert_uint_ge(done[0] + 6, 3UL * done[1]);
	ck_assert_uint_le(done[0], 3UL * done[1] + 6);
	ck_assert_uint_ge(done[2] + 4, 2UL * done[1]);
	ck_assert_uint_le(done[2], 2UL * done[1] + 4);
	job_pages_unmap(pages, JOBS);
}
END_TEST

START_TEST(nobody_waits_for_a_job_that_is_not_at_work)
{
	const char *weights[] = { "flow=1 flow_watermark=10", "flow=1",
				  "flow=1" };

	begin(weights);
	start(0);
	ck_assert_uint_eq(run(0, 1000), 1000);
	/* One that begins later has nothing to make up for. */
	start(1);
	ck_assert_uint_eq(run(1, 1000), 33);
	ck_assert_uint_eq(run(0, 1000), 44);
	/* One that was asked to stop, or has ended, holds up nobody. */
	atomic_store(&pages[1].stop, 1);
	ck_assert_uint_eq(run(0, 1000), 1000);
	atomic_store(&pages[1].stop, 0);
	/* What it was let while it was alone is no more than it may be ahead.
	 */
	ck_assert_uint_le(run(0, 1000), 10);
	atomic_store(&pages[1].state, JOB_FINISHING);
	ck_assert_uint_eq(run(0, 1000), 1000);
	job_pages_unmap(pages, JOBS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("flow");
	TCase *tc = tcase_create("flow");

	tcase_add_test(tc, shares_are_as_the_weights);
	tcase_add_test(tc, nobody_waits_for_a_job_that_is_not_at_work);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
