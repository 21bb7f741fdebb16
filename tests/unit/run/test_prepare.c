#include "run/prepare.h"

#include "plan_text.h"

#include <inttypes.h>

/* "x" and "y" exist with these sizes (0: not at all). */
static const struct {
	const char *options;
	size_t x, y;
	uint64_t files;
	uint64_t offset, length; /* of the first file */
	uint64_t size;           /* of the pass */
	uint64_t io_bytes;
} sizes[] = {
	/* what is given */
	{ "size=64k", 0, 0, 1, 0, 65536, 65536, 65536 },
	{ "size=64k\nnrfiles=2", 0, 0, 2, 0, 32768, 65536, 65536 },
	{ "size=64k\nnrfiles=3", 0, 0, 3, 0, 21845, 65535, 65535 },
	{ "size=64k\nfilename=x:y", 0, 0, 2, 0, 32768, 65536, 65536 },
	{ "size=64k\nfilename=x:y\nnrfiles=1", 0, 0, 1, 0, 65536, 65536,
	  65536 },
	{ "size=64k\noffset=16k", 0, 0, 1, 16384, 65536, 65536, 65536 },
	{ "filename=x\nsize=64k\noffset=16k", 65536, 0, 1, 16384, 65536, 65536,
	  65536 },
	{ "filesize=16k\nnrfiles=3", 0, 0, 3, 0, 16384, 49152, 49152 },
	/* size beside filesize is only how much to move */
	{ "filesize=16k\nsize=40k\nnrfiles=3", 0, 0, 3, 0, 16384, 49152,
	  40960 },
	{ "filesize=16k\nsize=80k\nnrfiles=3", 0, 0, 3, 0, 16384, 49152,
	  49152 },
	{ "filesize=64k\nsize=32k\noffset=16k", 0, 0, 1, 16384, 49152, 49152,
	  32768 },
	{ "filesize=64k\nsize=50%", 0, 0, 1, 0, 32768, 32768, 32768 },
	{ "filename=x\nfilesize=32k", 65536, 0, 1, 0, 32768, 32768, 32768 },
	{ "filename=x\nfilesize=32k\noffset=16k", 65536, 0, 1, 16384, 16384,
	  16384, 16384 },
	/* what there is */
	{ "filename=x", 65536, 0, 1, 0, 65536, 65536, 65536 },
	{ "filename=x:y", 65536, 32768, 2, 0, 65536, 98304, 98304 },
	{ "filename=x\noffset=16k", 65536, 0, 1, 16384, 49152, 49152, 49152 },
	/* shares of it */
	{ "filename=x\nsize=25%\noffset=16k", 65536, 0, 1, 16384, 16384, 16384,
	  16384 },
	{ "filename=x\nsize=100%\noffset=16k", 65536, 0, 1, 16384, 49152, 49152,
	  49152 },
	{ "filename=x:y\nsize=50%", 65536, 32768, 2, 0, 32768, 49152, 49152 },
	{ "filename=x\noffset=50%", 65536, 0, 1, 32768, 32768, 32768, 32768 },
	{ "filename=x\noffset=50%\nsize=128k", 65536, 0, 1, 32768, 131072,
	  131072, 131072 },
	{ "filename=x\noffset=50%\nsize=128k", 0, 0, 1, 0, 131072, 131072,
	  131072 },
	/* shares are rounded up to blocks */
	{ "filename=x\noffset=33%\nbs=8k", 102400, 0, 1, 40960, 61440, 61440,
	  61440 },
	{ "filename=x\noffset=90%", 102400, 0, 1, 94208, 8192, 8192, 8192 },
	/* how much to move */
	{ "size=32k\nio_size=200k", 0, 0, 1, 0, 32768, 32768, 204800 },
	{ "size=32k\nio_size=10k", 0, 0, 1, 0, 32768, 32768, 10240 },
	{ "size=200k\nio_size=50%\nnrfiles=2", 0, 0, 2, 0, 102400, 204800,
	  102400 },
	/* without files, and without an end */
	{ "ioengine=null\nsize=64k", 0, 0, 1, 0, 65536, 65536, 65536 },
	{ "ioengine=null\nfilesize=64k\nnrfiles=2", 0, 0, 2, 0, 65536, 131072,
	  131072 },
	{ "ioengine=null\nsize=64k\noffset=10%", 0, 0, 1, 0, 65536, 65536,
	  65536 },
	{ "filename=/dev/zero\nsize=64k", 0, 0, 1, 0, 65536, 65536, 65536 },
	{ "filename=/dev/zero\nsize=64k\noffset=1m", 0, 0, 1, 1048576, 65536,
	  65536, 65536 },
};

