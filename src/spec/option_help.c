#include "spec/option_help.h"

#include "spec/options_refused.h"

#include <stdbool.h>
#include <string.h>

static const char *const category_names[OPTION_CATEGORIES] = {
	[OPTION_JOB] = "Jobs",
	[OPTION_FILE] = "Files",
	[OPTION_IO] = "I/O",
	[OPTION_TIME] = "Time",
	[OPTION_BUFFER] = "Buffers",
	[OPTION_VERIFY] = "Verification",
	[OPTION_PROCESS] = "Processes",
	[OPTION_REPORT] = "Report",
	[OPTION_ENGINE] = "Engine",
};

/* How wide "name=ARG" is in a list; what is longer pushes the help aside. */
#define LIST_COLUMN 30

/* Scripts look for lines of this form. */
#define ONE_LINE "%20s: %s\n"

static const char *default_text(const struct option *o)
{
	return o->initial ? o->initial : "none";
}

static bool has_range(const struct option *o)
{
	return o->min || o->max;
}

/* One form of the help; the options of a table come by category. */
struct help_writer {
	void (*heading)(const char *name, bool first, FILE *out);
	void (*option)(const struct option *o, FILE *out);
};

static void write_table(const struct help_writer *writer,
			const struct option_table *table, FILE *out)
{
	bool first = true;

	for (int c = 0; c < OPTION_CATEGORIES; c++) {
		bool headed = false;

		for (size_t i = 0; i < table->count; i++) {
			const struct option *o = &table->list[i];

			if ((int)o->category != c)
				continue;
			if (!headed)
				writer->heading(category_names[c], first, out);
			headed = true;
			first = false;
			writer->option(o, out);
		}
	}
}

/* The engines' own options, each engine's under a heading of its own. */
static void write_engines(const struct help_writer *writer,
			  const struct engine_list *engines, FILE *out)
{
	char heading[80];

	for (size_t i = 0; engines && i < engines->count; i++) {
		const struct engine_info *engine = engines->engines[i];
		const struct option_table *table = engine->options;

		if (!table || !table->count)
			continue;
		snprintf(heading, sizeof(heading), "Engine %s", engine->name);
		writer->heading(heading, false, out);
		for (size_t j = 0; j < table->count; j++)
			writer->option(&table->list[j], out);
	}
}

/* ---- for the terminal ---- */

static void list_heading(const char *name, bool first, FILE *out)
{
	fprintf(out, "%s%s:\n", first ? "" : "\n", name);
}

static void list_option(const struct option *o, FILE *out)
{
	int used = fprintf(out, "  %s=%s", o->name, o->type->argument);

	fprintf(out, "%*s%s [%s]\n",
		used + 1 < LIST_COLUMN ? LIST_COLUMN - used : 1, "", o->help,
		default_text(o));
}

void option_help_list(const struct option_table *table, FILE *out)
{
	static const struct help_writer writer = {
		.heading = list_heading,
		.option = list_option,
	};

	write_table(&writer, table, out);
}

void option_help_refused(FILE *out)
{
	list_heading("Refused", false, out);
	for (const struct option_refused *r = options_refused; r->name; r++)
		fprintf(out, "  %-*s%s\n", LIST_COLUMN - 2, r->name, r->reason);
}

void option_help_one(const struct option *o, FILE *out)
{
	const struct option_choice *word = option_words(o);
	const char *label = "valid values";
	char range[OPTION_RANGE_MAX];

	fprintf(out, ONE_LINE, o->name, o->help);
	if (o->alias)
		fprintf(out, ONE_LINE, "alias", o->alias);
	if (o->alias2)
		fprintf(out, ONE_LINE, "alias", o->alias2);
	fprintf(out, ONE_LINE, "type", o->type->argument);
	fprintf(out, ONE_LINE, "default", default_text(o));
	if (has_range(o))
		fprintf(out, ONE_LINE, "range", option_range_text(o, range));
	for (; word && word->name; word++) {
		if (!word->help)
			continue;
		fprintf(out, "%20s: %-13s %s\n", label, word->name, word->help);
		label = "";
	}
}

/* ---- Markdown ---- */

/* What would be taken for markup in running text. */
static void markdown_text(const char *text, FILE *out)
{
	for (; *text; text++) {
		if (strchr("\\`*_<>[]", *text))
			fputc('\\', out);
		fputc(*text, out);
	}
}

static void markdown_words(const struct option_choice *word, FILE *out)
{
	fputs("- Values:\n", out);
	for (; word->name; word++) {
		if (!word->help)
			continue;
		fprintf(out, "  - `%s`: ", word->name);
		markdown_text(word->help, out);
		fputc('\n', out);
	}
}

