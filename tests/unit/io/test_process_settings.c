#include "io/process_settings.h"

#include "job_fixture.h"

#include <errno.h>
#include <linux/ioprio.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Each test is a process of its own, so there is nothing to put back. */
static struct job_fixture f;
static struct job_error error;

static int apply(const char *texts)
{
	job_fixture_open(&f, texts);
	return process_settings_apply(&f.job.layout, &error);
}

static long io_priority(void)
{
	return syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
}

START_TEST(what_is_not_asked_for_stays_as_it_is)
{
	long before = io_priority();
	int nice = getpriority(PRIO_PROCESS, 0);
	char name[16], name_before[16];

	prctl(PR_GET_NAME, name_before);
	ck_assert_int_eq(apply("rw=read"), 0);
	prctl(PR_GET_NAME, name);
	ck_assert_str_eq(name, name_before);
	ck_assert_int_eq(io_priority(), before);
	ck_assert_int_eq(getpriority(PRIO_PROCESS, 0), nice);
	job_fixture_close(&f);
}
END_TEST

START_TEST(a_job_may_be_bound_to_cpus)
{
	struct cpu_list list = { .given = true };
	cpu_set_t set;
	size_t cpu = 0;

	ck_assert_int_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	while (!CPU_ISSET(cpu, &set))
		cpu++;
	CPU_SET(cpu, &list.set);
	job_fixture_open(&f, "rw=read");
	f.job.layout.cpus = &list;
	ck_assert_int_eq(process_settings_apply(&f.job.layout, &error), 0);
	ck_assert_int_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	ck_assert(CPU_EQUAL(&set, &list.set));
	job_fixture_close(&f);
}
END_TEST

START_TEST(cpus_that_are_not_there_are_refused)
{
	struct cpu_list list = { .given = true };

	CPU_SET(CPU_SETSIZE - 1, &list.set);
	job_fixture_open(&f, "rw=read");
	f.job.layout.cpus = &list;
	ck_assert_int_eq(process_settings_apply(&f.job.layout, &error), -1);
	ck_assert_int_eq(error.code, EINVAL);
	ck_assert_str_eq(error.function, "sched_setaffinity");
	job_fixture_close(&f);
}
END_TEST

START_TEST(the_process_has_its_name)
{
	char name[16];

	ck_assert_int_eq(apply("comm=a-worker-of-a-long-name"), 0);
	prctl(PR_GET_NAME, name);
	ck_assert_str_eq(name, "a-worker-of-a-l");
	job_fixture_close(&f);
}
END_TEST

static const struct {
	const char *texts;
	int class;
	int level;
} priorities[] = {
	{ "prio=3", IOPRIO_CLASS_BE, 3 },
	{ "prioclass=2", IOPRIO_CLASS_BE, 0 },
	{ "prioclass=0 prio=4", IOPRIO_CLASS_BE, 4 },
	{ "prioclass=3", IOPRIO_CLASS_IDLE, 0 },
};

START_TEST(io_has_its_priority)
{
	ck_assert_int_eq(apply(priorities[_i].texts), 0);
	ck_assert_int_eq(io_priority(),
			 priorities[_i].class << IOPRIO_CLASS_SHIFT |
				 priorities[_i].level);
	job_fixture_close(&f);
}
END_TEST

START_TEST(nice_is_absolute)
{
	ck_assert_int_eq(setpriority(PRIO_PROCESS, 0, 3), 0);
	ck_assert_int_eq(apply("nice=7"), 0);
	ck_assert_int_eq(getpriority(PRIO_PROCESS, 0), 7);
	job_fixture_close(&f);
}
END_TEST

START_TEST(memory_comes_from_the_node)
{
	struct cpu_list nodes = { .given = true };
	int mode = -1;

	CPU_SET(0, &nodes.set);
	job_fixture_open(&f, "numa_mem_policy=bind:0");
	f.job.layout.memory_nodes = &nodes;
	if (process_settings_apply(&f.job.layout, &error) < 0) {
		/* A kernel without NUMA, or a container that forbids it. */
		ck_assert(error.code == ENOSYS || error.code == EPERM);
	} else {
		ck_assert_int_eq(
			syscall(SYS_get_mempolicy, &mode, NULL, 0UL, NULL, 0UL),
			0);
		ck_assert_int_eq(mode, 2); /* MPOL_BIND */
	}
	job_fixture_close(&f);
}
END_TEST

START_TEST(the_user_comes_last)
{
	if (geteuid() != 0)
		return;
	ck_assert_int_eq(apply("nice=-1 uid=65534 gid=65533"), 0);
	ck_assert_int_eq(getpriority(PRIO_PROCESS, 0), -1);
	ck_assert_uint_eq(getuid(), 65534);
	ck_assert_uint_eq(geteuid(), 65534);
	ck_assert_uint_eq(getgid(), 65533);
	ck_assert_int_eq(getgroups(0, NULL), 0);
	ck_assert_int_eq(setuid(0), -1);
	job_fixture_close(&f);
}
END_TEST

static const char *const not_for_others[] = {
	"uid=0",
	"gid=0",
	"nice=-20",
	"prioclass=1",
};

START_TEST(missing_rights_are_named)
{
	if (geteuid() == 0) {
		ck_assert_int_eq(setresgid(65534, 65534, 65534), 0);
		ck_assert_int_eq(setresuid(65534, 65534, 65534), 0);
	}
	ck_assert_int_eq(apply(not_for_others[_i]), -1);
	ck_assert(error.code == EPERM || error.code == EACCES);
	ck_assert_ptr_nonnull(strstr(error.text, not_for_others[_i]));
	job_fixture_close(&f);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("process_settings");
	TCase *tc = tcase_create("process_settings");

	tcase_add_test(tc, what_is_not_asked_for_stays_as_it_is);
	tcase_add_test(tc, a_job_may_be_bound_to_cpus);
	tcase_add_test(tc, cpus_that_are_not_there_are_refused);
	tcase_add_test(tc, the_process_has_its_name);
	tcase_add_loop_test(tc, io_has_its_priority, 0, COUNT_OF(priorities));
	tcase_add_test(tc, nice_is_absolute);
	tcase_add_test(tc, memory_comes_from_the_node);
	tcase_add_test(tc, the_user_comes_last);
	tcase_add_loop_test(tc, missing_rights_are_named, 0,
			    COUNT_OF(not_for_others));
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
