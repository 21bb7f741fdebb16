#include "out/grid.h"

#include "out/csv.h"

#include <string.h>

struct grid *grid_new(struct arena *arena, const struct grid_column *columns,
		      size_t column_count)
{
	struct grid *grid = arena_alloc(arena, sizeof(*grid));

	*grid = (struct grid){ .arena = arena,
			       .columns = columns,
			       .column_count = column_count };
	return grid;
}

const char **grid_add_row(struct grid *grid)
{
	const char **row =
		arena_calloc(grid->arena, grid->column_count, sizeof(*row));

	grid->rows = arena_grow(grid->arena, grid->rows, grid->row_count,
				sizeof(*grid->rows));
	grid->rows[grid->row_count++] = row;
	return row;
}

size_t grid_width(const char *text)
{
	size_t width = 0;

	/* Bytes that go on with a character begin with the bits 10. */
	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0u) != 0x80;
	return width;
}

static const char *cell(const struct grid *grid, size_t row, size_t column)
{
	const char *text = grid->rows[row][column];

	return text ? text : "";
}

size_t grid_column_width(const struct grid *grid, size_t column)
{
	size_t widest = grid_width(grid->columns[column].title);

	for (size_t r = 0; r < grid->row_count; r++) {
		size_t width = grid_width(cell(grid, r, column));

		if (width > widest)
			widest = width;
	}
	return widest;
}

static void blanks(size_t count, FILE *out)
{
	while (count-- > 0)
		fputc(' ', out);
}

/* `owed` blanks are written as soon as something comes after them. */
static void write_cell(const char *text, size_t width, bool right, size_t *owed,
		       FILE *out)
{
	size_t left = width - grid_width(text);
	size_t length = strlen(text);

	while (length > 0 && text[length - 1] == ' ')
		length--;
	if (right)
		*owed += left;
	if (length > 0) {
		blanks(*owed, out);
		fwrite(text, 1, length, out);
		*owed = 0;
	}
	*owed += strlen(text) - length + (right ? 0 : left);
}

void grid_write_text(const struct grid *grid, const char *indent, FILE *out)
{
	size_t *width =
		arena_calloc(grid->arena, grid->column_count, sizeof(*width));

	for (size_t c = 0; c < grid->column_count; c++)
		width[c] = grid_column_width(grid, c);
	for (size_t r = 0; r <= grid->row_count; r++) {
		size_t owed = 0;

		fputs(indent, out);
		for (size_t c = 0; c < grid->column_count; c++) {
			const struct grid_column *column = &grid->columns[c];

			owed += c > 0 ? 2 : 0;
			write_cell(r ? cell(grid, r - 1, c) : column->title,
				   width[c], column->right, &owed, out);
		}
		fputc('\n', out);
	}
}

static void write_escaped(const char *text, FILE *out)
{
	for (; *text; text++) {
		if (*text == '|')
			fputc('\\', out);
		fputc(*text, out);
	}
}

void grid_write_markdown(const struct grid *grid, FILE *out)
{
	for (size_t c = 0; c < grid->column_count; c++) {
		fputs("| ", out);
		write_escaped(grid->columns[c].title, out);
		fputc(' ', out);
	}
	fputs("|\n", out);
	for (size_t c = 0; c < grid->column_count; c++)
		fputs(grid->columns[c].right ? "|---:" : "|---", out);
	fputs("|\n", out);
	for (size_t r = 0; r < grid->row_count; r++) {
		for (size_t c = 0; c < grid->column_count; c++) {
			fputs("| ", out);
			write_escaped(cell(grid, r, c), out);
			fputc(' ', out);
		}
		fputs("|\n", out);
	}
}

void grid_write_csv(const struct grid *grid, FILE *out)
{
	for (size_t r = 0; r <= grid->row_count; r++) {
		for (size_t c = 0; c < grid->column_count; c++) {
			if (c > 0)
				fputc(',', out);
			csv_write_field(r ? cell(grid, r - 1, c)
					  : grid->columns[c].title,
					out);
		}
		fputc('\n', out);
	}
}
