#ifndef RUNNER_ENGINE_URING_OPTIONS_H
#define RUNNER_ENGINE_URING_OPTIONS_H

#include "engine/cmdprio.h"
#include "spec/option.h"

#include <stdbool.h>
#include <stdint.h>

/* The options of ioengine=io_uring, with or without its library. */
enum uring_use {
	URING_IF_POSSIBLE, /* and without a word if not */
	URING_NEVER,
	URING_ALWAYS, /* or the job fails */
};

struct uring_options {
	struct cmdprio_options prio;
	enum uring_use fixedbufs;
	enum uring_use registerfiles;
	enum uring_use nonvectored;
	bool hipri;
	bool sqthread_poll;
	int64_t sqthread_poll_cpu; /* -1: any */
	bool uncached;
	bool nowait;
	uint64_t force_async; /* each so many-th; 0: none */
};

extern const struct option_table uring_option_table;

const char *uring_option_conflict(const void *options);

/* How the planner sees the engine, in either case. */
#define URING_INFO                                                             \
	.name = "io_uring", .flags = ENGINE_ATOMIC,                            \
	.help = "Asynchronous I/O of any kind, one system call for "           \
		"all that starts and ends at a time",                          \
	.options = &uring_option_table,                                        \
	.options_size = sizeof(struct uring_options),                          \
	.find_conflict = uring_option_conflict

#endif