START_TEST(settles_sizes_as_the_reference_does)
{
	const struct layout *l;

	if (sizes[_i].x)
		make_file("x", sizes[_i].x, 'x');
	if (sizes[_i].y)
		make_file("y", sizes[_i].y, 'y');
	prepare_text(
		arena_printf(arena, "[a]\nrw=read\n%s\n", sizes[_i].options));
	l = &prepared->layouts[0];
	ck_assert_uint_eq(l->file_count, sizes[_i].files);
	ck_assert_uint_eq(l->files[0].offset, sizes[_i].offset);
	ck_assert_uint_eq(l->files[0].length, sizes[_i].length);
	ck_assert_uint_eq(l->size, sizes[_i].size);
	ck_assert_uint_eq(l->io_bytes, sizes[_i].io_bytes);
}
END_TEST

START_TEST(each_file_has_its_own_share)
{
	make_file("x", 65536, 'x');
	make_file("y", 32768, 'y');
	prepare_text("[a]\nfilename=x:y\nsize=50%\n");
	ck_assert_uint_eq(prepared->layouts[0].files[0].length, 32768);
	ck_assert_uint_eq(prepared->layouts[0].files[1].length, 16384);
}
END_TEST

START_TEST(drawn_sizes_are_whole_blocks_in_the_range)
{
	bool differ = false;

	prepare_text("[a]\nfilesize=8k-64k\nnrfiles=50\n");
	for (size_t i = 0; i < 50; i++) {
		uint64_t length = prepared->layouts[0].files[i].length;

		ck_assert_uint_eq(length % 4096, 0);
		ck_assert_uint_ge(length, 8192);
		ck_assert_uint_le(length, 65536);
		differ |= length != prepared->layouts[0].files[0].length;
	}
	ck_assert(differ);
}
END_TEST

static const struct {
	const char *options;
	const char *error;
} refused[] = {
	{ "rw=read", "size: needs to be given: a.0.0 does not exist" },
	{ "size=50%\nfilename=n", "size: needs to be given: n does not exist" },
	{ "filename=x:n", "size: needs to be given: n does not exist" },
	{ "filename=empty", "size: needs to be given: empty is empty" },
	{ "filename=/dev/zero", "size: needs to be given: /dev/zero has no" },
	{ "ioengine=null", "size: needs to be given: ioengine=null has no" },
	{ "size=2k", "size: 2048 bytes are too small for a block of 4096" },
	{ "filesize=2k", "size: 2048 bytes are too small for a block of 4096" },
	{ "size=12k\nnrfiles=4",
	  "size: 3072 bytes in each file are too small" },
	{ "filename=x\noffset=70k", "offset: 71680 is not within the 65536" },
	{ "filename=x\noffset=64k\nfilesize=64k", "offset: 65536 is not wit" },
	{ "size=8E\nfilename=n\noffset=8k", "more than a file can have" },
	{ "filename=d", "d is a folder" },
	{ "filename=pipe\nsize=4k", "pipe is a pipe, which has no offsets" },
	{ "filename=-\nsize=4k", "'-' (standard input or output)" },
	{ "filename=x/n\nsize=4k", "x/n: Not a directory" },
	{ "filename=/dev/no-such-disk\nsize=4k", "no file is made among devi" },
	{ "directory=n\nsize=4k", "directory: 'n': No such file" },
	{ "directory=x\nsize=4k", "directory: 'x' is not a folder" },
	{ "filename=n\nsize=4k\nallow_file_create=0",
	  "n does not exist, and allow_file_create=0" },
	{ "filename=x\nsize=1m\nallow_file_create=0",
	  "x has 65536 bytes, 1048576 are needed, and allow_file_create=0" },
	{ "filename=x\ndirect=1\nbs=1000", "bs: 1000 is not a multiple of" },
	{ "filename=x\ndirect=1\noffset=1", "offset: 1 is not a multiple of" },
	{ "filename=x\ndirect=1\nrw=read:100", "rw: 100 is not a multiple" },
};

START_TEST(refuses_what_cannot_be_run)
{
	make_file("x", 65536, 'x');
	make_file("empty", 0, 0);
	ck_assert_int_eq(mkdir("d", 0755), 0);
	ck_assert_int_eq(mkfifo("pipe", 0644), 0);
	read_plan(arena_printf(arena, "[a]\n%s\n", refused[_i].options));
	ck_assert_ptr_null(prepare(plan, false, diag));
	if (!is_said(DIAG_ERROR, refused[_i].error))
		diag_print(diag, stderr);
	ck_assert(is_said(DIAG_ERROR, refused[_i].error));
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 1);
	/* Whatever it was, nothing was made. */
	ck_assert_int_eq(size_of("n"), -1);
	ck_assert_int_eq(size_of("x"), 65536);
}
END_TEST

