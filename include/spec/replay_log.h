#ifndef RUNNER_SPEC_REPLAY_LOG_H
#define RUNNER_SPEC_REPLAY_LOG_H

#include "base/arena.h"
#include "base/diag.h"
#include "spec/iolog_reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A log of I/Os as a job does it again: what its options leave out, move and
 * redirect has been settled. It is read once, with the plan, so that its files
 * and what it does to them are known before anything is opened.
 *
 * The I/Os are kept in some bytes each, or, with read_iolog_chunked, left in
 * the log, which is read again, piece by piece, as the job goes on.
 */

/* What the options say. */
struct replay_rules {
	bool skips[IOLOG_DATASYNC + 1]; /* by action */
	uint64_t scale;                 /* offsets are divided by this, */
	uint64_t align;                 /* and rounded down to that; 0: not */
	const char *redirect;           /* all to this file; NULL: none */
};

struct replay_io {
	uint8_t action; /* enum iolog_action, up to IOLOG_DATASYNC */
	uint32_t file;  /* place in log->files */
	uint32_t length;
	uint64_t offset;
	uint64_t time_us; /* from the beginning of the log */
};

struct replay_file {
	const char *path;
	uint64_t from; /* what the I/Os touch */
	uint64_t to;
};

/* Lines of a log by how far what they do is aligned: 2^0 to 2^24 bytes. */
enum { REPLAY_ALIGNMENTS = 25 };

struct replay_log {
	const char *path;
	struct replay_rules rules;
	struct replay_file *files; /* those that something is done to */
	size_t file_count;
	unsigned open_max; /* that were open at a time, or fewer */
	uint64_t ios;      /* reads, writes and trims, */
	uint64_t bytes;    /* and what they move */
	uint64_t syncs;
	uint64_t count[IOLOG_TRIM + 1]; /* by action */
	uint64_t least[IOLOG_TRIM + 1]; /* and their lengths */
	uint64_t most[IOLOG_TRIM + 1];
	unsigned line_of[REPLAY_ALIGNMENTS]; /* the first, or 0 */

	/* Packed I/Os; NULL with read_iolog_chunked. */
	struct replay_chunk *chunks;

	/* Of that: names in the log, and which of the files each is. */
	const char **names;
	uint32_t *file_of;
	size_t name_count;
};

struct replay_chunk {
	struct replay_chunk *next;
	size_t used;
	unsigned char bytes[65536];
};

/*
 * Read the log at `path` ("-": standard input), for a job whose options say so
 * at `at`. It lives in `arena`. NULL: reported, at the line of the log where
 * it is one.
 */
const struct replay_log *replay_log_load(struct arena *arena, const char *path,
					 const struct replay_rules *rules,
					 bool chunked, struct source at,
					 struct diag *diag);

/* The first line that does something at other than multiples of `bytes`. */
unsigned replay_log_misaligned(const struct replay_log *log, uint64_t bytes);

/* Where someone is in a log. */
struct replay_cursor {
	const struct replay_log *log;
	const struct replay_chunk *chunk;
	size_t at; /* in that */
	struct replay_io last;
	struct iolog_reader *reader; /* of read_iolog_chunked */
};

/* At the beginning. 0, or errno: the log can't be opened any more. */
int replay_cursor_open(struct replay_cursor *c, const struct replay_log *log);
void replay_cursor_close(struct replay_cursor *c);

/* To the beginning again. 0, or errno. */
int replay_cursor_rewind(struct replay_cursor *c);

/*
 * The next I/O. Returns 1, 0 at the end, or -1: the log has changed since it
 * was read first, at c->reader->line.
 */
int replay_cursor_next(struct replay_cursor *c, struct replay_io *out);

#endif
