#ifndef RUNNER_SPEC_IOLOG_READER_H
#define RUNNER_SPEC_IOLOG_READER_H

#include "spec/iolog.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An iolog from the beginning to the end, as a list of what is done to data
 * and when: headers, waits and files are settled here. Memory is a buffer and
 * the names of the files, however long the log is; after it has been opened a
 * reader allocates for new names only.
 *
 * A header in the middle is where another run has added to the log: its times
 * go on where those before it end.
 */

/* The names of files, each with a number. */
struct iolog_names {
	struct iolog_name *list;
	size_t count;
	uint32_t *slots; /* of a hash table: place in the list + 1 */
	size_t slot_count;
	unsigned open_count;
	unsigned open_max; /* at a time, as the log opens and closes them */
};

struct iolog_name {
	char *text;
	uint64_t hash;
	bool open;
};

struct iolog_entry {
	enum iolog_action action; /* up to IOLOG_DATASYNC */
	uint32_t file;            /* place in names.list */
	uint64_t time_us;         /* from the first line on; never goes back */
	uint64_t offset;
	uint64_t length;
};

enum { IOLOG_READER_BUFFER = 65536 };

struct iolog_reader {
	int fd;
	struct iolog_names names;
	unsigned version;
	unsigned line; /* number of the last one */
	bool begun;
	bool ignored_wait;  /* of version 3, which has none */
	unsigned back_line; /* of the first I/O before the one above it, or 0 */
	bool unended;       /* the last line has no end, */
	bool cut_short;     /* and may have been longer than it is */
	uint64_t first_us;  /* on the log's clock, of this header */
	uint64_t before_us; /* what came before this header took */
	uint64_t time_us;
	uint32_t last_file; /* whose name is likely to come again */
	bool at_end;
	char *at, *end; /* what is left of the buffer */
	char reason[200];
	char buffer[IOLOG_READER_BUFFER];
};

/*
 * Read from `fd`, which is borrowed. It may be anywhere in the file, and the
 * reader at any place after iolog_reader_rewind().
 */
void iolog_reader_init(struct iolog_reader *r, int fd);
void iolog_reader_free(struct iolog_reader *r);

/* Make a name known, as an "add" does; in this order they are numbered. */
void iolog_reader_expect(struct iolog_reader *r, const char *name);

/* Begin anew, with the names that are known. 0, or errno. */
int iolog_reader_rewind(struct iolog_reader *r);

/*
 * The next entry. Returns 1, 0 at the end, or -1 with r->line and r->reason, a
 * phrase that stands by itself.
 */
int iolog_reader_next(struct iolog_reader *r, struct iolog_entry *out);

#endif
