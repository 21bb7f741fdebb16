#include "run/command.h"

#include "unit.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char folder[64];
static struct job_error error;

static void setup(void)
{
	snprintf(folder, sizeof(folder), "/tmp/runner-unit-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

static void teardown(void)
{
	unlink("out.txt");
	ck_assert_int_eq(chdir("/"), 0);
	rmdir(folder);
}

static int execute(const char *text, const _Atomic uint32_t *stop)
{
	const struct command command = {
		.option = "exec_prerun",
		.text = text,
		.output = "out.txt",
		.stop = stop,
	};

	return command_execute(&command, &error);
}

static void assert_output(const char *expected)
{
	char text[256] = "";
	FILE *in = fopen("out.txt", "r");

	ck_assert_ptr_nonnull(in);
	ck_assert_uint_le(fread(text, 1, sizeof(text) - 1, in), sizeof(text));
	fclose(in);
	ck_assert_str_eq(text, expected);
}

START_TEST(all_that_is_printed_is_kept)
{
	ck_assert_int_eq(execute("echo one && echo two >&2; echo three", NULL),
			 0);
	assert_output("one\ntwo\nthree\n");
	ck_assert_int_eq(execute("echo more", NULL), 0);
	assert_output("one\ntwo\nthree\nmore\n");
}
END_TEST

START_TEST(it_reads_nothing)
{
	ck_assert_int_eq(execute("cat", NULL), 0);
	assert_output("");
}
END_TEST

START_TEST(a_status_is_an_error_that_says_where_to_look)
{
	ck_assert_int_eq(execute("echo why; exit 4", NULL), -1);
	ck_assert_str_eq(error.text,
			 "exec_prerun ended with status 4; see out.txt");
	ck_assert_str_eq(error.function, "exec_prerun");
	ck_assert_int_ne(error.code, 0);
	assert_output("why\n");
}
END_TEST

START_TEST(a_command_that_does_not_exist_is_an_error)
{
	ck_assert_int_eq(execute("/no/such/command", NULL), -1);
	ck_assert_str_eq(error.text,
			 "exec_prerun ended with status 127; see out.txt");
}
END_TEST

START_TEST(a_signal_is_an_error)
{
	ck_assert_int_eq(execute("kill -9 $$", NULL), -1);
	ck_assert_str_eq(error.text, "exec_prerun was killed by signal 9 "
				     "(Killed); see out.txt");
}
END_TEST

static void *stop_soon(void *stop)
{
	usleep(100000);
	atomic_store((_Atomic uint32_t *)stop, 1);
	return NULL;
}

START_TEST(it_ends_when_told_to)
{
	_Atomic uint32_t stop = 0;
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, stop_soon, &stop), 0);
	ck_assert_int_eq(execute("exec sleep 60", &stop), 0);
	pthread_join(thread, NULL);
	ck_assert_int_eq(error.code, 0);
}
END_TEST

START_TEST(output_that_can_not_be_written_is_an_error)
{
	struct command command = {
		.option = "exec_postrun",
		.text = "true",
		.output = "no/such/folder",
	};

	ck_assert_int_eq(command_execute(&command, &error), -1);
	ck_assert_int_eq(error.code, ENOENT);
	ck_assert_str_eq(error.text, "exec_postrun: no/such/folder: No such "
				     "file or directory");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("command");
	TCase *tc = tcase_create("command");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 30);
	tcase_add_test(tc, all_that_is_printed_is_kept);
	tcase_add_test(tc, it_reads_nothing);
	tcase_add_test(tc, a_status_is_an_error_that_says_where_to_look);
	tcase_add_test(tc, a_command_that_does_not_exist_is_an_error);
	tcase_add_test(tc, a_signal_is_an_error);
	tcase_add_test(tc, it_ends_when_told_to);
	tcase_add_test(tc, output_that_can_not_be_written_is_an_error);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
