#include "spec/jobfile.h"

#include "jobfile_fixture.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(an_include_stands_for_its_lines)
{
	const struct jobfile_key *keys;

	write_file("inc.fio", "\xEF\xBB\xBF; c\nbs=4k\n");
	write_file("a b.fio", "rw=read\n");
	write_file("t.fio", "[a]\nsize=1\ninclude inc.fio\ninclude=inc.fio\n"
			    "include \t a b.fio ; c\niodepth=1\n");
	ck_assert_int_eq(jobfile_read(file, "t.fio", diag), 0);
	ck_assert_str_eq(messages(), "");
	ck_assert_str_eq(dump(), "[a]size=1,bs=4k,bs=4k,rw=read,iodepth=1");
	keys = file->sections[0].keys;
	ck_assert_str_eq(keys[1].at.file, "inc.fio");
	ck_assert_uint_eq(keys[1].at.line, 2);
	ck_assert_str_eq(keys[4].at.file, "t.fio");
	ck_assert_uint_eq(keys[4].at.line, 6);
}
END_TEST

START_TEST(an_include_is_looked_up_here_and_then_beside_its_parent)
{
	ck_assert_int_eq(system("mkdir -p sub/deep"), 0);
	write_file("both.fio", "bs=1k\n");
	write_file("sub/both.fio", "bs=2k\n");
	write_file("sub/beside.fio", "bs=3k\ninclude deep/x.fio\n");
	write_file("sub/deep/x.fio", "bs=4k\ninclude y.fio\n");
	write_file("sub/deep/y.fio", "bs=5k\n");
	write_file("sub/t.fio", "[a]\ninclude both.fio\ninclude beside.fio\n");
	ck_assert_int_eq(jobfile_read(file, "sub/t.fio", diag), 0);
	ck_assert_str_eq(dump(), "[a]bs=1k,bs=3k,bs=4k,bs=5k");
	ck_assert_str_eq(file->sections[0].keys[3].at.file, "sub/deep/y.fio");
}
END_TEST

START_TEST(an_include_name_may_hold_variables)
{
	write_file("4k.fio", "bs=4k\n");
	ck_assert_int_eq(read_text("[a]\ninclude ${RUNNER_A}.fio\n"), 0);
	ck_assert_str_eq(dump(), "[a]bs=4k");
	ck_assert_int_eq(read_text("[a]\ninclude ${RUNNER_UNSET}.fio\n"), -1);
	ck_assert_str_eq(
		messages(),
		"t.fio:2: error: include: '.fio' No such file or directory\n"
		"t.fio:2: hint: environment variable 'RUNNER_UNSET' is not "
		"set\n");
}
END_TEST

START_TEST(only_the_word_include_includes)
{
	ck_assert_int_eq(read_text("[a]\nincluded=1\ninclude_x\n"), 0);
	ck_assert_str_eq(dump(), "[a]included=1,include_x");
}
END_TEST

START_TEST(a_failed_include_names_the_way_to_it)
{
	write_file("t.fio", "[a]\ninclude b.fio\nbs=4k\n");
	write_file("b.fio", ";\n;\ninclude c.fio\n");
	write_file("c.fio", "include gone.fio\nrw=read\n");
	ck_assert_int_eq(jobfile_read(file, "t.fio", diag), -1);
	ck_assert_str_eq(messages(),
			 "c.fio:1: error: include: 'gone.fio' No such file or "
			 "directory\n"
			 "c.fio:1: hint: included from b.fio:3\n"
			 "c.fio:1: hint: included from t.fio:2\n");
	ck_assert_str_eq(dump(), "[a]rw=read,bs=4k");
}
END_TEST

START_TEST(an_include_cycle_is_an_error)
{
	write_file("t.fio", "[a]\ninclude ./t.fio\ninclude b.fio\n");
	write_file("b.fio", "include t.fio\n");
	ck_assert_int_eq(jobfile_read(file, "t.fio", diag), -1);
	ck_assert_str_eq(
		messages(),
		"t.fio:2: error: include: './t.fio' is being read already: a "
		"cycle\n"
		"b.fio:1: error: include: 't.fio' is being read already: a "
		"cycle\n"
		"b.fio:1: hint: included from t.fio:3\n");
}
END_TEST

/* 1.fio includes 2.fio, and so on up to the one that sets bs. */
static void write_chain(int length)
{
	char name[16], text[32];

	for (int i = 1; i <= length; i++) {
		snprintf(name, sizeof(name), "%d.fio", i);
		snprintf(text, sizeof(text), "include %d.fio\n", i + 1);
		write_file(name, i == length ? "bs=4k\n" : text);
	}
}

START_TEST(includes_nest_sixteen_deep)
{
	write_chain(16);
	ck_assert_int_eq(read_text("[a]\ninclude 1.fio\n"), 0);
	ck_assert_str_eq(dump(), "[a]bs=4k");
}
END_TEST

START_TEST(includes_nested_deeper_are_refused)
{
	write_chain(50);
	ck_assert_int_eq(read_text("[a]\ninclude 1.fio\n"), -1);
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 1);
	ck_assert_uint_eq(diag_count(diag, DIAG_HINT), 16);
	ck_assert_ptr_nonnull(
		strstr(messages(), "16.fio:1: error: include: '17.fio' is "
				   "nested more than 16 deep\n"
				   "16.fio:1: hint: included from 15.fio:1\n"));
	ck_assert_ptr_nonnull(strstr(said, "included from t.fio:2\n"));
}
END_TEST

START_TEST(an_included_file_has_no_sections)
{
	write_file("b.fio", "bs=4k\n[b]\nbs=8k\n");
	ck_assert_int_eq(read_text("[a]\ninclude b.fio\n"), -1);
	ck_assert_str_eq(messages(),
			 "b.fio:2: error: [b]: an included file can't have "
			 "sections\n"
			 "b.fio:2: hint: included from t.fio:2\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("jobfile_include");
	TCase *tc = tcase_create("jobfile_include");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_include_stands_for_its_lines);
	tcase_add_test(tc,
		       an_include_is_looked_up_here_and_then_beside_its_parent);
	tcase_add_test(tc, an_include_name_may_hold_variables);
	tcase_add_test(tc, only_the_word_include_includes);
	tcase_add_test(tc, a_failed_include_names_the_way_to_it);
	tcase_add_test(tc, an_include_cycle_is_an_error);
	tcase_add_test(tc, includes_nest_sixteen_deep);
	tcase_add_test(tc, includes_nested_deeper_are_refused);
	tcase_add_test(tc, an_included_file_has_no_sections);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
