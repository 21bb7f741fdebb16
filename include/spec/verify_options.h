#ifndef RUNNER_SPEC_VERIFY_OPTIONS_H
#define RUNNER_SPEC_VERIFY_OPTIONS_H

#include "spec/option_values.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a job's options say of checking that what was written can be read back:
 * see docs/verify.md.
 */

/* The numbers stand in the headers of written blocks: they never change. */
enum verify_scheme {
	VERIFY_NONE = 0,
	VERIFY_MD5 = 1,
	VERIFY_CRC7 = 2,
	VERIFY_CRC16 = 3,
	VERIFY_CRC32 = 4,
	VERIFY_CRC32C = 5,
	VERIFY_CRC64 = 6,
	VERIFY_XXHASH = 7,
	VERIFY_SHA1 = 8,
	VERIFY_SHA256 = 9,
	VERIFY_SHA512 = 10,
	VERIFY_SHA3_224 = 11,
	VERIFY_SHA3_256 = 12,
	VERIFY_SHA3_384 = 13,
	VERIFY_SHA3_512 = 14,
	VERIFY_META = 15,        /* a header, and nothing about the data */
	VERIFY_PATTERN = 16,     /* no header, the pattern all over */
	VERIFY_PATTERN_HDR = 17, /* a header, and the pattern behind it */
	VERIFY_NULL = 18,        /* read back, and never looked at */
};

/* Of what was written, what is checked. */
enum verify_policy {
	VERIFY_ALL,
	VERIFY_SYNCED, /* what an fsync or fdatasync came after */
};

struct verify_options {
	enum verify_scheme scheme;
	bool do_verify; /* read back what a pass has written */
	bool only;      /* write nothing, read back what would be there */
	bool fatal;     /* the first bad part of an I/O is enough */
	bool dump;
	bool experimental; /* no record: the workload is gone through again */
	bool sort;         /* read back by offset, else as it was written */
	bool write_sequence;
	bool header_seed;
	uint64_t interval; /* bytes from one header to the next; 0: an I/O */
	uint64_t offset;   /* of the header in its block */
	struct pattern pattern;
	uint64_t pattern_interval; /* bytes; 0: an I/O */
	uint64_t backlog;          /* writes; 0: none */
	uint64_t backlog_batch;    /* 0: as backlog */
	uint64_t threads;          /* that check; 0: the job itself does */
	struct cpu_list threads_cpus;
	enum verify_policy policy;
	bool save_state; /* how far it has come, for another run */
	bool load_state;
	uint64_t trim_percentage; /* of the blocks that were written */
	bool trim_zero;           /* they have to be zero then */
	uint64_t trim_backlog;    /* writes; 0: when the pass is over */
	uint64_t trim_batch;      /* 0: as trim_backlog */
};

/* The words of verify=, for the option table. */
extern const struct option_choice verify_schemes[];

/* As verify= has it. */
const char *verify_scheme_name(enum verify_scheme scheme);

/* Bytes of the scheme's checksum; 0: it has none. */
size_t verify_scheme_digest(enum verify_scheme scheme);

/* Bytes of a header without the checksum, which follows. */
enum { VERIFY_HEADER_BYTES = 48 };

/* Bytes at the start of each block that hold no data; 0: it has no header. */
size_t verify_scheme_overhead(enum verify_scheme scheme);

#endif
