#include "uring_options.h"

#include "spec/option_process.h"
#include "spec/option_values.h"

#define USE(member)                                                            \
	OPTION_FIELD(struct uring_options, member, enum uring_use,             \
		     &option_choice),                                          \
		.choices = uses, .bare = "1", .initial = "auto",               \
		.category = OPTION_ENGINE
#define SWITCH(member)                                                         \
	OPTION_SWITCH(struct uring_options, member),                           \
		.category = OPTION_ENGINE, .initial = "0"

static const struct option_choice uses[] = {
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
	{
		.name = "force_async",
		OPTION_NUMBER(struct uring_options, force_async),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "Let a thread of the kernel start each N-th I/O "
			"(IOSQE_ASYNC), 0: none",
	},
	{
		.name = "hipri",
		SWITCH(hipri),
		.help = "Poll for the end of I/Os (IORING_SETUP_IOPOLL): needs "
			"direct=1 and a device with queues to poll",
	},
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
	{
		.name = "registerfiles",
		USE(registerfiles),
		.help = "Make the files known to the ring, which saves the "
			"kernel looking them up at each I/O",
	},
	{
		.name = "sqthread_poll",
		SWITCH(sqthread_poll),
		.help = "Let a thread of the kernel look for new I/Os, which "
			"keeps a CPU busy (IORING_SETUP_SQPOLL)",
	},
	{
		.name = "sqthread_poll_cpu",
		OPTION_FIELD(struct uring_options, sqthread_poll_cpu, int64_t,
			     &option_signed),
		.category = OPTION_ENGINE,
		.initial = "-1",
		.min = (uint64_t)-1,
		.max = INT32_MAX,
		.help = "With sqthread_poll=1: the CPU of that thread, -1: any",
	},
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

const char *uring_option_conflict(const void *options)
{
	const struct uring_options *o = options;

	return cmdprio_conflict(&o->prio);
}
