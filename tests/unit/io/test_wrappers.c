#include "../../../src/io/block_life.h"
#include "../../../src/io/trace.h"
#include "../../../src/io/zone_engine.h"

#include "job_fixture.h"
#include "stat/job_page.h"

/* Engines around a job's own pass on what they have no part in. */

static unsigned forgotten, closed;
static struct job_fixture fixture;
static struct job_page page;

static void forget_files(void *state)
{
	forgotten += state == &fixture;
}

static void close_inner(void *state)
{
	closed += state == &fixture;
}

static const struct engine_ops keeps = { .close = close_inner,
					 .forget_files = forget_files };
static const struct engine_ops keeps_nothing = { .close = close_inner };

static const struct engine_ops *wrap_trace(const struct engine_ops *inner,
					   void **state)
{
	return trace_engine(inner, state, &fixture.job.layout, 2);
}

static const struct engine_ops *wrap_life(const struct engine_ops *inner,
					  void **state)
{
	return block_life_engine(inner, state, &fixture.job.layout, 2, &page);
}

static const struct engine_ops *wrap_zones(const struct engine_ops *inner,
					   void **state)
{
	return zone_engine(inner, state, &fixture.job.layout, 2, &zoned_kernel);
}

static const struct engine_ops *(*const wraps[])(const struct engine_ops *,
						 void **) = {
	wrap_trace,
	wrap_life,
	wrap_zones,
};

static void setup(void)
{
	forgotten = closed = 0;
	job_fixture_open(&fixture, "rw=randwrite bs=4k");
	job_fixture_add_file(&fixture, 0, 65536);
}

static void teardown(void)
{
	job_fixture_close(&fixture);
}

START_TEST(files_are_forgotten_by_the_engine_within)
{
	void *state = &fixture;
	const struct engine_ops *engine = wraps[_i](&keeps, &state);

	ck_assert_ptr_nonnull(engine);
	engine_forget_files(engine, state);
	ck_assert_uint_eq(forgotten, 1);
	engine->close(state);
	ck_assert_uint_eq(closed, 1);
}
END_TEST

START_TEST(or_by_none_if_it_keeps_nothing)
{
	void *state = &fixture;
	const struct engine_ops *engine = wraps[_i](&keeps_nothing, &state);

	ck_assert_ptr_nonnull(engine);
	engine_forget_files(engine, state);
	engine->close(state);
	ck_assert_uint_eq(forgotten, 0);
	ck_assert_uint_eq(closed, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("wrappers");
	TCase *tc = tcase_create("wrappers");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, files_are_forgotten_by_the_engine_within, 0,
			    COUNT_OF(wraps));
	tcase_add_loop_test(tc, or_by_none_if_it_keeps_nothing, 0,
			    COUNT_OF(wraps));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
