#include "report_text_parts.h"

#include "out/report.h"

#include <inttypes.h>
#include <string.h>

void text_failure(const struct job_section *section, int error,
		  const struct job_error *failure, const char *signal,
		  FILE *out)
{
	const char *file = section->at.file ? section->at.file : "command line";
	const char *function = "io_u error";

	if (signal)
		function = "worker";
	else if (failure && strcmp(failure->function, "io_u") != 0)
		function = failure->function;
	fprintf(out, "%s:%u, func=%s, error=%s", file, section->at.line,
		function, signal ? signal : strerror(error));
}

void text_failures(const struct result *result, FILE *out)
{
	for (size_t i = 0; i < result->plan->job_count; i++) {
		const struct job *job = &result->plan->jobs[i];
		const struct job_page *page = &result->pages[job->number];

		if (page->signal) {
			fprintf(out, "fio: pid=%d, got signal=%d\n",
				(int)page->pid, page->signal);
		} else if (page->error.code) {
			fprintf(out,
				"fio: pid=%d, err=%d/file:", (int)page->pid,
				page->error.code);
			text_failure(job->section, page->error.code,
				     &page->error, NULL, out);
			fputc('\n', out);
		}
	}
}

/* "35.9MiB/s-35.9MiB/s" */
static void print_rates(const struct result_group_direction *g,
			const struct text_style *style, enum scaled_base base,
			FILE *out)
{
	char min[SCALED_TEXT_MAX], max[SCALED_TEXT_MAX];

	scaled_format(g->min_bw_bytes, style->digits, base, style->rate, min);
	scaled_format(g->max_bw_bytes, style->digits, base, style->rate, max);
	fprintf(out, "%s-%s", min, max);
}

/* "35.9MiB/s (37.6MB/s)" */
static void print_both(uint64_t value, enum scaled_unit unit,
		       const struct text_style *style, FILE *out)
{
	char first[SCALED_TEXT_MAX], second[SCALED_TEXT_MAX];

	scaled_format(value, style->digits, style->base, unit, first);
	scaled_format(value, style->digits, style->other_base, unit, second);
	fprintf(out, "%s (%s)", first, second);
}

static void print_group_direction(const char *label,
				  const struct result_group_direction *g,
				  const struct text_style *style, FILE *out)
{
	fprintf(out, "  %5s: bw=", label);
	print_both(g->bw_bytes, style->rate, style, out);
	fputs(", ", out);
	print_rates(g, style, style->base, out);
	fputs(" (", out);
	print_rates(g, style, style->other_base, out);
	fputs("), io=", out);
	print_both(g->bytes, SCALED_BYTES, style, out);
	fprintf(out, ", run=%" PRIu64 "-%" PRIu64 "msec\n", g->min_runtime_ms,
		g->max_runtime_ms);
}

void text_groups(const struct result *result, FILE *out)
{
	static const char *const labels[RESULT_DIRECTIONS] = {
		[DIRECTION_READ] = "READ",
		[DIRECTION_WRITE] = "WRITE",
		[DIRECTION_TRIM] = "TRIM",
		[RESULT_MIXED] = "MIXED",
	};

	for (size_t i = 0; i < result->group_count; i++) {
		const struct result_group *group = &result->groups[i];
		const struct text_style style =
			text_style_make(group->kb_base, group->unit_base,
					group->significant_figures);

		fprintf(out, "\nRun status group %zu (all jobs):\n", i);
		for (unsigned d = 0; d < RESULT_DIRECTIONS; d++) {
			if (group->direction[d].used)
				print_group_direction(labels[d],
						      &group->direction[d],
						      &style, out);
		}
	}
}

static void print_counters(const char *prefix, const struct disk_counters *c,
			   double utilization, FILE *out)
{
	const struct {
		const char *name;
		const uint64_t *of; /* read, write */
	} pairs[] = {
		{ "ios", c->ios },
		{ "sectors", c->sectors },
		{ "merge", c->merges },
		{ "ticks", c->ticks_ms },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		fprintf(out, "%s%s=%" PRIu64 "/%" PRIu64 ", ", prefix,
			pairs[i].name, pairs[i].of[0], pairs[i].of[1]);
	fprintf(out, "%sin_queue=%" PRIu64 ", %sutil=%3.2f%%", prefix,
		c->in_queue_ms, prefix, utilization);
}

void text_disks(const struct result *result, FILE *out)
{
	if (result->disk_count == 0)
		return;
	fputs("\nDisk stats (read/write):\n", out);
	for (size_t i = 0; i < result->disk_count; i++) {
		const struct result_disk *disk = &result->disks[i];

		fprintf(out, "%s%s: ", disk->member_count ? "    " : "  ",
			disk->name);
		print_counters("", &disk->delta, disk->utilization, out);
		if (disk->member_count) {
			fputs(", ", out);
			print_counters("aggr", &disk->member_mean,
				       disk->member_utilization, out);
		}
		fputc('\n', out);
	}
}

void text_idleness(const struct result *result, FILE *out)
{
	const struct cpu_idleness *idle = result->idleness;

	if (!idle)
		return;
	fprintf(out, "\nCPU idleness:\n  system: %3.2f%%\n", idle->mean);
	if (result->settings->idle_profile == IDLE_PERCPU) {
		fputs("  percpu: ", out);
		for (size_t i = 0; i < idle->count; i++)
			fprintf(out, "%s%3.2f%%", i ? ", " : "",
				idle->percent[i]);
		fputc('\n', out);
	}
	report_text_unit_work(idle, out);
}

void report_text_unit_work(const struct cpu_idleness *idle, FILE *out)
{
	fprintf(out, "  unit work: mean=%3.2fus, stddev=%3.2f\n",
		idle->unit_mean_us, idle->unit_deviation_us);
}

void text_notes(const struct result *result, FILE *out)
{
	size_t count;
	const struct diag_message *messages;
	bool any = false, shown = false;

	messages = diag_messages(result->diag, &count);
	for (size_t i = 0; i < count; i++) {
		/* A hint goes with what it belongs to. */
		if (messages[i].kind != DIAG_HINT)
			shown = messages[i].kind != DIAG_ERROR;
		if (!shown)
			continue;
		fputs(any ? "  " : "\nNotes:\n  ", out);
		any = true;
		diag_print_message(&messages[i], out);
	}
}
