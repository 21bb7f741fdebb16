#ifndef RUNNER_SPEC_OPTION_VALUES_H
#define RUNNER_SPEC_OPTION_VALUES_H

#include "spec/option.h"

#include "base/distribution.h"
#include "base/duration.h"
#include "base/size.h"

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What options are set to: the values, their types, and their table entries. */

enum { DIRECTIONS = 3 }; /* read, write, trim */

struct number_range {
	uint64_t min;
	uint64_t max;
};

/*
 * "4k", "4k,8k", "1k-16k,,4k". The last one goes for the directions after it,
 * too; one that is empty ("8k," ends in one) stays what it was.
 */
struct block_sizes {
	struct number_range of[DIRECTIONS];
};

/* Sizes of one entry of bssplit: multiples of `step` from the least on. */
struct block_share {
	struct number_range size;
	uint64_t step;
	double percent; /* of the blocks; all of a direction add up to 100 */
};

/* "4k/10:64k/50:32k/", by direction as block_sizes; count 0: not given. */
struct block_splits {
	const struct block_share *of[DIRECTIONS];
	size_t count[DIRECTIONS];
};

/* As ioprio_set(2) has it. */
struct io_priority {
	uint8_t class;
	uint8_t level;
	uint16_t hint;
};

/* Of blocks of these sizes, so many are sent with a priority. */
struct priority_share {
	struct number_range size;
	double percent;
	struct io_priority own; /* if it `has_own`; else that of all entries */
	bool has_own;
};

/* "4k/10:64k/50/1/3", by direction as block_sizes; count 0: not given. */
struct priority_splits {
	const struct priority_share *of[DIRECTIONS];
	size_t count[DIRECTIONS];
};

/* "zipf:1.2", by direction as block_sizes. */
struct distributions {
	struct distribution of[DIRECTIONS];
};

/* The same with numbers, except that one that is empty is 0. */
struct direction_numbers {
	uint64_t of[DIRECTIONS];
};

struct duration_range {
	uint64_t min_ns;
	uint64_t max_ns;
};

/* Strings that a list option gathers, in the order given. */
struct text_list {
	const char **items;
	size_t count;
};

enum { PERCENTILES_MAX = 20 };

struct percentiles {
	double of[PERCENTILES_MAX]; /* ascending */
	unsigned count;
};

/* Direction, order and the number after the colon: "randrw:16", "read:-8k". */
enum rw_flag {
	RW_READ = 1 << 0,
	RW_WRITE = 1 << 1,
	RW_TRIM = 1 << 2,
	RW_RANDOM = 1 << 3,
	RW_TRIM_FIRST = 1 << 4, /* trimwrite: each write follows a trim */
};

struct rw {
	unsigned flags;
	int64_t modifier; /* random: offsets come by so many in a row, 1 if not
			     given; else: bytes skipped after each I/O, or 0 */
};

/* "random:8": which file is next, and for how many I/Os. */
enum service {
	SERVICE_RANDOM,
	SERVICE_ROUNDROBIN,
	SERVICE_SEQUENTIAL,
	SERVICE_SKEWED, /* as `skew` says */
};

struct file_service {
	enum service kind;
	uint64_t ios; /* before going to the next file; 1 if not given */
	struct distribution skew;
};

/* Error numbers to ignore: for reads, writes and verification. */
struct ignored_errors {
	const int *of[DIRECTIONS];
	size_t count[DIRECTIONS];
};

/* CPUs, as "0-3,7". */
struct cpu_list {
	cpu_set_t set;
	bool given;
};

/* Where memory comes from: "mmaphuge:/path". */
enum memory_kind {
	MEMORY_MALLOC,
	MEMORY_SHM,
	MEMORY_SHMHUGE,
	MEMORY_MMAP,
	MEMORY_MMAPHUGE,
	MEMORY_MMAPSHARED,
};

struct memory {
	enum memory_kind kind;
	const char *path; /* NULL: of no file */
};

/* The word for it. */
const char *memory_name(enum memory_kind kind);

/*
 * Bytes that repeat: strings in "", numbers (decimal ones of up to 32 bits,
 * hexadecimal ones of any length) and the content of files in '', in a row.
 */
struct pattern {
	const unsigned char *bytes;
	size_t length;    /* 0: not given */
	const char *text; /* as it was written */
	/*
	 * Where in it the offset of the block goes, as 8 bytes, the lowest
	 * first: %o, in patterns that may have it.
	 */
	const size_t *offsets;
	size_t offset_count;
};

extern const struct option_type option_flag;       /* bool */
extern const struct option_type option_switch;     /* bool, any number */
extern const struct option_type option_number;     /* uint64_t */
extern const struct option_type option_real;       /* double */
extern const struct option_type option_bytes;      /* uint64_t, size suffixes */
extern const struct option_type option_size;       /* struct size */
extern const struct option_type option_size_range; /* struct number_range */
extern const struct option_type option_block_sizes;     /* struct block_sizes */
extern const struct option_type option_block_splits;    /* block_splits */
extern const struct option_type option_priority_splits; /* priority_splits */
extern const struct option_type option_distributions;   /* distributions */
extern const struct option_type option_by_direction;    /* direction_numbers */
extern const struct option_type option_duration;        /* struct duration */
extern const struct option_type option_duration_range;  /* duration_range */
extern const struct option_type option_choice;          /* int (an enum) */
extern const struct option_type option_text;            /* const char * */
extern const struct option_type option_text_list;    /* struct text_list, ':' */
extern const struct option_type option_percentiles;  /* struct percentiles */
extern const struct option_type option_rw;           /* struct rw */
extern const struct option_type option_file_service; /* struct file_service */
extern const struct option_type option_ignored_errors; /* ignored_errors */
extern const struct option_type option_cpu_list;       /* struct cpu_list */
extern const struct option_type option_memory;         /* struct memory */
extern const struct option_type option_pattern;        /* struct pattern */
extern const struct option_type option_offset_pattern; /* the same, with %o */

/*
 * The type and place of an entry's field. The field has to have the type that
 * the option's parser fills: any other does not compile. To be used through
 * the macros of one table, as job_options.c does:
 *
 *     #define NUMBER(member) OPTION_NUMBER(struct job_options, member)
 *
 * NOLINTBEGIN(bugprone-macro-parentheses): a type can't stand in parentheses
 */
#define OPTION_FIELD(owner, member, ctype, optype)                             \
	.type = (optype), .offset = _Generic(((owner *)0)->member, ctype       \
					     : offsetof(owner, member))
/* NOLINTEND(bugprone-macro-parentheses) */
#define OPTION_FLAG(owner, member)                                             \
	OPTION_FIELD(owner, member, bool, &option_flag), .bare = "1"
#define OPTION_SWITCH(owner, member)                                           \
	OPTION_FIELD(owner, member, bool, &option_switch), .bare = "1"
#define OPTION_NUMBER(owner, member)                                           \
	OPTION_FIELD(owner, member, uint64_t, &option_number)
#define OPTION_BYTES(owner, member)                                            \
	OPTION_FIELD(owner, member, uint64_t, &option_bytes)
#define OPTION_TEXT(owner, member)                                             \
	OPTION_FIELD(owner, member, const char *, &option_text)

#endif
