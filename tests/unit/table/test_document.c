#include "table/document.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

static struct arena *arena;
static struct diag *diag;
static struct document document;
static char path[] = "/tmp/test_document.XXXXXX";

static void start(void)
{
	arena = arena_new();
	diag = diag_new();
}

static void end(void)
{
	diag_free(diag);
	arena_free(arena);
}

static int read_text(const char *text)
{
	int fd, status;
	FILE *out;

	snprintf(path, sizeof(path), "/tmp/test_document.XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	out = fdopen(fd, "w");
	fputs(text, out);
	fclose(out);
	status = document_read(path, arena, &document, diag);
	remove(path);
	return status;
}

static const struct diag_message *first_message(void)
{
	size_t count;
	const struct diag_message *messages = diag_messages(diag, &count);

	ck_assert_uint_ge(count, 1);
	return messages;
}

START_TEST(figures_are_read_by_job_and_direction)
{
	const struct document_job *job;

	ck_assert_int_eq(
		read_text("{\"jobs\": [{\"jobname\": \"a\", \"groupid\": 0,"
			  "\"read\": {\"total_ios\": 7, \"iops\": 3.5,"
			  "\"bw_bytes\": 4096, \"bw\": 9},"
			  "\"write\": {\"total_ios\": 0, \"iops\": 0}}]}"),
		0);
	ck_assert_uint_eq(document.job_count, 1);
	job = document.jobs;
	ck_assert_str_eq(job->name, "a");
	ck_assert(job->direction[DOCUMENT_READ].used);
	ck_assert_double_eq(job->direction[DOCUMENT_READ].iops, 3.5);
	ck_assert_double_eq(job->direction[DOCUMENT_READ].bw_bytes, 4096);
	ck_assert(!job->direction[DOCUMENT_WRITE].used);
	ck_assert(!job->direction[DOCUMENT_TRIM].used);
}
END_TEST

START_TEST(copies_that_ran_together_are_added_up)
{
	static const char text[] =
		"{\"jobs\": ["
		"{\"jobname\": \"a\", \"groupid\": 0, \"read\":"
		" {\"total_ios\": 1, \"iops\": 10, \"bw\": 1}},"
		"{\"jobname\": \"a\", \"groupid\": 0, \"read\":"
		" {\"total_ios\": 1, \"iops\": 20, \"bw\": 2}},"
		"{\"jobname\": \"a\", \"groupid\": 1, \"read\":"
		" {\"total_ios\": 1, \"iops\": 40, \"bw\": 4}}]}";

	ck_assert_int_eq(read_text(text), 0);
	ck_assert_uint_eq(document.job_count, 2);
	ck_assert_double_eq(document.jobs[0].direction[DOCUMENT_READ].iops, 30);
	ck_assert_double_eq(document.jobs[0].direction[DOCUMENT_READ].bw_bytes,
			    3072);
	ck_assert_double_eq(document.jobs[1].direction[DOCUMENT_READ].iops, 40);
}
END_TEST

#define ONE(name) "{\n \"jobs\": [{\"jobname\": \"" name "\"}]\n}\n"

/* What is around a document, or before the last of several. */
static const char *const surrounded[] = {
	ONE("last"),
	"\xef\xbb\xbf" ONE("last"),
	"note: both iodepth >= 1\n\n" ONE("last"),
	ONE("first") "\n" ONE("last") "\nfio: terminating on signal 2\n",
};

START_TEST(the_last_document_of_a_text_holds)
{
	ck_assert_int_eq(read_text(surrounded[_i]), 0);
	ck_assert_uint_eq(document.job_count, 1);
	ck_assert_str_eq(document.jobs[0].name, "last");
}
END_TEST

static const struct {
	const char *text;
	unsigned line;
	const char *message; /* its beginning */
} wrong[] = {
	{ "", 1, "is no JSON: " },
	{ "{\n\"jobs\":\n[1,]}", 3, "is no JSON: " },
	{ "one\ntwo\n", 1, "is no JSON: " },
	{ "one\n{\n\"jobs\":\n[1,]}", 4, "is no JSON: " },
	{ "[]", 0, "is no result document" },
	{ "{\"jobs\": 3}", 0, "is no result document" },
	{ "{\"jobs\": []}", 0, "is no result document" },
	{ "{\"jobs\": [{\"jobname\": \"a\"}, 5]}", 0,
	  "entry 2 of 'jobs' has no 'jobname'" },
};

START_TEST(what_is_wrong_is_said_with_its_place)
{
	const struct diag_message *m;

	ck_assert_int_eq(read_text(wrong[_i].text), -1);
	m = first_message();
	ck_assert_str_eq(m->file, path);
	ck_assert_uint_eq(m->line, wrong[_i].line);
	ck_assert_msg(strncmp(m->text, wrong[_i].message,
			      strlen(wrong[_i].message)) == 0,
		      "%s", m->text);
}
END_TEST

START_TEST(a_folder_is_no_document)
{
	ck_assert_int_eq(document_read("/", arena, &document, diag), -1);
	ck_assert_str_eq(first_message()->text,
			 "can't be read: Is a directory");
}
END_TEST

START_TEST(a_file_that_is_missing_is_reported)
{
	ck_assert_int_eq(document_read("/no/such/file", arena, &document, diag),
			 -1);
	ck_assert_uint_eq(first_message()->line, 0);
	ck_assert_ptr_nonnull(strstr(first_message()->text, "No such file"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("document");
	TCase *tcase = tcase_create("document");

	tcase_add_checked_fixture(tcase, start, end);
	tcase_add_test(tcase, figures_are_read_by_job_and_direction);
	tcase_add_test(tcase, copies_that_ran_together_are_added_up);
	tcase_add_loop_test(tcase, what_is_wrong_is_said_with_its_place, 0,
			    COUNT_OF(wrong));
	tcase_add_loop_test(tcase, the_last_document_of_a_text_holds, 0,
			    (int)COUNT_OF(surrounded));
	tcase_add_test(tcase, a_folder_is_no_document);
	tcase_add_test(tcase, a_file_that_is_missing_is_reported);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
