#include "sys/host.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define MIB (UINT64_C(1) << 20)

/* One machine a row; strings left out are "". */
static const struct {
	const char *folder;
	const char *hostname, *kernel, *architecture, *os, *cpu_model;
	const char *cpu_governor, *virtualization;
	unsigned cpu_count, cpu_usable;
	uint64_t memory_bytes, memory_limit_bytes;
} machines[] = {
	/* Limits on two levels of control groups, version 2; 2.5 processors. */
	{ .folder = "host_kvm",
	  .hostname = "guest",
	  .kernel = "6.12.0-1-amd64",
	  .architecture = "x86_64",
	  .os = "Example \"Linux\" 12 (test)",
	  .cpu_model = "Example Xeon(R) CPU @ 2.00GHz",
	  .cpu_count = 8,
	  .cpu_usable = 3,
	  .memory_bytes = UINT64_C(16384256) * 1024,
	  .memory_limit_bytes = 8192 * MIB,
	  .virtualization = "qemu" },
	/* A whole machine of a cloud, with one processor switched off. */
	{ .folder = "host_metal",
	  .hostname = "metal",
	  .kernel = "5.10.0",
	  .architecture = "x86_64",
	  .os = "Plain OS",
	  .cpu_model = "Example Xeon(R) CPU @ 2.00GHz",
	  .cpu_count = 3,
	  .cpu_usable = 3,
	  .cpu_governor = "performance,powersave",
	  .memory_bytes = 1024 * MIB },
	/* A container; the name of the processor is to be put together. */
	{ .folder = "host_arm",
	  .hostname = "arm",
	  .kernel = "5.15.0-arm64",
	  .cpu_model = "ARM part 0xd0c",
	  .cpu_count = 4,
	  .cpu_usable = 2,
	  .memory_bytes = 4096 * MIB,
	  .memory_limit_bytes = 512 * MIB },
	/* No limit, in the way that version 1 says it. */
	{ .folder = "host_v1",
	  .cpu_model = "Example Xeon(R) CPU @ 2.00GHz",
	  .cpu_count = 2,
	  .cpu_usable = 2,
	  .memory_bytes = 2048 * MIB,
	  .virtualization = "vm-other" },
	{ .folder = "no such folder", .cpu_usable = 1 },
};

static void same(const char *found, const char *expected)
{
	ck_assert_ptr_nonnull(found);
	ck_assert_str_eq(found, expected ? expected : "");
}

START_TEST(reads_a_recorded_machine)
{
	struct host *host;
	char root[512];

	snprintf(root, sizeof(root), FIXTURES "/%s", machines[_i].folder);
	host = host_read(root);
	same(host->hostname, machines[_i].hostname);
	same(host->kernel, machines[_i].kernel);
	same(host->architecture, machines[_i].architecture);
	same(host->os, machines[_i].os);
	same(host->cpu_model, machines[_i].cpu_model);
	same(host->cpu_governor, machines[_i].cpu_governor);
	same(host->virtualization, machines[_i].virtualization);
	ck_assert_uint_eq(host->cpu_count, machines[_i].cpu_count);
	ck_assert_uint_eq(host->cpu_usable, machines[_i].cpu_usable);
	ck_assert_uint_eq(host->memory_bytes, machines[_i].memory_bytes);
	ck_assert_uint_eq(host->memory_limit_bytes,
			  machines[_i].memory_limit_bytes);
	host_free(host);
}
END_TEST

START_TEST(reads_this_machine)
{
	struct host *host = host_read("");
	struct utsname name;

	ck_assert_int_eq(uname(&name), 0);
	ck_assert_str_eq(host->kernel, name.release);
	ck_assert_str_eq(host->hostname, name.nodename);
	ck_assert_str_eq(host->architecture, name.machine);
	ck_assert_int_eq(host->cpu_count, sysconf(_SC_NPROCESSORS_ONLN));
	ck_assert_uint_ge(host->cpu_usable, 1);
	ck_assert_uint_le(host->cpu_usable, host->cpu_count);
	ck_assert_uint_gt(host->memory_bytes, 0);
	host_free(host);
}
END_TEST

START_TEST(nothing_can_be_freed)
{
	host_free(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host");
	TCase *tc = tcase_create("host");

	tcase_add_loop_test(tc, reads_a_recorded_machine, 0,
			    COUNT_OF(machines));
	tcase_add_test(tc, reads_this_machine);
	tcase_add_test(tc, nothing_can_be_freed);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
