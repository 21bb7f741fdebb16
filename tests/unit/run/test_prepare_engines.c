#include "run/layout_files.h"
#include "run/prepare.h"

#include "plan_text.h"

#include <sys/stat.h>

/* What engines need of their files before the job starts. */

static struct layout_progress progress;

static void lay_out(const char *jobs)
{
	prepare_text(jobs);
	for (size_t i = 0; i < prepared->task_count; i++)
		ck_assert_int_eq(
			layout_file(prepared->tasks[i], false, &progress), 0);
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static const struct {
	const char *job;
	size_t tasks;
	uint64_t length; /* of the first file */
	uint32_t depth;
} jobs[] = {
	{ "ioengine=filecreate\nnrfiles=3", 0, 4096, 1 },
	{ "ioengine=filecreate\nnrfiles=3\nfilesize=1k", 0, 1024, 1 },
	{ "ioengine=filestat\nnrfiles=3\nfilesize=1k\nrw=write", 3, 1024, 1 },
	{ "ioengine=filedelete\nnrfiles=3\nfilesize=100k", 3, 102400, 1 },
	{ "ioengine=dircreate\nnrfiles=3", 0, 4096, 1 },
	{ "ioengine=dirstat\nnrfiles=3", 3, 4096, 1 },
	{ "ioengine=dirdelete\nnrfiles=3\niodepth=8", 3, 4096, 1 },
	{ "ioengine=vsync\nsize=64k\niodepth=8", 1, 65536, 8 },
	{ "ioengine=pvsync\nsize=64k\niodepth=8", 1, 65536, 1 },
	{ "ioengine=posixaio\nsize=64k\niodepth=8", 1, 65536, 8 },
	/* No block of data, so nothing to align. */
	{ "ioengine=mmap\nsize=10000\nbs=1000\ndirect=1", 1, 10000, 1 },
	{ "ioengine=falloc\nsize=10000\nbs=1000\ndirect=1", 1, 10000, 1 },
};

START_TEST(settles_what_the_engine_needs)
{
	char text[256];

	snprintf(text, sizeof(text), "[a]\n%s\n", jobs[_i].job);
	prepare_text(text);
	ck_assert_uint_eq(prepared->task_count, jobs[_i].tasks);
	ck_assert_uint_eq(prepared->layouts[0].files[0].length,
			  jobs[_i].length);
	ck_assert_uint_eq(prepared->layouts[0].depth, jobs[_i].depth);
}
END_TEST

START_TEST(folders_are_laid_out)
{
	lay_out("[a]\nioengine=dirstat\nnrfiles=2\n"
		"filename_format=in/$filenum\n");
	ck_assert(is_folder("in/0") && is_folder("in/1"));
}
END_TEST

START_TEST(a_mapped_file_has_its_data_before_it_is_written)
{
	lay_out("[a]\nioengine=mmap\nrw=write\nsize=64k\nfilename=x\n"
		"fallocate=none\n");
	ck_assert_int_eq(size_of("x"), 65536);
}
END_TEST

/* What one job makes, the next needs not find before. */
START_TEST(jobs_in_a_row_share_what_they_make)
{
	static const char *const kinds[] = { "file", "dir" };
	char text[512];

	snprintf(text, sizeof(text),
		 "[global]\nfilename_format=x$filenum\nnrfiles=3\nstonewall\n"
		 "[c]\nioengine=%screate\n[s]\nioengine=%sstat\n"
		 "[d]\nioengine=%sdelete\n",
		 kinds[_i], kinds[_i], kinds[_i]);
	prepare_text(text);
	ck_assert_uint_eq(prepared->task_count, 0);
}
END_TEST

START_TEST(what_is_not_made_before_is_laid_out)
{
	prepare_text("[global]\nfilename_format=x$filenum\nnrfiles=3\n"
		     "[c]\nioengine=filecreate\n"
		     "[s]\nioengine=filestat\nfilesize=4k\n");
	ck_assert_uint_eq(prepared->task_count, 3);
}
END_TEST

static const struct {
	const char *job;
	const char *error;
} refusals[] = {
	{ "[a]\nioengine=filecreate\nfilename=no/such/x\n",
	  "no/such/x can't be made: the folder that it is to be in does not "
	  "exist" },
	{ "[a]\nioengine=dircreate\nfilename=no/x\n",
	  "no/x can't be made: the folder that it is to be in does not exist" },
	{ "[a]\nioengine=dirstat\nfilename=there\n",
	  "there is not a folder, as ioengine=dirstat needs it" },
	{ "[a]\nioengine=filestat\nfilename=sub\n", "sub is a folder" },
	{ "[a]\nioengine=filestat\nfilename=x\n[b]\nioengine=dirstat\n"
	  "filename=x\n",
	  "x would be a file for one job and a folder for another" },
	{ "[a]\nioengine=filecreate\nfilename=x\nallow_file_create=0\n",
	  "x does not exist, and allow_file_create=0 forbids making it" },
};

START_TEST(refuses_what_cant_be_done)
{
	make_file("there", 10, 'x');
	ck_assert_int_eq(mkdir("sub", 0755), 0);
	read_plan(refusals[_i].job);
	prepared = prepare(plan, false, diag);
	ck_assert_ptr_null(prepared);
	ck_assert(is_said(DIAG_ERROR, refusals[_i].error));
}
END_TEST

static const struct {
	const char *job;
	uint64_t from, to; /* of the file, that is lost */
} losses[] = {
	{ "ioengine=filedelete", 0, 100000 },
	{ "ioengine=ftruncate\nrw=write\noffset=40k\nsize=8k", 0, 100000 },
	{ "ioengine=falloc\nrw=trim\noffset=40k\nsize=8k", 40960, 49152 },
	{ "ioengine=falloc\nrw=write\noffset=40k\nsize=8k", 0, 0 },
	{ "ioengine=falloc\nrw=read\noffset=40k\nsize=8k", 0, 0 },
	{ "ioengine=filestat\nrw=trim", 0, 0 },
	{ "ioengine=filecreate", 0, 0 },
	{ "ioengine=mmap\nrw=write\noffset=40k\nsize=8k", 40960, 49152 },
};

START_TEST(knows_what_would_be_lost)
{
	struct run_file *file;
	char text[256];

	make_file("x", 100000, 'x');
	snprintf(text, sizeof(text), "[a]\n%s\nfilename=x\n", losses[_i].job);
	prepare_text(text);
	file = file_table_get(prepared->files, "x");
	ck_assert_uint_eq(file->written_from, losses[_i].from);
	ck_assert_uint_eq(file->written_to, losses[_i].to);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("prepare_engines");
	TCase *tc = tcase_create("prepare_engines");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, settles_what_the_engine_needs, 0,
			    COUNT_OF(jobs));
	tcase_add_test(tc, folders_are_laid_out);
	tcase_add_test(tc, a_mapped_file_has_its_data_before_it_is_written);
	tcase_add_loop_test(tc, jobs_in_a_row_share_what_they_make, 0, 2);
	tcase_add_test(tc, what_is_not_made_before_is_laid_out);
	tcase_add_loop_test(tc, refuses_what_cant_be_done, 0,
			    COUNT_OF(refusals));
	tcase_add_loop_test(tc, knows_what_would_be_lost, 0, COUNT_OF(losses));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
