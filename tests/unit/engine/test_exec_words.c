#include "engine/exec_words.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

/* What arguments come to: words with a bar after each. */
static const struct {
	const char *arguments;
	const char *words;
} cases[] = {
	{ NULL, "prog|" },
	{ "", "prog|" },
	{ "  a\tb  ", "prog|a|b|" },
	{ "-c \"a b\" 'c d'", "prog|-c|a b|c d|" },
	{ "a\"b c\"d", "prog|ab cd|" },
	{ "\"\" ''", "prog|||" },
	{ "a\\ b \\\"c 'd\\'", "prog|a b|\"c|d\\|" },
	{ "%n-%r %%n %d \\%n", "prog|job-60|%job|%d|%n|" },
	{ "\"%n %r\"", "prog|job 60|" },
	{ "a\\", "prog|a\\|" },
};

START_TEST(words_are_told_apart)
{
	char **words = exec_words_make("prog", cases[_i].arguments, "job", 60);
	char text[200] = "", *end = text;

	ck_assert_ptr_null(exec_words_fault(cases[_i].arguments));
	ck_assert_ptr_nonnull(words);
	for (size_t i = 0; words[i]; i++)
		end += sprintf(end, "%s|", words[i]);
	ck_assert_str_eq(text, cases[_i].words);
	exec_words_free(words);
}
END_TEST

static const char *const open_quotes[] = { "'", "a \"b", "\"a\\\"", "'a\"" };

START_TEST(a_quote_has_to_end)
{
	ck_assert_str_eq(exec_words_fault(open_quotes[_i]),
			 "arguments: a quote is not closed");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exec_words");
	TCase *tc = tcase_create("exec_words");

	tcase_add_loop_test(tc, words_are_told_apart, 0, COUNT_OF(cases));
	tcase_add_loop_test(tc, a_quote_has_to_end, 0, COUNT_OF(open_quotes));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
