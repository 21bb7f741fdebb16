#ifndef RUNNER_SPEC_ENGINE_INFO_H
#define RUNNER_SPEC_ENGINE_INFO_H

#include "spec/option.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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
	ENGINE_NO_READ = 1 << 4, /* can't read */
	/* A synchronous one that does neighbours in one call: has a depth. */
	ENGINE_GATHERS = 1 << 5,
	/* Goes through the page cache: direct=1 syncs each write instead. */
	ENGINE_BUFFERED_ONLY = 1 << 6,
	/* Can't make a file longer: it is filled before the job starts. */
	ENGINE_FIXED_SIZE = 1 << 7,
	/* Moves no data, so that there is nothing to align or to buffer. */
	ENGINE_NO_DATA = 1 << 8,
	/* Changes its files, whatever rw says: they are opened for writing. */
	ENGINE_CHANGES = 1 << 9,
	/* What is in its files is lost, not only the part that is used. */
	ENGINE_DESTROYS = 1 << 10,
	ENGINE_ATOMIC = 1 << 11, /* knows atomic=1 */
	/* Does what it does to each file once, without opening it before. */
	ENGINE_ACTIVITY = 1 << 12,
	ENGINE_MAKES = 1 << 13,   /* makes the files: none is laid out */
	ENGINE_FOLDERS = 1 << 14, /* its files are folders */
	ENGINE_ONCE = 1 << 15,    /* a second pass over the files would fail */
	/* Submitting waits for I/O that goes through the page cache. */
	ENGINE_WAITS_IF_BUFFERED = 1 << 16,
	ENGINE_PLACES = 1 << 17, /* knows dataplacement */
	ENGINE_TASK = 1 << 18,   /* does no I/O: see engine/task.h */
	ENGINE_RANGES = 1 << 19, /* trims several ranges at once (num_range) */
};

struct job_section;

struct engine_info {
	const char *name;
	const char *aliases[3]; /* other names it goes by */
	const char *help;
	unsigned flags;
	const struct option_table *options; /* NULL: none of its own */
	size_t options_size;                /* of the struct that they fill */
	/*
	 * Which of the values in that struct exclude each other, in words that
	 * read well after "ioengine=NAME: "; NULL: none. May be null itself.
	 */
	const char *(*find_conflict)(const void *options);
	/*
	 * The priorities that single I/Os of a direction can be sent with, 0
	 * for the process's own: put into `list` if it is not null. Some may
	 * be alike. Returns how many; 0: they have none of their own. May be
	 * null itself.
	 */
	size_t (*list_priorities)(const void *options, unsigned direction,
				  uint16_t *list);
	/*
	 * What it does otherwise where threads share its files
	 * (io_submit_mode=offload), in words that read well after
	 * "ioengine=NAME "; NULL: nothing.
	 */
	const char *shared;
	/* Whether its jobs end when no other does I/O; NULL: they don't. */
	bool (*ends_with_io)(const void *options);
	/*
	 * Write the lines that tell of a section before the run, in place of
	 * the one that tells of its I/O. NULL: there is I/O.
	 */
	void (*introduce)(const struct job_section *section, FILE *out);
};

/* Whether it has one I/O in flight, however many iodepth asks for. */
static inline bool engine_has_no_depth(const struct engine_info *engine)
{
	return engine->flags & ENGINE_SYNC && !(engine->flags & ENGINE_GATHERS);
}

/* An engine that the reference has and this program refuses, and why. */
struct engine_refused {
	const char *name;
	const char *reason;
};

enum { ENGINE_REASON_MAX = 512 };

/* All engines; the refused ones end with a null name. */
struct engine_list {
	const struct engine_info *const *engines;
	size_t count;
	const struct engine_refused *refused;

	/*
	 * Whether the machine lets this process use the engine; if not,
	 * `reason` says why. NULL: all can be used.
	 */
	bool (*can_use)(const struct engine_info *engine,
			char reason[ENGINE_REASON_MAX]);
};

/* By name or alias, or NULL. */
const struct engine_info *engine_list_find(const struct engine_list *list,
					   const char *name);

#endif