START_TEST(one_error_for_all_copies_and_one_for_each_section)
{
	read_plan("[a]\nnumjobs=5\n[b]\nnumjobs=5\n");
	ck_assert_ptr_null(prepare(plan, false, diag));
	ck_assert_uint_eq(diag_count(diag, DIAG_ERROR), 2);
}
END_TEST

static const char *const not_readonly[] = { "filename=n\nsize=4k",
					    "filename=x\nsize=1m" };

START_TEST(readonly_makes_and_extends_nothing)
{
	make_file("x", 65536, 'x');
	read_plan(arena_printf(arena, "[a]\nrw=read\n%s\n", not_readonly[_i]));
	ck_assert_ptr_null(prepare(plan, true, diag));
	ck_assert(is_said(DIAG_ERROR, "--readonly forbids"));
}
END_TEST

static const struct {
	const char *job;
	size_t number;
	const char *path; /* of the last file */
} names[] = {
	{ "[a]\nnumjobs=2\n[b]\n", 1, "a.1.0" },
	{ "[a]\nnumjobs=2\n[b]\n", 2, "b.0.0" },
	{ "[a]\nnrfiles=12\n", 0, "a.0.11" },
	{ "[a]\nnumjobs=2\nfilename_format=f$jobnum/$filenum-$jobname$x\n", 1,
	  "f1/0-a$x" },
	{ "[a]\nfilename_format=$clientuid-one\n", 0, "-one" },
	{ "[a]\ndirectory=d:e\nnumjobs=3\n", 0, "d/a.0.0" },
	{ "[a]\ndirectory=d:e\nnumjobs=3\n", 1, "e/a.1.0" },
	{ "[a]\ndirectory=d:e\nnumjobs=3\n", 2, "d/a.2.0" },
	{ "[a]\ndirectory=d:e\nnumjobs=2\nfilename=x\n", 1, "d/x" },
	{ "[a]\nfilename=x:y\n", 0, "y" },
};

START_TEST(names_files_as_the_reference_does)
{
	const struct layout *l;

	ck_assert_int_eq(mkdir("d", 0755), 0);
	ck_assert_int_eq(mkdir("e", 0755), 0);
	prepare_text(
		arena_printf(arena, "[global]\nsize=1m\n%s", names[_i].job));
	l = &prepared->layouts[names[_i].number];
	ck_assert_str_eq(l->files[l->file_count - 1].path, names[_i].path);
}
END_TEST

START_TEST(a_file_is_laid_out_once_however_many_use_it)
{
	prepare_text("[global]\nfilename=x\nsize=64k\nrw=read\n"
		     "[a]\nnumjobs=20\n[b]\nsize=128k\n[c]\nrw=write\n");
	ck_assert_uint_eq(prepared->task_count, 1);
	ck_assert_str_eq(prepared->tasks[0]->path, "x");
	ck_assert_uint_eq(prepared->tasks[0]->size, 131072);
	ck_assert_uint_eq(prepared->tasks[0]->job->number, 0);
	ck_assert(prepared->tasks[0]->fill);
	ck_assert_uint_eq(prepared->late_task_count, 0);
}
END_TEST

START_TEST(a_file_of_full_length_is_left_alone)
{
	make_file("x", 65536, 'x');
	prepare_text("[global]\nfilename=x\n[a]\nrw=read\nsize=64k\n"
		     "[b]\nrw=write\nsize=4k\n[c]\nrw=randrw\n");
	ck_assert_uint_eq(prepared->task_count, 0);
	ck_assert_uint_eq(diag_count(diag, DIAG_NOTE), 0);
}
END_TEST

START_TEST(a_short_file_of_a_reader_is_extended_with_a_note)
{
	make_file("x", 4096, 'x');
	prepare_text("[a]\nfilename=x\nrw=randread\nsize=64k\nnumjobs=3\n");
	ck_assert_uint_eq(prepared->task_count, 1);
	ck_assert_uint_eq(prepared->tasks[0]->from, 4096);
	ck_assert(prepared->tasks[0]->fill);
	ck_assert_uint_eq(diag_count(diag, DIAG_NOTE), 1);
	ck_assert(is_said(DIAG_NOTE, "extended to 65536"));
}
END_TEST

