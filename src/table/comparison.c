#include "table/comparison.h"

#include <string.h>

/* A workload as documents name it. */
struct workload {
	const char *name;
	size_t number; /* among those of the name in one document */
	size_t direction;
};

static const struct document_job *find_job(const struct document *document,
					   const struct workload *w)
{
	size_t number = 0;

	for (size_t i = 0; i < document->job_count; i++)
		if (strcmp(document->jobs[i].name, w->name) == 0 &&
		    number++ == w->number)
			return &document->jobs[i];
	return NULL;
}

static const struct document_figures *figures_of(const struct volume *volume,
						 const struct workload *w)
{
	const struct document_job *job = find_job(&volume->document, w);

	return job && job->direction[w->direction].used
		       ? &job->direction[w->direction]
		       : NULL;
}

/* In how many directions some volume does the workload. */
static size_t directions_of(const struct comparison *c, struct workload w)
{
	size_t used = 0;

	for (w.direction = 0; w.direction < DOCUMENT_DIRECTIONS;
	     w.direction++) {
		bool any = false;

		for (size_t v = 0; v < c->volume_count; v++)
			any |= figures_of(&c->volumes[v], &w) != NULL;
		used += any;
	}
	return used;
}

static const char *label(const struct comparison *c, const struct workload *w,
			 bool several)
{
	const char *direction = document_direction_names[w->direction];
	const char *number =
		w->number ? arena_printf(c->arena, " (%zu)", w->number + 1)
			  : "";

	return arena_printf(c->arena, "%s%s%s%s", w->name, number,
			    several ? " " : "", several ? direction : "");
}

static void mark_best(struct comparison_row *row, size_t count)
{
	size_t best = 0, used = 0;

	for (size_t v = 0; v < count; v++) {
		used += row->cells[v].used;
		if (row->cells[v].iops > row->cells[best].iops)
			best = v;
	}
	if (used > 1)
		row->cells[best].best = true;
}

/* Unless no volume did it. */
static void add_row(struct comparison *c, const struct workload *w,
		    bool several)
{
	struct comparison_row row = {
		.cells = arena_calloc(c->arena, c->volume_count,
				      sizeof(*row.cells)),
	};
	bool used = false;

	for (size_t v = 0; v < c->volume_count; v++) {
		const struct document_figures *f =
			figures_of(&c->volumes[v], w);
		struct comparison_cell *cell = &row.cells[v];

		if (!f)
			continue;
		used = true;
		*cell = (struct comparison_cell){ .used = true,
						  .iops = f->iops,
						  .bw_bytes = f->bw_bytes };
		if (row.cells[0].iops > 0)
			cell->ratio = cell->iops / row.cells[0].iops;
	}
	if (!used)
		return;
	row.workload = label(c, w, several);
	mark_best(&row, c->volume_count);
	c->rows = arena_grow(c->arena, c->rows, c->row_count, sizeof(row));
	c->rows[c->row_count++] = row;
}

/* Whether a volume before number `v` has the workload. */
static bool is_known(const struct comparison *c, size_t v,
		     const struct workload *w)
{
	for (size_t i = 0; i < v; i++)
		if (find_job(&c->volumes[i].document, w))
			return true;
	return false;
}

static void add_workloads(struct comparison *c, size_t v)
{
	const struct document *document = &c->volumes[v].document;

	for (size_t i = 0; i < document->job_count; i++) {
		struct workload w = { .name = document->jobs[i].name };
		bool several;

		for (size_t k = 0; k < i; k++)
			w.number += strcmp(document->jobs[k].name, w.name) == 0;
		if (is_known(c, v, &w))
			continue;
		several = directions_of(c, w) > 1;
		for (w.direction = 0; w.direction < DOCUMENT_DIRECTIONS;
		     w.direction++)
			add_row(c, &w, several);
	}
}

struct comparison *comparison_new(struct arena *arena,
				  const struct volume *volumes, size_t count)
{
	struct comparison *c = arena_alloc(arena, sizeof(*c));

	*c = (struct comparison){ .arena = arena,
				  .volumes = volumes,
				  .volume_count = count };
	for (size_t v = 0; v < count; v++)
		add_workloads(c, v);
	return c;
}
