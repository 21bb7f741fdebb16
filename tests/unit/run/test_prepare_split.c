#include "run/prepare.h"

#include "plan_text.h"

/* Where each of up to four copies begins and how much it uses. */
static const struct {
	const char *options;
	size_t x; /* size of "x"; 0: there is none */
	uint64_t offset[4];
	uint64_t length[4];
} parts[] = {
	{ "filename=x\nsize=64k\nnumjobs=4",
	  0,
	  { 0, 16384, 32768, 49152 },
	  { 16384, 16384, 16384, 16384 } },
	{ "filename=x\nnumjobs=2", 65536, { 0, 32768 }, { 32768, 32768 } },
	{ "filename=x\nnumjobs=3",
	  65536,
	  { 0, 20480, 40960 },
	  { 20480, 20480, 24576 } },
	{ "filename=x\nsize=64k\noffset=16k\nnumjobs=2",
	  0,
	  { 16384, 49152 },
	  { 32768, 32768 } },
	{ "filename=x\nsize=50%\noffset=25%\nnumjobs=2",
	  65536,
	  { 16384, 32768 },
	  { 16384, 16384 } },
	/* What it is a share of grows with the first copies. */
	{ "filename=x\nsize=128k\noffset=50%\nnumjobs=4",
	  65536,
	  { 32768, 65536, 98304, 131072 },
	  { 32768, 32768, 32768, 32768 } },
	/* Whole blocks of the largest size; the last has what is over. */
	{ "filename=x\nsize=100k\nbs=4k-16k\nnumjobs=3",
	  0,
	  { 0, 32768, 65536 },
	  { 32768, 32768, 36864 } },
	{ "filename=x\nsize=65000\nnumjobs=2",
	  0,
	  { 0, 28672 },
	  { 28672, 36328 } },
	{ "filename=x\nsize=60k\nbs=3k-8k\nnumjobs=2",
	  0,
	  { 0, 30720 },
	  { 30720, 30720 } },
	{ "filename_format=x\nsize=64k\nnumjobs=2",
	  0,
	  { 0, 32768 },
	  { 32768, 32768 } },
	{ "ioengine=null\nsize=64k\nnumjobs=2",
	  0,
	  { 0, 32768 },
	  { 32768, 32768 } },
	{ "filename=x\nsize=64k", 0, { 0 }, { 65536 } },
};

START_TEST(each_copy_has_its_part)
{
	if (parts[_i].x)
		make_file("x", parts[_i].x, 'x');
	prepare_text(arena_printf(arena, "[a]\nrw=read\nsplit=1\n%s\n",
				  parts[_i].options));
	for (size_t k = 0; k < prepared->layout_count; k++) {
		const struct layout *l = &prepared->layouts[k];

		ck_assert_uint_eq(l->files[0].offset, parts[_i].offset[k]);
		ck_assert_uint_eq(l->files[0].length, parts[_i].length[k]);
		ck_assert_uint_eq(l->size, parts[_i].length[k]);
		ck_assert_uint_eq(l->io_bytes, parts[_i].length[k]);
	}
}
END_TEST

START_TEST(each_file_is_divided)
{
	prepare_text("[a]\nfilename=x:y\nsize=64k\nnumjobs=2\nsplit\n");
	for (size_t i = 0; i < 2; i++) {
		const struct layout_file *f = &prepared->layouts[1].files[i];

		ck_assert_uint_eq(f->offset, 16384);
		ck_assert_uint_eq(f->length, 16384);
		ck_assert_uint_eq(f->whole_offset, 0);
		ck_assert_uint_eq(f->whole_length, 32768);
	}
	ck_assert_uint_eq(prepared->layouts[1].size, 32768);
}
END_TEST

START_TEST(the_file_is_laid_out_for_all)
{
	prepare_text("[a]\nfilename=x\nsize=64k\nnumjobs=4\nsplit\nrw=read\n");
	ck_assert_uint_eq(prepared->task_count, 1);
	ck_assert_uint_eq(prepared->tasks[0]->size, 65536);
	ck_assert(prepared->tasks[0]->fill);
}
END_TEST

/* Beside filesize, size is how much to move: by all together. */
START_TEST(what_is_to_be_moved_is_divided)
{
	prepare_text("[a]\nfilename=x\nfilesize=64k\nsize=32k\nnumjobs=2\n"
		     "split\n");
	ck_assert_uint_eq(prepared->layouts[1].files[0].offset, 32768);
	ck_assert_uint_eq(prepared->layouts[1].io_bytes, 16384);
}
END_TEST

static const struct {
	const char *options;
	const char *why;
} refusals[] = {
	{ "numjobs=2\nsize=64k", "have files of their own (a.0.0, a.1.0)" },
	{ "numjobs=5\nsize=16k\nfilename=x",
	  "split: 4 blocks of 4096 bytes in x can't be divided among 5 copies" },
};

START_TEST(refuses_what_can_not_be_divided)
{
	read_plan(arena_printf(arena, "[a]\nsplit=1\n%s\n",
			       refusals[_i].options));
	prepared = prepare(plan, false, diag);
	ck_assert_ptr_null(prepared);
	ck_assert(is_said(DIAG_ERROR, refusals[_i].why));
}
END_TEST

static const struct {
	const char *options;
	bool told;
} sequences[] = {
	{ "rw=read\nfilename=x\nnumjobs=3", true },
	{ "rw=rw\nfilename=x\nnumjobs=2", true },
	{ "rw=read\nfilename=x\nnumjobs=3\nsplit=1", false },
	{ "rw=randread\nfilename=x\nnumjobs=3", false },
	{ "rw=read\nfilename=x", false },
	{ "rw=read\nnumjobs=2", false },
	{ "rw=read\nfilename=/dev/zero\nnumjobs=2", false },
	{ "rw=read\nioengine=null\nnumjobs=2", false },
};

START_TEST(copies_that_do_the_same_are_noted)
{
	prepare_text(arena_printf(arena, "[a]\nsize=64k\n%s\n",
				  sequences[_i].options));
	ck_assert_int_eq(is_said(DIAG_NOTE, "do the same bytes of x"),
			 sequences[_i].told);
}
END_TEST

START_TEST(check_shows_the_parts)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	prepare_text("[a]\nfilename=x\nsize=64k\nnumjobs=2\nsplit\n");
	prepare_print(plan, prepared, out);
	fclose(out);
	ck_assert_ptr_nonnull(strstr(text, "uses 32768 to 65536 (32768 bytes), "
					   "part 2 of 2 of 0 to 65536\n"));
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("prepare_split");
	TCase *tc = tcase_create("prepare_split");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, each_copy_has_its_part, 0,
			    (int)COUNT_OF(parts));
	tcase_add_test(tc, each_file_is_divided);
	tcase_add_test(tc, the_file_is_laid_out_for_all);
	tcase_add_test(tc, what_is_to_be_moved_is_divided);
	tcase_add_loop_test(tc, refuses_what_can_not_be_divided, 0,
			    (int)COUNT_OF(refusals));
	tcase_add_loop_test(tc, copies_that_do_the_same_are_noted, 0,
			    (int)COUNT_OF(sequences));
	tcase_add_test(tc, check_shows_the_parts);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
