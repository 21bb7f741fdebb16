#ifndef RUNNER_ENGINE_URING_OPTIONS_H
#define RUNNER_ENGINE_URING_OPTIONS_H

#include "engine/cmdprio.h"
#include "spec/option.h"
#include "spec/option_process.h"
#include "spec/option_values.h"

#include <stdbool.h>
#include <stdint.h>

/* The options of ioengine=io_uring, with or without its library. */
enum uring_use {
	URING_IF_POSSIBLE, /* and without a word if not */
	URING_NEVER,
	URING_ALWAYS, /* or the job fails */
};

/* What a ring is asked for, whatever goes through it. */
struct uring_ring_options {
	uint64_t force_async; /* each so many-th; 0: none */
	bool hipri;
	enum uring_use registerfiles;
	bool sqthread_poll;
	int64_t sqthread_poll_cpu; /* -1: any */
};

/* The words of an enum uring_use. */
extern const struct option_choice uring_uses[];

/*
 * The entries of an engine's table of options, whose struct `owner` has them in
 * its `member`: two groups of names, each next to each other in any sorted
 * table.
 *
 * NOLINTBEGIN(bugprone-macro-parentheses): a type can't stand in parentheses
 */
#define URING_STARTING_OPTIONS(owner, member)                                  \
	{                                                                      \
		.name = "force_async",                                         \
		OPTION_NUMBER(owner, member.force_async),                      \
		.category = OPTION_ENGINE,                                     \
		.initial = "0",                                                \
		.help = "Let a thread of the kernel start each N-th I/O "      \
			"(IOSQE_ASYNC), 0: none",                              \
	},                                                                     \
	{                                                                      \
		.name = "hipri", OPTION_SWITCH(owner, member.hipri),           \
		.category = OPTION_ENGINE, .initial = "0",                     \
		.help = "Poll for the end of I/Os (IORING_SETUP_IOPOLL): "     \
			"needs a device with queues to poll, and with "        \
			"ioengine=io_uring direct=1",                          \
	}
#define URING_KEEPING_OPTIONS(owner, member)                                           \
	{                                                                              \
		.name = "registerfiles",                                               \
		OPTION_FIELD(owner, member.registerfiles, enum uring_use,              \
			     &option_choice),                                          \
		.choices = uring_uses,                                                 \
		.bare = "1",                                                           \
		.category = OPTION_ENGINE,                                             \
		.initial = "auto",                                                     \
		.help = "Make the files known to the ring, which saves the "           \
			"kernel looking them up at each I/O",                          \
	},                                                                             \
		{                                                                      \
			.name = "sqthread_poll",                                       \
			OPTION_SWITCH(owner, member.sqthread_poll),                    \
			.category = OPTION_ENGINE,                                     \
			.initial = "0",                                                \
			.help = "Let a thread of the kernel look for new I/Os, which " \
				"keeps a CPU busy (IORING_SETUP_SQPOLL)",              \
		},                                                                     \
	{                                                                              \
		.name = "sqthread_poll_cpu",                                           \
		OPTION_FIELD(owner, member.sqthread_poll_cpu, int64_t,                 \
			     &option_signed),                                          \
		.category = OPTION_ENGINE, .initial = "-1",                            \
		.min = (uint64_t)-1, .max = INT32_MAX,                                 \
		.help = "With sqthread_poll=1: the CPU of that thread, -1: "           \
			"any",                                                         \
	}
/* NOLINTEND(bugprone-macro-parentheses) */

struct uring_options {
	struct cmdprio_options prio;
	struct uring_ring_options ring;
	enum uring_use fixedbufs;
	enum uring_use nonvectored;
	bool uncached;
	bool nowait;
};

extern const struct option_table uring_option_table;

const char *uring_option_conflict(const void *options);

size_t uring_list_priorities(const void *options, unsigned direction,
			     uint16_t *list);

/* How the planner sees the engine, in either case. */
#define URING_INFO                                                             \
	.name = "io_uring", .flags = ENGINE_ATOMIC,                            \
	.help = "Asynchronous I/O of any kind, one system call for "           \
		"all that starts and ends at a time",                          \
	.options = &uring_option_table,                                        \
	.options_size = sizeof(struct uring_options),                          \
	.find_conflict = uring_option_conflict,                                \
	.list_priorities = uring_list_priorities

#endif
