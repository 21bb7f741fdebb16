#include "quick/report.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

static struct arena *arena;
static struct quick_machine machine;
static struct quick_report report;
static char *text;

static struct quick_run runs[] = {
	{ .jobname = "a1",
	  .of = { [QUICK_WRITE] = { true, 800e6, 12200, false, 0, 0 } } },
	{ .jobname = "a2",
	  .of = { [QUICK_WRITE] = { true, 600e6, 9160, false, 0, 0 } } },
};

static struct quick_phase phases[] = {
	{ .label = "Sequential write",
	  .flavour = "buffered 64KiB, synced",
	  .runs = runs,
	  .run_count = 2,
	  .of = { [QUICK_WRITE] = { true, 700e6, 10700, false, 0, 0 } } },
	{ .label = "Random",
	  .flavour = "direct 4KiB depth 64",
	  .runs = runs,
	  .run_count = 1,
	  .of = { [QUICK_READ] = { true, 3e6, 732, true, 90000, 400000 },
		  [QUICK_WRITE] = { true, 1e6, 244, true, 20000, 1200000 },
		  [QUICK_TOTAL] = { true, 4e6, 976, false, 0, 0 } } },
};

static struct quick_verdict verdicts[] = {
	{ "Sequential write", false, "bandwidth", "700 MB/s",
	  "right for web hosting", QUICK_GOOD },
	{ "Log", false, "p99", "18.7 ms", "too slow for a consensus store",
	  QUICK_BAD },
};

static void start(void)
{
	arena = arena_new();
	text = NULL;
	machine = (struct quick_machine){
		.host = host_read(FIXTURES "/host_kvm"),
		.state = host_state_read(FIXTURES "/host_kvm"),
		.folder = "/mnt/raid",
		.fs = filesystem_read(FIXTURES "/disks", "/mnt/raid"),
		.device = blockdev_read(FIXTURES "/disks", 9 << 8),
	};
	report = (struct quick_report){
		.arena = arena,
		.profile = "default",
		.machine = &machine,
		.phases = { phases, COUNT_OF(phases) },
		.verdicts = { verdicts, COUNT_OF(verdicts) },
		.share = 1,
	};
}

static void end(void)
{
	free(text);
	host_free((struct host *)machine.host);
	filesystem_free((struct filesystem *)machine.fs);
	blockdev_free((struct blockdev *)machine.device);
	arena_free(arena);
}

static const char *written(void (*write)(const struct quick_report *, FILE *))
{
	size_t length;
	FILE *out = open_memstream(&text, &length);

	ck_assert_ptr_nonnull(out);
	write(&report, out);
	fclose(out);
	return text;
}

START_TEST(the_head_tells_of_machine_and_target)
{
	static const char *const lines[] = {
		"  CPU           Example Xeon(R) CPU @ 2.00GHz\n",
		"  Cores         8, 3 of them usable, at 2000 MHz\n",
		"  Virtual       qemu\n",
		"  Up            3 days 4:05 hours, load 0.50 1.25 12.00\n",
		"  Folder        /mnt/raid\n",
		"  Members       raid1 of ",
	};

	written(quick_report_head);
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		ck_assert_msg(strstr(text, lines[i]), "%s in\n%s", lines[i],
			      text);
}
END_TEST

START_TEST(results_are_a_table_with_runs_and_directions)
{
	static const char table[] =
		"Results\n"
		"                                            MB/s   IOPS"
		"      p50      p99\n"
		"  Sequential write  buffered 64KiB, synced\n"
		"    run 1                                    800  12.2k\n"
		"    run 2                                    600  9.16k\n"
		"    average                                  700  10.7k\n"
		"  Random            direct 4KiB depth 64\n"
		"    read                                    3.00    732"
		"  90.0 us   400 us\n"
		"    write                                   1.00    244"
		"  20.0 us  1.20 ms\n"
		"    total                                   4.00    976\n"
		"\n"
		"Verdict\n"
		"  Sequential write       700 MB/s  right for web hosting\n"
		"  Log               p99   18.7 ms  too slow for a consensus "
		"store\n"
		"\n";

	written(quick_report_text);
	ck_assert_msg(strncmp(text, table, strlen(table)) == 0, "%s", text);
}
END_TEST

