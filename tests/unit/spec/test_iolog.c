#include "spec/iolog.h"

#include "spec/iolog_reader.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- lines ---- */

#define LINE(v, t, a, f, time, o, l)                                           \
	{                                                                      \
		.version = (v), .text = (t),                                   \
		.is = {.action = (a),                                          \
		       .file = (f),                                            \
		       .time_us = (time),                                      \
		       .offset = (o),                                          \
		       .length = (l),                                          \
		}                                                              \
	}

static const struct {
	unsigned version;
	const char *text;
	struct iolog_line is;
} lines[] = {
	LINE(2, "/a add", IOLOG_ADD, "/a", 0, 0, 0),
	LINE(2, "/a open", IOLOG_OPEN, "/a", 0, 0, 0),
	LINE(2, "/a close", IOLOG_CLOSE, "/a", 0, 0, 0),
	LINE(2, "/a read 4096 512", IOLOG_READ, "/a", 0, 4096, 512),
	LINE(2, " a\twrite  0   1\t", IOLOG_WRITE, "a", 0, 0, 1),
	LINE(2, "a trim 0 1", IOLOG_TRIM, "a", 0, 0, 1),
	LINE(2, "a sync 0 0", IOLOG_SYNC, "a", 0, 0, 0),
	LINE(2, "a datasync", IOLOG_DATASYNC, "a", 0, 0, 0),
	LINE(2, "a wait 500 0", IOLOG_WAIT, "a", 500, 500, 0),
	LINE(3, "17 a read 1 2", IOLOG_READ, "a", 17, 1, 2),
	LINE(3, "0 17 add", IOLOG_ADD, "17", 0, 0, 0),
	LINE(3, "5 my file.txt write 1 2", IOLOG_WRITE, "my file.txt", 5, 1, 2),
	LINE(2, "read write 1 2", IOLOG_WRITE, "read", 0, 1, 2),
	LINE(3, "18446744073709551615 a read 18446744073709551615 0",
	     IOLOG_READ, "a", UINT64_MAX, UINT64_MAX, 0),
};

START_TEST(a_line_is_a_file_and_what_is_done_to_it)
{
	struct iolog_line line;
	const char *why = NULL;
	char text[100];

	snprintf(text, sizeof(text), "%s", lines[_i].text);
	ck_assert_int_eq(iolog_read_line(text, lines[_i].version, &line, &why),
			 0);
	ck_assert_int_eq(line.action, lines[_i].is.action);
	ck_assert_str_eq(line.file, lines[_i].is.file);
	ck_assert_uint_eq(line.time_us, lines[_i].is.time_us);
	ck_assert_uint_eq(line.offset, lines[_i].is.offset);
	ck_assert_uint_eq(line.length, lines[_i].is.length);
}
END_TEST

static const struct {
	unsigned version;
	const char *text;
	const char *why;
} bad_lines[] = {
	{ 2, "a", "is not FILE add" },
	{ 2, "a b c", "is not FILE add" },
	{ 2, "a read", "lacks an offset or a length" },
	{ 2, "a read 0", "lacks an offset or a length" },
	{ 2, "add", "has no file's name" },
	{ 2, "read 0 0", "has no file's name" },
	{ 2, "a foo 0 1", "has an unknown action" },
	{ 2, "a read 0 1 2", "has an unknown action" },
	{ 2, "a open 0 1", "has an unknown action" },
	{ 2, "a read x 1", "has an offset or length" },
	{ 2, "a read 0x10 1", "has an offset or length" },
	{ 2, "a read -1 1", "has an offset or length" },
	{ 2, "a read 18446744073709551616 1", "has an offset or length" },
	{ 3, "a add", "does not begin with a time" },
	{ 3, "1.5 a add", "does not begin with a time" },
	{ 3, "7", "is not FILE add" },
	{ 3, "7 a write 40", "lacks an offset or a length" },
	{ 3, "7 read 0 1", "has no file's name" },
};

START_TEST(other_lines_are_refused_with_a_reason)
{
	struct iolog_line line;
	const char *why = NULL;
	char text[100];

	snprintf(text, sizeof(text), "%s", bad_lines[_i].text);
	ck_assert_int_eq(
		iolog_read_line(text, bad_lines[_i].version, &line, &why), -1);
	ck_assert_ptr_nonnull(strstr(why, bad_lines[_i].why));
}
END_TEST

/* ---- logs ---- */

static struct iolog_reader reader;

