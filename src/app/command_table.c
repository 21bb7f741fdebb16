#include "command_table.h"

#include "arguments.h"
#include "table/comparison.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

enum { OPTION_CSV, OPTION_HELP, OPTION_MARKDOWN, OPTION_NAMES };

static const struct argument options[] = {
	[OPTION_CSV] = { "csv", NULL, "For spreadsheets" },
	[OPTION_HELP] = { "help", NULL, "Print this help" },
	[OPTION_MARKDOWN] = { "markdown", NULL, "To paste into a page" },
	[OPTION_NAMES] = { "names", "LIST",
			   "What to call the volumes, in order, with commas" },
};

enum table_form { AS_TEXT, AS_CSV, AS_MARKDOWN };

static void (*const writers[])(const struct comparison *, FILE *) = {
	[AS_TEXT] = comparison_write_text,
	[AS_CSV] = comparison_write_csv,
	[AS_MARKDOWN] = comparison_write_markdown,
};

struct table {
	struct arena *arena;
	struct diag *diag;
	struct volume *volumes;
	const char **paths; /* of their documents */
	size_t count;
	char *names; /* or NULL */
	bool help;
	enum table_form form;
};

static struct source place(void)
{
	return (struct source){ "table", 0 };
}

/* As a column is headed: the file's name without folder and ending. */
static const char *name_of(struct table *t, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *file = slash ? slash + 1 : path;
	const char *point = strrchr(file, '.');
	size_t length =
		point && point > file ? (size_t)(point - file) : strlen(file);

	if (strcmp(path, "-") == 0)
		return "stdin";
	return arena_strndup(t->arena, file, length);
}

static void add_volume(struct table *t, const char *path)
{
	struct volume volume = { .name = name_of(t, path) };
	bool known = false;

	/* What is wrong with a document is said once. */
	for (size_t i = 0; i < t->count && !known; i++) {
		known = strcmp(t->paths[i], path) == 0;
		if (known)
			volume.document = t->volumes[i].document;
	}
	if (!known)
		document_read(path, t->arena, &volume.document, t->diag);
	t->volumes =
		arena_grow(t->arena, t->volumes, t->count, sizeof(*t->volumes));
	t->paths = arena_grow(t->arena, t->paths, t->count, sizeof(*t->paths));
	t->volumes[t->count] = volume;
	t->paths[t->count++] = path;
}

static void set_form(struct table *t, enum table_form form)
{
	if (t->form != AS_TEXT && t->form != form)
		diag_error(t->diag, place(),
			   "--csv and --markdown exclude each other");
	t->form = form;
}

static void apply(struct table *t, int found, const char *value)
{
	switch (found) {
	case OPTION_CSV:
		set_form(t, AS_CSV);
		break;
	case OPTION_MARKDOWN:
		set_form(t, AS_MARKDOWN);
		break;
	case OPTION_NAMES:
		t->names = arena_strdup(t->arena, value);
		break;
	case OPTION_HELP:
		t->help = true;
		break;
	default:
		add_volume(t, value);
		break;
	}
}

static void set_names(struct table *t)
{
	char *rest = t->names;
	size_t given = 0;

	while (rest) {
		const char *name = strsep(&rest, ",");

		if (given < t->count)
			t->volumes[given].name = name;
		given++;
		if (!*name)
			diag_error(t->diag, place(),
				   "--names: name %zu is empty", given);
	}
	if (given != t->count)
		diag_error(t->diag, place(),
			   "--names has %zu names for %zu documents", given,
			   t->count);
}

static int print_help(const struct arguments *arguments)
{
	fputs("usage: runner table [OPTIONS] A.json B.json...\n"
	      "\n"
	      "The same workloads on several volumes side by side, from the "
	      "documents that\n--output-format=json writes (-: standard input). "
	      "The first is what the others are\ncompared with.\n"
	      "\n"
	      "Options:\n",
	      stdout);
	arguments_help(arguments, stdout);
	return EXIT_SUCCESS;
}

int command_table(char **words, struct settings *settings, struct diag *diag)
{
	struct arguments arguments = {
		"table", options, sizeof(options) / sizeof(options[0]),
		words,   NULL,    false
	};
	struct table t = { .arena = settings->arena, .diag = diag };
	int found;

	while ((found = arguments_next(&arguments, diag)) != ARGUMENT_END)
		if (found != ARGUMENT_WRONG)
			apply(&t, found, arguments.value);
	if (t.help)
		return print_help(&arguments);
	if (t.count == 0)
		diag_error(diag, place(),
			   "no documents: name files that "
			   "--output-format=json has written");
	if (t.names && t.count)
		set_names(&t);
	if (diag_count(diag, DIAG_ERROR) > 0)
		return EXIT_USAGE;
	writers[t.form](comparison_new(t.arena, t.volumes, t.count), stdout);
	return EXIT_SUCCESS;
}
