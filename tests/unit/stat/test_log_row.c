#include "stat/log_row.h"

#include "unit.h"

#include <string.h>

/* The rows of output-contract, as the reference writes them. */
static const struct {
	struct log_row row;
	unsigned columns;
	const char *text;
} rows[] = {
	{ { .time_ms = 4, .value = 4512436, .bytes = 4096 },
	  0,
	  "4, 4512436, 0, 4096, 0\n" },
	{ { .value = 355339, .bytes = 4096, .offset = 4096 },
	  LOG_COLUMN_OFFSET,
	  "0, 355339, 0, 4096, 4096, 0\n" },
	{ { .value = 168587, .bytes = 4096, .prio = 0x4003 },
	  LOG_COLUMN_PRIO,
	  "0, 168587, 0, 4096, 0x4003\n" },
	{ { .time_ms = 1,
	    .value = 20731,
	    .bytes = 4096,
	    .offset = 4096,
	    .issue_ns = 1681731 },
	  LOG_COLUMN_OFFSET | LOG_COLUMN_ISSUE,
	  "1, 20731, 0, 4096, 4096, 0, 1681731\n" },
	{ { .value = 1, .direction = 2, .bytes = 4096, .prio = 0x2003 },
	  0,
	  "0, 1, 2, 4096, 1\n" },
	{ { .value = 1, .direction = 1, .bytes = 512, .prio = 0x4000 },
	  0,
	  "0, 1, 1, 512, 0\n" },
};

START_TEST(rows_are_those_of_the_reference)
{
	char text[LOG_ROW_MAX] = "";

	*log_row_put(text, &rows[_i].row, rows[_i].columns) = '\0';
	ck_assert_str_eq(text, rows[_i].text);
}
END_TEST

START_TEST(the_maximum_stands_behind_the_value)
{
	struct log_row row = { .time_ms = 500, .value = 21496, .max = 7948018 };
	char text[LOG_ROW_MAX] = "";

	*log_row_put_both(text, &row, 0) = '\0';
	ck_assert_str_eq(text, "500, 21496, 7948018, 0, 0, 0\n");
}
END_TEST

START_TEST(the_longest_row_fits)
{
	struct log_row row = { .time_ms = UINT64_MAX,
			       .value = UINT64_MAX,
			       .max = UINT64_MAX,
			       .bytes = UINT64_MAX,
			       .offset = UINT64_MAX,
			       .issue_ns = UINT64_MAX,
			       .direction = 2,
			       .prio = 0xffff };
	unsigned all = LOG_COLUMN_OFFSET | LOG_COLUMN_PRIO | LOG_COLUMN_ISSUE;
	char text[2 * LOG_ROW_MAX];

	ck_assert_int_le(log_row_put_head(text, &row) - text, LOG_HEAD_MAX);
	ck_assert_int_le(log_row_put_tail(text, &row, all) - text,
			 LOG_TAIL_MAX);
	ck_assert_int_le(log_row_put_both(text, &row, all) - text, LOG_ROW_MAX);
}
END_TEST

START_TEST(kinds_have_the_names_of_their_files)
{
	ck_assert_str_eq(log_kind_name(LOG_BW), "bw");
	ck_assert_str_eq(log_kind_name(LOG_CLAT_HIST), "clat_hist");
}
END_TEST

/* How many fields a row of the columns has by the table. */
static unsigned fields_of(unsigned columns)
{
	unsigned count = 0;

	for (const struct log_field *f = log_fields; f->name; f++)
		count += !f->columns || f->columns & columns;
	return count;
}

START_TEST(the_table_has_the_fields_of_a_row)
{
	const unsigned columns = (unsigned)_i;
	const struct log_row row = { .time_ms = 1 };
	char text[LOG_ROW_MAX] = "";
	unsigned count = 1;

	if (columns & LOG_COLUMN_MAX)
		*log_row_put_both(text, &row, columns) = '\0';
	else
		*log_row_put(text, &row, columns) = '\0';
	for (const char *c = text; *c; c++)
		count += *c == ',';
	ck_assert_uint_eq(count, fields_of(columns));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_row");
	TCase *tc = tcase_create("log_row");

	tcase_add_loop_test(tc, rows_are_those_of_the_reference, 0,
			    COUNT_OF(rows));
	tcase_add_test(tc, the_maximum_stands_behind_the_value);
	tcase_add_test(tc, the_longest_row_fits);
	tcase_add_test(tc, kinds_have_the_names_of_their_files);
	tcase_add_loop_test(tc, the_table_has_the_fields_of_a_row, 0,
			    2 * LOG_COLUMN_MAX);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