static void open_text(const char *text, size_t length)
{
	int fd = memfd_create("iolog", MFD_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, length), (ssize_t)length);
	ck_assert_int_eq(lseek(fd, 0, SEEK_SET), 0);
	iolog_reader_init(&reader, fd);
}

static void close_text(void)
{
	close(reader.fd);
	iolog_reader_free(&reader);
}

/* "r0@5 w1@7 " and so on: action, file, time. */
static int list(char *out, size_t size)
{
	struct iolog_entry e;
	size_t length = 0;
	int status;

	*out = '\0';
	while ((status = iolog_reader_next(&reader, &e)) > 0)
		length +=
			(size_t)snprintf(out + length, size - length,
					 "%c%u@%llu ", "rwtsd"[e.action],
					 e.file, (unsigned long long)e.time_us);
	return status;
}

#define V2 IOLOG_HEADER_2 "\n"
#define V3 IOLOG_HEADER_3 "\n"

static const struct {
	const char *text;
	const char *is;
} logs[] = {
	{ V2 "a add\na open\na read 0 1\na write 1 1\na sync 0 0\n"
	     "a datasync\na trim 0 1\na close",
	  "r0@0 w0@0 s0@0 d0@0 t0@0 " },
	/* Waits add up; those below 100 are none. */
	{ V2 "a add\na open\na wait 100 0\na read 0 1\na wait 99 0\n"
	     "a read 0 1\na wait 1000 0\na read 0 1\n",
	  "r0@100 r0@100 r0@1100 " },
	/* Times are from the first line on, and never go back. */
	{ V3 "50 a add\n60 b add\n70 a open\n80 b open\n90 b read 0 1\n"
	     "85 a read 0 1\n100 b write 0 1\n",
	  "r1@40 r0@40 w1@50 " },
	/* What another run has added comes after. */
	{ V3 "5 a add\n5 a open\n9 a read 0 1\n9 a close\n" V3
	     "7 a add\n7 b add\n8 b open\n9 b read 0 1\n" V2
	     "a open\nb wait 200 0\na write 0 1\n",
	  "r0@4 r1@6 w0@206 " },
	{ V3 "\n  \n0 a add\r\n0 a open\r\n0 a read 0 1\r\n", "r0@0 " },
	/* As some editors begin a text. */
	{ "\xef\xbb\xbf" V3 "0 a add\n0 a open\n0 a read 0 1\n", "r0@0 " },
	{ V3 "0 a add\n0 a open\n0 a read 5 0\n0 a write 0 1\n", "w0@0 " },
	{ V3 "0 a add\n0 a open\n9 a wait 5 5\n0 a write 0 1\n", "w0@9 " },
	{ V3, "" },
};

START_TEST(a_log_is_what_is_done_and_when)
{
	char out[200];

	open_text(logs[_i].text, strlen(logs[_i].text));
	ck_assert_int_eq(list(out, sizeof(out)), 0);
	ck_assert_str_eq(out, logs[_i].is);
	ck_assert_int_eq(iolog_reader_rewind(&reader), 0);
	ck_assert_int_eq(list(out, sizeof(out)), 0);
	ck_assert_str_eq(out, logs[_i].is);
	close_text();
}
END_TEST

static const struct {
	const char *text;
	unsigned line;
	const char *why;
} bad_logs[] = {
	{ "", 0, "the log is empty" },
	{ "foo\n", 1, "begins with 'foo'" },
	{ "fio version 1 iolog\n0, 0, 4096\n", 1, "begins with" },
	{ "\x07"
	  "tae garbage",
	  0, "blktrace" },
	{ "eat\x07"
	  " garbage",
	  0, "blktrace" },
	{ V2 "a add\na open\nb read 0 1\n", 4, "'b' was not added" },
	{ V2 "a open\n", 2, "'a' was not added" },
	{ V2 "a add\na read 0 1\n", 3, "'a' is not open" },
	{ V2 "a add\na open\na close\na read 0 1\n", 5, "'a' is not open" },
	{ V2 "a add\na open\na read 0 4294967296\n", 4, "4 GiB" },
	{ V2 "a add\na open\na read 9223372036854775807 1\n", 4,
	  "no file can be that long" },
	{ V3 "0 a add\n0 a open\nx\n", 4, "does not begin with a time" },
	{ V3 "fio version 4 iolog\n", 2, "no header" },
};

