#include "out/columns.h"

#include "out/report.h"
#include "sample.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>

static struct sample s;
static char *text;

static void start(void)
{
	sample_start(&s);
	s.settings.terse_version = 3;
	text = NULL;
}

static void end(void)
{
	free(text);
	sample_end(&s);
}

static char *report(const struct reporter *reporter)
{
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ck_assert_int_eq(reporter->write(sample_result(&s), out), 0);
	fclose(out);
	return text;
}

/* Field `number` (from 1) of the first line, cut out of it. */
static const char *field(char *line, unsigned number, const char *separator)
{
	char *found = NULL;

	line[strcspn(line, "\n")] = '\0';
	while (number--)
		found = strsep(&line, separator);
	ck_assert_ptr_nonnull(found);
	return found;
}

static unsigned count_fields(const char *line)
{
	unsigned count = 1;

	for (; *line && *line != '\n'; line++)
		count += *line == ';';
	return count;
}

static const struct {
	unsigned version;
	enum unified_reporting mode;
	unsigned fields;
} lines[] = {
	{ 2, UNIFIED_NONE, 161 }, { 3, UNIFIED_NONE, 121 },
	{ 4, UNIFIED_NONE, 162 }, { 5, UNIFIED_NONE, 180 },
	{ 2, UNIFIED_MIXED, 79 }, { 3, UNIFIED_MIXED, 80 },
	{ 4, UNIFIED_MIXED, 80 }, { 5, UNIFIED_MIXED, 86 },
	{ 2, UNIFIED_BOTH, 202 }, { 3, UNIFIED_BOTH, 162 },
	{ 4, UNIFIED_BOTH, 203 }, { 5, UNIFIED_BOTH, 227 },
};

START_TEST(a_line_has_the_fields_of_its_version)
{
	sample_add(&s, "a")->unified_rw_reporting = lines[_i].mode;
	s.settings.terse_version = lines[_i].version;
	ck_assert_uint_eq(count_fields(report(&report_terse)),
			  lines[_i].fields);
}
END_TEST

/* Of 4 reads of 4 KiB in 2 ms, 2500 ns each; 2600 from the start. */
static const struct {
	unsigned field;
	const char *text;
} fields[] = {
	{ 1, "3" },
	{ 2, "fio-3.42-runner-" PROGRAM_VERSION },
	{ 3, "a" },
	{ 4, "0" },
	{ 5, "0" },
	{ 6, "16" },
	{ 7, "8000" },
	{ 8, "2000" },
	{ 9, "2" },
	{ 10, "0" },
	{ 14, "2" },
	{ 16, "2.500000" },
	{ 18, "1.000000%=2" },
	{ 34, "99.990000%=2" },
	{ 35, "0%=0" },
	{ 37, "0%=0" },
	{ 40, "2.600000" },
	{ 44, "0.000000%" },
	{ 47, "0" },
	{ 59, "1.000000%=0" },
	{ 88, "0.000000%" },
	{ 93, "100.0%" },
	{ 100, "0.00%" },
	{ 101, "100.00%" },
	{ 121, "0.00%" },
};

START_TEST(fields_stand_at_their_places)
{
	sample_add(&s, "a");
	sample_time(&s.pages[0], 0, 2);
	sample_io(&s.pages[0], DIRECTION_READ, 4, 4096, 2500, 2);
	ck_assert_str_eq(field(report(&report_terse), fields[_i].field, ";"),
			 fields[_i].text);
}
END_TEST

START_TEST(percentiles_are_of_lat_if_asked_and_of_nothing_if_not)
{
	struct job_options *o = sample_add(&s, "a");

	sample_io(&s.pages[0], DIRECTION_READ, 1, 4096, 2950, 2);
	o->lat_percentiles = true;
	ck_assert_str_eq(field(report(&report_terse), 18, ";"), "1.000000%=3");
	free(text);
	o->lat_percentiles = false;
	o->clat_percentiles = false;
	ck_assert_str_eq(field(report(&report_terse), 18, ";"), "0%=0");
}
END_TEST

