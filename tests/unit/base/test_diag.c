#include "base/diag.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct diag *diag;

static void setup(void)
{
	diag = diag_new();
}

static void teardown(void)
{
	diag_free(diag);
}

/* All that diag_print() writes; the caller frees it. */
static char *printed(void)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(out);
	diag_print(diag, out);
	fclose(out);
	return text;
}

static const struct source line_12 = { "t.fio", 12 };
static const struct source whole_file = { "t.fio", 0 };
static const struct source nowhere = { NULL, 0 };

START_TEST(an_error_fails)
{
	ck_assert_int_eq(diag_error(diag, line_12, "no"), -1);
}
END_TEST

START_TEST(prints_kinds_in_the_order_they_came)
{
	char *text;

	diag_error(diag, line_12, "unknown option '%s'", "iodpeth");
	diag_hint(diag, line_12, "did you mean '%s'?", "iodepth");
	diag_warning(diag, whole_file, "%d of %d", 1, 2);
	diag_note(diag, nowhere, "100%%");
	text = printed();
	ck_assert_str_eq(text, "t.fio:12: error: unknown option 'iodpeth'\n"
			       "t.fio:12: hint: did you mean 'iodepth'?\n"
			       "t.fio: warning: 1 of 2\n"
			       "runner: note: 100%\n");
	free(text);
}
END_TEST

START_TEST(a_line_without_a_file_is_no_place)
{
	char *text;

	diag_error(diag, (struct source){ NULL, 3 }, "no");
	text = printed();
	ck_assert_str_eq(text, "runner: error: no\n");
	free(text);
}
END_TEST

START_TEST(nothing_prints_nothing)
{
	char *text = printed();
	size_t count = 7;

	ck_assert_str_eq(text, "");
	diag_messages(diag, &count);
	ck_assert_uint_eq(count, 0);
	free(text);
}
END_TEST

START_TEST(counts_each_kind)
{
	diag_error(diag, line_12, "a");
	diag_error(diag, line_12, "b");
	diag_error(diag, line_12, "c");
	diag_warning(diag, line_12, "d");
	diag_warning(diag, line_12, "e");
	diag_hint(diag, line_12, "f");
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 3);
	ck_assert_uint_eq(diag_count(diag, DIAG_WARNING), 2);
	ck_assert_uint_eq(diag_count(diag, DIAG_NOTE), 0);
	ck_assert_uint_eq(diag_count(diag, DIAG_HINT), 1);
}
END_TEST

START_TEST(keeps_copies_of_place_and_text)
{
	const struct diag_message *messages;
	char file[] = "t.fio", word[] = "word";
	size_t count;

	diag_warning(diag, (struct source){ file, 5 }, "a %s", word);
	memset(file, 'x', strlen(file));
	memset(word, 'x', strlen(word));
	messages = diag_messages(diag, &count);
	ck_assert_uint_eq(count, 1);
	ck_assert_int_eq(messages[0].kind, DIAG_WARNING);
	ck_assert_str_eq(messages[0].file, "t.fio");
	ck_assert_uint_eq(messages[0].line, 5);
	ck_assert_str_eq(messages[0].text, "a word");
}
END_TEST

START_TEST(keeps_any_number_of_messages)
{
	const struct diag_message *messages;
	char expected[16];
	size_t count;

	for (unsigned i = 0; i < 1000; i++)
		diag_note(diag, (struct source){ "t.fio", i + 1 }, "n%u", i);
	messages = diag_messages(diag, &count);
	ck_assert_uint_eq(count, 1000);
	for (unsigned i = 0; i < 1000; i++) {
		snprintf(expected, sizeof(expected), "n%u", i);
		ck_assert_str_eq(messages[i].text, expected);
		ck_assert_uint_eq(messages[i].line, i + 1);
	}
}
END_TEST

START_TEST(a_long_text_stays_whole)
{
	const struct diag_message *messages;
	size_t count;

	diag_error(diag, line_12, "%070000d", 7);
	messages = diag_messages(diag, &count);
	ck_assert_uint_eq(strlen(messages[0].text), 70000);
}
END_TEST

START_TEST(kinds_have_names)
{
	ck_assert_str_eq(diag_kind_name(DIAG_ERROR), "error");
	ck_assert_str_eq(diag_kind_name(DIAG_WARNING), "warning");
	ck_assert_str_eq(diag_kind_name(DIAG_NOTE), "note");
	ck_assert_str_eq(diag_kind_name(DIAG_HINT), "hint");
}
END_TEST

START_TEST(freeing_nothing_is_fine)
{
	diag_free(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("diag");
	TCase *tc = tcase_create("diag");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_error_fails);
	tcase_add_test(tc, prints_kinds_in_the_order_they_came);
	tcase_add_test(tc, a_line_without_a_file_is_no_place);
	tcase_add_test(tc, nothing_prints_nothing);
	tcase_add_test(tc, counts_each_kind);
	tcase_add_test(tc, keeps_copies_of_place_and_text);
	tcase_add_test(tc, keeps_any_number_of_messages);
	tcase_add_test(tc, a_long_text_stays_whole);
	tcase_add_test(tc, kinds_have_names);
	tcase_add_test(tc, freeing_nothing_is_fine);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
