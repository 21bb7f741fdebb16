#ifndef RUNNER_TESTS_PLAN_FIXTURE_H
#define RUNNER_TESTS_PLAN_FIXTURE_H

#include "spec/plan.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * For tests that make plans of texts. A test that is about engines has a list
 * of its own: #define TEST_ENGINES (&list)
 */
static struct arena *arena;
static struct diag *diag;
static struct jobfile *file;
static struct plan *plan;
static struct plan_settings settings;

#ifndef TEST_ENGINES
#define TEST_ENGINES only_psync()

static inline const struct engine_list *only_psync(void)
{
	static const struct engine_info psync = {
		.name = "psync",
		.help = "Synchronous",
		.flags = ENGINE_SYNC,
	};
	static const struct engine_info *const engines[] = { &psync };
	static const struct engine_refused refused[] = { { 0 } };
	static const struct engine_list only = { engines, 1, refused, NULL };

	return &only;
}

#endif

static inline void setup(void)
{
	arena = arena_new();
	diag = diag_new();
	file = jobfile_new(arena);
	settings = (struct plan_settings){ .engines = TEST_ENGINES };
}

static inline void teardown(void)
{
	plan_free(plan);
	plan = NULL;
	diag_free(diag);
	arena_free(arena);
}

static inline void build(const char *text)
{
	FILE *in = fmemopen((void *)text, strlen(text), "r");

	ck_assert_ptr_nonnull(in);
	ck_assert_int_eq(jobfile_read_stream(file, in, "t.fio", diag), 0);
	fclose(in);
	plan = plan_build(file, &settings, diag);
}

/* All messages as they are printed; for the caller to free. */
static inline char *told(void)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(out);
	diag_print(diag, out);
	fclose(out);
	return text;
}

static inline void assert_told(const char *expected)
{
	char *text = told();

	ck_assert_str_eq(text, expected);
	free(text);
}

static inline const struct job_options *options(size_t section)
{
	ck_assert_ptr_nonnull(plan);
	ck_assert_uint_lt(section, plan->section_count);
	return plan->sections[section].options;
}

#endif
