#include "out/grid.h"

#include "base/text.h"
#include "out/csv.h"

#include <string.h>

enum { GAP = 2 }; /* between columns */

struct grid *grid_new(struct arena *arena, const struct grid_column *columns,
		      size_t column_count)
{
	struct grid *grid = arena_alloc(arena, sizeof(*grid));

	*grid = (struct grid){ .arena = arena,
			       .columns = columns,
			       .column_count = column_count,
			       .folded = arena_calloc(arena, column_count,
						      sizeof(size_t)) };
	return grid;
}

const char **grid_add_row(struct grid *grid)
{
	const char **row =
		arena_calloc(grid->arena, grid->column_count, sizeof(*row));

	grid->rows = arena_grow(grid->arena, grid->rows, grid->row_count,
				sizeof(*grid->rows));
	grid->marks = arena_grow(grid->arena, grid->marks, grid->row_count,
				 sizeof(*grid->marks));
	grid->marks[grid->row_count] = NULL;
	grid->rows[grid->row_count++] = row;
	return row;
}

void grid_mark(struct grid *grid, const char *mark)
{
	grid->marks[grid->row_count - 1] = mark;
}

static const char *cell(const struct grid *grid, size_t row, size_t column)
{
	const char *text = grid->rows[row][column];

	return text ? text : "";
}

static size_t column_width(const struct grid *grid, size_t column)
{
	size_t widest = text_width(grid->columns[column].title);
	size_t most = grid->folded[column];

	for (size_t r = 0; r < grid->row_count; r++) {
		size_t width = text_width(cell(grid, r, column));

		if (width > widest)
			widest = width;
	}
	return most && widest > most ? most : widest;
}

size_t grid_width(const struct grid *grid)
{
	size_t width = 0;

	for (size_t c = 0; c < grid->column_count; c++)
		width += (c ? GAP : 0) + column_width(grid, c);
	return width;
}

void grid_fit(struct grid *grid, size_t column, size_t least, size_t width)
{
	size_t whole = grid_width(grid);
	size_t others = whole - column_width(grid, column);

	if (whole <= width)
		return;
	grid->folded[column] = others + least < width ? width - others : least;
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
	size_t left = width - text_width(text);
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

/* What goes into the next line of a cell; `rest` becomes what is behind it. */
static const char *take_piece(const struct grid *grid, size_t column,
			      const char **rest)
{
	size_t room = grid->folded[column];
	size_t length = room ? text_piece(*rest, room) : strlen(*rest);
	const char *piece = arena_strndup(grid->arena, *rest, length);

	*rest += length;
	*rest += strspn(*rest, " ");
	return piece;
}

/* The rest of a line that has begun, and more lines where cells are folded. */
static void write_row(const struct grid *grid, const char **rest,
		      const char *indent, const size_t *width, FILE *out)
{
	bool more = true;

	while (more) {
		size_t owed = 0;

		more = false;
		for (size_t c = 0; c < grid->column_count; c++) {
			owed += c > 0 ? GAP : 0;
			write_cell(take_piece(grid, c, &rest[c]), width[c],
				   grid->columns[c].right, &owed, out);
			more |= *rest[c] != '\0';
		}
		fputs(more ? "\n" : "", out);
		fputs(more ? indent : "\n", out);
	}
}

void grid_write_text(const struct grid *grid, const char *indent, FILE *out)
{
	size_t count = grid->column_count;
	size_t *width = arena_calloc(grid->arena, count, sizeof(*width));
	const char **rest = arena_calloc(grid->arena, count, sizeof(*rest));

	for (size_t c = 0; c < count; c++)
		width[c] = column_width(grid, c);
	for (size_t r = 0; r <= grid->row_count; r++) {
		for (size_t c = 0; c < count; c++)
			rest[c] = r ? cell(grid, r - 1, c)
				    : grid->columns[c].title;
		fputs(r && grid->marks[r - 1] ? grid->marks[r - 1] : indent,
		      out);
		write_row(grid, rest, indent, width, out);
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
			if (c == 0 && grid->marks[r])
				fputs(grid->marks[r], out);
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
