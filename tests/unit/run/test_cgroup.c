#include "run/cgroup.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A machine of its own, whose groups are plain folders. */
static char root[64];
static struct arena *arena;
static struct job_options options;

static void write_file(const char *name, const char *text)
{
	char path[256];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	out = fopen(path, "w");
	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	fclose(out);
}

static void make_folder(const char *name)
{
	char command[256];

	snprintf(command, sizeof(command), "mkdir -p %s/%s", root, name);
	ck_assert_int_eq(system(command), 0);
}

static void mount_groups(const char *controllers, const char *handed_down)
{
	write_file("proc/self/mountinfo",
		   "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
		   "30 20 0:25 / /groups rw - cgroup2 cgroup2 rw\n");
	make_folder("groups/there");
	write_file("groups/cgroup.controllers", controllers);
	write_file("groups/cgroup.subtree_control", handed_down);
	write_file("groups/there/cgroup.procs", "");
}

static void setup(void)
{
	snprintf(root, sizeof(root), "/tmp/runner-unit-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(root));
	make_folder("proc/self");
	arena = arena_new();
	options = (struct job_options){ .cgroup = "jobs/a" };
}

static void teardown(void)
{
	char command[128];

	arena_free(arena);
	snprintf(command, sizeof(command), "rm -rf %s", root);
	ck_assert_int_eq(system(command), 0);
}

START_TEST(without_a_mount_there_are_no_groups)
{
	write_file("proc/self/mountinfo",
		   "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
	ck_assert_ptr_null(cgroup_folder(arena, root, &options));
	ck_assert_str_eq(cgroup_obstacle(arena, root, &options),
			 "cgroup2 is not mounted");
}
END_TEST

START_TEST(a_group_is_a_folder_below_the_mount_point)
{
	mount_groups("cpu io memory\n", "io\n");
	ck_assert_str_eq(cgroup_folder(arena, root, &options),
			 arena_printf(arena, "%s/groups/jobs/a", root));
	options.cgroup = "/jobs/a";
	ck_assert_str_eq(cgroup_folder(arena, root, &options),
			 arena_printf(arena, "%s/groups/jobs/a", root));
	ck_assert_ptr_null(cgroup_obstacle(arena, root, &options));
	options.cgroup = "there";
	ck_assert_ptr_null(cgroup_obstacle(arena, root, &options));
	options.cgroup_weight = 200;
	ck_assert_ptr_null(cgroup_obstacle(arena, root, &options));
}
END_TEST

static const struct {
	const char *controllers;
	const char *handed_down;
	const char *why;
} weights[] = {
	{ "cpu hugetlb\n", "\n",
	  "there is no io controller in %s/groups "
	  "(cgroup.controllers), so no weight can be "
	  "given" },
	{ "cpu io\n", "cpu iox\n",
	  "the io controller is not handed down: "
	  "write +io to %s/groups/"
	  "cgroup.subtree_control" },
};

START_TEST(a_weight_needs_the_controller)
{
	char expected[256];
	const char *at = strstr(weights[_i].why, "%s");

	mount_groups(weights[_i].controllers, weights[_i].handed_down);
	options.cgroup_weight = 200;
	snprintf(expected, sizeof(expected), "%.*s%s%s",
		 (int)(at - weights[_i].why), weights[_i].why, root, at + 2);
	ck_assert_str_eq(cgroup_obstacle(arena, root, &options), expected);
}
END_TEST

START_TEST(missing_rights_are_named)
{
	char path[256];

	mount_groups("io\n", "io\n");
	snprintf(path, sizeof(path), "%s/groups", root);
	ck_assert_int_eq(chmod(path, 0555), 0);
	if (geteuid() == 0) {
		ck_assert_int_eq(chmod(root, 0755), 0);
		ck_assert_int_eq(setresuid(65534, 65534, 65534), 0);
	}
	ck_assert_str_eq(cgroup_obstacle(arena, root, &options),
			 arena_printf(arena, "%s: Permission denied", path));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cgroup");
	TCase *tc = tcase_create("cgroup");
	TCase *poor = tcase_create("poor");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, without_a_mount_there_are_no_groups);
	tcase_add_test(tc, a_group_is_a_folder_below_the_mount_point);
	tcase_add_loop_test(tc, a_weight_needs_the_controller, 0,
			    COUNT_OF(weights));
	suite_add_tcase(suite, tc);
	/* In the parent, which keeps the right to clean up. */
	tcase_add_unchecked_fixture(poor, setup, teardown);
	tcase_add_test(poor, missing_rights_are_named);
	suite_add_tcase(suite, poor);
	return unit_main(suite);
}
