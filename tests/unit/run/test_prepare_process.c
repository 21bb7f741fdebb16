#include "run/prepare.h"

#include "plan_text.h"

static const struct layout *layout(size_t job)
{
	return &prepared->layouts[job];
}

START_TEST(copies_share_or_split_their_cpus)
{
	prepare_text("[global]\nioengine=null\nsize=4k\nnumjobs=3\n"
		     "[a]\ncpus_allowed=0\n"
		     "[b]\ncpumask=1\ncpus_allowed_policy=split\n"
		     "[c]\n");
	for (size_t i = 0; i < 6; i++) {
		ck_assert_ptr_nonnull(layout(i)->cpus);
		ck_assert_int_eq(CPU_COUNT(&layout(i)->cpus->set), 1);
		ck_assert(CPU_ISSET(0, &layout(i)->cpus->set));
	}
	ck_assert_ptr_null(layout(6)->cpus);
}
END_TEST

START_TEST(split_cpus_go_round)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return;
	prepare_text("[a]\nioengine=null\nsize=4k\nnumjobs=3\n"
		     "cpus_allowed=0-1\ncpus_allowed_policy=split\n");
	for (size_t i = 0; i < 3; i++) {
		ck_assert_int_eq(CPU_COUNT(&layout(i)->cpus->set), 1);
		ck_assert(CPU_ISSET(i % 2, &layout(i)->cpus->set));
	}
}
END_TEST

START_TEST(the_later_of_mask_and_list_holds)
{
	prepare_text("[global]\nioengine=null\nsize=4k\ncpumask=2\n"
		     "[a]\ncpus_allowed=0\n");
	ck_assert(CPU_ISSET(0, &layout(0)->cpus->set));
	ck_assert_int_eq(CPU_COUNT(&layout(0)->cpus->set), 1);
}
END_TEST

START_TEST(node_0_is_always_there)
{
	prepare_text("[a]\nioengine=null\nsize=4k\nnuma_cpu_nodes=0\n"
		     "numa_mem_policy=interleave:all\n");
	ck_assert_ptr_nonnull(layout(0)->cpus);
	ck_assert_int_gt(CPU_COUNT(&layout(0)->cpus->set), 0);
	ck_assert_ptr_nonnull(layout(0)->memory_nodes);
	ck_assert(CPU_ISSET(0, &layout(0)->memory_nodes->set));
}
END_TEST

static const struct {
	const char *options;
	const char *message;
} refused[] = {
	{ "cpus_allowed=1023", "cpus_allowed: this machine has no CPU 1023" },
	{ "numa_cpu_nodes=1023",
	  "numa_cpu_nodes: this machine has no NUMA node 1023" },
	{ "numa_mem_policy=bind:1022",
	  "numa_mem_policy: this machine has no NUMA node 1022" },
	{ "ioengine=psync\nfilename=/dev/zero\nioscheduler=none",
	  "ioscheduler: /dev/zero lies on no block device" },
	{ "ioengine=psync\nopendir=nowhere",
	  "opendir: 'nowhere': No such file or directory" },
	{ "ioengine=psync\nopendir=.",
	  "opendir: there are no files below '.'" },
	{ "ioengine=psync\nfilename=/dev/zero\nfiletype=file",
	  "filetype: /dev/zero is not a regular file" },
	{ "ioengine=psync\nfilename=x\nfiletype=block",
	  "filetype: x is not a block device" },
	{ "ioengine=psync\nfilename=x\ncreate_on_open=1\nrw=randrw",
	  "create_on_open: rw=randrw needs 4096 bytes of x, which has 0 and "
	  "is not laid out" },
};

START_TEST(refuses_what_is_not_there)
{
	read_plan(arena_printf(arena, "[a]\nioengine=null\nsize=4k\n%s\n",
			       refused[_i].options));
	prepared = prepare(plan, false, diag);
	ck_assert_ptr_null(prepared);
	ck_assert_msg(is_said(DIAG_ERROR, refused[_i].message), "%s",
		      refused[_i].message);
}
END_TEST

START_TEST(a_folder_gives_its_files)
{
	static const char *const expected[] = { "d/b", "d/e/a", "d/e/f/c",
						"x" };

	ck_assert_int_eq(mkdir("d", 0755), 0);
	ck_assert_int_eq(mkdir("d/e", 0755), 0);
	ck_assert_int_eq(mkdir("d/e/f", 0755), 0);
	make_file("d/b", 8192, 1);
	make_file("d/e/a", 4096, 1);
	make_file("d/e/f/c", 4096, 1);
	make_file("d/empty", 0, 1);
	make_file("x", 4096, 1);
	ck_assert_int_eq(symlink("b", "d/link"), 0);
	ck_assert_int_eq(symlink("..", "d/e/loop"), 0);
	prepare_text("[a]\nopendir=d\nfilename=x\n");
	ck_assert_uint_eq(layout(0)->file_count, 4);
	for (size_t i = 0; i < 4; i++)
		ck_assert_str_eq(layout(0)->files[i].path, expected[i]);
	ck_assert_uint_eq(layout(0)->size, 20480);
	ck_assert(is_said(DIAG_NOTE, "opendir: 1 empty files of d are left "
				     "out"));
	ck_assert_uint_eq(prepared->task_count, 0);
}
END_TEST

START_TEST(files_made_on_open_are_not_laid_out)
{
	prepare_text("[global]\ncreate_on_open=1\nsize=64k\nfilename=x\n"
		     "[w]\nrw=write\n[r]\nstonewall\nrw=read\n");
	ck_assert_uint_eq(prepared->task_count, 0);
	ck_assert(layout(0)->files[0].made);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("prepare_process");
	TCase *tc = tcase_create("prepare_process");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, copies_share_or_split_their_cpus);
	tcase_add_test(tc, split_cpus_go_round);
	tcase_add_test(tc, the_later_of_mask_and_list_holds);
	tcase_add_test(tc, node_0_is_always_there);
	tcase_add_loop_test(tc, refuses_what_is_not_there, 0,
			    COUNT_OF(refused));
	tcase_add_test(tc, a_folder_gives_its_files);
	tcase_add_test(tc, files_made_on_open_are_not_laid_out);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
