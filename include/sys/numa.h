#ifndef RUNNER_SYS_NUMA_H
#define RUNNER_SYS_NUMA_H

#include <sched.h>
#include <stdbool.h>

/*
 * The nodes of a NUMA machine, from /sys/devices/system/node. `root` stands
 * before /sys, as in host_read(). A machine without any has the node 0.
 */

/* The nodes that are online. */
void numa_nodes(const char *root, cpu_set_t *nodes);

/* Add the CPUs of the node to the set. */
void numa_add_cpus(const char *root, unsigned node, cpu_set_t *cpus);

/* The CPUs that are online. */
void numa_online_cpus(const char *root, cpu_set_t *cpus);

#endif
