#include "quick/profile.h"

#include "quick/scale.h"
#include "unit.h"

#include <string.h>

#define GIB (UINT64_C(1) << 30)

static struct arena *arena;
static struct diag *diag;
static struct jobfile *file;

static void start(void)
{
	arena = arena_new();
	diag = diag_new();
	file = jobfile_new(arena);
}

static void end(void)
{
	diag_free(diag);
	arena_free(arena);
}

static const char *const names[] = { "default", "kdiskmark", "database", "etcd",
				     "probe" };

START_TEST(what_is_built_in_is_there_and_takes_little)
{
	ck_assert_uint_eq(quick_profile_count, COUNT_OF(names));
	ck_assert_ptr_nonnull(quick_profile_find(names[_i]));
	ck_assert_int_eq(quick_profile_read(names[_i], file, diag), 0);
	ck_assert_uint_gt(file->section_count, 0);
	ck_assert_uint_gt(quick_need(file).largest_bytes, 0);
	ck_assert_uint_lt(quick_need(file).all_bytes, 2 * GIB);
}
END_TEST

/* A name in [global] would be one more for each that has its own. */
START_TEST(files_are_named_where_they_are_used)
{
	ck_assert_int_eq(quick_profile_read(names[_i], file, diag), 0);
	for (size_t i = 0; i < file->section_count; i++) {
		unsigned found = 0;

		for (size_t k = 0; k < file->sections[i].key_count; k++)
			found += strcmp(file->sections[i].keys[k].name,
					"filename") == 0;
		ck_assert_uint_eq(found, file->sections[i].global ? 0 : 1);
	}
}
END_TEST

START_TEST(other_names_are_refused_with_a_hint)
{
	size_t count;
	const struct diag_message *messages;

	ck_assert_int_eq(quick_profile_read("etdc", file, diag), -1);
	messages = diag_messages(diag, &count);
	ck_assert_uint_eq(count, 2);
	ck_assert_str_eq(messages[0].text, "there is no profile 'etdc'");
	ck_assert_ptr_nonnull(strstr(messages[1].text, "./etdc"));
}
END_TEST

START_TEST(a_path_is_a_job_file)
{
	ck_assert_int_eq(quick_profile_read("/no/such.fio", file, diag), -1);
	ck_assert_uint_eq(diag_count(diag, DIAG_HINT), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("profile");
	TCase *tcase = tcase_create("profile");

	tcase_add_checked_fixture(tcase, start, end);
	tcase_add_loop_test(tcase, what_is_built_in_is_there_and_takes_little,
			    0, COUNT_OF(names));
	tcase_add_loop_test(tcase, files_are_named_where_they_are_used, 0,
			    COUNT_OF(names));
	tcase_add_test(tcase, other_names_are_refused_with_a_hint);
	tcase_add_test(tcase, a_path_is_a_job_file);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
