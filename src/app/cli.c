#include "cli.h"

#include "base/alloc.h"
#include "cli_options.h"
#include "engine/engine.h"
#include "spec/options_refused.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * getopt_long_only() is not used: <getopt.h> and our option tables both have a
 * struct option, and a message of ours names the nearest option.
 */
struct cli {
	struct settings *settings;
	struct jobfile *file;
	struct diag *diag;
	int argc;
	char **argv;
	int next;    /* place in argv */
	bool in_job; /* a --name was there */
};

/* What a word of the command line stands for. */
struct match {
	const struct cli_option *cli; /* one of these two, or none */
	const struct option *job;
	bool ambiguous;
};

/* Calls itself with every option there is, whatever table it stands in. */
struct search {
	const char *word;
	size_t length;
	bool exact;
	struct match found;
};

static bool name_matches(const struct search *s, const char *name)
{
	if (!name)
		return false;
	if (s->exact)
		return strcmp(name, s->word) == 0;
	return strncmp(name, s->word, s->length) == 0;
}

static void try_cli(struct search *s, const struct cli_option *o)
{
	if (!name_matches(s, o->name) || (!o->help && !s->exact))
		return;
	if (s->found.job || s->found.cli)
		s->found.ambiguous = true;
	s->found.cli = o;
}

static void try_job(struct search *s, const struct option *o)
{
	if (!name_matches(s, o->name) && !name_matches(s, o->alias) &&
	    !name_matches(s, o->alias2))
		return;
	/* Several engines may have the same option. */
	if (s->found.cli ||
	    (s->found.job && strcmp(s->found.job->name, o->name) != 0))
		s->found.ambiguous = true;
	s->found.job = o;
}

static void try_table(struct search *s, const struct option_table *table)
{
	for (size_t i = 0; table && i < table->count; i++)
		try_job(s, &table->list[i]);
}

static struct match find(const char *word, bool exact)
{
	struct search s = { .word = word,
			    .length = strlen(word),
			    .exact = exact };

	for (size_t i = 0; i < cli_option_count; i++)
		try_cli(&s, &cli_options[i]);
	try_table(&s, &job_option_table);
	for (size_t i = 0; i < engine_list.count; i++)
		try_table(&s, engine_list.engines[i]->options);
	return s.found;
}

static struct match resolve(const char *word)
{
	struct match exact = find(word, true);

	return exact.cli || exact.job ? exact : find(word, false);
}

/* "command line: --bs=4q", the place that messages name. */
static struct source place(const struct cli *cli, const char *arg)
{
	return (struct source){
		arena_printf(cli->file->arena, "command line: %s", arg), 0
	};
}

static const char *nearest(const char *word)
{
	const struct option_table *tables[] = { &job_option_table, NULL };

	for (size_t i = 0; i < cli_option_count; i++)
		if (cli_options[i].help && strlen(word) > 3 &&
		    strncmp(cli_options[i].name, word, 4) == 0)
			return cli_options[i].name;
	return option_nearest(tables, word);
}

static bool is_listed(const char *const *list, const char *word)
{
	for (; *list; list++)
		if (strcmp(*list, word) == 0)
			return true;
	return false;
}

static int refuse(struct cli *cli, const char *word, const struct match *match,
		  struct source at)
{
	const char *refusal = option_refusal(word);
	const char *near;

	if (match->ambiguous)
		return diag_error(cli->diag, at,
				  "'%s' is the beginning of several options",
				  word);
	if (refusal)
		return diag_error(cli->diag, at, "%s: is not supported: %s",
				  word, refusal);
	if (is_listed(cli_unsupported, word))
		return diag_error(cli->diag, at,
				  "%s: is not supported by this version", word);
	diag_error(cli->diag, at, "unknown option '%s'", word);
	near = nearest(word);
	if (near)
		diag_hint(cli->diag, at, "did you mean '--%s'?", near);
	return -1;
}

/* The next word, if it can be the value of an option that needs one. */
static const char *take_value(struct cli *cli)
{
	const char *arg;

	if (cli->next >= cli->argc)
		return NULL;
	arg = cli->argv[cli->next];
	if (arg[0] == '-' && arg[1] == '-')
		return NULL;
	cli->next++;
	return arg;
}

/* A flag alone means 1, but "--direct 0" is written, too. */
static const char *take_flag_value(struct cli *cli)
{
	const char *arg = cli->next < cli->argc ? cli->argv[cli->next] : NULL;

	if (!arg || (strcmp(arg, "0") != 0 && strcmp(arg, "1") != 0))
		return NULL;
	cli->next++;
	return arg;
}

