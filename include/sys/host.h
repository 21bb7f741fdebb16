#ifndef RUNNER_SYS_HOST_H
#define RUNNER_SYS_HOST_H

#include <stdint.h>

/*
 * The machine, as far as it bears on a measurement: what has to be the same
 * when two results are compared. Strings are never NULL, but "" where the
 * machine doesn't tell.
 */
struct host {
	char *hostname;
	char *kernel;       /* release, "6.1.0-18-amd64" */
	char *architecture; /* "x86_64" */
	char *os;           /* PRETTY_NAME of os-release */
	char *cpu_model;
	unsigned cpu_count;  /* online */
	unsigned cpu_usable; /* by affinity and cgroup quota, at least 1 */
	char *cpu_governor;
	uint64_t memory_bytes;
	uint64_t memory_limit_bytes; /* of the cgroup, 0: none */
	char *virtualization;        /* hypervisor, "" on bare metal */
};

/*
 * `root` stands before /proc, /sys and /etc: "" on a live system, a folder of
 * recorded files in a test. Never fails: what can't be read is left empty.
 */
struct host *host_read(const char *root);
void host_free(struct host *host);

#endif
