#include "base/replacement.h"

#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/runner-replacement-XXXXXX";
static char path[64];

static void set_up(void)
{
	snprintf(folder, sizeof(folder), "/tmp/runner-replacement-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/file", folder);
}

static void write_old(void)
{
	FILE *out = fopen(path, "w");

	ck_assert_ptr_nonnull(out);
	fputs("old", out);
	fclose(out);
}

static const char *content(void)
{
	static char text[16];
	FILE *in = fopen(path, "r");

	if (!in)
		return "nothing";
	text[fread(text, 1, sizeof(text) - 1, in)] = '\0';
	fclose(in);
	return text;
}

/* How many files there are. */
static unsigned count(void)
{
	DIR *dir = opendir(folder);
	unsigned n = 0;
	const struct dirent *entry;

	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir)))
		n += entry->d_name[0] != '.';
	closedir(dir);
	return n;
}

static void tear_down(void)
{
	unlink(path);
	ck_assert_int_eq(rmdir(folder), 0);
}

START_TEST(shows_the_old_file_until_the_new_one_is_whole)
{
	struct replacement r;

	write_old();
	ck_assert_int_eq(replacement_begin(&r, path), 0);
	fputs("new", r.out);
	fflush(r.out);
	ck_assert_str_eq(content(), "old");
	ck_assert_int_eq(replacement_commit(&r, _i), 0);
	ck_assert_str_eq(content(), "new");
	ck_assert_uint_eq(count(), 1);
}
END_TEST

START_TEST(leaves_nothing_when_given_up)
{
	struct replacement r;

	ck_assert_int_eq(replacement_begin(&r, path), 0);
	fputs("new", r.out);
	errno = EDOM;
	replacement_abandon(&r);
	ck_assert_int_eq(errno, EDOM);
	ck_assert_str_eq(content(), "nothing");
	ck_assert_uint_eq(count(), 0);
}
END_TEST

START_TEST(fails_where_there_is_no_folder)
{
	struct replacement r;

	ck_assert_int_eq(replacement_begin(&r, "/nonexistent/file"), -1);
	ck_assert_int_eq(errno, ENOENT);
}
END_TEST

START_TEST(fails_where_a_folder_has_the_name)
{
	struct replacement r;

	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(replacement_begin(&r, path), 0);
	ck_assert_int_eq(replacement_commit(&r, false), -1);
	ck_assert_uint_eq(count(), 1);
	rmdir(path);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("replacement");
	TCase *tcase = tcase_create("replacement");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_loop_test(
		tcase, shows_the_old_file_until_the_new_one_is_whole, 0, 2);
	tcase_add_test(tcase, leaves_nothing_when_given_up);
	tcase_add_test(tcase, fails_where_there_is_no_folder);
	tcase_add_test(tcase, fails_where_a_folder_has_the_name);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
