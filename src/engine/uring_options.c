#include "uring_options.h"

#define USE(member)                                                            \
	OPTION_FIELD(struct uring_options, member, enum uring_use,             \
		     &option_choice),                                          \
		.choices = uring_uses, .bare = "1", .initial = "auto",         \
		.category = OPTION_ENGINE
#define SWITCH(member)                                                         \
	OPTION_SWITCH(struct uring_options, member),                           \
		.category = OPTION_ENGINE, .initial = "0"

const struct option_choice uring_uses[] = {
	{ "auto", URING_IF_POSSIBLE, "where it can be had" },
	{ "0", URING_NEVER, "no" },
	{ "1", URING_ALWAYS, "yes, or the job fails" },
	{ 0 },
};

static const struct option option_list[] = {
	CMDPRIO_OPTIONS(struct uring_options, prio),
	{
		.name = "fixedbufs",
		USE(fixedbufs),
		.help = "Pin the I/O buffers in memory once, at the start, "
			"instead of at each I/O",
	},
	URING_STARTING_OPTIONS(struct uring_options, ring),
	{
		.name = "nonvectored",
		USE(nonvectored),
		.help = "Use operations on one buffer (Linux 5.6 and later) "
			"instead of those on a list of one",
	},
	{
		.name = "nowait",
		SWITCH(nowait),
		.help = "Fail with EAGAIN where an I/O would have to wait "
			"(RWF_NOWAIT)",
	},
	URING_KEEPING_OPTIONS(struct uring_options, ring),
	{
		.name = "uncached",
		SWITCH(uncached),
		.help = "Leave nothing of a buffered I/O in the page cache "
			"(RWF_DONTCACHE, Linux 6.14 and later)",
	},
};

const struct option_table uring_option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

size_t uring_list_priorities(const void *options, unsigned direction,
			     uint16_t *list)
{
	const struct uring_options *o = options;

	return cmdprio_list(&o->prio, direction, list);
}

const char *uring_option_conflict(const void *options)
{
	const struct uring_options *o = options;

	return cmdprio_conflict(&o->prio);
}
