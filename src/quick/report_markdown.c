#include "report_parts.h"

#include "out/markdown.h"

static void write_facts(struct grid *grid, const struct quick_facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		const char **row = grid_add_row(grid);

		row[0] = facts->list[i].name;
		row[1] = markdown_escape(grid->arena, facts->list[i].text);
	}
}

static void write_machine(const struct quick_report *r, FILE *out)
{
	static const struct grid_column columns[] = { { "", false },
						      { "", false } };
	struct quick_facts machine = quick_machine_facts(r->arena, r->machine);
	struct quick_facts target = quick_target_facts(r->arena, r->machine);
	struct grid *grid = grid_new(r->arena, columns, 2);

	write_facts(grid, &machine);
	write_facts(grid, &target);
	grid_write_markdown(grid, out);
}

static void write_verdicts(const struct quick_report *r, FILE *out)
{
	for (size_t i = 0; i < r->verdicts.count; i++) {
		const struct quick_verdict *v = &r->verdicts.list[i];

		fprintf(out, "- %s%s: %s %s, **%s**\n",
			v->brief ? "\\" QUICK_BRIEF_MARK : "",
			markdown_escape(r->arena, v->label), v->measure,
			v->value, v->words);
	}
	fputs("\n<sub>\n", out);
	for (size_t i = 0; quick_scale_lines[i]; i++)
		fprintf(out, "%s\n", quick_scale_lines[i]);
	fputs("</sub>\n", out);
}

static void write_errors(const struct quick_report *r, FILE *out)
{
	for (size_t i = 0; i < r->phases.count; i++) {
		const struct quick_phase *phase = &r->phases.list[i];

		for (size_t k = 0; k < phase->run_count; k++) {
			const char *error =
				quick_report_error(r->arena, phase, k);

			if (error)
				fprintf(out, "%s\n\n",
					markdown_escape(r->arena, error));
		}
	}
}

void quick_report_markdown(const struct quick_report *r, FILE *out)
{
	const char *brief = quick_report_brief(r);

	fprintf(out, "### runner quick: %s\n\n",
		markdown_escape(r->arena, r->profile));
	write_machine(r, out);
	for (size_t i = 0; i < r->note_count; i++)
		fprintf(out, "\n%s\n", r->notes[i]);
	fputc('\n', out);
	grid_write_markdown(quick_report_grid(r, markdown_escape), out);
	fputc('\n', out);
	if (brief)
		fprintf(out, "\\" QUICK_BRIEF_MARK "%s\n\n", brief);
	write_errors(r, out);
	if (r->interrupted)
		fprintf(out, "%s ended it early.\n\n", r->interrupted);
	if (r->verdicts.count)
		write_verdicts(r, out);
}