/* What of x is filled with data, and when. */
static const struct {
	const char *jobs;
	bool fill;
	size_t fill_before;
} fills[] = {
	{ "[a]\nrw=write\n", false, NO_JOB },
	{ "[a]\nrw=write\noverwrite=1\n", true, NO_JOB },
	{ "[a]\nrw=randrw\n", true, NO_JOB },
	{ "[a]\nrw=write\n[b]\nrw=read\n", true, NO_JOB },
	{ "[a]\nrw=write\n[b]\nstonewall\nrw=read\n", false, 1 },
	{ "[a]\nrw=write\n[b]\nwait_for=a\nrw=read\n", false, 1 },
	{ "[a]\nrw=write\n[b]\nrw=write\n[c]\nstonewall\nrw=randrw\n"
	  "[d]\nrw=read\n",
	  false, 2 },
	{ "[a]\nrw=read\n[b]\nstonewall\nrw=write\n", true, NO_JOB },
	{ "[a]\nrw=write\n[b]\nstonewall\nrw=write\noverwrite=1\n", false, 1 },
};

START_TEST(readers_get_data_and_writers_space)
{
	prepare_text(arena_printf(arena, "[global]\nfilename=x\nsize=64k\n%s",
				  fills[_i].jobs));
	ck_assert_uint_eq(prepared->task_count, 1);
	ck_assert_int_eq(prepared->tasks[0]->fill, fills[_i].fill);
	ck_assert_uint_eq(prepared->tasks[0]->fill_before,
			  fills[_i].fill_before);
	ck_assert_uint_eq(prepared->late_task_count,
			  fills[_i].fill_before != NO_JOB);
}
END_TEST

START_TEST(a_later_job_sees_what_an_earlier_one_makes)
{
	prepare_text("[a]\nfilename=x\nrw=write\nsize=64k\n"
		     "[b]\nstonewall\nfilename=x\nrw=read\n");
	ck_assert_uint_eq(prepared->layouts[1].files[0].length, 65536);
}
END_TEST

START_TEST(a_tail_is_noted_once)
{
	prepare_text("[a]\nsize=10k\nnrfiles=2\nnumjobs=4\n");
	ck_assert_uint_eq(diag_count(diag, DIAG_NOTE), 1);
	ck_assert(is_said(DIAG_NOTE, "the last 1024 of the 5120 bytes"));
}
END_TEST

/* Two runs of a job file have the same seeds, or not. */
static const struct {
	const char *options;
	bool same;
} seeds[] = {
	{ "randrepeat=1", true },
	{ "randrepeat=0", false },
	{ "randrepeat=0\nallrandrepeat=1", true },
	{ "randseed=7", true },
};

START_TEST(seeds_repeat_if_they_are_to)
{
	const char *text = arena_printf(
		arena, "[a]\nsize=4k\nnumjobs=2\nstartdelay=1-100\n%s\n",
		seeds[_i].options);
	uint64_t seed, delay;

	prepare_text(text);
	seed = prepared->layouts[0].seed;
	delay = prepared->layouts[0].startdelay_ns;
	ck_assert_uint_ge(delay, UINT64_C(1000000000));
	ck_assert_uint_le(delay, UINT64_C(100000000000));
	ck_assert_uint_ne(seed, prepared->layouts[1].seed);
	prepared_free(prepared);
	prepared = prepare(plan, false, diag);
	ck_assert_int_eq(prepared->layouts[0].seed == seed, seeds[_i].same);
	ck_assert_int_eq(prepared->layouts[0].startdelay_ns == delay,
			 seeds[_i].same);
}
END_TEST

START_TEST(another_randseed_is_another_sequence)
{
	prepare_text("[a]\nsize=4k\nrandseed=1\n[b]\nsize=4k\nrandseed=2\n"
		     "[c]\nsize=4k\n");
	ck_assert_uint_ne(prepared->layouts[0].seed, prepared->layouts[1].seed);
	ck_assert_uint_ne(prepared->layouts[0].seed, prepared->layouts[2].seed);
}
END_TEST

START_TEST(direct_io_is_aligned_and_buffered_is_not)
{
	make_file("x", 65536, 'x');
	prepare_text("[global]\nfilename=x\n[a]\n[b]\ndirect=1\n");
	ck_assert_uint_eq(prepared->layouts[0].io_alignment, 1);
	ck_assert_uint_ge(prepared->layouts[1].io_alignment, 512);
	ck_assert_uint_ge(prepared->layouts[1].buffer_alignment, 512);
}
END_TEST

