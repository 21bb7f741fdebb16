#ifndef RUNNER_OUT_GRID_H
#define RUNNER_OUT_GRID_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Tables of words, the same for people, for Markdown and for spreadsheets. Each
 * cell is UTF-8 text that takes a column of the screen for each character.
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
	size_t row_count;
};

/* Empty; lives in the arena. */
struct grid *grid_new(struct arena *arena, const struct grid_column *columns,
		      size_t column_count);

/* A new row of empty cells, for the caller to fill. */
const char **grid_add_row(struct grid *grid);

/* The characters of a text: how wide it is on a screen. */
size_t grid_width(const char *text);

/* The widest of a column, its title included. */
size_t grid_column_width(const struct grid *grid, size_t column);

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
