#ifndef RUNNER_SPEC_OPTION_PROCESS_H
#define RUNNER_SPEC_OPTION_PROCESS_H

#include "spec/option_values.h"

#include <stdbool.h>
#include <stdint.h>

/* Values and types of the options that say how a worker's process runs. */

/* Nodes of a NUMA machine, in the same way, or "all" that there are. */
struct node_list {
	struct cpu_list list;
	bool all;
};

/* Where memory comes from: set_mempolicy(2). */
enum memory_policy_kind {
	MEMORY_POLICY_DEFAULT,
	MEMORY_POLICY_PREFER,
	MEMORY_POLICY_BIND,
	MEMORY_POLICY_INTERLEAVE,
	MEMORY_POLICY_LOCAL,
};

struct memory_policy {
	enum memory_policy_kind kind;
	struct node_list nodes; /* of prefer (one), bind and interleave */
};

/* sync_file_range(2) after every so many writes. */
enum sync_range_flag {
	SYNC_RANGE_WAIT_BEFORE = 1 << 0,
	SYNC_RANGE_WRITE = 1 << 1,
	SYNC_RANGE_WAIT_AFTER = 1 << 2,
};

struct sync_range {
	unsigned flags; /* 0: never */
	uint64_t every;
};

extern const struct option_type option_cpu_mask;      /* cpu_list, as bits */
extern const struct option_type option_signed;        /* int64_t */
extern const struct option_type option_node_list;     /* struct node_list */
extern const struct option_type option_memory_policy; /* memory_policy */
extern const struct option_type option_sync_range;    /* struct sync_range */

#endif
