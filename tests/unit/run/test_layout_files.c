#include "run/layout_files.h"

#include "plan_text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

/* More than one write(2) of layout, and no multiple of it. */
#define LENGTH (UINT64_C(1028) << 10)

static struct layout_progress progress;

static void lay_out(const char *jobs)
{
	memset(&progress, 0, sizeof(progress));
	prepare_text(jobs);
	for (size_t i = 0; i < prepared->task_count; i++)
		ck_assert_int_eq(
			layout_file(prepared->tasks[i], false, &progress), 0);
}

/* Bytes of the file that are data, as the file system tells. */
static long long data_bytes(const char *path)
{
	int fd = open(path, O_RDONLY);
	off_t end = lseek(fd, 0, SEEK_END);
	off_t data = lseek(fd, 0, SEEK_DATA);
	long long sum = 0;

	while (data >= 0 && data < end) {
		off_t hole = lseek(fd, data, SEEK_HOLE);

		sum += hole - data;
		data = lseek(fd, hole, SEEK_DATA);
	}
	close(fd);
	return sum;
}

/* How many of the file's bytes from `from` on are `byte`. */
static size_t count_byte(const char *path, long from, int byte)
{
	FILE *in = fopen(path, "r");
	size_t count = 0;
	int c;

	ck_assert_ptr_nonnull(in);
	ck_assert_int_eq(fseek(in, from, SEEK_SET), 0);
	while ((c = fgetc(in)) != EOF)
		count += c == byte;
	fclose(in);
	return count;
}

START_TEST(a_reader_gets_data_that_is_not_zero)
{
	lay_out("[a]\nfilename=x\nrw=read\nsize=1028k\n");
	ck_assert_int_eq(size_of("x"), (long long)LENGTH);
	/* 1 of 256 bytes of random data is 0. */
	ck_assert_uint_lt(count_byte("x", 0, 0), LENGTH / 128);
	ck_assert_uint_eq(atomic_load(&progress.bytes), LENGTH);
}
END_TEST

START_TEST(what_was_there_stays)
{
	make_file("x", 5000, 'x');
	lay_out("[a]\nfilename=x\nrw=read\nsize=64k\n");
	ck_assert_int_eq(size_of("x"), 65536);
	ck_assert_uint_eq(count_byte("x", 0, 'x') - count_byte("x", 5000, 'x'),
			  5000);
	ck_assert_uint_lt(count_byte("x", 5000, 0), 1000);
}
END_TEST

START_TEST(folders_are_made_as_needed)
{
	lay_out("[a]\nfilename_format=d/e$jobnum/$filenum\nsize=8k\nnrfiles=2\n"
		"numjobs=2\n");
	ck_assert_int_eq(size_of("d/e0/0"), 4096);
	ck_assert_int_eq(size_of("d/e1/1"), 4096);
}
END_TEST

static const struct {
	const char *mode;
	long long size;
} modes[] = {
	{ "native", 65536 }, { "posix", 65536 }, { "truncate", 65536 },
	{ "none", 0 },       { "keep", 0 },
};

START_TEST(a_writer_gets_space_as_its_option_says)
{
	lay_out(arena_printf(arena,
			     "[a]\nfilename=x\nrw=write\nsize=64k\n"
			     "fallocate=%s\n",
			     modes[_i].mode));
	ck_assert_int_eq(size_of("x"), modes[_i].size);
	ck_assert_uint_eq(atomic_load(&progress.bytes), 0);
}
END_TEST

START_TEST(only_what_is_missing_now_is_added)
{
	prepare_text("[a]\nfilename=x\nrw=read\nsize=64k\n");
	make_file("x", 60000, 'x'); /* somebody else was faster */
	ck_assert_int_eq(layout_file(prepared->tasks[0], false, &progress), 0);
	ck_assert_int_eq(size_of("x"), 65536);
	ck_assert_uint_ge(count_byte("x", 0, 'x'), 60000);
}
END_TEST

