#include "sys/host_state.h"

#include "unit.h"

#include <stdio.h>

#define MIB (UINT64_C(1) << 20)

static const struct {
	const char *folder;
	struct host_state state;
} machines[] = {
	{ "host_kvm",
	  { .cpu_mhz = 2000,
	    .memory_available_bytes = UINT64_C(8000000) * 1024,
	    .swap_bytes = UINT64_C(2097148) * 1024,
	    .swap_free_bytes = 1024 * MIB,
	    .uptime_s = 273905,
	    .load = { 0.5, 1.25, 12 } } },
	{ "host_metal", { .cpu_mhz = 2000, .cpu_max_mhz = 3500 } },
	{ "host_arm", { .cpu_mhz = 1800, .uptime_s = 59 } },
	{ "no such folder", { .cpu_mhz = 0 } },
};

START_TEST(tells_how_the_machine_is)
{
	const struct host_state *is = &machines[_i].state;
	char root[300];
	struct host_state s;

	snprintf(root, sizeof(root), "%s/%s", FIXTURES, machines[_i].folder);
	s = host_state_read(root);
	ck_assert_double_eq(s.cpu_mhz, is->cpu_mhz);
	ck_assert_double_eq(s.cpu_max_mhz, is->cpu_max_mhz);
	ck_assert_uint_eq(s.memory_available_bytes, is->memory_available_bytes);
	ck_assert_uint_eq(s.swap_bytes, is->swap_bytes);
	ck_assert_uint_eq(s.swap_free_bytes, is->swap_free_bytes);
	ck_assert_uint_eq(s.uptime_s, is->uptime_s);
	for (int i = 0; i < 3; i++)
		ck_assert_double_eq(s.load[i], is->load[i]);
}
END_TEST

START_TEST(this_machine_has_been_up)
{
	struct host_state s = host_state_read("");

	ck_assert_uint_gt(s.uptime_s, 0);
	ck_assert_uint_gt(s.memory_available_bytes, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host_state");
	TCase *tcase = tcase_create("host_state");

	tcase_add_loop_test(tcase, tells_how_the_machine_is, 0,
			    COUNT_OF(machines));
	tcase_add_test(tcase, this_machine_has_been_up);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
