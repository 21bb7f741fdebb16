#include "io/log_file.h"

#include "io/log_zip.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[32];
static char path[64];
static struct job_error error;

static void setup(void)
{
	memset(&error, 0, sizeof(error));
	snprintf(folder, sizeof(folder), "/tmp/log_file.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/log", folder);
}

static void teardown(void)
{
	unlink(path);
	ck_assert_int_eq(rmdir(folder), 0); /* there is nothing else */
}

/* Rows of a file: "FROM", "FROM + 1" and so on. */
static void write_rows(struct log_file *f, unsigned from, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		char *at = log_file_reserve(f, 16);

		log_file_advance(f, at + snprintf(at, 16, "%u\n", from + i));
	}
}

static void write_log(const struct log_file_options *options, unsigned from,
		      unsigned count)
{
	struct log_file f;

	ck_assert_int_eq(log_file_open(&f, options, &error), 0);
	write_rows(&f, from, count);
	log_file_close(&f, &error);
	ck_assert_int_eq(error.code, 0);
}

static void assert_rows(FILE *in, unsigned count)
{
	unsigned n, right = 0;

	while (right < count && fscanf(in, "%u\n", &n) == 1 && n == right)
		right++;
	ck_assert_uint_eq(right, count);
	ck_assert_int_eq(getc(in), EOF);
	fclose(in);
}

/* The text of a compressed log; the caller frees it. */
static int inflate_log(char **text, size_t *length, const char **why)
{
	FILE *out = open_memstream(text, length);
	int fd = open(path, O_RDONLY);
	int status;

	ck_assert_int_ge(fd, 0);
	status = log_unzip(fd, out, why);
	close(fd);
	fclose(out);
	return status;
}

/* More than a buffer. */
enum { ROWS = 100000 };

START_TEST(all_rows_are_written)
{
	struct log_file_options options = { .path = path };

	write_log(&options, 5, 10);
	write_log(&options, 0, ROWS); /* in place of them */
	assert_rows(fopen(path, "r"), ROWS);
}
END_TEST

START_TEST(rows_of_one_job_stay_together_in_a_shared_file)
{
	struct log_file_options options = { .path = path, .shared = true };
	struct log_file first, second;

	ck_assert_int_eq(log_file_open(&first, &options, &error), 0);
	ck_assert_int_eq(log_file_open(&second, &options, &error), 0);
	for (unsigned i = 0; i < ROWS; i += ROWS / 4) {
		write_rows(&second, ROWS + i, ROWS / 4);
		log_file_flush(&second);
		write_rows(&first, i, ROWS / 4);
	}
	log_file_close(&first, &error);
	log_file_close(&second, &error);
	ck_assert_int_eq(error.code, 0);
	/* And what was there before is kept. */
	write_log(&options, 2 * ROWS, 3);
	assert_rows(fopen(path, "r"), 2 * ROWS + 3);
}
END_TEST

static const uint64_t parts[] = { 0, 1024, 4096, 65536, 100000, 1 << 29 };

START_TEST(compressed_logs_have_the_same_text)
{
	struct log_file_options options = {
		.path = path,
		.compressed = true,
		.compressed_part = parts[_i],
	};
	size_t length;
	struct stat st;
	const char *why;
	char *text;

	write_log(&options, 0, ROWS);
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_int_eq(inflate_log(&text, &length, &why), 0);
	ck_assert_uint_lt((uint64_t)st.st_size, length);
	assert_rows(fmemopen(text, length, "r"), ROWS);
	free(text);
}
END_TEST

START_TEST(what_is_whole_of_a_log_that_is_cut_off_can_be_read)
{
	struct log_file_options options = {
		.path = path,
		.compressed = true,
		.compressed_part = 1024,
	};
	size_t length;
	struct stat st;
	const char *why;
	char *text;

	write_log(&options, 0, ROWS);
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_int_eq(truncate(path, st.st_size / 2), 0);
	ck_assert_int_eq(inflate_log(&text, &length, &why), -1);
	ck_assert_str_eq(why, "is cut off");
	ck_assert_uint_gt(length, ROWS);
	ck_assert(strncmp(text, "0\n1\n2\n", 6) == 0);
	free(text);
}
END_TEST

static const struct {
	const char *content;
	size_t length;
	const char *why;
} others[] = {
	{ "", 0, NULL },
	{ "0, 1, 0, 4096, 0\n", 17, "is not a compressed log" },
	{ "\x78\x01", 2, "is not a compressed log" },
	/* zlib, but of "binary": */
	{ "\x78\x9c\x4b\xca\xcc\x4b\x2c\xaa\x04\x00\x08\x97\x02\x86", 14,
	  "is not a log of this program" },
};

START_TEST(only_compressed_logs_are_inflated)
{
	FILE *out = fopen(path, "w");
	size_t length;
	const char *why;
	char *text;
	int status;

	fwrite(others[_i].content, 1, others[_i].length, out);
	fclose(out);
	status = inflate_log(&text, &length, &why);
	ck_assert_int_eq(status, others[_i].why ? -1 : 0);
	if (others[_i].why)
		ck_assert_str_eq(why, others[_i].why);
	ck_assert_uint_eq(length, 0);
	free(text);
}
END_TEST

START_TEST(a_full_disk_is_told_at_the_end)
{
	struct log_file_options options = { .path = path, .compressed = _i };
	struct log_file f;

	ck_assert_int_eq(symlink("/dev/full", path), 0);
	ck_assert_int_eq(log_file_open(&f, &options, &error), 0);
	write_rows(&f, 0, ROWS);
	ck_assert_int_eq(error.code, 0);
	log_file_close(&f, &error);
	ck_assert_int_eq(error.code, ENOSPC);
	ck_assert_ptr_nonnull(strstr(error.text, path));
	ck_assert_ptr_nonnull(strstr(error.text, "No space left on device"));
}
END_TEST

START_TEST(a_file_that_cannot_be_made_is_told_at_once)
{
	struct log_file_options options = { .path = "/nowhere/x_bw.1.log",
					    .shared = _i };
	struct log_file f;

	ck_assert_int_eq(log_file_open(&f, &options, &error), -1);
	ck_assert_int_eq(error.code, ENOENT);
	ck_assert_ptr_nonnull(strstr(error.text, "/nowhere/x_bw.1.log"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_file");
	TCase *tc = tcase_create("log_file");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, all_rows_are_written);
	tcase_add_test(tc, rows_of_one_job_stay_together_in_a_shared_file);
	tcase_add_loop_test(tc, compressed_logs_have_the_same_text, 0,
			    COUNT_OF(parts));
	tcase_add_test(tc, what_is_whole_of_a_log_that_is_cut_off_can_be_read);
	tcase_add_loop_test(tc, only_compressed_logs_are_inflated, 0,
			    COUNT_OF(others));
	tcase_add_loop_test(tc, a_full_disk_is_told_at_the_end, 0, 2);
	tcase_add_loop_test(tc, a_file_that_cannot_be_made_is_told_at_once, 0,
			    2);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
