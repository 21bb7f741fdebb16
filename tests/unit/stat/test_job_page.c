#include "stat/job_page.h"

#include "unit.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

START_TEST(the_first_error_is_kept)
{
	struct job_error error = { 0 };

	ck_assert_int_eq(job_error_set(&error, ENOENT, "open", "%s: %s", "f",
				       "no such file"),
			 -1);
	ck_assert_int_eq(job_error_set(&error, EIO, "io_u", "later"), -1);
	ck_assert_int_eq(error.code, ENOENT);
	ck_assert_str_eq(error.function, "open");
	ck_assert_str_eq(error.text, "f: no such file");
}
END_TEST

START_TEST(a_long_error_is_cut)
{
	struct job_error error = { 0 };
	char name[2 * JOB_ERROR_TEXT_MAX];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	job_error_set(&error, EIO, name, "%s", name);
	ck_assert_uint_eq(strlen(error.text), JOB_ERROR_TEXT_MAX - 1);
	ck_assert_uint_eq(strlen(error.function), sizeof(error.function) - 1);
}
END_TEST

START_TEST(pages_are_shared_with_children)
{
	struct job_page *pages = job_pages_map(2);
	pid_t child;
	int status;

	ck_assert_ptr_nonnull(pages);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		counter_add(&pages[1].live_ios[DIRECTION_WRITE], 5);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_eq(counter_read(&pages[1].live_ios[DIRECTION_WRITE]), 5);
	ck_assert_uint_eq(counter_read(&pages[0].live_ios[DIRECTION_WRITE]), 0);
	job_pages_unmap(pages, 2);
}
END_TEST

static size_t resident_pages(void *start, size_t length)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t count = (length + page - 1) / page;
	unsigned char *resident = calloc(count, 1);
	size_t sum = 0;

	ck_assert_int_eq(mincore(start, length, resident), 0);
	for (size_t i = 0; i < count; i++)
		sum += resident[i] & 1;
	free(resident);
	return sum;
}

/* One for the counters and one for each kind of latency is all it may take. */
START_TEST(a_reset_job_without_latencies_takes_little_memory)
{
	struct job_page *pages = job_pages_map(1);

	ck_assert_ptr_nonnull(pages);
	ck_assert_uint_eq(resident_pages(pages, sizeof(*pages)), 0);
	job_stats_reset(&pages->stats);
	ck_assert_uint_le(resident_pages(pages, sizeof(*pages)), 16);
	job_pages_unmap(pages, 1);
}
END_TEST

START_TEST(too_many_pages_are_refused)
{
	errno = 0;
	ck_assert_ptr_null(job_pages_map(SIZE_MAX / 16));
	ck_assert_int_eq(errno, ENOMEM);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("job_page");
	TCase *tc = tcase_create("job_page");

	tcase_add_test(tc, the_first_error_is_kept);
	tcase_add_test(tc, a_long_error_is_cut);
	tcase_add_test(tc, pages_are_shared_with_children);
	tcase_add_test(tc, a_reset_job_without_latencies_takes_little_memory);
	tcase_add_test(tc, too_many_pages_are_refused);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
