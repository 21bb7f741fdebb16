#include "sys/numa.h"

#include "sys/sysfile.h"

#include <stdlib.h>

/* A list as the kernel writes it: "0-3,8". */
static void read_list(const char *text, cpu_set_t *set)
{
	while (*text) {
		char *end;
		unsigned long first = strtoul(text, &end, 10);
		unsigned long last = first;

		if (end == text)
			return;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		for (; first <= last && first < CPU_SETSIZE; first++)
			CPU_SET(first, set);
		text = *end == ',' ? end + 1 : end;
	}
}

void numa_nodes(const char *root, cpu_set_t *nodes)
{
	char *text = sysfile_text("%s/sys/devices/system/node/online", root);

	CPU_ZERO(nodes);
	read_list(text, nodes);
	free(text);
	if (CPU_COUNT(nodes) == 0)
		CPU_SET(0, nodes);
}

void numa_online_cpus(const char *root, cpu_set_t *cpus)
{
	char *text = sysfile_text("%s/sys/devices/system/cpu/online", root);

	CPU_ZERO(cpus);
	read_list(text, cpus);
	free(text);
}

void numa_add_cpus(const char *root, unsigned node, cpu_set_t *cpus)
{
	char *text = sysfile_read("%s/sys/devices/system/node/node%u/cpulist",
				  root, node);
	cpu_set_t all;

	if (text) {
		read_list(text, cpus);
	} else if (node == 0) {
		numa_online_cpus(root, &all);
		CPU_OR(cpus, cpus, &all);
	}
	free(text);
}
