#include "report_parts.h"

#include "out/figure.h"

enum {
	NAME = QUICK_GRID_NAME,
	FLAVOUR = QUICK_GRID_FLAVOUR,
	RATE,
	IOPS,
	P50,
	P99,
	COLUMNS,
};

static const struct grid_column columns[COLUMNS] = {
	[NAME] = { "", false },    [FLAVOUR] = { "", false },
	[RATE] = { "MB/s", true }, [IOPS] = { "IOPS", true },
	[P50] = { "p50", true },   [P99] = { "p99", true },
};

static void fill(const char **row, struct arena *arena,
		 const struct quick_figures *f)
{
	char text[FIGURE_MAX];

	if (!f->used)
		return;
	if (f->bw_bytes > 0)
		row[RATE] = arena_strdup(arena, figure_mb(f->bw_bytes, text));
	row[IOPS] = arena_strdup(arena, figure_count(f->iops, text));
	if (!f->timed)
		return;
	row[P50] = arena_strdup(arena, figure_time(f->p50_ns, text));
	row[P99] = arena_strdup(arena, figure_time(f->p99_ns, text));
}

/* Of a phase that went one way only, or NULL. */
static const struct quick_figures *
only_figures(const struct quick_figures of[QUICK_FIGURES])
{
	if (of[QUICK_TOTAL].used || of[QUICK_SYNC].used)
		return NULL;
	return of[QUICK_READ].used ? &of[QUICK_READ] : &of[QUICK_WRITE];
}

static void add_directions(struct grid *grid,
			   const struct quick_figures of[QUICK_FIGURES])
{
	for (size_t f = 0; f < QUICK_FIGURES; f++) {
		const char **row;

		if (!of[f].used)
			continue;
		row = grid_add_row(grid);
		row[NAME] = arena_printf(grid->arena, "  %s",
					 quick_figure_names[f]);
		fill(row, grid->arena, &of[f]);
	}
}

static void add_runs(struct grid *grid, const struct quick_phase *phase)
{
	const struct quick_figures *only = only_figures(phase->of);
	const char **row;

	for (size_t r = 0; r < phase->run_count; r++) {
		const struct quick_figures *one =
			only_figures(phase->runs[r].of);

		row = grid_add_row(grid);
		row[NAME] = arena_printf(grid->arena, "  run %zu", r + 1);
		if (one)
			fill(row, grid->arena, one);
	}
	row = grid_add_row(grid);
	row[NAME] = "  average";
	if (only)
		fill(row, grid->arena, only);
}

const char *quick_report_error(struct arena *arena,
			       const struct quick_phase *phase, size_t run)
{
	const char *error = phase->runs[run].error;

	return error ? arena_printf(arena, "%s (%s) failed: %s", phase->label,
				    phase->flavour, error)
		     : NULL;
}

const char *quick_report_brief(const struct quick_report *report)
{
	bool any = false;

	for (size_t i = 0; i < report->phases.count; i++)
		any |= report->phases.list[i].brief;
	if (!any)
		return NULL;
	return arena_printf(report->arena,
			    "Less than %d ms or fewer than %d I/Os: that tells "
			    "little.",
			    QUICK_BRIEF_MS, QUICK_BRIEF_IOS);
}

struct grid *quick_report_grid(const struct quick_report *report,
			       const char *(*name)(struct arena *,
						   const char *))
{
	struct grid *grid = grid_new(report->arena, columns, COLUMNS);

	for (size_t i = 0; i < report->phases.count; i++) {
		const struct quick_phase *phase = &report->phases.list[i];
		const struct quick_figures *only = only_figures(phase->of);
		const char **row = grid_add_row(grid);

		row[NAME] = name(grid->arena, phase->label);
		if (phase->brief)
			grid_mark(grid, QUICK_BRIEF_MARK);
		row[FLAVOUR] = phase->flavour;
		if (only && phase->run_count > 1)
			add_runs(grid, phase);
		else if (only)
			fill(row, grid->arena, only);
		else
			add_directions(grid, phase->of);
	}
	return grid;
}
