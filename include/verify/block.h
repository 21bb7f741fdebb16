#ifndef RUNNER_VERIFY_BLOCK_H
#define RUNNER_VERIFY_BLOCK_H

#include "verify/fault.h"
#include "verify/pattern.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is put into the data of a write so that it can be checked when it is
 * read, and the check: functions of a buffer and nothing else.
 *
 * An I/O is cut into blocks of verify_interval bytes (or is one), each of which
 * begins with a header, or has it at verify_offset. What is left over at the
 * end and can't hold a header belongs to the block before it.
 */

/* How the blocks of a job look; settled once. */
struct verify_format {
	enum verify_scheme scheme;
	size_t overhead; /* bytes of a header with its checksum; 0: none */
	size_t digest_bytes;
	void (*digest)(const void *data, size_t length,
		       void *digest);  /* NULL: no checksum */
	size_t interval;               /* 0: an I/O is one block */
	size_t header_at;              /* verify_offset */
	struct verify_pattern pattern; /* pattern NULL: there is none */
	uint64_t seed;                 /* of the job */
};

/*
 * As the options say; borrowed. 0, or -1 with `*why` a phrase that reads well
 * after the scheme's name: this build can't do it.
 */
int verify_format_init(struct verify_format *format,
		       const struct verify_options *options, uint64_t seed,
		       const char **why);

/* Why this build can't do a scheme, as above; NULL: it can. */
const char *verify_scheme_lack(enum verify_scheme scheme);

/* A write, or the last one that an I/O reads back. */
struct verify_write {
	uint64_t offset; /* in its file */
	uint64_t number; /* among the job's writes, from 1; 0: not known */
	uint32_t time_s;
};

/* The seed of which the data of a write follow. */
uint64_t verify_data_seed(const struct verify_format *format, uint64_t number);

/*
 * Whether an I/O of this size can have a header. Others (what is left over at
 * the end of a file) are written without one, and pass any check.
 */
static inline bool verify_has_room(const struct verify_format *format,
				   size_t size)
{
	return size >= format->header_at + format->overhead;
}

/*
 * Make data ready to be written: the pattern in place of them if there is one,
 * and headers over a part of them.
 */
void verify_stamp(const struct verify_format *format,
		  const struct verify_write *write, unsigned char *buf,
		  size_t size);

struct verify_expectation {
	struct verify_write write;
	bool number; /* to be checked: it has to be known */
	bool seed; /* to be checked: the job's is that of the one that wrote */
};

/*
 * Check the block that begins `*at` bytes into what an I/O has read, and move
 * `*at` to the next; at `size` there is none. Returns whether it is as
 * expected; if not, `fault` says what is wrong. The buffer is changed while it
 * is looked at, and afterwards as it was.
 */
bool verify_check(const struct verify_format *format,
		  const struct verify_expectation *expected, unsigned char *buf,
		  size_t size, size_t *at, struct verify_fault *fault);

/* The same for what was trimmed and has to be zero: all of it. */
bool verify_check_zero(uint64_t offset, const unsigned char *buf, size_t size,
		       struct verify_fault *fault);

/* The header of the first block. Whether it is whole. */
bool verify_read_header(const struct verify_format *format, unsigned char *buf,
			size_t size, struct verify_header *header);

#endif
