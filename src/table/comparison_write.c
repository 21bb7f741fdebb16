#include "table/comparison.h"

#include "base/text.h"
#include "out/figure.h"
#include "out/grid.h"
#include "out/markdown.h"

#include <string.h>

enum {
	LEAST_CELL = 24, /* no cell is wider */
	LEAST_NAME = 12,
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
			.title = arena_printf(
				c->arena, "%s ",
				text_printable(c->arena, c->volumes[v].name)),
			.right = true,
		};
	for (size_t r = 0; r < c->row_count; r++) {
		const char **row = grid_add_row(grid);

		row[0] = text_printable(c->arena, c->rows[r].workload);
		for (size_t v = from; v < to; v++)
			row[1 + v - from] =
				text_cell(c, &c->rows[r].cells[v], v == 0);
	}
	return grid;
}

static void write_legend(const struct comparison *c, FILE *out)
{
	const char *text = "Cells: IOPS, MB/s.";

	if (c->volume_count > 1)
		text = arena_printf(
			c->arena,
			"Cells: IOPS, MB/s, IOPS as a multiple of those of %s; "
			"* is the best.",
			text_printable(c->arena, c->volumes[0].name));
	text_write_folded(text, 0, 0, out);
}

void comparison_write_text(const struct comparison *c, FILE *out)
{
	/* Of the last blank of a line nothing is seen. */
	const size_t width = TEXT_SCREEN_WIDTH + 1;
	size_t from = 0;

	while (from < c->volume_count) {
		size_t to = c->volume_count;
		struct grid *grid = text_grid(c, from, to);

		while (to > from + 1 && grid_width(grid) > width)
			grid = text_grid(c, from, --to);
		/* Of one volume: its name, then those of the workloads. */
		if (grid_width(grid) > width) {
			grid_fit(grid, 1, LEAST_CELL, TEXT_SCREEN_WIDTH);
			grid_fit(grid, 0, LEAST_NAME, TEXT_SCREEN_WIDTH);
		}
		if (from > 0)
			fputc('\n', out);
		grid_write_text(grid, "", out);
		from = to;
	}
	fputc('\n', out);
	write_legend(c, out);
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
		columns[1 + v] = (struct grid_column){
			markdown_escape(c->arena, c->volumes[v].name), true
		};
	for (size_t r = 0; r < c->row_count; r++) {
		const char **row = grid_add_row(grid);

		row[0] = markdown_escape(c->arena, c->rows[r].workload);
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