START_TEST(nanoseconds_count_as_the_first_class_of_microseconds)
{
	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 1, 4096, 40, 2);
	sample_io(&s.pages[0], DIRECTION_READ, 1, 4096, 1500, 2);
	sample_io(&s.pages[0], DIRECTION_READ, 2, 4096, 2500, 2);
	ck_assert_str_eq(field(report(&report_terse), 100, ";"), "50.00%");
}
END_TEST

START_TEST(disks_errors_and_description_come_last)
{
	struct job_options *o = sample_add(&s, "a");
	struct result *result;
	struct result_disk disk = { .name = "dm-0",
				    .delta = { .ios = { 1, 2 },
					       .merges = { 3, 4 },
					       .sectors = { 99, 99 },
					       .ticks_ms = { 5, 6 },
					       .in_queue_ms = 7 },
				    .utilization = 8,
				    .member_count = 2,
				    .member_mean = { .ios = { 9, 10 } },
				    .member_utilization = 11 };
	size_t size;
	FILE *out = open_memstream(&text, &size);

	o->continue_on_error = 1;
	o->description = "one; two\nthree";
	counter_set(&s.pages[0].stats.errors, 3);
	counter_set(&s.pages[0].stats.first_error, EIO);
	result = sample_result(&s);
	result->disks = &disk;
	result->disk_count = 1;
	ck_assert_int_eq(report_terse.write(result, out), 0);
	fclose(out);
	ck_assert_ptr_nonnull(
		strstr(text, ";0.00%;dm-0;1;2;3;4;5;6;7;8.00%;slaves;9;10;0;0;"
			     "0;0;0;11.00%;3;5;one; two three\n"));
}
END_TEST

START_TEST(version_2_has_no_disks_and_a_line_for_the_description)
{
	struct result_disk disk = { .name = "vda" };
	struct result *result;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	sample_add(&s, "a")->description = "words";
	s.settings.terse_version = 2;
	result = sample_result(&s);
	result->disks = &disk;
	result->disk_count = 1;
	ck_assert_int_eq(report_terse.write(result, out), 0);
	fclose(out);
	ck_assert_int_eq(strncmp(text, "2;a;", 4), 0);
	ck_assert_ptr_null(strstr(text, "vda"));
	ck_assert_ptr_nonnull(strstr(text, ";0.00%\n;words\n"));
}
END_TEST

/* The value under `name` in row `row` (from 1); NULL: no such column. */
static const char *csv(char *table, unsigned row, const char *name)
{
	char *header = strsep(&table, "\n");
	char *line = NULL, *title;
	const char *value = NULL;

	while (row--)
		line = strsep(&table, "\n");
	while ((title = strsep(&header, ","))) {
		value = strsep(&line, ",");
		if (strcmp(title, name) == 0)
			return value;
	}
	ck_assert_ptr_null(line);
	return NULL;
}

static const struct {
	unsigned row;
	const char *name, *value;
} cells[] = {
	{ 1, "direction", "read" },
	{ 2, "direction", "write" },
	{ 1, "jobname", "a" },
	{ 1, "read_bw_bytes_per_s", "8192000" },
	{ 2, "read_bw_bytes_per_s", "" },
	{ 1, "write_io_bytes", "" },
	{ 2, "write_io_bytes", "512" },
	{ 1, "read_iops", "2000.000000" },
	{ 1, "read_clat_min_ns", "2500" },
	{ 1, "read_clat_p99.95_ns", "2500" },
	{ 1, "read_lat_p99.95_ns", NULL },
	{ 2, "read_clat_p50_ns", "" },
	{ 2, "usr_cpu_percent", "0.000000" },
	{ 1, "trim_iops", NULL },
	{ 1, "description", "" },
};

