#include "base/text.h"

#include "unit.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *text;
	size_t room;
	size_t length;
} pieces[] = {
	{ "", 5, 0 },           { "abc", 5, 3 },        { "abcde", 5, 5 },
	{ "abcdef", 5, 5 },     { "ab cdef", 5, 2 },    { "ab cd ef", 5, 5 },
	{ "rw,noatime", 5, 3 }, { "rw,noatime", 2, 2 }, { "größer", 4, 6 },
	{ "größer", 3, 4 },     { "größ er", 5, 6 },    { "ößab", 0, 2 },
	{ " ab", 2, 2 },
};

START_TEST(lines_end_between_words_and_never_within_a_character)
{
	ck_assert_uint_eq(text_piece(pieces[_i].text, pieces[_i].room),
			  pieces[_i].length);
}
END_TEST

static const struct {
	const char *text;
	const char *shown;
} shown[] = {
	{ "", "" },
	{ "/mnt/größe €𝄞", "/mnt/größe €𝄞" },
	{ "a\nb\tc\rd", "a\\nb\\tc\\rd" },
	{ "\033[2J\177", "\\x1b[2J\\x7f" },
	/* Not UTF-8: a byte, too few, too long a form, half a pair. */
	{ "a\xff", "a\\xff" },
	{ "\xe2\x82", "\\xe2\\x82" },
	{ "\xc0\xaf", "\\xc0\\xaf" },
	{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },
	{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" },
	/* Controls that are no ASCII: CSI, another kind of newline. */
	{ "\xc2\x9b", "\\xc2\\x9b" },
	{ "a\xe2\x80\xa8", "a\\xe2\\x80\\xa8" },
};

START_TEST(what_would_move_the_cursor_is_escaped)
{
	struct arena *arena = arena_new();

	ck_assert_str_eq(text_printable(arena, shown[_i].text),
			 shown[_i].shown);
	arena_free(arena);
}
END_TEST

START_TEST(what_is_printable_is_no_copy)
{
	static const char text[] = "größer";

	ck_assert_ptr_eq(text_printable(NULL, text), text);
	ck_assert_uint_eq(text_width(text), 6);
}
END_TEST

START_TEST(a_long_text_goes_on_below)
{
	char text[161], *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);

	memset(text, 'x', sizeof(text) - 1);
	text[160] = '\0';
	text[70] = ' ';
	text_write_folded(text, 8, 4, out);
	fclose(out);
	/* 70, a blank; 76 behind four blanks; 13. */
	ck_assert_uint_eq(length, 70 + 1 + 4 + 76 + 1 + 4 + 13 + 1);
	ck_assert_ptr_eq(strstr(written, "\n    xxx"), written + 70);
	free(written);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text");
	TCase *tcase = tcase_create("text");

	tcase_add_loop_test(
		tcase, lines_end_between_words_and_never_within_a_character, 0,
		(int)COUNT_OF(pieces));
	tcase_add_loop_test(tcase, what_would_move_the_cursor_is_escaped, 0,
			    (int)COUNT_OF(shown));
	tcase_add_test(tcase, what_is_printable_is_no_copy);
	tcase_add_test(tcase, a_long_text_goes_on_below);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