START_TEST(late_layout_fills_what_writers_left_and_no_more)
{
	int fd;

	make_file("x", 4096, 'o');
	lay_out("[a]\nfilename=x\nrw=write\nsize=1m\n"
		"[b]\nstonewall\nfilename=x\nrw=read\nsize=1m\n");
	ck_assert_uint_eq(prepared->late_task_count, 1);
	fd = open("x", O_WRONLY);
	for (off_t at = 8192; at < 65536; at += 4096) {
		char block[4096];

		memset(block, 'w', sizeof(block));
		ck_assert_int_eq(pwrite(fd, block, sizeof(block), at), 4096);
	}
	ck_assert_int_eq(fsync(fd), 0);
	close(fd);
	ck_assert_int_eq(layout_file(prepared->late_tasks[0], true, &progress),
			 0);
	ck_assert_int_eq(size_of("x"), 1 << 20);
	ck_assert_int_eq(data_bytes("x"), 1 << 20);
	ck_assert_uint_ge(count_byte("x", 0, 'o'), 4096);
	ck_assert_uint_ge(count_byte("x", 0, 'w'), 65536 - 8192);
	/* Zeros are few: where there was nothing, there is data now. */
	ck_assert_uint_lt(count_byte("x", 65536, 0), (1 << 20) / 128);
}
END_TEST

START_TEST(late_layout_makes_a_file_that_is_gone)
{
	lay_out("[a]\nfilename=x\nrw=write\nsize=64k\n"
		"[b]\nstonewall\nfilename=x\nrw=read\n");
	ck_assert_int_eq(unlink("x"), 0);
	ck_assert_int_eq(layout_file(prepared->late_tasks[0], true, &progress),
			 0);
	ck_assert_int_eq(data_bytes("x"), 65536);
}
END_TEST

START_TEST(stopping_leaves_things_as_they_were)
{
	make_file("x", 4096, 'x');
	prepare_text("[a]\nfilename=x:n\nrw=read\nsize=128k\n");
	ck_assert_uint_eq(prepared->task_count, 2);
	atomic_store(&progress.stop, 1);
	for (size_t i = 0; i < 2; i++)
		ck_assert_int_eq(
			layout_file(prepared->tasks[i], false, &progress), -1);
	ck_assert_int_eq(progress.error.code, 0);
	ck_assert_int_eq(size_of("x"), 4096);
	ck_assert_int_eq(size_of("n"), -1);
}
END_TEST

static const char *const failing[] = { "native", "none" };

/* A limit on the size of files stands in for a full disk. */
START_TEST(a_failure_is_told_and_undone)
{
	struct rlimit limit = { 65536, RLIM_INFINITY };

	make_file("x", 4096, 'x');
	prepare_text(arena_printf(arena,
				  "[a]\nfilename=x:d/n\nrw=read\nsize=4m\n"
				  "fallocate=%s\n",
				  failing[_i]));
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (size_t i = 0; i < 2; i++) {
		memset(&progress, 0, sizeof(progress));
		ck_assert_int_eq(
			layout_file(prepared->tasks[i], false, &progress), -1);
		ck_assert_int_eq(progress.error.code, EFBIG);
		ck_assert_ptr_nonnull(
			strstr(progress.error.text, prepared->tasks[i]->path));
	}
	ck_assert_int_eq(size_of("x"), 4096);
	ck_assert_int_eq(size_of("d/n"), -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layout_files");
	TCase *tc = tcase_create("layout_files");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_reader_gets_data_that_is_not_zero);
	tcase_add_test(tc, what_was_there_stays);
	tcase_add_test(tc, folders_are_made_as_needed);
	tcase_add_loop_test(tc, a_writer_gets_space_as_its_option_says, 0,
			    COUNT_OF(modes));
	tcase_add_test(tc, only_what_is_missing_now_is_added);
	tcase_add_test(tc, late_layout_fills_what_writers_left_and_no_more);
	tcase_add_test(tc, late_layout_makes_a_file_that_is_gone);
	tcase_add_test(tc, stopping_leaves_things_as_they_were);
	tcase_add_loop_test(tc, a_failure_is_told_and_undone, 0,
			    COUNT_OF(failing));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
