#ifndef RUNNER_QUICK_MACHINE_H
#define RUNNER_QUICK_MACHINE_H

#include "base/arena.h"
#include "sys/blockdev.h"
#include "sys/filesystem.h"
#include "sys/host.h"
#include "sys/host_state.h"

#include <stddef.h>

/* The machine and what is measured on it, for people. */
struct quick_machine {
	const struct host *host;
	struct host_state state;
	const char *folder;            /* that is measured */
	const struct filesystem *fs;   /* or NULL */
	const struct blockdev *device; /* below it, or NULL */
};

struct quick_fact {
	const char *name;
	const char *text;
};

struct quick_facts {
	struct quick_fact *list;
	size_t count;
};

/* Of the machine, and of the folder. What isn't known is left out. */
struct quick_facts quick_machine_facts(struct arena *arena,
				       const struct quick_machine *machine);
struct quick_facts quick_target_facts(struct arena *arena,
				      const struct quick_machine *machine);

#endif
