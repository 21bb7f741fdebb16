#include "io/overlap_table.h"

#include "unit.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS = 2, DEPTH = 2 };

static struct job_page *pages;
static struct overlap_table *table;
static struct overlap_place places[JOBS];

static void setup(void)
{
	pages = job_pages_map(JOBS);
	table = overlap_table_new(JOBS * DEPTH);
	ck_assert(pages && table);
	for (uint32_t i = 0; i < JOBS; i++)
		places[i] =
			(struct overlap_place){ table, i * DEPTH, i, pages };
}

static void teardown(void)
{
	overlap_table_free(table);
	job_pages_unmap(pages, JOBS);
}

static enum overlap_answer take(uint32_t job, uint16_t slot, uint64_t begin,
				uint64_t end)
{
	struct overlap_range range = { begin, end, 1, slot };

	return overlap_table_take(&places[job], &range);
}

static const struct {
	struct overlap_range range;
	enum overlap_answer own, other;
} ranges[] = {
	{ { 0, 100, 1, 1 }, OVERLAP_NONE, OVERLAP_NONE },
	{ { 0, 101, 1, 1 }, OVERLAP_OWN, OVERLAP_OTHER },
	{ { 120, 130, 1, 1 }, OVERLAP_OWN, OVERLAP_OTHER },
	{ { 199, 300, 1, 1 }, OVERLAP_OWN, OVERLAP_OTHER },
	{ { 200, 300, 1, 1 }, OVERLAP_NONE, OVERLAP_NONE },
	{ { 100, 200, 2, 1 }, OVERLAP_NONE, OVERLAP_NONE },
};

START_TEST(a_range_is_of_one_at_a_time)
{
	struct overlap_range range = ranges[_i].range;

	ck_assert_int_eq(take(0, 0, 100, 200), OVERLAP_NONE);
	ck_assert_int_eq(overlap_table_take(&places[0], &range),
			 ranges[_i].own);
	overlap_table_give_back(&places[0], range.slot);
	ck_assert_int_eq(overlap_table_take(&places[1], &range),
			 ranges[_i].other);
}
END_TEST

START_TEST(what_is_given_back_is_free)
{
	ck_assert_int_eq(take(0, 0, 100, 200), OVERLAP_NONE);
	ck_assert_int_eq(take(0, 1, 200, 300), OVERLAP_NONE);
	overlap_table_give_back(&places[0], 0);
	ck_assert_int_eq(take(1, 0, 100, 200), OVERLAP_NONE);
	ck_assert_int_eq(take(1, 1, 200, 300), OVERLAP_OTHER);
}
END_TEST

START_TEST(nothing_is_of_the_dead)
{
	ck_assert_int_eq(take(0, 0, 100, 200), OVERLAP_NONE);
	atomic_store(&pages[0].state, JOB_RUNNING);
	ck_assert_int_eq(take(1, 0, 100, 200), OVERLAP_OTHER);
	atomic_store(&pages[0].state, JOB_KILLED);
	ck_assert_int_eq(take(1, 0, 100, 200), OVERLAP_NONE);
}
END_TEST

/* Whatever moment it is that a job is killed in. */
START_TEST(who_dies_does_not_stop_the_others)
{
	pid_t pid = fork();

	if (pid == 0)
		for (;;) {
			take(0, 0, 100, 200);
			overlap_table_give_back(&places[0], 0);
		}
	usleep(1000);
	kill(pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	atomic_store(&pages[0].state, JOB_KILLED);
	for (uint64_t i = 0; i < 10; i++) {
		ck_assert_int_eq(take(1, 0, 10 * i, 200), OVERLAP_NONE);
		overlap_table_give_back(&places[1], 0);
	}
}
END_TEST

enum { ROUNDS = 20000 };

/* Adds to a number that no two may work at together, and isn't atomic. */
static void add_up(uint32_t job, volatile uint64_t *sum)
{
	for (int i = 0; i < ROUNDS; i++) {
		while (take(job, 0, 100, 200) != OVERLAP_NONE)
			usleep(1);
		*sum = *sum + 1;
		overlap_table_give_back(&places[job], 0);
	}
}

START_TEST(processes_keep_out_of_each_others_way)
{
	uint64_t *sum = mmap(NULL, sizeof(*sum), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t pid;

	ck_assert_ptr_ne(sum, MAP_FAILED);
	pid = fork();
	add_up(pid == 0, sum);
	if (pid == 0)
		_exit(0);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_uint_eq(*sum, UINT64_C(2) * ROUNDS);
	munmap(sum, sizeof(*sum));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("overlap_table");
	TCase *tc = tcase_create("overlap_table");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, a_range_is_of_one_at_a_time, 0,
			    COUNT_OF(ranges));
	tcase_add_test(tc, what_is_given_back_is_free);
	tcase_add_test(tc, nothing_is_of_the_dead);
	tcase_add_loop_test(tc, who_dies_does_not_stop_the_others, 0, 20);
	tcase_add_test(tc, processes_keep_out_of_each_others_way);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
