#include "out/grid.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

static const struct grid_column columns[] = {
	{ "disk", false },
	{ "MB/s", true },
	{ "note", false },
};

static struct arena *arena;
static struct grid *grid;
static char *text;

static void start(void)
{
	const char **row;

	arena = arena_new();
	grid = grid_new(arena, columns, COUNT_OF(columns));
	row = grid_add_row(grid);
	row[0] = "größer";
	row[1] = "1234.5";
	row[2] = "a|b";
	row = grid_add_row(grid);
	row[0] = "b";
	row[1] = "7";
	row = grid_add_row(grid);
	row[2] = "x, \"y\"";
}

static void end(void)
{
	free(text);
	arena_free(arena);
}

static const char *written(void (*write)(const struct grid *, FILE *))
{
	size_t length;
	FILE *out = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(out);
	write(grid, out);
	fclose(out);
	return text;
}

static void write_indented(const struct grid *g, FILE *out)
{
	grid_write_text(g, " ", out);
}

START_TEST(text_is_aligned_by_characters_and_has_no_blanks_at_the_end)
{
	ck_assert_str_eq(written(write_indented),
			 " disk      MB/s  note\n"
			 " größer  1234.5  a|b\n"
			 " b            7\n"
			 "                 x, \"y\"\n");
}
END_TEST

START_TEST(what_is_too_wide_goes_on_below)
{
	const char **row = grid_add_row(grid);

	row[0] = "one, two three";
	row[1] = "8";
	grid_mark(grid, ">");
	ck_assert_uint_eq(grid_width(grid), 14 + 2 + 6 + 2 + 6);
	grid_fit(grid, 0, 3, 30);
	ck_assert_uint_eq(grid_width(grid), 30);
	grid_fit(grid, 0, 3, 24);
	ck_assert_str_eq(written(write_indented),
			 " disk        MB/s  note\n"
			 " größer    1234.5  a|b\n"
			 " b              7\n"
			 "                   x, \"y\"\n"
			 ">one, two       8\n"
			 " three\n");
	grid_fit(grid, 0, 3, 1);
	ck_assert_uint_eq(grid_width(grid), 3 + 2 + 6 + 2 + 6);
}
END_TEST

START_TEST(markdown_escapes_what_would_part_cells)
{
	ck_assert_str_eq(written(grid_write_markdown),
			 "| disk | MB/s | note |\n"
			 "|---|---:|---|\n"
			 "| größer | 1234.5 | a\\|b |\n"
			 "| b | 7 |  |\n"
			 "|  |  | x, \"y\" |\n");
}
END_TEST

START_TEST(csv_quotes_what_needs_it)
{
	ck_assert_str_eq(written(grid_write_csv), "disk,MB/s,note\n"
						  "größer,1234.5,a|b\n"
						  "b,7,\n"
						  ",,\"x, \"\"y\"\"\"\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("grid");
	TCase *tcase = tcase_create("grid");

	tcase_add_checked_fixture(tcase, start, end);
	tcase_add_test(
		tcase,
		text_is_aligned_by_characters_and_has_no_blanks_at_the_end);
	tcase_add_test(tcase, what_is_too_wide_goes_on_below);
	tcase_add_test(tcase, markdown_escapes_what_would_part_cells);
	tcase_add_test(tcase, csv_quotes_what_needs_it);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
