#ifndef RUNNER_SPEC_OPTION_H
#define RUNNER_SPEC_OPTION_H

#include "base/arena.h"
#include "base/diag.h"
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
	OPTION_VERIFY,  /* whether data come back as they were written */
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
	const char *bare;  /* what the name alone means, NULL: not allowed; "":
			      the job's name, unless a word follows */
	uint64_t min, max; /* of a number; max 0: no limit */
	uint64_t unit_ns;  /* of a duration without a unit */
	const struct option_choice *choices;
	const char *help; /* starts with a capital, has no full stop */
};

/* Sorted by name. */
struct option_table {
	const struct option *list;
	size_t count;
};

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

/*
 * The values of all options of the table as such texts, one after the other
 * and each with its NUL; the caller frees it.
 */
char *option_table_text(const struct option_table *table, const void *values);

/* The words that the option takes, or NULL. */
const struct option_choice *option_words(const struct option *o);

/* Room for any text that option_range_text() writes, with its NUL. */
#define OPTION_RANGE_MAX 64

/* What numbers the option takes: "1 to 65536", "1 or more". Returns `buf`. */
char *option_range_text(const struct option *o, char buf[OPTION_RANGE_MAX]);

#endif
