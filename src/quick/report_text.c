#include "report_parts.h"

#include "base/text.h"

#include <string.h>

enum { NAME_WIDTH = 13, INDENT = 2, LEAST_LABEL = 12, LEAST_FLAVOUR = 20 };

/* Beside a verdict's label: blanks, the measure, the value and the words. */
enum { VALUE_WIDTH = 9, VERDICT_WIDTH = 50 };

static const char *const grade_colours[] = {
	[QUICK_BAD] = "\033[31m",
	[QUICK_FAIR] = "\033[33m",
	[QUICK_GOOD] = "\033[32m",
};

static void print_coloured(const struct quick_report *r, const char *colour,
			   const char *text, FILE *out)
{
	if (r->colour)
		fprintf(out, "%s%s\033[0m", colour, text);
	else
		fputs(text, out);
}

static void print_title(const struct quick_report *r, const char *title,
			FILE *out)
{
	print_coloured(r, "\033[1m", title, out);
	fputc('\n', out);
}

static void print_fact(const struct quick_report *r, const char *name,
		       const char *text, FILE *out)
{
	enum { WIDTH = NAME_WIDTH + INDENT + 1 };

	fprintf(out, "  %-*s ", NAME_WIDTH, name);
	text_write_folded(text_printable(r->arena, text), WIDTH, WIDTH, out);
}

static void print_facts(const struct quick_report *r,
			const struct quick_facts *facts, FILE *out)
{
	for (size_t i = 0; i < facts->count; i++)
		print_fact(r, facts->list[i].name, facts->list[i].text, out);
}

void quick_report_head(const struct quick_report *r, FILE *out)
{
	struct quick_facts machine = quick_machine_facts(r->arena, r->machine);
	struct quick_facts target = quick_target_facts(r->arena, r->machine);

	print_title(r, "Machine", out);
	print_facts(r, &machine, out);
	fputc('\n', out);
	print_title(r, "Target", out);
	print_facts(r, &target, out);
	for (size_t i = 0; i < r->note_count; i++)
		print_fact(r, "Note", r->notes[i], out);
	fputc('\n', out);
}

/* A line of its own, or more. */
static void print_sentence(const struct quick_report *r, const char *text,
			   FILE *out)
{
	fprintf(out, "%*s", INDENT, "");
	text_write_folded(text_printable(r->arena, text), INDENT,
			  INDENT + INDENT, out);
}

static void print_errors(const struct quick_report *r, FILE *out)
{
	for (size_t i = 0; i < r->phases.count; i++) {
		const struct quick_phase *phase = &r->phases.list[i];

		for (size_t k = 0; k < phase->run_count; k++) {
			const char *error =
				quick_report_error(r->arena, phase, k);

			if (error)
				print_sentence(r, error, out);
		}
	}
}

/* Of the label, what has no room beside the value is below. */
static void print_verdict(const struct quick_report *r,
			  const struct quick_verdict *v, const char *label,
			  size_t width, FILE *out)
{
	size_t length = text_piece(label, width);
	const char *piece = arena_strndup(r->arena, label, length);
	bool bandwidth = strcmp(v->measure, "bandwidth") == 0;

	fprintf(out, "%-*s%s%*s  %-3s %*s  ", INDENT,
		v->brief ? QUICK_BRIEF_MARK : "", piece,
		(int)(width - text_width(piece)), "",
		bandwidth ? "" : v->measure, VALUE_WIDTH, v->value);
	print_coloured(r, grade_colours[v->grade], v->words, out);
	fputc('\n', out);
	label += length;
	label += strspn(label, " ");
	if (*label) {
		fprintf(out, "%*s", INDENT, "");
		text_write_folded(label, TEXT_SCREEN_WIDTH - width, INDENT,
				  out);
	}
}

static void print_verdicts(const struct quick_report *r, FILE *out)
{
	const char **labels =
		arena_calloc(r->arena, r->verdicts.count, sizeof(*labels));
	size_t widest = 0;

	for (size_t i = 0; i < r->verdicts.count; i++) {
		labels[i] = text_printable(r->arena, r->verdicts.list[i].label);
		if (text_width(labels[i]) > widest)
			widest = text_width(labels[i]);
	}
	if (widest > TEXT_SCREEN_WIDTH - VERDICT_WIDTH)
		widest = TEXT_SCREEN_WIDTH - VERDICT_WIDTH;
	for (size_t i = 0; i < r->verdicts.count; i++)
		print_verdict(r, &r->verdicts.list[i], labels[i], widest, out);
}

static void print_results(const struct quick_report *r, FILE *out)
{
	enum { WIDTH = TEXT_SCREEN_WIDTH - INDENT };
	struct grid *grid = quick_report_grid(r, text_printable);
	const char *brief = quick_report_brief(r);

	print_title(r, "Results", out);
	grid_fit(grid, QUICK_GRID_FLAVOUR, LEAST_FLAVOUR, WIDTH);
	grid_fit(grid, QUICK_GRID_NAME, LEAST_LABEL, WIDTH);
	grid_write_text(grid, "  ", out);
	if (brief)
		fprintf(out, QUICK_BRIEF_MARK "%s\n", brief);
	print_errors(r, out);
	if (r->interrupted)
		fprintf(out, "  %s ended it early: this is what was done.\n",
			r->interrupted);
}

void quick_report_text(const struct quick_report *r, FILE *out)
{
	print_results(r, out);
	if (r->verdicts.count == 0)
		return;
	fputc('\n', out);
	print_title(r, "Verdict", out);
	print_verdicts(r, out);
	fputc('\n', out);
	for (size_t i = 0; quick_scale_lines[i]; i++)
		fprintf(out, "  %s\n", quick_scale_lines[i]);
}