START_TEST(colours_are_only_where_they_are_wanted)
{
	ck_assert_ptr_null(strchr(written(quick_report_text), '\033'));
	free(text);
	report.colour = true;
	written(quick_report_text);
	ck_assert_ptr_nonnull(strstr(text, "\033[1mResults\033[0m"));
	ck_assert_ptr_nonnull(
		strstr(text, "\033[31mtoo slow for a consensus store\033[0m"));
}
END_TEST

START_TEST(markdown_has_tables_and_a_list)
{
	written(quick_report_markdown);
	ck_assert_ptr_nonnull(strstr(text, "| Folder | /mnt/raid |\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "|   write |  | 1.00 | 244 | 20.0 us | 1.20 ms "
			     "|\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "- Log: p99 18.7 ms, **too slow for a consensus "
			     "store**\n"));
}
END_TEST

/* All lines have 80 columns at most. */
static void check_width(const char *lines)
{
	while (*lines) {
		size_t length = strcspn(lines, "\n");

		ck_assert_msg(length <= 80, "%s", lines);
		lines += length + (lines[length] == '\n');
	}
}

START_TEST(odd_names_break_neither_lines_nor_screens)
{
	static struct quick_run run = {
		.error = "\033[2J: this goes on and on, for longer than a line "
			 "of the screen could be, and ends at last",
	};
	static struct quick_phase odd = {
		.label = "| \033[31m*a* and_so_on, up to the very end of a "
			 "line that is rather long\n_b_",
		.flavour = "direct 1023KiB depth 1000 x 1000, synced",
		.runs = &run,
		.run_count = 1,
		.brief = true,
		.of = { [QUICK_READ] = { true, 3e6, 732, true, 9, 9 } },
	};
	static struct quick_verdict verdict = {
		.brief = true,
		.measure = "p99",
		.value = "18.7 ms",
		.words = "too slow for a consensus store",
	};
	verdict.label = odd.label;
	report.phases = (struct quick_phases){ &odd, 1 };
	report.verdicts = (struct quick_verdicts){ &verdict, 1 };
	machine.folder = "/mnt/a\tb";
	written(quick_report_text);
	ck_assert_ptr_null(strchr(text, '\033'));
	check_width(text);
	ck_assert_ptr_nonnull(strstr(text, "\n* Less than 50 ms or fewer "));
	free(text);
	written(quick_report_head);
	ck_assert_ptr_nonnull(strstr(text, "/mnt/a\\tb\n"));
	free(text);
	written(quick_report_markdown);
	ck_assert_ptr_nonnull(strstr(text, "| Folder | /mnt/a\\\\tb |\n"));
	ck_assert_ptr_nonnull(strstr(
		text, "| * \\| \\\\x1b\\[31m\\*a\\* and_so_on, up to the "
		      "very end of a line that is rather long\\\\n_b\\_ "
		      "| direct"));
	ck_assert_ptr_nonnull(strstr(text, "\n\\* Less than 50 ms or "));
}
END_TEST

START_TEST(an_early_end_is_told_without_verdicts)
{
	report.interrupted = "SIGINT";
	report.phases.count = 0;
	report.verdicts.count = 0;
	written(quick_report_text);
	ck_assert_ptr_nonnull(strstr(text, "SIGINT ended it early"));
	ck_assert_ptr_null(strstr(text, "Verdict"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report");
	TCase *tcase = tcase_create("report");

	tcase_add_checked_fixture(tcase, start, end);
	tcase_add_test(tcase, the_head_tells_of_machine_and_target);
	tcase_add_test(tcase, results_are_a_table_with_runs_and_directions);
	tcase_add_test(tcase, colours_are_only_where_they_are_wanted);
	tcase_add_test(tcase, markdown_has_tables_and_a_list);
	tcase_add_test(tcase, odd_names_break_neither_lines_nor_screens);
	tcase_add_test(tcase, an_early_end_is_told_without_verdicts);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