static void apply_cli(struct cli *cli, const struct cli_option *o,
		      const char *value, struct source at)
{
	if (o->value == CLI_REQUIRED && !value)
		value = take_value(cli);
	if (o->value == CLI_REQUIRED && !value)
		diag_error(cli->diag, at, "%s needs a value: --%s=%s", o->name,
			   o->name, o->argument);
	else if (o->value == CLI_NONE && value)
		diag_error(cli->diag, at, "%s takes no value", o->name);
	else
		o->apply(cli->settings, value, at, cli->diag);
}

static void apply_job(struct cli *cli, const struct option *o,
		      const char *value, struct source at)
{
	struct jobfile *file = cli->file;
	bool is_name = o->offset == offsetof(struct job_options, name) &&
		       o->category == OPTION_JOB;

	if (!value)
		value = o->bare && *o->bare ? take_flag_value(cli)
					    : take_value(cli);
	if (is_name && value) {
		jobfile_add_section(file, value, at);
		cli->in_job = true;
	} else if (!cli->in_job && file->section_count == 0) {
		jobfile_add_section(file, "global", at);
	}
	if (value)
		value = jobfile_expand(file->arena, value, NULL);
	jobfile_add_key(file, o->name, value, at);
}

static void parse_option(struct cli *cli, const char *arg)
{
	struct source at = place(cli, arg);
	const char *word = arg + (arg[1] == '-' ? 2 : 1);
	const char *equals = strchr(word, '=');
	char *name = equals ? arena_strndup(cli->file->arena, word,
					    (size_t)(equals - word))
			    : arena_strdup(cli->file->arena, word);
	const char *value = equals ? equals + 1 : NULL;
	struct match match = resolve(name);

	if (match.ambiguous || (!match.cli && !match.job))
		refuse(cli, name, &match, at);
	else if (match.cli)
		apply_cli(cli, match.cli, value, at);
	else
		apply_job(cli, match.job, value, at);
}

static void add_job_file(struct cli *cli, const char *path)
{
	struct settings *s = cli->settings;

	s->job_files = arena_grow(s->arena, s->job_files, s->job_file_count,
				  sizeof(*s->job_files));
	s->job_files[s->job_file_count++] = path;
}

/* As a shell would have to read it. */
void cli_print_quoted(FILE *out, const char *word)
{
	if (*word && !word[strcspn(word, " \t\n\"'\\$`;|&<>()*?[]#~!{}")]) {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fputc(*word, out);
	}
	fputc('\'', out);
}

const char *cli_join_command(struct arena *arena, int argc, char **argv)
{
	char *text, *kept;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	for (int i = 0; out && i < argc; i++) {
		if (i > 0)
			fputc(' ', out);
		cli_print_quoted(out, argv[i]);
	}
	if (!out)
		return "";
	fclose(out);
	kept = arena_strdup(arena, text);
	free(text);
	return kept;
}

static bool is_called_fio(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strcmp(slash ? slash + 1 : path, "fio") == 0;
}

/* A job file of that name is reached by a path: "./engine-bench". */
static void take_command(struct cli *cli, const char *word)
{
	if (strcmp(word, "engine-bench") != 0)
		return;
	cli->settings->action = ACTION_ENGINE_BENCH;
	cli->next++;
}

int cli_parse(int argc, char **argv, struct settings *settings,
	      struct jobfile *file, struct diag *diag)
{
	size_t errors = diag_count(diag, DIAG_ERROR);
	struct cli cli = { settings, file, diag, argc, argv, 1, false };

	settings->formats = OUTPUT_NORMAL;
	settings->terse_version = TERSE_VERSION_DEFAULT;
	settings->as_fio = argc > 0 && is_called_fio(argv[0]);
	settings->command = cli_join_command(file->arena, argc, argv);
	if (argc > 1)
		take_command(&cli, argv[1]);
	while (cli.next < argc) {
		const char *arg = argv[cli.next++];

		if (arg[0] == '-' && arg[1])
			parse_option(&cli, arg);
		else
			add_job_file(&cli, arg);
	}
	return diag_count(diag, DIAG_ERROR) > errors ? -1 : 0;
}

void cli_print_options(FILE *out)
{
	for (size_t i = 0; i < cli_option_count; i++) {
		const struct cli_option *o = &cli_options[i];
		char *form;

		if (!o->help)
			continue;
		form = xasprintf("--%s%s%s%s", o->name,
				 o->value == CLI_OPTIONAL ? "[" : "",
				 o->value == CLI_NONE ? "" : "=",
				 o->value == CLI_NONE ? "" : o->argument);
		if (o->value == CLI_OPTIONAL) {
			char *closed = xasprintf("%s]", form);

			free(form);
			form = closed;
		}
		fprintf(out, "  %-24s %s\n", form, o->help);
		free(form);
	}
}
