#ifndef RUNNER_OUT_COLUMNS_H
#define RUNNER_OUT_COLUMNS_H

#include "out/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * The one table of what the formats made of columns, terse and csv, consist
 * of. Its order is theirs; docs/columns.md is what columns_markdown() prints.
 */
enum column_type { /* of the field in the result */
		   COLUMN_UINT,
		   COLUMN_UNSIGNED,
		   COLUMN_INT,
		   COLUMN_REAL,
		   COLUMN_TEXT,
		   COLUMN_LATENCY, /* its percentiles */
};

enum column_form {             /* how terse writes it */
		   FORM_PLAIN, /* a whole number (of a real: its whole part), or
				  text */
		   FORM_REAL,  /* six decimals */
		   FORM_SHARE, /* the same and "%" */
		   FORM_SHARE1, /* one decimal and "%" */
		   FORM_SHARE2, /* two */
};

struct column {
	const char *name;
	const char *unit; /* the end of its name in csv, or NULL */
	const char *help;
	enum column_type type;
	size_t offset;
	enum column_form form;
	unsigned terse;  /* the versions that have it, a bit each */
	unsigned divide; /* the field by so much, for terse */
	bool csv;
};

struct column_list {
	const char *title;
	const struct column *columns;
	size_t count;
};

/* The lists, and what their offsets are of: */
extern const struct column_list columns_head, /* struct result_unit */
	columns_direction,                    /* struct result_direction */
	columns_tail,                         /* struct result_unit */
	columns_disk,                         /* struct result_disk */
	columns_members, /* the same, of a disk that has members */
	columns_errors;  /* struct result_unit, with continue_on_error */

static inline bool column_in_terse(const struct column *c, unsigned version)
{
	return c->terse & 1u << version;
}

/* The field of `of` that the column is about. */
const char *column_text(const struct column *c, const void *of);
const struct result_latency *column_latency(const struct column *c,
					    const void *of);

/* It as terse writes it: whatever is not text or a latency. */
void column_write_terse(const struct column *c, const void *of, FILE *out);

/* It as csv writes it: all digits, no "%". */
void column_write_csv(const struct column *c, const void *of, FILE *out);

/* The table as documentation. */
void columns_markdown(FILE *out);

#endif