START_TEST(block_sizes_are_those_of_the_directions_in_use)
{
	prepare_text("[a]\nsize=1m\nrw=write\nbs=4k,8k-16k,1k\n"
		     "[b]\nsize=1m\nrw=rw\nbs=4k,8k-16k,1k\n");
	ck_assert_uint_eq(prepared->layouts[0].min_bs, 8192);
	ck_assert_uint_eq(prepared->layouts[0].max_bs, 16384);
	ck_assert_uint_eq(prepared->layouts[1].min_bs, 4096);
}
END_TEST

static char *check_text(void)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	prepare_print(plan, prepared, out);
	fclose(out);
	return text;
}

static const struct {
	const char *job;
	const char *shown;
} shown[] = {
	{ "[a]\nsize=1Mi\nbs=4ki\nkb_base=1000\n",
	  "  bs: 4096 bytes (read)\n" },
	{ "[a]\nsize=1Mi\nbs=4ki\nkb_base=1000\n", "  size: 1048576 bytes " },
	{ "[a]\nsize=4k\nmax_latency=50ms\n", "  max_latency: 50000000 ns\n" },
	{ "[a]\nsize=4k\n[b]\nstonewall\nsize=4k\n",
	  "  starts: after the jobs 1 to 1 (until a)\n" },
	{ "[a]\nsize=64k\nrw=write\n",
	  "  made: a.0.0, 65536 bytes, allocated\n" },
	{ "[a]\nsize=64k\n", "  made: a.0.0, 65536 bytes, filled with data\n" },
	{ "[a]\nfilename=x\nsize=64k\n",
	  "  extended: x from 8192 to 65536 bytes, filled with data\n" },
	{ "[a]\nfilename=x\nrw=write\noffset=4k\n",
	  "  x (file), bytes 4096 to 8192\n" },
	{ "[a]\nfilename=x\n", "data to overwrite or trim: none\n" },
	{ "[a]\nfilename=n\nsize=4k\nrw=write\n",
	  "data to overwrite or trim: none\n" },
	{ "[a]\nfilename=x\noffset=4k\n",
	  "  filename: x (file), 8192 bytes now, uses 4096 to 8192 (4096 " },
};

START_TEST(check_shows_what_would_be_done)
{
	char *text;

	make_file("x", 8192, 'x');
	prepare_text(shown[_i].job);
	text = check_text();
	if (!strstr(text, shown[_i].shown))
		fputs(text, stderr);
	ck_assert_ptr_nonnull(strstr(text, shown[_i].shown));
	free(text);
}
END_TEST

START_TEST(many_files_and_copies_are_quick)
{
	prepare_text("[a]\nnumjobs=2000\nnrfiles=20\nsize=1m\n");
	ck_assert_uint_eq(prepared->task_count, 40000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("prepare");
	TCase *tc = tcase_create("prepare");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, settles_sizes_as_the_reference_does, 0,
			    COUNT_OF(sizes));
	tcase_add_test(tc, each_file_has_its_own_share);
	tcase_add_test(tc, drawn_sizes_are_whole_blocks_in_the_range);
	tcase_add_loop_test(tc, refuses_what_cannot_be_run, 0,
			    COUNT_OF(refused));
	tcase_add_test(tc, one_error_for_all_copies_and_one_for_each_section);
	tcase_add_loop_test(tc, readonly_makes_and_extends_nothing, 0,
			    COUNT_OF(not_readonly));
	tcase_add_loop_test(tc, names_files_as_the_reference_does, 0,
			    COUNT_OF(names));
	tcase_add_test(tc, a_file_is_laid_out_once_however_many_use_it);
	tcase_add_test(tc, a_file_of_full_length_is_left_alone);
	tcase_add_test(tc, a_short_file_of_a_reader_is_extended_with_a_note);
	tcase_add_loop_test(tc, readers_get_data_and_writers_space, 0,
			    COUNT_OF(fills));
	tcase_add_test(tc, a_later_job_sees_what_an_earlier_one_makes);
	tcase_add_test(tc, a_tail_is_noted_once);
	tcase_add_loop_test(tc, seeds_repeat_if_they_are_to, 0,
			    COUNT_OF(seeds));
	tcase_add_test(tc, another_randseed_is_another_sequence);
	tcase_add_test(tc, direct_io_is_aligned_and_buffered_is_not);
	tcase_add_test(tc, block_sizes_are_those_of_the_directions_in_use);
	tcase_add_loop_test(tc, check_shows_what_would_be_done, 0,
			    COUNT_OF(shown));
	tcase_add_test(tc, many_files_and_copies_are_quick);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
