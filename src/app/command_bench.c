#include "command_bench.h"

#include "io/harness.h"
#include "spec/plan.h"
#include "sys/clocksource.h"

#include <stdlib.h>
#include <string.h>

static bool names_one(const char *key, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(key, *names) == 0)
			return true;
	return false;
}

static bool has_key(const struct jobfile *file, const char *const *names)
{
	for (size_t i = 0; i < file->section_count; i++)
		for (size_t k = 0; k < file->sections[i].key_count; k++)
			if (names_one(file->sections[i].keys[k].name, names))
				return true;
	return false;
}

void command_bench_add_job(struct jobfile *file)
{
	static const char *const engine[] = { "ioengine", NULL };
	static const char *const extent[] = { "size", "filesize", "filename",
					      "io_size", NULL };
	struct source at = { "command line: engine-bench", 0 };

	for (size_t i = 0; i < file->section_count; i++)
		if (!file->sections[i].global)
			return;
	if (file->input_count > 0)
		return;
	jobfile_add_section(file, "engine-bench", at);
	if (!has_key(file, engine))
		jobfile_add_key(file, "ioengine", "null", at);
	if (!has_key(file, extent))
		jobfile_add_key(file, "size", "1g", at);
}

static void print_clocks(const struct cycle_clock *cycles, FILE *out)
{
	static const enum clock_source sources[] = {
		CLOCKSOURCE_CPU,
		CLOCKSOURCE_CLOCK_GETTIME,
		CLOCKSOURCE_GETTIMEOFDAY,
	};

	fputs("What runner itself costs here, in ns of CPU time\n\n", out);
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		if (sources[i] == CLOCKSOURCE_CPU && !cycles)
			continue;
		fprintf(out, "clock read, %-21s %8.1f\n",
			clock_source_name(sources[i]),
			harness_clock_ns(sources[i], cycles));
	}
	fprintf(out, "\n%-24s %17s %17s %17s\n", "job", "per I/O", "per submit",
		"I/Os a submit");
}

/* Copies of a job are as the first. */
static int bench_job(const struct layout *layout,
		     const struct cycle_clock *cycles, FILE *out,
		     struct diag *diag)
{
	const struct job_section *section = layout->job->section;
	struct job_error error = { 0 };
	struct harness h;

	if (harness_measure(layout, cycles, &h, &error) < 0)
		return diag_error(diag, section->at, "%s: %s", section->name,
				  error.text);
	fprintf(out, "%-24s %17.1f %17.1f %17.1f\n", section->name, h.ns_per_io,
		h.ns_per_io * h.ios_per_submit, h.ios_per_submit);
	return 0;
}

int command_bench(const struct prepared *prepared, FILE *out, struct diag *diag)
{
	const struct cycle_clock *cycles = NULL;
	struct cycle_clock clock;
	int status = EXIT_SUCCESS;

	if (cycle_clock_possible() && !clocksource_doubts_counter("")) {
		cycle_clock_begin(&clock);
		cycle_clock_finish(&clock);
		cycles = &clock;
	}
	print_clocks(cycles, out);
	for (size_t i = 0; i < prepared->layout_count; i++)
		if (prepared->layouts[i].job->clone == 0 &&
		    bench_job(&prepared->layouts[i], cycles, out, diag) < 0)
			status = EXIT_FAILURE;
	return status;
}
