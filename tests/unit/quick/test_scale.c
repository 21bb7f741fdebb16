#include "quick/scale.h"

#include "base/clock.h"
#include "quick/profile.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#define MIB (UINT64_C(1) << 20)

static const char text[] = "[global]\n"
			   "size=512m\n"
			   "[a]\n"
			   "filename=x\n"
			   "runtime=4s\n"
			   "[b]\n"
			   "filename=x\n"
			   "size=1g\n"
			   "io_size=64m\n"
			   "[c]\n"
			   "filename=y\n"
			   "size=8m\n"
			   "runtime=500ms\n"
			   "[d]\n"
			   "size=20%\n"
			   "runtime=0\n"
			   "[e]\n";

static struct arena *arena;
static struct diag *diag;
static struct jobfile *file;
static char *printed;

static struct jobfile *read_text(const char *from)
{
	struct jobfile *read = jobfile_new(arena);
	FILE *in = fmemopen((char *)from, strlen(from), "r");

	ck_assert_int_eq(jobfile_read_stream(read, in, "t", diag), 0);
	fclose(in);
	return read;
}

static void start(void)
{
	arena = arena_new();
	diag = diag_new();
	printed = NULL;
	file = read_text(text);
}

static void end(void)
{
	free(printed);
	diag_free(diag);
	arena_free(arena);
}

static const char *print(void)
{
	size_t length;
	FILE *out = open_memstream(&printed, &length);

	ck_assert_ptr_nonnull(out);
	quick_profile_print(file, out);
	fclose(out);
	return printed;
}

START_TEST(each_file_is_counted_once)
{
	struct quick_need need = quick_need(file);

	/* x, y, and the one of e's own; of a share nothing is known. */
	ck_assert_uint_eq(need.all_bytes, (1024 + 8 + 512) * MIB);
	ck_assert_uint_eq(need.largest_bytes, 1024 * MIB);
}
END_TEST

static const struct {
	const char *text;
	uint64_t all_mib, largest_mib;
} needs[] = {
	/* Two of 30 MiB, of which one grows. */
	{ "[a]\nfilename=x:y\nsize=60m\n[b]\nfilename=y\nsize=50m\n", 80, 60 },
	/* A colon of the name. */
	{ "[a]\nfilename=x\\:y\nsize=8m\n[b]\nfilename=x\nsize=8m\n", 16, 8 },
	/* One more than that of [global]. */
	{ "[global]\nfilename=x\nsize=8m\n[a]\nfilename=y\n[b]\n", 12, 8 },
	/* Copies have a file each, unless it has a name. */
	{ "[a]\nnumjobs=4\nsize=8m\n", 32, 32 },
	{ "[a]\nnumjobs=4\nsize=8m\nfilename=x\n", 8, 8 },
	{ "[global]\nsize=8m\n[a]\nsize=oops\nnumjobs=-2\n", 8, 8 },
};

START_TEST(files_are_counted_as_they_are_named)
{
	struct quick_need need = quick_need(read_text(needs[_i].text));

	ck_assert_uint_eq(need.all_bytes, needs[_i].all_mib * MIB);
	ck_assert_uint_eq(need.largest_bytes, needs[_i].largest_mib * MIB);
}
END_TEST

START_TEST(nothing_changes_without_a_bound)
{
	quick_scale_apply(&(struct quick_scale){ .share = 1 }, file);
	ck_assert_str_eq(print(), "[global]\nsize=512m\n"
				  "\n[a]\nfilename=x\nruntime=4s\n"
				  "\n[b]\nfilename=x\nsize=1g\nio_size=64m\n"
				  "\n[c]\nfilename=y\nsize=8m\nruntime=500ms\n"
				  "\n[d]\nsize=20%\nruntime=0\n"
				  "\n[e]\n");
}
END_TEST

START_TEST(a_share_leaves_what_is_small)
{
	quick_scale_apply(&(struct quick_scale){ .share = 0.1 }, file);
	ck_assert_str_eq(print(), "[global]\nsize=51m\n"
				  "\n[a]\nfilename=x\nruntime=4s\n"
				  "\n[b]\nfilename=x\nsize=102m\nio_size=16m\n"
				  "\n[c]\nfilename=y\nsize=8m\nruntime=500ms\n"
				  "\n[d]\nsize=20%\nruntime=0\n"
				  "\n[e]\n");
}
END_TEST

START_TEST(bounds_hold_for_every_job)
{
	quick_scale_apply(&(struct quick_scale){ .share = 1,
						 .size_bytes = 4 * MIB,
						 .time_ns = NSEC_PER_SEC },
			  file);
	ck_assert_str_eq(print(),
			 "[global]\nsize=4m\n"
			 "\n[a]\nfilename=x\nruntime=1s\n"
			 "\n[b]\nfilename=x\nsize=4m\nio_size=4m\nruntime=1s\n"
			 "\n[c]\nfilename=y\nsize=4m\nruntime=500ms\n"
			 "\n[d]\nsize=20%\nruntime=1s\n"
			 "\n[e]\nruntime=1s\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("scale");
	TCase *tcase = tcase_create("scale");

	tcase_add_checked_fixture(tcase, start, end);
	tcase_add_test(tcase, each_file_is_counted_once);
	tcase_add_loop_test(tcase, files_are_counted_as_they_are_named, 0,
			    (int)COUNT_OF(needs));
	tcase_add_test(tcase, nothing_changes_without_a_bound);
	tcase_add_test(tcase, a_share_leaves_what_is_small);
	tcase_add_test(tcase, bounds_hold_for_every_job);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
