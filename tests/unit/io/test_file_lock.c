#include "io/file_lock.h"

#include "job_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

/* Two files, each opened twice: by a worker, and by another process. */
static struct job_fixture f;
static struct file_locks locks;
static char path[2][32];
static int ours[2], theirs[2];

static void start(const char *texts)
{
	job_fixture_open(&f, texts);
	for (int i = 0; i < 2; i++) {
		snprintf(path[i], sizeof(path[i]), "test_file_lock.XXXXXX");
		ours[i] = mkstemp(path[i]);
		theirs[i] = open(path[i], O_RDONLY);
		ck_assert_int_ge(ours[i], 0);
		ck_assert_int_ge(theirs[i], 0);
		job_fixture_add_file(&f, 0, 4096);
		f.file[i].kind = FILE_REGULAR;
		f.file[i].path = path[i];
	}
	ck_assert(file_locks_open(&locks, &f.job.layout));
}

static void finish(void)
{
	file_locks_close(&locks);
	for (int i = 0; i < 2; i++) {
		close(ours[i]);
		close(theirs[i]);
		unlink(path[i]);
	}
	job_fixture_close(&f);
}

static int take(uint32_t file, bool reads)
{
	return file_locks_take(&locks, file, ours[file], reads);
}

static void release(uint32_t file)
{
	file_locks_release(&locks, file, ours[file]);
}

/* Whether the other process could have the lock now; it doesn't keep it. */
static bool is_free(int file, int kind)
{
	if (flock(theirs[file], kind | LOCK_NB) < 0)
		return false;
	flock(theirs[file], LOCK_UN);
	return true;
}

START_TEST(without_the_option_there_are_no_locks)
{
	start("rw=read");
	ck_assert_ptr_null(locks.locks);
	finish();
}
END_TEST

START_TEST(an_exclusive_lock_keeps_everybody_out)
{
	start("rw=read lockfile=exclusive");
	ck_assert_int_eq(take(0, true), 0);
	ck_assert(!is_free(0, LOCK_SH));
	ck_assert(is_free(1, LOCK_EX));
	release(0);
	ck_assert(is_free(0, LOCK_EX));
	finish();
}
END_TEST

START_TEST(readers_share_and_writers_do_not)
{
	start("rw=rw iodepth=4 lockfile=readwrite");
	ck_assert_int_eq(take(0, true), 0);
	ck_assert(is_free(0, LOCK_SH));
	ck_assert(!is_free(0, LOCK_EX));
	/* A write waits for the reads in flight. */
	ck_assert_int_eq(take(0, false), -EBUSY);
	release(0);
	ck_assert_int_eq(take(0, false), 0);
	ck_assert(!is_free(0, LOCK_SH));
	ck_assert_int_eq(take(0, true), 0);
	release(0);
	release(0);
	ck_assert(is_free(0, LOCK_EX));
	finish();
}
END_TEST

START_TEST(a_turn_has_an_end)
{
	start("rw=write iodepth=4 lockfile=exclusive");
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(take(0, false), 0);
	release(0);
	ck_assert_int_eq(take(0, false), -EBUSY);
	for (int i = 0; i < 3; i++)
		release(0);
	ck_assert(is_free(0, LOCK_EX));
	ck_assert_int_eq(take(0, false), 0);
	release(0);
	finish();
}
END_TEST

START_TEST(who_has_to_wait_holds_nothing)
{
	uint64_t first;

	start("rw=write iodepth=4 lockfile=exclusive");
	ck_assert_int_eq(flock(theirs[1], LOCK_EX), 0);
	ck_assert_int_eq(take(0, false), 0);
	ck_assert_int_eq(take(1, false), -EBUSY);
	release(0);
	ck_assert_int_eq(take(1, false), -EAGAIN);
	first = locks.pause_ns;
	ck_assert_uint_gt(first, 0);
	for (int i = 0; i < 20; i++)
		ck_assert_int_eq(take(1, false), -EAGAIN);
	ck_assert_uint_gt(locks.pause_ns, first);
	ck_assert_uint_le(locks.pause_ns, 1000000);
	ck_assert_int_eq(flock(theirs[1], LOCK_UN), 0);
	ck_assert_int_eq(take(1, false), 0);
	release(1);
	finish();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("file_lock");
	TCase *tc = tcase_create("file_lock");

	tcase_add_test(tc, without_the_option_there_are_no_locks);
	tcase_add_test(tc, an_exclusive_lock_keeps_everybody_out);
	tcase_add_test(tc, readers_share_and_writers_do_not);
	tcase_add_test(tc, a_turn_has_an_end);
	tcase_add_test(tc, who_has_to_wait_holds_nothing);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
