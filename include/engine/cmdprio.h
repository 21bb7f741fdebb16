#ifndef RUNNER_ENGINE_CMDPRIO_H
#define RUNNER_ENGINE_CMDPRIO_H

#include "engine/engine.h"

#include "base/random.h"
#include "spec/option_values.h"

/*
 * Priorities of single I/Os, for engines that can send one with each: drawn for
 * a share of all of them, or of those of a size.
 */
struct cmdprio_options {
	struct direction_numbers percentage;
	struct direction_numbers class; /* 0: the highest */
	struct direction_numbers level;
	struct direction_numbers hint;
	struct priority_splits splits;
};

struct cmdprio {
	bool active;
	const struct cmdprio_options *options;
	struct random random;
};

/* `options` may be null, and is borrowed. */
void cmdprio_init(struct cmdprio *cmdprio,
		  const struct cmdprio_options *options,
		  const struct job_options *job);

/*
 * Draw the priority of a read or write into io->prio, as ioprio_set(2) encodes
 * it; 0: that of the process. Returns it.
 */
uint16_t cmdprio_draw(struct cmdprio *cmdprio, struct io *io);

/* As engine_info has it. */
size_t cmdprio_list(const struct cmdprio_options *options, unsigned direction,
		    uint16_t *list);

/* As engine_info has it. */
const char *cmdprio_conflict(const struct cmdprio_options *options);

/*
 * The entries of an engine's table of options, whose struct `owner` has them in
 * its `member`. The names are next to each other in any sorted table.
 *
 * NOLINTBEGIN(bugprone-macro-parentheses): a type can't stand in parentheses
 */
#define CMDPRIO_NUMBERS(owner, member)                                         \
	OPTION_FIELD(owner, member, struct direction_numbers,                  \
		     &option_by_direction),                                    \
		.category = OPTION_ENGINE
#define CMDPRIO_OPTIONS(owner, member)                                                 \
	{                                                                              \
		.name = "cmdprio",                                                     \
		CMDPRIO_NUMBERS(owner, member.level),                                  \
		.initial = "0",                                                        \
		.max = 7,                                                              \
		.help = "Priority of I/Os that are sent with one: 0 is the "           \
			"highest of its class",                                        \
	},                                                                             \
		{                                                                      \
			.name = "cmdprio_bssplit",                                     \
			OPTION_FIELD(owner, member.splits,                             \
				     struct priority_splits,                           \
				     &option_priority_splits),                         \
			.category = OPTION_ENGINE,                                     \
			.help = "How many of 100 I/Os of a size are sent with a "      \
				"priority, and with which",                            \
		},                                                                     \
		{                                                                      \
			.name = "cmdprio_class",                                       \
			CMDPRIO_NUMBERS(owner, member.class),                          \
			.initial = "1",                                                \
			.min = 1,                                                      \
			.max = 3,                                                      \
			.help = "Priority class of I/Os that are sent with one: 1 "    \
				"real time, 2 best effort, 3 idle",                    \
		},                                                                     \
		{                                                                      \
			.name = "cmdprio_hint",                                        \
			CMDPRIO_NUMBERS(owner, member.hint),                           \
			.initial = "0",                                                \
			.max = 1023,                                                   \
			.help = "Hint to the device in the priority of I/Os that are " \
				"sent with one (Linux 6.5 and later)",                 \
		},                                                                     \
	{                                                                              \
		.name = "cmdprio_percentage",                                          \
		CMDPRIO_NUMBERS(owner, member.percentage), .initial = "0",             \
		.max = 100,                                                            \
		.help = "How many of 100 I/Os are sent with the priority of "          \
			"cmdprio, cmdprio_class and cmdprio_hint",                     \
	}
/* NOLINTEND(bugprone-macro-parentheses) */

#endif
