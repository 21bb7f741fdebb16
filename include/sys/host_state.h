#ifndef RUNNER_SYS_HOST_STATE_H
#define RUNNER_SYS_HOST_STATE_H

#include <stdint.h>

/*
 * How the machine is at the moment, beside what it is (host.h). What the
 * machine doesn't tell is 0.
 */
struct host_state {
	double cpu_mhz; /* of the first processor, now */
	double cpu_max_mhz;
	uint64_t memory_available_bytes;
	uint64_t swap_bytes;
	uint64_t swap_free_bytes;
	uint64_t uptime_s;
	double load[3]; /* mean of runnable tasks over 1, 5 and 15 minutes */
};

/* `root` stands before /proc and /sys, as in host_read(). */
struct host_state host_state_read(const char *root);

#endif
