#include "cli_options.h"

#include "base/alloc.h"
#include "base/size.h"
#include "out/report.h"

#include <stdlib.h>
#include <string.h>

static int set_action(struct settings *settings, enum action action,
		      const char *topic)
{
	settings->action = action;
	settings->topic = topic;
	return 0;
}

#define ACTION_OPTION(function, action)                                        \
	static int function(struct settings *settings, const char *value,      \
			    struct source at, struct diag *diag)               \
	{                                                                      \
		(void)at;                                                      \
		(void)diag;                                                    \
		return set_action(settings, (action), value);                  \
	}

ACTION_OPTION(apply_check, ACTION_CHECK)
ACTION_OPTION(apply_cmdhelp, ACTION_CMDHELP)
ACTION_OPTION(apply_columns, ACTION_COLUMNS_MARKDOWN)
ACTION_OPTION(apply_enghelp, ACTION_ENGHELP)
ACTION_OPTION(apply_help, ACTION_HELP)
ACTION_OPTION(apply_man, ACTION_MAN)
ACTION_OPTION(apply_markdown, ACTION_OPTIONS_MARKDOWN)
ACTION_OPTION(apply_showcmd, ACTION_SHOWCMD)
ACTION_OPTION(apply_version, ACTION_VERSION)

/* Its effect is in the reference's memory only: there is none to limit. */
static int apply_alloc_size(struct settings *settings, const char *value,
			    struct source at, struct diag *diag)
{
	struct size size;
	const char *why;

	(void)settings;
	if (size_parse(value, 1024, &size, &why) < 0)
		return diag_error(diag, at, "alloc-size: '%s' %s", value, why);
	return 0;
}

static int apply_eta(struct settings *settings, const char *value,
		     struct source at, struct diag *diag)
{
	if (strcmp(value, "auto") == 0)
		settings->eta = ETA_AUTO;
	else if (strcmp(value, "always") == 0)
		settings->eta = ETA_ALWAYS;
	else if (strcmp(value, "never") == 0)
		settings->eta = ETA_NEVER;
	else
		return diag_error(diag, at,
				  "eta: '%s' is not one of auto, always, never",
				  value);
	return 0;
}

static int apply_append_terse(struct settings *settings, const char *value,
			      struct source at, struct diag *diag)
{
	(void)value;
	(void)at;
	(void)diag;
	settings->formats |= OUTPUT_TERSE;
	return 0;
}

static int apply_minimal(struct settings *settings, const char *value,
			 struct source at, struct diag *diag)
{
	(void)value;
	(void)at;
	(void)diag;
	settings->formats = OUTPUT_TERSE;
	return 0;
}

static int apply_terse_version(struct settings *settings, const char *value,
			       struct source at, struct diag *diag)
{
	uint64_t n;
	const char *why;

	if (size_parse_bytes(value, 1024, &n, &why) < 0)
		return diag_error(diag, at, "terse-version: '%s' %s", value,
				  why);
	if (n < TERSE_VERSION_MIN || n > TERSE_VERSION_MAX)
		return diag_error(diag, at,
				  "terse-version: '%s' is not one of %d to %d",
				  value, TERSE_VERSION_MIN, TERSE_VERSION_MAX);
	settings->terse_version = (unsigned)n;
	return 0;
}

static int apply_max_jobs(struct settings *settings, const char *value,
			  struct source at, struct diag *diag)
{
	uint64_t n;
	const char *why;

	if (size_parse_bytes(value, 1024, &n, &why) < 0)
		return diag_error(diag, at, "max-jobs: '%s' %s", value, why);
	if (n == 0)
		return diag_error(diag, at, "max-jobs: '0' is less than 1");
	settings->plan.max_jobs = n;
	return 0;
}

static int apply_output(struct settings *settings, const char *value,
			struct source at, struct diag *diag)
{
	if (!*value)
		return diag_error(diag, at, "output needs a file name");
	settings->output = value;
	return 0;
}

static void list_formats(struct diag *diag, struct source at)
{
	char *names = xstrdup("");

	for (size_t i = 0; i < output_word_count; i++) {
		char *longer = xasprintf("%s%s%s", names, *names ? ", " : "",
					 output_words[i].name);

		free(names);
		names = longer;
	}
	diag_hint(diag, at, "formats are %s, or several joined by commas",
		  names);
	free(names);
}

static int apply_output_format(struct settings *settings, const char *value,
			       struct source at, struct diag *diag)
{
	char *copy = xstrdup(value);
	char *rest = copy, *name;
	int status = 0;

	settings->formats = 0;
	while ((name = strsep(&rest, ",")) && status == 0) {
		unsigned formats = output_formats_find(name);

		settings->formats |= formats;
		if (formats)
			continue;
		status = diag_error(
			diag, at, "output-format: '%s' is not a format", name);
		list_formats(diag, at);
	}
	free(copy);
	return status;
}

