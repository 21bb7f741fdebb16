#include "out/report.h"

#include "spec/settings.h"

#include <string.h>

#define FIO_VERSION "fio-3.42-runner-" RUNNER_VERSION

/* In the order in which they write into one output. */
static const struct reporter *const reporters[] = { &report_terse, &report_csv,
						    &report_json,
						    &report_text };

const struct output_word output_words[] = {
	{ "normal", OUTPUT_NORMAL },
	{ "json", OUTPUT_JSON },
	{ "json+", OUTPUT_JSON | OUTPUT_BINS },
	{ "terse", OUTPUT_TERSE },
	{ "csv", OUTPUT_CSV },
};

const size_t output_word_count = sizeof(output_words) / sizeof(output_words[0]);

unsigned output_formats_find(const char *name)
{
	for (size_t i = 0; i < output_word_count; i++) {
		if (strcmp(output_words[i].name, name) == 0)
			return output_words[i].formats;
	}
	return 0;
}

int report_write_all(const struct result *result, FILE *out)
{
	for (size_t i = 0; i < sizeof(reporters) / sizeof(reporters[0]); i++) {
		if (!(result->settings->formats & reporters[i]->format))
			continue;
		if (reporters[i]->write(result, out) < 0)
			return -1;
	}
	return 0;
}

const char *report_fio_version(void)
{
	return FIO_VERSION;
}

const char *report_program_version(void)
{
	return RUNNER_VERSION;
}

const char *report_version(const struct settings *settings)
{
	return settings->as_fio ? FIO_VERSION : "runner-" RUNNER_VERSION;
}
