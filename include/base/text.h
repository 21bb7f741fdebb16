#ifndef RUNNER_BASE_TEXT_H
#define RUNNER_BASE_TEXT_H

#include "base/arena.h"

#include <stddef.h>
#include <stdio.h>

/* What people have, unless they say otherwise. */
enum { TEXT_SCREEN_WIDTH = 80 };

/*
 * Texts on a screen, in UTF-8: each character takes a column. Names of files
 * and jobs are any bytes; they must not move the cursor, nor break lines.
 */

/* The columns that a text takes. */
size_t text_width(const char *text);

/*
 * How many bytes of a text go into a line of `room` columns, at least one
 * character: up to a blank or behind a comma, if there is any, or else all that
 * fit. Blanks after them belong to no line.
 */
size_t text_piece(const char *text, size_t room);

/*
 * Write a text and a newline, broken into lines of TEXT_SCREEN_WIDTH: the first
 * goes on at column `used`, each other begins at column `indent`.
 */
void text_write_folded(const char *text, size_t used, size_t indent, FILE *out);

/*
 * The text itself, or a copy in the arena in which control characters and bytes
 * that are no UTF-8 are written as in C: "\n", "\x1b".
 */
const char *text_printable(struct arena *arena, const char *text);

#endif
