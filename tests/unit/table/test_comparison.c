#include "table/comparison.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

static struct arena *arena;
static char *text;

static void start(void)
{
	arena = arena_new();
	text = NULL;
}

static void end(void)
{
	free(text);
	arena_free(arena);
}

#define FIGURES(iops, mb)                                                      \
	{                                                                      \
		true, (iops), (mb)*1e6                                         \
	}

static struct document_job single_jobs[] = {
	{ "read", 0, { [DOCUMENT_READ] = FIGURES(1000, 4.1) } },
	{ "mixed",
	  1,
	  { [DOCUMENT_READ] = FIGURES(500, 2),
	    [DOCUMENT_WRITE] = FIGURES(400, 1.6) } },
	{ "nothing", 2, { { 0 } } },
};

static struct document_job raid_jobs[] = {
	{ "mixed",
	  0,
	  { [DOCUMENT_READ] = FIGURES(450, 1.8),
	    [DOCUMENT_WRITE] = FIGURES(800, 3.2) } },
	{ "read", 1, { [DOCUMENT_READ] = FIGURES(1960, 8.0) } },
	{ "trim", 2, { [DOCUMENT_TRIM] = FIGURES(12345, 50) } },
	{ "read", 3, { [DOCUMENT_READ] = FIGURES(3, 0.01) } },
};

static const struct volume volumes[] = {
	{ "single", { single_jobs, COUNT_OF(single_jobs) } },
	{ "raid0", { raid_jobs, COUNT_OF(raid_jobs) } },
};

static const char *written(const struct comparison *c,
			   void (*write)(const struct comparison *, FILE *))
{
	size_t length;
	FILE *out = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(out);
	write(c, out);
	fclose(out);
	return text;
}

START_TEST(rows_are_workloads_and_directions)
{
	static const char *const names[] = { "read", "mixed read",
					     "mixed write", "trim",
					     "read (2)" };
	struct comparison *c =
		comparison_new(arena, volumes, COUNT_OF(volumes));

	ck_assert_uint_eq(c->row_count, COUNT_OF(names));
	for (size_t i = 0; i < COUNT_OF(names); i++)
		ck_assert_str_eq(c->rows[i].workload, names[i]);
	ck_assert(c->rows[0].cells[1].best);
	ck_assert(!c->rows[0].cells[0].best);
	ck_assert_double_eq_tol(c->rows[0].cells[1].ratio, 1.96, 1e-9);
	ck_assert(c->rows[1].cells[0].best);
	ck_assert(!c->rows[3].cells[0].used);
	ck_assert(!c->rows[3].cells[1].best);
	ck_assert_double_eq(c->rows[3].cells[1].ratio, 0);
}
END_TEST

START_TEST(text_marks_the_best_and_gives_ratios)
{
	struct comparison *c =
		comparison_new(arena, volumes, COUNT_OF(volumes));

	ck_assert_str_eq(
		written(c, comparison_write_text),
		"workload           single                 raid0\n"
		"read         1.00k   4.10   1.96k   8.00  1.96x*\n"
		"mixed read     500   2.00*    450   1.80  0.90x\n"
		"mixed write    400   1.60     800   3.20  2.00x*\n"
		"trim                    -   12.3k   50.0\n"
		"read (2)                -       3   0.01\n"
		"\n"
		"Cells: IOPS, MB/s, IOPS as a multiple of those of single; * "
		"is the best.\n");
}
END_TEST

START_TEST(text_of_many_volumes_keeps_to_the_screen)
{
	struct volume many[9];
	char *line, *rest;
	unsigned titles = 0;

	for (size_t i = 0; i < COUNT_OF(many); i++)
		many[i] = volumes[0];
	written(comparison_new(arena, many, COUNT_OF(many)),
		comparison_write_text);
	rest = text;
	while ((line = strsep(&rest, "\n"))) {
		ck_assert_uint_le(strlen(line), 80);
		titles += strncmp(line, "workload", 8) == 0;
	}
	ck_assert_uint_gt(titles, 1);
}
END_TEST

START_TEST(markdown_has_the_best_in_bold)
{
	struct comparison *c =
		comparison_new(arena, volumes, COUNT_OF(volumes));

	written(c, comparison_write_markdown);
	ck_assert_ptr_nonnull(strstr(text, "| workload (IOPS, MB/s) | single | "
					   "raid0 |\n|---|---:|---:|\n"));
	ck_assert_ptr_nonnull(strstr(text, "| read | 1.00k, 4.10 MB/s | "
					   "**1.96k**, 8.00 MB/s (1.96x) |\n"));
}
END_TEST

START_TEST(csv_has_all_digits)
{
	struct comparison *c =
		comparison_new(arena, volumes, COUNT_OF(volumes));

	written(c, comparison_write_csv);
	ck_assert_ptr_nonnull(
		strstr(text, "workload,single IOPS,single MB/s,single ratio,"
			     "raid0 IOPS,raid0 MB/s,raid0 ratio\n"
			     "read,1000.000,4.100000,1.0000,"
			     "1960.000,8.000000,1.9600\n"));
	ck_assert_ptr_nonnull(strstr(text, "trim,,,,12345.000,50.000000,\n"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("comparison");
	TCase *tcase = tcase_create("comparison");

	tcase_add_checked_fixture(tcase, start, end);
	tcase_add_test(tcase, rows_are_workloads_and_directions);
	tcase_add_test(tcase, text_marks_the_best_and_gives_ratios);
	tcase_add_test(tcase, text_of_many_volumes_keeps_to_the_screen);
	tcase_add_test(tcase, markdown_has_the_best_in_bold);
	tcase_add_test(tcase, csv_has_all_digits);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