START_TEST(csv_has_a_row_a_direction)
{
	const char *value;

	sample_add(&s, "a")->rw.flags = RW_READ | RW_WRITE;
	sample_time(&s.pages[0], 0, 2);
	sample_io(&s.pages[0], DIRECTION_READ, 4, 4096, 2500, 2);
	sample_io(&s.pages[0], DIRECTION_WRITE, 1, 512, 100, 2);
	value = csv(report(&report_csv), cells[_i].row, cells[_i].name);
	if (cells[_i].value)
		ck_assert_str_eq(value, cells[_i].value);
	else
		ck_assert_ptr_null(value);
}
END_TEST

START_TEST(csv_quotes_what_would_break_a_row)
{
	sample_add(&s, "a \"b\"")->description = "c,\nd";
	ck_assert_ptr_nonnull(
		strstr(report(&report_csv), "\nread,\"a \"\"b\"\"\",0,"));
	ck_assert_ptr_nonnull(strstr(text, ",\"c,\nd\"\n"));
}
END_TEST

START_TEST(csv_has_the_percentiles_of_all_jobs)
{
	struct job_options *o = sample_add(&s, "a");

	o->percentile_list = (struct percentiles){ .of = { 50 }, .count = 1 };
	o = sample_add(&s, "b");
	o->percentile_list =
		(struct percentiles){ .of = { 10, 99.999 }, .count = 2 };
	sample_io(&s.pages[0], DIRECTION_READ, 4, 4096, 2500, 2);
	sample_io(&s.pages[1], DIRECTION_READ, 4, 4096, 100, 2);
	ck_assert_ptr_nonnull(strstr(report(&report_csv),
				     ",read_clat_p10_ns,read_clat_p50_ns,"
				     "read_clat_p99.999_ns,"));
	ck_assert_ptr_nonnull(strstr(text, ",,2500,,"));
	ck_assert_ptr_nonnull(strstr(text, ",100,,100,"));
}
END_TEST

/* What documents and readers go by. */
START_TEST(every_column_is_explained_and_is_in_a_format)
{
	const struct column_list *lists[] = {
		&columns_head, &columns_direction, &columns_tail,
		&columns_disk, &columns_members,   &columns_errors
	};

	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		for (size_t k = 0; k < lists[i]->count; k++) {
			const struct column *c = &lists[i]->columns[k];

			ck_assert(c->csv || c->terse);
			ck_assert_uint_gt(strlen(c->help), 0);
			ck_assert_int_ne(c->help[strlen(c->help) - 1], '.');
			ck_assert_uint_ne(c->divide, 0);
		}
	}
}
END_TEST

START_TEST(a_full_disk_is_noticed)
{
	const struct reporter *of[] = { &report_terse, &report_csv };
	FILE *out = fopen("/dev/full", "w");

	sample_add(&s, "a");
	ck_assert_int_eq(of[_i]->write(sample_result(&s), out), -1);
	ck_assert_int_eq(errno, ENOSPC);
	fclose(out);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("columns");
	TCase *tc = tcase_create("columns");

	tcase_add_checked_fixture(tc, start, end);
	tcase_add_loop_test(tc, a_line_has_the_fields_of_its_version, 0,
			    COUNT_OF(lines));
	tcase_add_loop_test(tc, fields_stand_at_their_places, 0,
			    COUNT_OF(fields));
	tcase_add_test(tc,
		       percentiles_are_of_lat_if_asked_and_of_nothing_if_not);
	tcase_add_test(tc,
		       nanoseconds_count_as_the_first_class_of_microseconds);
	tcase_add_test(tc, disks_errors_and_description_come_last);
	tcase_add_test(tc,
		       version_2_has_no_disks_and_a_line_for_the_description);
	tcase_add_loop_test(tc, csv_has_a_row_a_direction, 0, COUNT_OF(cells));
	tcase_add_test(tc, csv_quotes_what_would_break_a_row);
	tcase_add_test(tc, csv_has_the_percentiles_of_all_jobs);
	tcase_add_test(tc, every_column_is_explained_and_is_in_a_format);
	tcase_add_loop_test(tc, a_full_disk_is_noticed, 0, 2);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
