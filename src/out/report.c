#include "out/report.h"

#include "spec/settings.h"

#include <string.h>

#define FIO_VERSION "fio-3.42-runner-" RUNNER_VERSION

const struct reporter *const reporters[] = { &report_json, &report_text };
const size_t reporter_count = sizeof(reporters) / sizeof(reporters[0]);

const struct reporter *report_find(const char *name)
{
	for (size_t i = 0; i < reporter_count; i++) {
		if (strcmp(reporters[i]->name, name) == 0)
			return reporters[i];
	}
	return NULL;
}

int report_write_all(const struct result *result, FILE *out)
{
	for (size_t i = 0; i < reporter_count; i++) {
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
