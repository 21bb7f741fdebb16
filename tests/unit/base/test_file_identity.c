#include "base/file_identity.h"

#include "unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/identity-XXXXXX";

static void setup(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	close(open("f", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	close(open("g", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	ck_assert_int_eq(link("f", "hard"), 0);
	ck_assert_int_eq(symlink("f", "soft"), 0);
}

static void teardown(void)
{
	unlink("f");
	unlink("g");
	unlink("hard");
	unlink("soft");
	ck_assert_int_eq(chdir("/"), 0);
	rmdir(folder);
}

START_TEST(all_names_of_a_file_are_one)
{
	ck_assert(file_is_same("f", "f"));
	ck_assert(file_is_same("f", "./f"));
	ck_assert(file_is_same("f", "hard"));
	ck_assert(file_is_same("soft", "hard"));
	ck_assert(!file_is_same("f", "g"));
}
END_TEST

START_TEST(places_of_missing_files_are_known)
{
	ck_assert(file_is_same("new", ".//new"));
	ck_assert(!file_is_same("new", "newer"));
	ck_assert(!file_is_same("new", "f"));
	ck_assert(file_is_same("none/new", "none/new"));
	ck_assert(!file_is_same("none/new", "none/newer"));
	ck_assert(!file_is_same("none/new", "new"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("file_identity");
	TCase *tests = tcase_create("file_identity");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, all_names_of_a_file_are_one);
	tcase_add_test(tests, places_of_missing_files_are_known);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
