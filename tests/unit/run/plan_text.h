#ifndef RUNNER_TESTS_PLAN_TEXT_H
#define RUNNER_TESTS_PLAN_TEXT_H

#include "base/arena.h"
#include "base/diag.h"
#include "engine/engine.h"
#include "run/prepare.h"
#include "spec/plan.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * What the tests of this layer begin with: job files as text, in an empty
 * folder of their own. Setup and teardown are for a checked fixture.
 */
static struct arena *arena;
static struct diag *diag;
static struct plan *plan;
static struct prepared *prepared;
static char folder[64];

static void setup(void)
{
	snprintf(folder, sizeof(folder), "/tmp/runner-unit-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	arena = arena_new();
	diag = diag_new();
}

static void teardown(void)
{
	char command[128];

	prepared_free(prepared);
	prepared = NULL;
	plan_free(plan);
	plan = NULL;
	diag_free(diag);
	arena_free(arena);
	ck_assert_int_eq(chdir("/"), 0);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

static inline void read_plan(const char *text)
{
	struct plan_settings settings = { .engines = &engine_list };
	struct jobfile *file = jobfile_new(arena);
	FILE *in = fmemopen((void *)text, strlen(text), "r");

	ck_assert_int_eq(jobfile_read_stream(file, in, "t.fio", diag), 0);
	fclose(in);
	plan = plan_build(file, &settings, diag);
	if (!plan)
		diag_print(diag, stderr);
	ck_assert_ptr_nonnull(plan);
}

/* The plan and what it comes to here; fails the test if it comes to nothing. */
static inline void prepare_text(const char *text)
{
	read_plan(text);
	prepared = prepare(plan, false, diag);
	if (!prepared)
		diag_print(diag, stderr);
	ck_assert_ptr_nonnull(prepared);
}

static inline void make_file(const char *path, size_t size, int byte)
{
	FILE *out = fopen(path, "w");

	ck_assert_ptr_nonnull(out);
	while (size-- > 0)
		fputc(byte, out);
	ck_assert(!ferror(out));
	ck_assert_int_eq(fclose(out), 0);
}

/* Its size, or -1 if it isn't there. */
static inline long long size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (long long)st.st_size : -1;
}

/* Whether one of the messages of this kind has `text` in it. */
static inline bool is_said(enum diag_kind kind, const char *text)
{
	size_t count;
	const struct diag_message *m = diag_messages(diag, &count);

	for (size_t i = 0; i < count; i++)
		if (m[i].kind == kind && strstr(m[i].text, text))
			return true;
	return false;
}

#endif
