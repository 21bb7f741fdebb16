#include "plan_fixture.h"

/* The rules between options of buffers, a row each. */

static const struct {
	const char *text;
	bool refill;
	bool scramble;
} settled[] = {
	{ "[a]\n", false, true },
	{ "[a]\nzero_buffers\n", false, false },
	{ "[a]\nzero_buffers=0\n", false, true },
	{ "[a]\nzero_buffers\nscramble_buffers=1\n", false, true },
	{ "[a]\nscramble_buffers=1\nzero_buffers\n", false, false },
	{ "[global]\nbuffer_pattern=1\n[a]\n", false, false },
	{ "[global]\nbuffer_pattern=1\n[a]\nscramble_buffers=1\n", false,
	  true },
	{ "[global]\nscramble_buffers=1\nbuffer_pattern=1\nbs=1k\n"
	  "[a]\nkb_base=1000\n",
	  false, false },
	{ "[a]\nbuffer_pattern=1\nrefill_buffers\n", true, false },
	{ "[a]\nbuffer_compress_percentage=0\n", true, true },
	{ "[a]\nbuffer_compress_percentage=50\n", true, false },
	{ "[a]\nbuffer_compress_percentage=100\n", false, false },
	{ "[a]\nbuffer_compress_percentage=0\nbuffer_pattern=1\n", false,
	  false },
	{ "[a]\nbuffer_compress_percentage=30\nbuffer_pattern=1\n", true,
	  false },
	{ "[a]\nrefill_buffers=0\nbuffer_compress_percentage=50\n", false,
	  false },
	{ "[a]\ndedupe_percentage=0\n", true, true },
	{ "[a]\ndedupe_percentage=50\n", true, false },
	{ "[a]\ndedupe_percentage=0\nbuffer_pattern=1\n", false, false },
	{ "[a]\ndedupe_percentage=100\nbuffer_pattern=1\n", false, false },
};

START_TEST(content_settles_refill_and_scramble)
{
	const struct job_options *o;

	build(settled[_i].text);
	ck_assert_ptr_nonnull(plan);
	assert_told("");
	o = plan->sections[0].options;
	ck_assert_int_eq(o->refill_buffers, settled[_i].refill);
	ck_assert_int_eq(o->scramble_buffers, settled[_i].scramble);
}
END_TEST

#define ALIKE                                                                  \
	" makes all blocks alike\nt.fio:3: hint: buffer_compress_percentage "  \
	"below 100 mixes in random data\n"

static const struct {
	const char *text;
	const char *told;
} refusals[] = {
	{ "[a]\nbuffer_pattern=1\ndedupe_percentage=50\n",
	  "t.fio:3: error: dedupe_percentage: 50 can't be had, as "
	  "buffer_pattern" ALIKE },
	{ "[a]\nbuffer_compress_percentage=100\ndedupe_percentage=1\n",
	  "t.fio:3: error: dedupe_percentage: 1 can't be had, as "
	  "buffer_compress_percentage=100" ALIKE },
	{ "[a]\nrefill_buffers=0\ndedupe_percentage=50\n",
	  "t.fio:2: error: refill_buffers: 0 repeats every block, and "
	  "dedupe_percentage=50 asks for new ones\n" },
	{ "[a]\ndedupe_percentage=50\ndedupe_mode=working_set\n"
	  "dedupe_working_set_percentage=51\n",
	  "t.fio:2: error: dedupe_percentage: 50 leaves no room for the "
	  "working set, 51 % of the size, which is written without repetition "
	  "(dedupe_working_set_percentage)\n" },
	{ "[a]\ndedupe_percentage=50\ndedupe_global\n",
	  "t.fio:3: error: dedupe_global: needs dedupe_mode=working_set\n" },
	{ "[a]\ndedupe_percentage=101\n",
	  "t.fio:2: error: dedupe_percentage: '101' is out of range: 0 to "
	  "100\n" },
	{ "[a]\nbuffer_compress_percentage=101\n",
	  "t.fio:2: error: buffer_compress_percentage: '101' is out of range: "
	  "0 to 100\n" },
	{ "[a]\nmem=mmaphuge\nhugepage-size=3m\n",
	  "t.fio:3: error: hugepage-size: 3145728 is not a power of two\n" },
	/* P02 */
	{ "[a]\nbuffer_pattern\n",
	  "t.fio:2: error: buffer_pattern needs a value\n"
	  "t.fio:2: hint: write it as buffer_pattern=PATTERN\n" },
};

START_TEST(refuses_what_cannot_be)
{
	build(refusals[_i].text);
	ck_assert_ptr_null(plan);
	assert_told(refusals[_i].told);
}
END_TEST

static const struct {
	const char *text;
	const char *told;
} notes[] = {
	{ "[a]\nzero_buffers\nbuffer_pattern=1\n",
	  "t.fio:2: note: zero_buffers: has no effect beside "
	  "buffer_pattern\n" },
	{ "[a]\nbuffer_compress_percentage=10\nzero_buffers\n",
	  "t.fio:3: note: zero_buffers: has no effect beside "
	  "buffer_compress_percentage\n" },
	{ "[a]\nzero_buffers\ndedupe_percentage=10\n",
	  "t.fio:2: note: zero_buffers: has no effect beside "
	  "dedupe_percentage\n" },
	{ "[a]\nzero_buffers\nbuffer_compress_percentage=100\n", "" },
	{ "[a]\nbuffer_compress_chunk=4k\n",
	  "t.fio:2: note: buffer_compress_chunk: has no effect without "
	  "buffer_compress_percentage\n" },
	{ "[a]\ndedupe_mode=working_set\n",
	  "t.fio:2: note: dedupe_mode: has no effect without "
	  "dedupe_percentage\n" },
	{ "[a]\ndedupe_global\n",
	  "t.fio:2: note: dedupe_global: has no effect without "
	  "dedupe_percentage\n" },
	{ "[a]\ndedupe_percentage=5\ndedupe_working_set_percentage=5\n",
	  "t.fio:3: note: dedupe_working_set_percentage: has no effect without "
	  "dedupe_percentage and dedupe_mode=working_set\n" },
	{ "[a]\nhugepage-size=2m\n",
	  "t.fio:2: note: hugepage-size: has no effect without mem=mmaphuge or "
	  "shmhuge\n" },
	{ "[a]\nmem=shmhuge\nhugepage-size=1g\n", "" },
};

START_TEST(notes_what_has_no_effect)
{
	build(notes[_i].text);
	ck_assert_ptr_nonnull(plan);
	assert_told(notes[_i].told);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan_buffer");
	TCase *tc = tcase_create("plan_buffer");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, content_settles_refill_and_scramble, 0,
			    COUNT_OF(settled));
	tcase_add_loop_test(tc, refuses_what_cannot_be, 0, COUNT_OF(refusals));
	tcase_add_loop_test(tc, notes_what_has_no_effect, 0, COUNT_OF(notes));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
