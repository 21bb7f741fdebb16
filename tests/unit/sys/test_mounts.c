#include "sys/mounts.h"

#include "sys/sysfile.h"
#include "unit.h"

#include <stdio.h>
#include <sys/sysmacros.h>

START_TEST(reads_all_fields_of_a_mount)
{
	struct mounts mounts = mounts_read(FIXTURES "/disks");
	const struct mount *m;

	ck_assert_uint_eq(mounts.count, 12);
	m = &mounts.mount[4];
	ck_assert_uint_eq(m->number, makedev(0, 45));
	ck_assert_str_eq(m->root, "/@data");
	ck_assert_str_eq(m->point, "/srv/my data");
	ck_assert_str_eq(m->options, "rw,relatime");
	ck_assert_str_eq(m->type, "btrfs");
	ck_assert_str_eq(m->source, "/dev/sdd");
	ck_assert_str_eq(m->super_options, "rw,space_cache=v2,subvol=/@data");
	mounts_free(&mounts);
}
END_TEST

START_TEST(an_unreadable_list_is_empty)
{
	struct mounts mounts = mounts_read(FIXTURES "/no such folder");

	ck_assert_uint_eq(mounts.count, 0);
	mounts_free(&mounts);
}
END_TEST

static const struct {
	const char *escaped;
	const char *text;
} escapes[] = {
	{ "", "" },
	{ "/plain", "/plain" },
	{ "/a\\040b\\011c\\012d\\134e", "/a b\tc\nd\\e" },
	{ "\\040", " " },
	{ "\\303\\244", "\xc3\xa4" },
	{ "\\", "\\" },
	{ "\\04", "\\04" },
	{ "\\049", "\\049" },
	{ "\\777", "\\777" },
	{ "\\000", "\\000" },
	{ "\\1340", "\\0" },
};

START_TEST(escapes_are_undone)
{
	char text[64];

	snprintf(text, sizeof(text), "%s", escapes[_i].escaped);
	sysfile_unescape(text);
	ck_assert_str_eq(text, escapes[_i].text);
}
END_TEST

static const struct {
	const char *options;
	const char *option;
	bool has;
} lists[] = {
	{ "rw,noatime", "rw", true },
	{ "rw,noatime", "noatime", true },
	{ "rw,noatime", "atime", false },
	{ "rw,noatime", "noatim", false },
	{ "rw", "rw", true },
	{ "", "rw", false },
	{ "errors=ro", "ro", false },
	{ "a,,ro", "ro", true },
};

START_TEST(an_option_is_a_whole_word)
{
	ck_assert_int_eq(mount_option_has(lists[_i].options, lists[_i].option),
			 lists[_i].has);
}
END_TEST

static const struct {
	const char *path;
	const char *point;
	bool below;
} paths[] = {
	{ "/", "/", true },          { "/a", "/", true },
	{ "/a", "/a", true },        { "/a/b", "/a", true },
	{ "/ab", "/a", false },      { "/a", "/a/b", false },
	{ "/srv/x", "/srv/", true }, { "/b", "/a", false },
};

START_TEST(a_path_is_below_a_whole_folder)
{
	ck_assert_int_eq(mount_path_below(paths[_i].path, paths[_i].point),
			 paths[_i].below);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mounts");
	TCase *tc = tcase_create("mounts");

	tcase_add_test(tc, reads_all_fields_of_a_mount);
	tcase_add_test(tc, an_unreadable_list_is_empty);
	tcase_add_loop_test(tc, escapes_are_undone, 0, COUNT_OF(escapes));
	tcase_add_loop_test(tc, an_option_is_a_whole_word, 0, COUNT_OF(lists));
	tcase_add_loop_test(tc, a_path_is_below_a_whole_folder, 0,
			    COUNT_OF(paths));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
