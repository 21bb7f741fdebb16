#ifndef RUNNER_SPEC_OPTION_H
#define RUNNER_SPEC_OPTION_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/distribution.h"
#include "base/duration.h"
#include "base/size.h"

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * What an option is. Options stand in tables; everything that deals with them
 * (parser, help, manual, report) walks a table and knows none by name.
 */
struct option;

/* What a parser has besides the text: where to keep strings, what "k" is. */
struct option_context {
	struct arena *arena;
	unsigned kb_base;
	char reason[200]; /* why a value is refused; reads well after it */
	char remark[200]; /* what is odd about one that is taken, or "" */
};

/* What the min and max of an option are. */
enum option_measure {
	MEASURE_NUMBER,
	MEASURE_SIGNED, /* they are an int64_t each */
	MEASURE_BYTES,
	MEASURE_NS,
};

struct option_type {
	const char *argument; /* what help calls the value: "SIZE" */

	/*
	 * Read `text` into the option's field. A list adds to what the field
	 * holds, anything else replaces it. Returns 0, or -1 with the reason
	 * in the context and the field left alone.
	 */
	int (*parse)(const struct option *o, const char *text,
		     struct option_context *context, void *field);

	/* Write the value so that parse() reads back the same. */
	void (*print)(const struct option *o, const void *field, FILE *out);

	enum option_measure measure;
	const struct option_choice *words; /* that each option of the type
					      takes, or NULL */
};

/* Set the context's remark: the value is taken, with a warning. */
__attribute__((format(printf, 2, 3))) void
option_remark(struct option_context *context, const char *format, ...);

/* Set the context's reason. Always -1. */
__attribute__((format(printf, 2, 3))) int
option_refuse(struct option_context *context, const char *format, ...);

/* A list of these ends with a null name. */
struct option_choice {
	const char *name;
	int value;
	const char *help; /* NULL: another spelling, not listed */
};

enum option_category {
	OPTION_JOB,     /* who: names, copies, order */
	OPTION_FILE,    /* what is read and written */
	OPTION_IO,      /* how: direction, sizes, offsets, engine */
	OPTION_TIME,    /* when: runtime, rate, pauses */
	OPTION_BUFFER,  /* memory and what is in it */
	OPTION_PROCESS, /* CPU and the like */
	OPTION_REPORT,  /* what is measured and shown */
	OPTION_ENGINE,  /* of one engine */
	OPTION_CATEGORIES,
};

struct option {
	const char *name;
	const char *alias;
	const char *alias2;
	const struct option_type *type;
	size_t offset;
	enum option_category category;
	bool gathers;        /* a list that grows when it is given again */
	const char *initial; /* read by the same parser as the user's text;
				NULL: the zero value, shown as "none" */
	const char *bare;    /* what the name alone means, NULL: not allowed */
	uint64_t min, max;   /* of a number; max 0: no limit */
	uint64_t unit_ns;    /* of a duration without a unit */
	const struct option_choice *choices;
	const char *help; /* starts with a capital, has no full stop */
};

/* Sorted by name. */
struct option_table {
	const struct option *list;
	size_t count;
};

/* Values that options fill. */

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
};

extern const struct option_type option_flag;       /* bool */
extern const struct option_type option_switch;     /* bool, any number */
extern const struct option_type option_number;     /* uint64_t */
extern const struct option_type option_real;       /* double */
extern const struct option_type option_bytes;      /* uint64_t, size suffixes */
extern const struct option_type option_size;       /* struct size */
extern const struct option_type option_size_range; /* struct number_range */
extern const struct option_type option_block_sizes;    /* struct block_sizes */
extern const struct option_type option_block_splits;   /* block_splits */
extern const struct option_type option_distributions;  /* distributions */
extern const struct option_type option_by_direction;   /* direction_numbers */
extern const struct option_type option_duration;       /* struct duration */
extern const struct option_type option_duration_range; /* duration_range */
extern const struct option_type option_choice;         /* int (an enum) */
extern const struct option_type option_text;           /* const char * */
extern const struct option_type option_text_list;    /* struct text_list, ':' */
extern const struct option_type option_percentiles;  /* struct percentiles */
extern const struct option_type option_rw;           /* struct rw */
extern const struct option_type option_file_service; /* struct file_service */
extern const struct option_type option_ignored_errors; /* ignored_errors */
extern const struct option_type option_cpu_list;       /* struct cpu_list */
extern const struct option_type option_memory;         /* struct memory */
extern const struct option_type option_pattern;        /* struct pattern */

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

/* The option called `name` (or so by an alias), or NULL. */
const struct option *option_find(const struct option_table *table,
				 const char *name);

/*
 * The name nearest to `name` in the tables of the list (which ends with NULL),
 * for "did you mean"; NULL when none is near.
 */
const char *option_nearest(const struct option_table *const *tables,
			   const char *name);

/*
 * Set the option in the struct `values`. A null text stands for the bare name.
 * Returns 0, or -1 with the error reported at `at`.
 */
int option_set(const struct option *o, void *values, const char *text,
	       struct option_context *context, struct source at,
	       struct diag *diag);

/* Give every field of `values` (zeroed memory) its default. */
void option_table_defaults(const struct option_table *table, void *values,
			   struct arena *arena);

/* The value as text ("" for one that there is not); the caller frees it. */
char *option_value_text(const struct option *o, const void *values);

/* The words that the option takes, or NULL. */
const struct option_choice *option_words(const struct option *o);

/* Room for any text that option_range_text() writes, with its NUL. */
#define OPTION_RANGE_MAX 64

/* What numbers the option takes: "1 to 65536", "1 or more". Returns `buf`. */
char *option_range_text(const struct option *o, char buf[OPTION_RANGE_MAX]);

#endif
