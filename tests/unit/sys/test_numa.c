#include "sys/numa.h"

#include "unit.h"

static const char *const root = FIXTURES "/numa";

START_TEST(nodes_are_those_online)
{
	cpu_set_t nodes;

	numa_nodes(root, &nodes);
	ck_assert_int_eq(CPU_COUNT(&nodes), 3);
	ck_assert(CPU_ISSET(0, &nodes));
	ck_assert(CPU_ISSET(1, &nodes));
	ck_assert(CPU_ISSET(4, &nodes));
}
END_TEST

START_TEST(a_node_adds_its_cpus)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	numa_add_cpus(root, 0, &cpus);
	ck_assert_int_eq(CPU_COUNT(&cpus), 8);
	ck_assert(CPU_ISSET(19, &cpus));
	ck_assert(!CPU_ISSET(4, &cpus));
	numa_add_cpus(root, 1, &cpus);
	ck_assert_int_eq(CPU_COUNT(&cpus), 16);
	/* Memory without a CPU. */
	numa_add_cpus(root, 4, &cpus);
	ck_assert_int_eq(CPU_COUNT(&cpus), 16);
}
END_TEST

START_TEST(cpus_are_those_online)
{
	cpu_set_t cpus;

	numa_online_cpus(root, &cpus);
	ck_assert_int_eq(CPU_COUNT(&cpus), 16);
	ck_assert(!CPU_ISSET(8, &cpus));
}
END_TEST

START_TEST(a_machine_without_nodes_has_one)
{
	cpu_set_t nodes;

	numa_nodes(FIXTURES "/nowhere", &nodes);
	ck_assert_int_eq(CPU_COUNT(&nodes), 1);
	ck_assert(CPU_ISSET(0, &nodes));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("numa");
	TCase *tc = tcase_create("numa");

	tcase_add_test(tc, nodes_are_those_online);
	tcase_add_test(tc, a_node_adds_its_cpus);
	tcase_add_test(tc, cpus_are_those_online);
	tcase_add_test(tc, a_machine_without_nodes_has_one);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
