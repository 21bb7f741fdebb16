#ifndef RUNNER_VERIFY_RECORD_H
#define RUNNER_VERIFY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a job has written and not yet read back: blocks, each the whole of one
 * write. The last writer of a byte holds: a block of which any part is written
 * again is forgotten, since what is left of it can't be checked as a whole.
 *
 * A map has the block of each unit of the files, in memory that is used as it
 * is written to; nothing is allocated after record_open(), and all but walking
 * over empty parts takes the time of a few units.
 */
struct record;

/* No block. */
#define RECORD_NONE UINT32_C(0)

struct record_file {
	uint64_t offset; /* of the part that the job uses */
	uint64_t length;
};

enum record_state {
	RECORD_WRITING, /* on its way: it isn't known what is there */
	RECORD_WRITTEN,
	RECORD_SYNCING, /* an fsync is on its way that began after it ended */
	RECORD_SYNCED,
	RECORD_READING, /* on its way to be checked */
	RECORD_TRIMMED, /* and has to be zero */
};

struct record_block {
	uint64_t offset;
	uint64_t number; /* of the write among the job's, from 1 */
	uint32_t length;
	uint32_t file;
	uint32_t older; /* in the order of writing; RECORD_NONE: the oldest */
	uint32_t newer;
	enum record_state state;
};

struct record_request {
	const struct record_file *files; /* copied */
	size_t file_count;
	uint64_t unit;  /* divides all offsets and lengths that matter */
	uint64_t least; /* bytes of the smallest write */
	unsigned depth; /* I/Os in flight: blocks beside those of the map */
};

/* NULL with errno. */
struct record *record_new(const struct record_request *request);
void record_free(struct record *record);

/* Bytes of memory that record_new() would ask for, should all be used. */
uint64_t record_bytes(const struct record_request *request);

/* Where the I/O would meet one in flight: it has to wait for that to end. */
bool record_is_busy(const struct record *record, uint32_t file, uint64_t offset,
		    uint64_t length);

/*
 * A write begins, on bytes that are not busy. What was there is forgotten.
 * Returns the block.
 */
uint32_t record_begin(struct record *record, uint32_t file, uint64_t offset,
		      uint32_t length, uint64_t number);

/* Its present state; a block that is forgotten must not be looked at. */
const struct record_block *record_at(const struct record *record,
				     uint32_t block);
void record_set_state(struct record *record, uint32_t block,
		      enum record_state state);

/* It was checked, or nobody knows what is there. */
void record_forget(struct record *record, uint32_t block);

/* All that are there in these bytes, none of which may be busy. */
void record_forget_range(struct record *record, uint32_t file, uint64_t offset,
			 uint64_t length);

size_t record_count(const struct record *record);

/* In the order of writing; RECORD_NONE: there are none. */
uint32_t record_oldest(const struct record *record);
uint32_t record_newest(const struct record *record);

/*
 * For what goes through all blocks once, in the order of writing: the oldest of
 * those that were not passed yet (RECORD_NONE: all were), and to pass it.
 */
uint32_t record_unpassed(const struct record *record);
void record_pass(struct record *record);

/* A place in the order of files and offsets. */
struct record_cursor {
	uint32_t file;
	uint64_t unit;
};

/* The first block at the cursor or after it, which moves on past it. */
uint32_t record_next(const struct record *record, struct record_cursor *cursor);

#endif
