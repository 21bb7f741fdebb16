#include "sys/process_usage.h"

#include "unit.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/usage.XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "%s/proc/7/%s", root, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static void make_folder(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "%s%s", root, name);
	ck_assert_int_eq(mkdir(path, 0700), 0);
}

START_TEST(figures_are_taken_from_behind_an_odd_name)
{
	const uint64_t tick_ms = 1000 / (uint64_t)sysconf(_SC_CLK_TCK);
	struct process_usage u;

	ck_assert_ptr_nonnull(mkdtemp(root));
	make_folder("/proc");
	make_folder("/proc/7");
	write_file("stat",
		   "7 (a) b (c) R 1 2 3 4 5 6 11 0 12 0 13 14 0 0 20\n");
	write_file("status", "Name:\ta\nvoluntary_ctxt_switches:\t15\n"
			     "nonvoluntary_ctxt_switches:\t16\n");
	ck_assert_int_eq(process_usage_read(root, 7, &u), 0);
	ck_assert_uint_eq(u.minor_faults, 11);
	ck_assert_uint_eq(u.major_faults, 12);
	ck_assert_uint_eq(u.user_ms, 13 * tick_ms);
	ck_assert_uint_eq(u.system_ms, 14 * tick_ms);
	ck_assert_uint_eq(u.context_switches, 31);
	ck_assert_int_eq(process_usage_read(root, 8, &u), -1);
}
END_TEST

START_TEST(a_live_process_has_faults)
{
	struct process_usage u;

	ck_assert_int_eq(process_usage_read("", getpid(), &u), 0);
	ck_assert_uint_gt(u.minor_faults, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("process_usage");
	TCase *tc = tcase_create("process_usage");

	tcase_add_test(tc, figures_are_taken_from_behind_an_odd_name);
	tcase_add_test(tc, a_live_process_has_faults);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
