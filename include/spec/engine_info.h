#ifndef RUNNER_SPEC_ENGINE_INFO_H
#define RUNNER_SPEC_ENGINE_INFO_H

#include "spec/option.h"

#include <stddef.h>

/*
 * What the planner knows of an engine. The engines themselves live above this
 * layer and each contains one of these; app hands the list down.
 */
enum engine_flag {
	ENGINE_SYNC = 1 << 0,     /* one I/O at a time, done when submitted */
	ENGINE_DISKLESS = 1 << 1, /* touches no file */
	ENGINE_NO_TRIM = 1 << 2,  /* can't trim */
	/*
	 * With iodepth=1 as a synchronous one: no submission latency, and its
	 * calls aren't counted. With a higher one it is asynchronous.
	 */
	ENGINE_SYNC_AT_DEPTH_1 = 1 << 3,
	/* Submitting waits for I/O that goes through the page cache. */
	ENGINE_WAITS_IF_BUFFERED = 1 << 16,
};

struct engine_info {
	const char *name;
	const char *aliases[3]; /* other names it goes by */
	const char *help;
	unsigned flags;
	const struct option_table *options; /* NULL: none of its own */
	size_t options_size;                /* of the struct that they fill */
};

/* An engine that the reference has and this program refuses, and why. */
struct engine_refused {
	const char *name;
	const char *reason;
};

/* All engines; the refused ones end with a null name. */
struct engine_list {
	const struct engine_info *const *engines;
	size_t count;
	const struct engine_refused *refused;
};

/* By name or alias, or NULL. */
const struct engine_info *engine_list_find(const struct engine_list *list,
					   const char *name);

#endif
