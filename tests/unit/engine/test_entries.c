#include "engine/activity.h"

#include "base/clock.h"
#include "spec/option_values.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void setup(void)
{
	snprintf(folder, sizeof(folder), "test_entries.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

static void teardown(void)
{
	char command[128];

	ck_assert_int_eq(chdir(".."), 0);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

/* Returns how many of the steps were done; checks their times. */
static unsigned do_steps(const struct activity_ops *ops, const void *options,
			 struct activity_step *steps, unsigned n)
{
	struct job_error error = { 0 };
	uint64_t last = clock_now();
	void *state;
	unsigned done;

	ck_assert_int_eq(ops->open(&state, options, &error), 0);
	done = ops->step(state, steps, n);
	ck_assert_uint_ge(done, 1);
	ck_assert_uint_le(done, n);
	for (unsigned i = 0; i < done; i++) {
		ck_assert_uint_ge(steps[i].start_ns, last);
		ck_assert_uint_ge(steps[i].end_ns, steps[i].start_ns);
		last = steps[i].end_ns;
	}
	ck_assert_uint_ge(clock_now(), last);
	ops->close(state);
	return done;
}

static int mode_of(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? 0 : (int)(st.st_mode & S_IFMT);
}

static const struct {
	const struct activity_ops *make, *look, *remove;
	int mode;
} families[] = {
	{ &activity_filecreate, &activity_filestat, &activity_filedelete,
	  S_IFREG },
	{ &activity_dircreate, &activity_dirstat, &activity_dirdelete,
	  S_IFDIR },
};

START_TEST(makes_looks_and_removes)
{
	struct activity_step steps[] = { { .path = "a" }, { .path = "b" } };

	ck_assert_uint_eq(do_steps(families[_i].make, NULL, steps, 2), 2);
	ck_assert_int_eq(mode_of("a"), families[_i].mode);
	ck_assert_int_eq(mode_of("b"), families[_i].mode);
	ck_assert_uint_eq(do_steps(families[_i].look, NULL, steps, 2), 2);
	ck_assert_int_eq(steps[0].result, 0);
	ck_assert_int_eq(mode_of("a"), families[_i].mode);
	ck_assert_uint_eq(do_steps(families[_i].remove, NULL, steps, 2), 2);
	ck_assert_int_eq(steps[1].result, 0);
	ck_assert_int_eq(mode_of("a"), 0);
	ck_assert_int_eq(mode_of("b"), 0);
}
END_TEST

START_TEST(stops_after_one_that_failed)
{
	struct activity_step steps[] = { { .path = "a" },
					 { .path = "x/y" },
					 { .path = "c" } };

	ck_assert_uint_eq(do_steps(families[_i].make, NULL, steps, 3), 2);
	ck_assert_int_eq(steps[0].result, 0);
	ck_assert_int_eq(steps[1].result, -ENOENT);
	ck_assert_int_eq(mode_of("c"), 0);
	ck_assert_uint_eq(do_steps(families[_i].look, NULL, &steps[1], 2), 1);
	ck_assert_int_eq(steps[1].result, -ENOENT);
	ck_assert_uint_eq(do_steps(families[_i].remove, NULL, steps, 2), 2);
	ck_assert_int_eq(steps[1].result, -ENOENT);
}
END_TEST

START_TEST(leaves_no_file_open)
{
	struct activity_step step = { .path = "a" };
	int before = dup(0), after;

	ck_assert_uint_eq(do_steps(&activity_filecreate, NULL, &step, 1), 1);
	after = dup(0);
	ck_assert_int_eq(after, before + 1);
	close(before);
	close(after);
}
END_TEST

static const char *const stat_types[] = { "stat", "lstat", "statx" };

/* Only lstat sees a link that leads nowhere. */
START_TEST(looks_in_the_way_that_is_asked_for)
{
	const struct engine_info *info = &activity_filestat.info;
	const struct option *o = option_find(info->options, "stat_type");
	struct arena *arena = arena_new();
	struct option_context context = { .arena = arena, .kb_base = 1024 };
	void *values = arena_alloc(arena, info->options_size);
	struct activity_step step = { .path = "link" };
	struct source here = { "test", 1 };
	struct diag *diag = diag_new();

	ck_assert_int_eq(symlink("nowhere", "link"), 0);
	option_table_defaults(info->options, values, arena);
	ck_assert_int_eq(
		option_set(o, values, stat_types[_i], &context, here, diag), 0);
	ck_assert_uint_eq(do_steps(&activity_filestat, values, &step, 1), 1);
	ck_assert_int_eq(step.result, _i == 1 ? 0 : -ENOENT);
	diag_free(diag);
	arena_free(arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("entries");
	TCase *tc = tcase_create("entries");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, makes_looks_and_removes, 0, 2);
	tcase_add_loop_test(tc, stops_after_one_that_failed, 0, 2);
	tcase_add_test(tc, leaves_no_file_open);
	tcase_add_loop_test(tc, looks_in_the_way_that_is_asked_for, 0,
			    COUNT_OF(stat_types));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
