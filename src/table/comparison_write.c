#include "table/comparison.h"

#include "out/figure.h"
#include "out/grid.h"

#include <string.h>

enum {
	SCREEN_WIDTH = 80,
	CSV_COLUMNS = 3, /* of a volume */
};

static const char *text_cell(const struct comparison *c,
			     const struct comparison_cell *cell, bool first)
{
	char iops[FIGURE_MAX], rate[FIGURE_MAX], ratio[FIGURE_MAX];

	if (!cell->used)
		return first ? "- " : "-       ";
	figure_count(cell->iops, iops);
	figure_mb(cell->bw_bytes, rate);
	if (first)
		return arena_printf(c->arena, "%s %6s%c", iops, rate,
				    cell->best ? '*' : ' ');
	figure_ratio(cell->ratio, ratio);
	return arena_printf(c->arena, "%s %6s %6s%c", iops, rate,
			    cell->ratio > 0 ? ratio : "",
			    cell->best ? '*' : ' ');
}

/* A grid of the volumes [from, to). */
static struct grid *text_grid(const struct comparison *c, size_t from,
			      size_t to)
{
	struct grid_column *columns =
		arena_calloc(c->arena, 1 + to - from, sizeof(*columns));
	struct grid *grid = grid_new(c->arena, columns, 1 + to - from);

	columns[0].title = "workload";
	for (size_t v = from; v < to; v++)
		columns[1 + v - from] = (struct grid_column){
			.title = arena_printf(c->arena, "%s ",
					      c->volumes[v].name),
			.right = true,
		};
	for (size_t r = 0; r < c->row_count; r++) {
		const char **row = grid_add_row(grid);

		row[0] = c->rows[r].workload;
		for (size_t v = from; v < to; v++)
			row[1 + v - from] =
				text_cell(c, &c->rows[r].cells[v], v == 0);
	}
	return grid;
}

static size_t whole_width(const struct grid *grid)
{
	size_t width = 0;

	for (size_t i = 0; i < grid->column_count; i++)
		width += (i ? 2 : 0) + grid_column_width(grid, i);
	return width;
}

void comparison_write_text(const struct comparison *c, FILE *out)
{
	size_t from = 0;

	while (from < c->volume_count) {
		size_t to = c->volume_count;
		struct grid *grid = text_grid(c, from, to);

		/* Of the last blank of a line nothing is seen. */
		while (to > from + 1 && whole_width(grid) > SCREEN_WIDTH + 1)
			grid = text_grid(c, from, --to);
		if (from > 0)
			fputc('\n', out);
		grid_write_text(grid, "", out);
		from = to;
	}
	fprintf(out, "\nCells: IOPS, MB/s");
	if (c->volume_count > 1)
		fprintf(out,
			", IOPS as a multiple of those of %s; * is the best",
			c->volumes[0].name);
	fputs(".\n", out);
}

static const char *markdown_cell(const struct comparison *c,
				 const struct comparison_cell *cell, bool first)
{
	char iops[FIGURE_MAX], rate[FIGURE_MAX], ratio[FIGURE_MAX];
	const char *mark = cell->best ? "**" : "";

	if (!cell->used)
		return "–";
	figure_count(cell->iops, iops);
	figure_mb(cell->bw_bytes, rate);
	if (first || !(cell->ratio > 0))
		return arena_printf(c->arena, "%s%s%s, %s MB/s", mark, iops,
				    mark, rate);
	figure_ratio(cell->ratio, ratio);
	return arena_printf(c->arena, "%s%s%s, %s MB/s (%s)", mark, iops, mark,
			    rate, ratio);
}

void comparison_write_markdown(const struct comparison *c, FILE *out)
{
	struct grid_column *columns =
		arena_calloc(c->arena, 1 + c->volume_count, sizeof(*columns));
	struct grid *grid = grid_new(c->arena, columns, 1 + c->volume_count);

	columns[0].title = "workload (IOPS, MB/s)";
	for (size_t v = 0; v < c->volume_count; v++)
		columns[1 + v] =
			(struct grid_column){ c->volumes[v].name, true };
	for (size_t r = 0; r < c->row_count; r++) {
		const char **row = grid_add_row(grid);

		row[0] = c->rows[r].workload;
		for (size_t v = 0; v < c->volume_count; v++)
			row[1 + v] =
				markdown_cell(c, &c->rows[r].cells[v], v == 0);
	}
	grid_write_markdown(grid, out);
}

static void csv_cells(const struct comparison *c,
		      const struct comparison_cell *cell, const char **cells)
{
	if (!cell->used)
		return;
	cells[0] = arena_printf(c->arena, "%.3f", cell->iops);
	cells[1] = arena_printf(c->arena, "%.6f", cell->bw_bytes / 1e6);
	if (cell->ratio > 0)
		cells[2] = arena_printf(c->arena, "%.4f", cell->ratio);
}

void comparison_write_csv(const struct comparison *c, FILE *out)
{
	static const char *const titles[CSV_COLUMNS] = { "IOPS", "MB/s",
							 "ratio" };
	size_t count = 1 + CSV_COLUMNS * c->volume_count;
	struct grid_column *columns =
		arena_calloc(c->arena, count, sizeof(*columns));
	struct grid *grid = grid_new(c->arena, columns, count);

	columns[0].title = "workload";
	for (size_t i = 1; i < count; i++)
		columns[i].title =
			arena_printf(c->arena, "%s %s",
				     c->volumes[(i - 1) / CSV_COLUMNS].name,
				     titles[(i - 1) % CSV_COLUMNS]);
	for (size_t r = 0; r < c->row_count; r++) {
		const char **row = grid_add_row(grid);

		row[0] = c->rows[r].workload;
		for (size_t v = 0; v < c->volume_count; v++)
			csv_cells(c, &c->rows[r].cells[v],
				  &row[1 + CSV_COLUMNS * v]);
	}
	grid_write_csv(grid, out);
}
