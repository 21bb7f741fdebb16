#include "uring_cmd_options.h"

#define NUMBER(member, largest)                                                \
	OPTION_NUMBER(struct uring_cmd_options, member),                       \
		.category = OPTION_ENGINE, .max = (largest)
#define SWITCH(member)                                                         \
	OPTION_SWITCH(struct uring_cmd_options, member),                       \
		.category = OPTION_ENGINE, .initial = "0"

static const struct option_choice types[] = {
	{ "nvme", URING_CMD_NVME, "NVM commands" },
	{ 0 },
};

static const struct option_choice write_modes[] = {
	{ "write", NVME_WRITE, "Write" },
	{ "uncor", NVME_WRITE_UNCORRECTABLE,
	  "Write Uncorrectable: the blocks can't be read then" },
	{ "zeroes", NVME_WRITE_ZEROES, "Write Zeroes" },
	{ "verify", NVME_VERIFY,
	  "Verify: the device reads and checks, nothing is transferred" },
	{ 0 },
};

static const struct option option_list[] = {
	{
		.name = "apptag",
		NUMBER(apptag, UINT16_MAX),
		.initial = "4660",
		.help = "Application tag of the protection information",
	},
	{
		.name = "apptag_mask",
		NUMBER(apptag_mask, UINT16_MAX),
		.initial = "65535",
		.help = "Bits of the application tag that are checked",
	},
	{
		.name = "cmd_type",
		OPTION_FIELD(struct uring_cmd_options, cmd_type,
			     enum uring_cmd_type, &option_choice),
		.choices = types,
		.category = OPTION_ENGINE,
		.initial = "nvme",
		.help = "What the commands are",
	},
	{
		.name = "fixedbufs",
		SWITCH(fixedbufs),
		.help = "Pin the I/O buffers in memory once, at the start, "
			"instead of at each I/O (Linux 6.1 and later)",
	},
	URING_STARTING_OPTIONS(struct uring_cmd_options, ring),
	{
		.name = "md_per_io_size",
		OPTION_BYTES(struct uring_cmd_options, md_per_io_size),
		.category = OPTION_ENGINE,
		.initial = "0",
		.max = 64 << 20,
		.help = "Bytes of the metadata buffer of each I/O, for "
			"namespaces with metadata in a buffer of their own",
	},
	{
		.name = "pi_act",
		OPTION_SWITCH(struct uring_cmd_options, pi_act),
		.category = OPTION_ENGINE,
		.initial = "1",
		.help = "The device makes and checks the protection "
			"information of a namespace that has it; 0: the job "
			"does",
	},
	{
		.name = "pi_chk",
		OPTION_TEXT(struct uring_cmd_options, pi_chk),
		.category = OPTION_ENGINE,
		.help = "What of the protection information is checked: "
			"GUARD, REFTAG, APPTAG, with commas between",
	},
	{
		.name = "readfua",
		SWITCH(readfua),
		.help = "Read from the medium, not from the device's cache "
			"(Force Unit Access)",
	},
	URING_KEEPING_OPTIONS(struct uring_cmd_options, ring),
	{
		.name = "write_mode",
		OPTION_FIELD(struct uring_cmd_options, write_mode,
			     enum nvme_write_mode, &option_choice),
		.choices = write_modes,
		.category = OPTION_ENGINE,
		.initial = "write",
		.help = "The command that a write is",
	},
	{
		.name = "writefua",
		SWITCH(writefua),
		.help = "A write is done when it is on the medium (Force Unit "
			"Access)",
	},
};

const struct option_table uring_cmd_option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

const char *uring_cmd_conflict(const void *options)
{
	const struct uring_cmd_options *o = options;
	unsigned checks;

	if (o->pi_chk && nvme_read_checks(o->pi_chk, &checks) < 0)
		return "pi_chk has words other than GUARD, REFTAG and APPTAG";
	if (o->write_mode == NVME_WRITE_UNCORRECTABLE && o->writefua)
		return "write_mode=uncor has no writefua";
	return NULL;
}
