#ifndef RUNNER_RUN_FILE_TABLE_H
#define RUNNER_RUN_FILE_TABLE_H

#include "base/arena.h"
#include "io/layout.h"
#include "spec/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* No job: of what no job does. */
#define NO_JOB SIZE_MAX

/*
 * A file or device of the run, however many jobs use it: what it is now, and
 * what the jobs want of it.
 */
struct run_file {
	const char *path;
	enum file_kind kind;
	int error; /* why it can't be looked at: errno, 0 if it can */
	bool exists;
	mode_t mode;
	dev_t device;  /* itself, if it is a device; else the one it lies on */
	ino_t inode;   /* of a regular file that exists, else 0 */
	uint64_t from; /* present size */
	uint64_t size; /* wanted: more than `from` if it has to be laid out */

	/* The number of the first job that makes it itself, or NO_JOB. */
	size_t maker;
	bool is_folder; /* that some job needs, not a file */

	/* The first job that needs it laid out, or NULL. */
	const struct job *job;

	/*
	 * What is laid out is filled with data before the first job starts:
	 * some job reads it. Or, where jobs that write it come first, what they
	 * leave is filled before the job of this number starts.
	 */
	bool fill;
	size_t fill_before; /* NO_JOB: never */

	/* What jobs write or trim: from the least offset to the last end. */
	uint64_t written_from;
	uint64_t written_to;

	/* What jobs read, in the same way, and the first that does, or NULL. */
	const struct job *reader;
	uint64_t read_from;
	uint64_t read_to;

	/* What direct I/O has to align to; 0: not looked up yet. */
	uint32_t io_alignment;
	uint32_t memory_alignment;
	struct zone_map
		*zones; /* NULL: no job uses them; see prepared_free() */
	bool no_direct; /* and whether it is known to be impossible */
};

struct file_table;

/* Lives in `arena`. */
struct file_table *file_table_new(struct arena *arena);

/* The entry of `path`; looks at the file if it is a new one. */
struct run_file *file_table_get(struct file_table *table, const char *path);

/* All entries, in the order in which they were asked for. */
struct run_file *const *file_table_all(const struct file_table *table,
				       size_t *count);

/* The nearest folder above `path` that exists: "." or a path. */
const char *file_parent(struct arena *arena, const char *path);

#endif
