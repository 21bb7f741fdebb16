#ifndef RUNNER_SYS_PROCESS_USAGE_H
#define RUNNER_SYS_PROCESS_USAGE_H

#include <stdint.h>
#include <sys/types.h>

/*
 * What a process that is still there has used up since its start: /proc/PID
 * (proc_pid_stat(5), proc_pid_status(5)). CPU time comes in clock ticks, of 10
 * ms mostly. `root` is "" on a live system.
 */
struct process_usage {
	uint64_t user_ms;
	uint64_t system_ms;
	uint64_t context_switches; /* voluntary and not */
	uint64_t major_faults;
	uint64_t minor_faults;
};

/* 0, or -1 when there is no such process. */
int process_usage_read(const char *root, pid_t pid,
		       struct process_usage *usage);

#endif
