#ifndef RUNNER_IO_SYNCS_H
#define RUNNER_IO_SYNCS_H

#include "engine/engine.h"
#include "spec/job_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A sync after every so many writes. */
struct sync_rule {
	uint64_t every; /* 0: never */
	uint64_t left;
};

/* What was written to a file since its last sync_file_range(2). */
struct written {
	uint64_t from; /* UINT64_MAX: nothing */
	uint64_t to;
};

/* The syncs between a job's writes: fsync, fdatasync, sync_file_range. */
struct syncs {
	struct sync_rule fsync;
	struct sync_rule fdatasync;
	struct sync_rule range;
	uint8_t range_flags;     /* enum sync_range_flag */
	struct written *written; /* by file, if ranges are in use */
	bool due;
	uint8_t kind;  /* of the one that is due: enum io_kind */
	uint32_t file; /* last written */
};

/* Returns whether there was memory; free it in either case. */
bool syncs_init(struct syncs *syncs, const struct job_options *options,
		size_t file_count);
void syncs_free(struct syncs *syncs);

/* Whether the job has syncs at all. */
bool syncs_wanted(const struct syncs *syncs);

/* [from, to) of the file is being written: `due` if a sync is to follow. */
void syncs_note_write(struct syncs *syncs, uint32_t file, uint64_t from,
		      uint64_t to);

/* The sync that is due. */
void syncs_next(struct syncs *syncs, struct io *io);

#endif
