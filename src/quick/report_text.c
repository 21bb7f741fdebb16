#include "report_parts.h"

#include <string.h>

enum { SCREEN_WIDTH = 80, NAME_WIDTH = 13 };

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

/* How much of `text` goes into a line: up to a blank or comma, if any does. */
static size_t piece_length(const char *text, size_t room)
{
	size_t best = 0;

	if (strlen(text) <= room)
		return strlen(text);
	for (size_t i = 1; i <= room; i++)
		if (text[i] == ' ' || text[i - 1] == ',')
			best = i;
	return best ? best : room;
}

/* Broken into lines that begin below the first. */
static void print_folded(const char *text, size_t indent, FILE *out)
{
	size_t room = SCREEN_WIDTH - indent;

	for (;;) {
		size_t length = piece_length(text, room);

		fprintf(out, "%.*s\n", (int)length, text);
		text += length;
		text += strspn(text, " ");
		if (!*text)
			return;
		fprintf(out, "%*s", (int)indent, "");
	}
}

static void print_facts(const struct quick_facts *facts, FILE *out)
{
	for (size_t i = 0; i < facts->count; i++) {
		fprintf(out, "  %-*s ", NAME_WIDTH, facts->list[i].name);
		print_folded(facts->list[i].text, NAME_WIDTH + 3, out);
	}
}

void quick_report_head(const struct quick_report *r, FILE *out)
{
	struct quick_facts machine = quick_machine_facts(r->arena, r->machine);
	struct quick_facts target = quick_target_facts(r->arena, r->machine);

	print_title(r, "Machine", out);
	print_facts(&machine, out);
	fputc('\n', out);
	print_title(r, "Target", out);
	print_facts(&target, out);
	for (size_t i = 0; i < r->note_count; i++) {
		fprintf(out, "  %-*s ", NAME_WIDTH, "Note");
		print_folded(r->notes[i], NAME_WIDTH + 3, out);
	}
	fputc('\n', out);
}

static void print_errors(const struct quick_report *r, FILE *out)
{
	for (size_t i = 0; i < r->phases.count; i++) {
		const struct quick_phase *phase = &r->phases.list[i];

		for (size_t k = 0; k < phase->run_count; k++) {
			if (!phase->runs[k].error)
				continue;
			fprintf(out, "  %s failed: ", phase->label);
			print_folded(phase->runs[k].error, 4, out);
		}
	}
}

static void print_verdicts(const struct quick_report *r, FILE *out)
{
	size_t widest = 0;

	for (size_t i = 0; i < r->verdicts.count; i++) {
		size_t width = grid_width(r->verdicts.list[i].label);

		if (width > widest)
			widest = width;
	}
	for (size_t i = 0; i < r->verdicts.count; i++) {
		const struct quick_verdict *v = &r->verdicts.list[i];
		bool bandwidth = strcmp(v->measure, "bandwidth") == 0;

		fprintf(out, "  %s%*s  %-3s %9s  ", v->label,
			(int)(widest - grid_width(v->label)), "",
			bandwidth ? "" : v->measure, v->value);
		print_coloured(r, grade_colours[v->grade], v->words, out);
		fputc('\n', out);
	}
}

void quick_report_text(const struct quick_report *r, FILE *out)
{
	print_title(r, "Results", out);
	grid_write_text(quick_report_grid(r), "  ", out);
	print_errors(r, out);
	if (r->interrupted)
		fprintf(out, "  %s ended it early: this is what was done.\n",
			r->interrupted);
	if (r->verdicts.count == 0)
		return;
	fputc('\n', out);
	print_title(r, "Verdict", out);
	print_verdicts(r, out);
	fputc('\n', out);
	for (size_t i = 0; quick_scale_lines[i]; i++)
		fprintf(out, "  %s\n", quick_scale_lines[i]);
}