static void markdown_option(const struct option *o, FILE *out)
{
	char range[OPTION_RANGE_MAX];

	fprintf(out, "\n### `%s=%s`\n\n", o->name, o->type->argument);
	markdown_text(o->help, out);
	fprintf(out, ".\n\n- Default: ");
	fprintf(out, o->initial ? "`%s`\n" : "%s\n", default_text(o));
	if (o->alias)
		fprintf(out, "- Alias: `%s`\n", o->alias);
	if (o->alias2)
		fprintf(out, "- Alias: `%s`\n", o->alias2);
	if (o->bare && *o->bare)
		fprintf(out, "- `%s` alone means `%s=%s`\n", o->name, o->name,
			o->bare);
	else if (o->bare)
		fprintf(out, "- `%s` alone takes the job's name\n", o->name);
	if (has_range(o))
		fprintf(out, "- Range: %s\n", option_range_text(o, range));
	if (option_words(o))
		markdown_words(option_words(o), out);
}

static void markdown_heading(const char *name, bool first, FILE *out)
{
	(void)first;
	fprintf(out, "\n## %s\n", name);
}

void option_help_markdown_refused(FILE *out)
{
	markdown_heading("Refused", false, out);
	fputs("\nOptions of fio that a job can't have here, and why.\n\n", out);
	for (const struct option_refused *r = options_refused; r->name; r++) {
		fprintf(out, "- `%s`: ", r->name);
		markdown_text(r->reason, out);
		fputc('\n', out);
	}
}

void option_help_markdown(const struct option_table *table,
			  const struct engine_list *engines, FILE *out)
{
	static const struct help_writer writer = {
		.heading = markdown_heading,
		.option = markdown_option,
	};

	fputs("# Job options\n\n"
	      "Written by the program from its tables of options: change those, "
	      "not this file.\n",
	      out);
	write_table(&writer, table, out);
	write_engines(&writer, engines, out);
}

/* ---- man ---- */

/* "-" alone would be a hyphen, a dot that leads a line a request. */
static void man_text(const char *text, FILE *out)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", out);
	for (; *text; text++) {
		if (*text == '\\')
			fputs("\\e", out);
		else if (*text == '-')
			fputs("\\-", out);
		else
			fputc(*text, out);
	}
}

static void man_bold(const char *text, FILE *out)
{
	fputs("\\fB", out);
	man_text(text, out);
	fputs("\\fR", out);
}

static void man_aliases(const struct option *o, FILE *out)
{
	if (!o->alias)
		return;
	fputs("Also called ", out);
	man_bold(o->alias, out);
	if (o->alias2) {
		fputs(" and ", out);
		man_bold(o->alias2, out);
	}
	fputs(".\n", out);
}

static void man_words(const struct option_choice *word, FILE *out)
{
	fputs(".RS\n", out);
	for (; word->name; word++) {
		if (!word->help)
			continue;
		fputs(".TP\n", out);
		man_bold(word->name, out);
		fputc('\n', out);
		man_text(word->help, out);
		fputs(".\n", out);
	}
	fputs(".RE\n", out);
}

static void man_option(const struct option *o, FILE *out)
{
	char range[OPTION_RANGE_MAX];

	fputs(".TP\n", out);
	man_bold(o->name, out);
	fputs("=\\fI", out);
	man_text(o->type->argument, out);
	fputs("\\fR\n", out);
	man_text(o->help, out);
	fputs(".\n", out);
	man_aliases(o, out);
	if (o->bare && !*o->bare)
		fputs("Alone, it takes the job\\(aqs name.\n", out);
	else if (o->bare) {
		fputs("Alone, it means ", out);
		man_text(o->bare, out);
		fputs(".\n", out);
	}
	if (has_range(o)) {
		fputs("Range: ", out);
		man_text(option_range_text(o, range), out);
		fputs(".\n", out);
	}
	fputs("Default: ", out);
	man_text(default_text(o), out);
	fputs(".\n", out);
	if (option_words(o))
		man_words(option_words(o), out);
}

static void man_heading(const char *name, bool first, FILE *out)
{
	(void)first;
	fprintf(out, ".SS \"%s\"\n", name);
}

void option_help_man(const struct option_table *table,
		     const struct engine_list *engines, FILE *out)
{
	static const struct help_writer writer = {
		.heading = man_heading,
		.option = man_option,
	};

	write_table(&writer, table, out);
	write_engines(&writer, engines, out);
}
