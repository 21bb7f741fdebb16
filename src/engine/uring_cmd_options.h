#ifndef RUNNER_ENGINE_URING_CMD_OPTIONS_H
#define RUNNER_ENGINE_URING_CMD_OPTIONS_H

#include "engine/nvme.h"
#include "uring_options.h"

/* The options of ioengine=io_uring_cmd, with or without its library. */
enum uring_cmd_type {
	URING_CMD_NVME,
};

struct uring_cmd_options {
	enum uring_cmd_type cmd_type;
	enum nvme_write_mode write_mode;
	struct uring_ring_options ring;
	bool fixedbufs;
	bool pi_act;
	bool readfua;
	bool writefua;
	const char *pi_chk;
	uint64_t apptag;
	uint64_t apptag_mask;
	uint64_t md_per_io_size;
};

extern const struct option_table uring_cmd_option_table;

const char *uring_cmd_conflict(const void *options);

#define URING_CMD_INFO                                                          \
	.name = "io_uring_cmd", .flags = ENGINE_PLACES | ENGINE_RANGES,         \
	.help = "Commands straight to NVMe namespaces by io_uring, past block " \
		"layer and page cache: filename is /dev/ngXnY, size is "        \
		"needed; not yet run on hardware",                              \
	.options = &uring_cmd_option_table,                                     \
	.options_size = sizeof(struct uring_cmd_options),                       \
	.find_conflict = uring_cmd_conflict

#endif
