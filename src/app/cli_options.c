#include "cli_options.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/duration.h"
#include "base/size.h"
#include "debug.h"
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
ACTION_OPTION(apply_inflate_log, ACTION_INFLATE_LOG)
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

static int apply_aux_path(struct settings *settings, const char *value,
			  struct source at, struct diag *diag)
{
	if (!*value)
		return diag_error(diag, at, "aux-path needs a folder");
	settings->plan.aux_path = value;
	return 0;
}

static int apply_bandwidth_log(struct settings *settings, const char *value,
			       struct source at, struct diag *diag)
{
	(void)value;
	(void)at;
	(void)diag;
	settings->bandwidth_log = true;
	return 0;
}

static int apply_debug(struct settings *settings, const char *value,
		       struct source at, struct diag *diag)
{
	if (strcmp(value, "help") == 0 || strcmp(value, "?") == 0)
		return set_action(settings, ACTION_DEBUG_HELP, NULL);
	return debug_parse(settings, value, at, diag);
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

static int apply_idle_profile(struct settings *settings, const char *value,
			      struct source at, struct diag *diag)
{
	if (strcmp(value, "system") == 0)
		settings->idle_profile = IDLE_SYSTEM;
	else if (strcmp(value, "percpu") == 0)
		settings->idle_profile = IDLE_PERCPU;
	else if (strcmp(value, "calibrate") == 0)
		settings->action = ACTION_IDLE_CALIBRATE;
	else
		return diag_error(diag, at,
				  "idle-prof: '%s' is not one of system, "
				  "percpu, calibrate",
				  value);
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

static int read_duration(const char *name, const char *value, uint64_t least_ns,
			 struct source at, struct diag *diag, uint64_t *ns)
{
	struct duration d;
	const char *why;

	if (duration_parse(value, NSEC_PER_SEC, &d, &why) < 0)
		return diag_error(diag, at, "%s: '%s' %s", name, value, why);
	if (d.ns < least_ns) {
		char text[DURATION_TEXT_MAX];
		struct duration least = { least_ns };

		return diag_error(diag, at, "%s: '%s' is less than %s", name,
				  value, duration_format(least, text));
	}
	*ns = d.ns;
	return 0;
}

static int apply_eta_interval(struct settings *settings, const char *value,
			      struct source at, struct diag *diag)
{
	return read_duration("eta-interval", value, NSEC_PER_SEC / 4, at, diag,
			     &settings->eta_interval_ns);
}

static int apply_eta_newline(struct settings *settings, const char *value,
			     struct source at, struct diag *diag)
{
	return read_duration("eta-newline", value, NSEC_PER_MSEC, at, diag,
			     &settings->eta_newline_ns);
}

static int apply_status_interval(struct settings *settings, const char *value,
				 struct source at, struct diag *diag)
{
	return read_duration("status-interval", value, NSEC_PER_MSEC, at, diag,
			     &settings->status_interval_ns);
}

static int apply_trigger_timeout(struct settings *settings, const char *value,
				 struct source at, struct diag *diag)
{
	return read_duration("trigger-timeout", value, NSEC_PER_MSEC, at, diag,
			     &settings->trigger_timeout_ns);
}

static int read_file_name(const char *name, const char *value, struct source at,
			  struct diag *diag, const char **path)
{
	if (!*value)
		return diag_error(diag, at, "%s needs a file name", name);
	*path = value;
	return 0;
}

static int apply_status_file(struct settings *settings, const char *value,
			     struct source at, struct diag *diag)
{
	return read_file_name("status-file", value, at, diag,
			      &settings->status_file);
}

static int apply_openmetrics(struct settings *settings, const char *value,
			     struct source at, struct diag *diag)
{
	return read_file_name("openmetrics", value, at, diag,
			      &settings->openmetrics);
}

static int apply_trigger_file(struct settings *settings, const char *value,
			      struct source at, struct diag *diag)
{
	return read_file_name("trigger-file", value, at, diag,
			      &settings->trigger_file);
}

static int apply_trigger(struct settings *settings, const char *value,
			 struct source at, struct diag *diag)
{
	(void)at;
	(void)diag;
	settings->trigger = value;
	return 0;
}

static int apply_output(struct settings *settings, const char *value,
			struct source at, struct diag *diag)
{
	return read_file_name("output", value, at, diag, &settings->output);
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
	{ "eta-interval", CLI_REQUIRED, "TIME",
	  "Redraw it so often (1s if not given, at least 250ms)",
	  apply_eta_interval },
	{ "eta-newline", CLI_REQUIRED, "TIME",
	  "Begin a new line for it so often", apply_eta_newline },
	{ "status-interval", CLI_REQUIRED, "TIME",
	  "Report so often while jobs run, in all formats",
	  apply_status_interval },
	{ "status-file", CLI_REQUIRED, "FILE",
	  "Write each interval's own figures to FILE, a line of JSON a job",
	  apply_status_file },
	{ "openmetrics", CLI_REQUIRED, "FILE",
	  "Keep FILE, an OpenMetrics text, up to date each interval",
	  apply_openmetrics },
	{ "idle-prof", CLI_REQUIRED, "WHAT",
	  "Report how idle CPUs are: system or percpu; calibrate and stop",
	  apply_idle_profile },
	{ "trigger-file", CLI_REQUIRED, "FILE",
	  "Save the states of verify and end all jobs when FILE comes to be "
	  "there; it is removed",
	  apply_trigger_file },
	{ "trigger-timeout", CLI_REQUIRED, "TIME",
	  "End all jobs after this time", apply_trigger_timeout },
	{ "trigger", CLI_REQUIRED, "COMMAND",
	  "Command to run when either of the two ends them", apply_trigger },
	{ "aux-path", CLI_REQUIRED, "FOLDER",
	  "Where states and dumps of verify go, instead of here",
	  apply_aux_path },
	{ "bandwidth-log", CLI_NONE, NULL,
	  "Log the bandwidth of all jobs to agg-read_bw.log and the like",
	  apply_bandwidth_log },
	{ "inflate-log", CLI_REQUIRED, "FILE",
	  "Print a log that log_store_compressed has compressed",
	  apply_inflate_log },
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
	{ "debug", CLI_REQUIRED, "LIST",
	  "Tell of a run as it goes: io, file, parse, ...; help lists them",
	  apply_debug },
	{ "cmdhelp", CLI_OPTIONAL, "NAME", "Explain a job option, or all",
	  apply_cmdhelp },
	{ "enghelp", CLI_OPTIONAL, "ENGINE[,OPTION]",
	  "List the engines, or the options of one, or explain one of them",
	  apply_enghelp },
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
	"client",        "daemonize", "merge-blktrace-only", "profile",
	"remote-config", "server",    "trigger-remote",      NULL,
};
