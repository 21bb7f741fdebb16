#ifndef RUNNER_SYS_CPU_IDLE_H
#define RUNNER_SYS_CPU_IDLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * How idle the CPUs are: on each that this process may use, a process of the
 * policy SCHED_IDLE (sched(7)) works without end, and what time it gets nobody
 * else wanted. It works in units, whose time alone on the CPU tells how fast
 * that is.
 */
struct cpu_idle;

struct cpu_idleness {
	double *percent; /* of each CPU, `count` */
	unsigned *cpu;   /* their numbers */
	size_t count;
	double mean; /* of `percent` */
	double unit_mean_us;
	double unit_deviation_us;
};

/* Start, and wait until units are timed. NULL with errno set if it can't. */
struct cpu_idle *cpu_idle_start(void);

/* From here on it counts. */
void cpu_idle_reset(struct cpu_idle *idle, uint64_t now_ns);

/* What came to since then. Valid until the next call. */
const struct cpu_idleness *cpu_idle_read(struct cpu_idle *idle,
					 uint64_t now_ns);

/* End the processes. NULL is fine. */
void cpu_idle_stop(struct cpu_idle *idle);

#endif