static int apply_parse_only(struct settings *settings, const char *value,
			    struct source at, struct diag *diag)
{
	(void)value;
	(void)at;
	(void)diag;
	settings->plan.parse_only = true;
	return set_action(settings, ACTION_PARSE_ONLY, NULL);
}

static int apply_readonly(struct settings *settings, const char *value,
			  struct source at, struct diag *diag)
{
	(void)value;
	(void)at;
	(void)diag;
	settings->plan.readonly = true;
	return 0;
}

static int apply_section(struct settings *settings, const char *value,
			 struct source at, struct diag *diag)
{
	struct plan_settings *plan = &settings->plan;

	(void)at;
	(void)diag;
	plan->sections =
		arena_grow(settings->arena, plan->sections, plan->section_count,
			   sizeof(*plan->sections));
	plan->sections[plan->section_count++] = value;
	return 0;
}

static int apply_set(struct settings *settings, const char *value,
		     struct source at, struct diag *diag)
{
	struct plan_settings *plan = &settings->plan;
	const char *equals = strchr(value, '=');

	if (equals == value)
		return diag_error(diag, at, "set: '%s' is not OPTION=VALUE",
				  value);
	plan->overrides =
		arena_grow(settings->arena, plan->overrides,
			   plan->override_count, sizeof(*plan->overrides));
	plan->overrides[plan->override_count++] = (struct jobfile_key){
		.name = arena_strndup(settings->arena, value,
				      strcspn(value, "=")),
		.value = equals ? equals + 1 : NULL,
		.at = at,
	};
	return 0;
}

static int apply_warnings_fatal(struct settings *settings, const char *value,
				struct source at, struct diag *diag)
{
	(void)value;
	(void)at;
	(void)diag;
	settings->warnings_fatal = true;
	return 0;
}

const struct cli_option cli_options[] = {
	{ "output", CLI_REQUIRED, "FILE", "Write the report to FILE",
	  apply_output },
	{ "output-format", CLI_REQUIRED, "LIST",
	  "Report as normal (text), json, json+ (with histograms), terse "
	  "and csv: one, or several joined by commas",
	  apply_output_format },
	{ "minimal", CLI_NONE, NULL, "The same as --output-format=terse",
	  apply_minimal },
	{ "append-terse", CLI_NONE, NULL, "Report in the terse format, too",
	  apply_append_terse },
	{ "terse-version", CLI_REQUIRED, "N",
	  "Version of the terse format: 2, 3 (if not given), 4 or 5",
	  apply_terse_version },
	{ "eta", CLI_REQUIRED, "WHEN",
	  "Show a live status line: auto (on a terminal), always or never",
	  apply_eta },
	{ "section", CLI_REQUIRED, "NAME",
	  "Run only the jobs of this section; may be given several times",
	  apply_section },
	{ "set", CLI_REQUIRED, "OPT=VALUE",
	  "Set an option in every job, whatever the job file says", apply_set },
	{ "check", CLI_NONE, NULL,
	  "Print what would be done, with all sizes and files; do nothing",
	  apply_check },
	{ "parse-only", CLI_NONE, NULL, "Check the job files and stop",
	  apply_parse_only },
	{ "showcmd", CLI_NONE, NULL, "Print the jobs as a command line",
	  apply_showcmd },
	{ "readonly", CLI_NONE, NULL, "Refuse every job that writes or trims",
	  apply_readonly },
	{ "max-jobs", CLI_REQUIRED, "N", "Refuse to run more jobs than N",
	  apply_max_jobs },
	{ "warnings-fatal", CLI_NONE, NULL,
	  "Take warnings about the jobs for errors", apply_warnings_fatal },
	{ "cmdhelp", CLI_OPTIONAL, "NAME", "Explain a job option, or all",
	  apply_cmdhelp },
	{ "enghelp", CLI_OPTIONAL, "ENGINE",
	  "List the engines, or the options of one", apply_enghelp },
	{ "version", CLI_NONE, NULL, "Print the version", apply_version },
	{ "help", CLI_NONE, NULL, "Print this", apply_help },
	{ "alloc-size", CLI_REQUIRED, "KB",
	  "Accepted, without effect: memory is not limited", apply_alloc_size },
	{ "h", CLI_NONE, NULL, NULL, apply_help },
	{ "v", CLI_NONE, NULL, NULL, apply_version },
	{ "print-columns-markdown", CLI_NONE, NULL, NULL, apply_columns },
	{ "print-options-markdown", CLI_NONE, NULL, NULL, apply_markdown },
	{ "print-options-man", CLI_NONE, NULL, NULL, apply_man },
};

const size_t cli_option_count = sizeof(cli_options) / sizeof(cli_options[0]);

const char *const cli_unsupported[] = {
	"aux-path",       "bandwidth-log",       "client",      "daemonize",
	"debug",          "eta-interval",        "eta-newline", "idle-prof",
	"inflate-log",    "merge-blktrace-only", "profile",     "remote-config",
	"server",         "status-interval",     "trigger",     "trigger-file",
	"trigger-remote", "trigger-timeout",     NULL,
};
