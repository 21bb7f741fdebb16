#ifndef RUNNER_OUT_GRID_H
#define RUNNER_OUT_GRID_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Tables of words, the same for people, for Markdown and for spreadsheets.
 * Cells are printable (base/text.h).
 */
struct grid_column {
	const char *title;
	bool right; /* numbers */
};

struct grid {
	struct arena *arena;
	const struct grid_column *columns; /* borrowed, as all texts are */
	size_t column_count;
	const char *const **rows; /* NULL cells are empty */
	const char **marks;       /* of rows; NULL: there is none */
	size_t row_count;
	size_t *folded; /* of each column: to so many characters; 0: never */
};

/* Empty; lives in the arena. */
struct grid *grid_new(struct arena *arena, const struct grid_column *columns,
		      size_t column_count);

/* A new row of empty cells, for the caller to fill. */
const char **grid_add_row(struct grid *grid);

/*
 * Have the newest row begin with `mark`: in text where others have their
 * indent, as wide as that.
 */
void grid_mark(struct grid *grid, const char *mark);

/* How many characters the lines of its text have at most. */
size_t grid_width(const struct grid *grid);

/*
 * Have the text no wider than `width`, as far as that can be by breaking the
 * cells of one column into lines, of `least` characters and more. Once all rows
 * are there.
 */
void grid_fit(struct grid *grid, size_t column, size_t least, size_t width);

/*
 * Columns two blanks apart, without blanks at the end of a line. Each line
 * begins with `indent`.
 */
void grid_write_text(const struct grid *grid, const char *indent, FILE *out);

/* A table of GitHub's Markdown. "|" in a cell is escaped. */
void grid_write_markdown(const struct grid *grid, FILE *out);

/* RFC 4180, but that lines end as they do here; titles first. */
void grid_write_csv(const struct grid *grid, FILE *out);

#endif
