#include "engine/uring_error.h"

#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *root; /* in the fixtures */
	int code;
	const char *says;
} causes[] = {
	{ "uring_off", EPERM, "kernel.io_uring_disabled=2" },
	{ "uring_group", EPERM, "kernel.io_uring_group" },
	{ "no_such_folder", EPERM, "seccomp" },
	{ "no_such_folder", ENOSYS, "this kernel has no io_uring" },
	{ "uring_off", ENOMEM, "ulimit -l" },
	{ "uring_off", EINVAL, "iodepth=77" },
};

START_TEST(names_the_cause)
{
	struct job_error error = { 0 };
	char root[200];

	snprintf(root, sizeof(root), FIXTURES "/%s", causes[_i].root);
	ck_assert_int_eq(uring_error_set(&error, causes[_i].code, 77, root),
			 -1);
	ck_assert_int_eq(error.code, causes[_i].code);
	ck_assert_msg(strstr(error.text, causes[_i].says) != NULL, "%s",
		      error.text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("uring_error");
	TCase *tc = tcase_create("uring_error");

	tcase_add_loop_test(tc, names_the_cause, 0, COUNT_OF(causes));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