START_TEST(bad_logs_are_refused_at_their_line)
{
	char out[200];

	open_text(bad_logs[_i].text, strlen(bad_logs[_i].text));
	ck_assert_int_eq(list(out, sizeof(out)), -1);
	ck_assert_uint_eq(reader.line, bad_logs[_i].line);
	ck_assert_msg(strstr(reader.reason, bad_logs[_i].why), "%s",
		      reader.reason);
	close_text();
}
END_TEST

START_TEST(lines_may_be_anywhere_in_the_buffer)
{
	enum { COUNT = 20000 };
	static char text[COUNT * 40];
	struct iolog_entry e;
	size_t length = (size_t)sprintf(text, V3 "0 a add\n0 a open\n");
	unsigned n = 0;

	for (unsigned i = 0; i < COUNT; i++)
		length += (size_t)sprintf(text + length, "%u a read %u 512\n",
					  i, i * 512);
	open_text(text, length);
	while (iolog_reader_next(&reader, &e) > 0 && e.time_us == n &&
	       e.offset == n * UINT64_C(512))
		n++;
	ck_assert_uint_eq(n, COUNT);
	ck_assert_uint_eq(reader.line, COUNT + 3);
	close_text();
}
END_TEST

START_TEST(lines_that_never_end_and_zeros_are_refused)
{
	static char text[2 * IOLOG_READER_BUFFER];
	char out[200];

	memset(text, 'x', sizeof(text));
	open_text(text, sizeof(text));
	ck_assert_int_eq(list(out, sizeof(out)), -1);
	ck_assert_ptr_nonnull(strstr(reader.reason, "too long"));
	close_text();
	open_text(V3 "0 a\0b add\n", sizeof(V3 "0 a\0b add\n") - 1);
	ck_assert_int_eq(list(out, sizeof(out)), -1);
	ck_assert_ptr_nonnull(strstr(reader.reason, "byte 0"));
	close_text();
}
END_TEST

/* Whatever is done to a log, it is read or refused, and nothing else. */
START_TEST(damaged_logs_are_read_or_refused)
{
	static const char good[] =
		V3 "0 a add\n0 b c add\n0 a open\n1 b c open\n"
		   "2 a read 0 4096\n3 b c write 4096 512\n4 a sync 0 0\n" V2
		   "a open\na wait 1000 0\na trim 0 1\nb c close\n";
	char text[sizeof(good)], out[2000];
	uint64_t state = 1;

	for (unsigned round = 0; round < 3000; round++) {
		memcpy(text, good, sizeof(good));
		for (unsigned i = 0; i < 1 + round % 4; i++) {
			state = state * UINT64_C(6364136223846793005) + 1;
			text[(state >> 33) % (sizeof(good) - 1)] =
				(char)(state >> 56);
		}
		open_text(text, sizeof(good) - 1);
		if (list(out, sizeof(out)) < 0 && !*reader.reason)
			ck_abort_msg("no reason in round %u", round);
		close_text();
	}
}
END_TEST

START_TEST(many_names_are_told_apart)
{
	enum { COUNT = 3000 };
	static char text[COUNT * 60];
	struct iolog_entry e;
	size_t length = (size_t)sprintf(text, V3);
	unsigned n = 0;

	for (unsigned i = 0; i < COUNT; i++)
		length += (size_t)sprintf(text + length,
					  "0 f%u add\n0 f%u open\n", i, i);
	for (unsigned i = 0; i < COUNT; i++)
		length += (size_t)sprintf(text + length, "0 f%u read 0 1\n",
					  COUNT - 1 - i);
	open_text(text, length);
	while (iolog_reader_next(&reader, &e) > 0 && e.file == COUNT - 1 - n)
		n++;
	ck_assert_uint_eq(n, COUNT);
	ck_assert_uint_eq(reader.names.open_max, COUNT);
	close_text();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("iolog");
	TCase *tc = tcase_create("iolog");

	tcase_add_loop_test(tc, a_line_is_a_file_and_what_is_done_to_it, 0,
			    COUNT_OF(lines));
	tcase_add_loop_test(tc, other_lines_are_refused_with_a_reason, 0,
			    COUNT_OF(bad_lines));
	tcase_add_loop_test(tc, a_log_is_what_is_done_and_when, 0,
			    COUNT_OF(logs));
	tcase_add_loop_test(tc, bad_logs_are_refused_at_their_line, 0,
			    COUNT_OF(bad_logs));
	tcase_add_test(tc, lines_may_be_anywhere_in_the_buffer);
	tcase_add_test(tc, lines_that_never_end_and_zeros_are_refused);
	tcase_add_test(tc, damaged_logs_are_read_or_refused);
	tcase_add_test(tc, many_names_are_told_apart);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
