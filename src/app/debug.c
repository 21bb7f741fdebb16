#include "debug.h"

#include "base/alloc.h"
#include "base/random.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As many as readers of the reference's lines count on. */
enum { SEEDS = 24 };

static void say(FILE *out, const char *category, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void say(FILE *out, const char *category, const char *format, ...)
{
	va_list args;

	fprintf(out, "%-8s %-5u ", category, (unsigned)getpid());
	va_start(args, format);
	vfprintf(out, format, args);
	va_end(args);
	fputc('\n', out);
}

static void say_option(const struct job_section *section,
		       const struct given_option *given, FILE *out)
{
	const struct option_table *tables[] = { &job_option_table,
						section->engine->options };
	const void *values[] = { section->options, section->engine_options };

	for (size_t i = 0; i < 2; i++) {
		const struct option *o =
			tables[i] ? option_find(tables[i], given->name) : NULL;
		char *text;

		if (!o)
			continue;
		text = option_value_text(o, values[i]);
		say(out, "parse", "%s: %s=%s is %s", section->name, o->name,
		    given->value ? given->value : "", text);
		free(text);
		return;
	}
}

/* The line that readers of the reference's know. */
static void say_steady_limit(const struct steady_criterion *c, FILE *out)
{
	if (c->percent)
		say(out, "parse", "set steady state threshold to %f%%",
		    c->limit);
	else if (c->by == STEADY_BY_IOPS)
		say(out, "parse", "set steady state IOPS threshold to %f",
		    c->limit);
	else
		say(out, "parse", "set steady state %s threshold to %" PRIu64,
		    c->by == STEADY_BY_BW ? "BW" : "LAT", (uint64_t)c->limit);
}

static void plan_parse(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->section_count; i++) {
		const struct job_section *section = &plan->sections[i];

		for (size_t k = 0; k < plan->global.count; k++)
			say_option(section, &plan->global.items[k], out);
		for (size_t k = 0; k < section->given.count; k++)
			say_option(section, &section->given.items[k], out);
		if (PLAN_GIVEN(section, control.steady.criterion))
			say_steady_limit(
				&section->options->control.steady.criterion,
				out);
	}
}

static void plan_steady(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->section_count; i++) {
		const struct steady_options *o =
			&plan->sections[i].options->control.steady;

		if (o->window.ns)
			say(out, "steadystate",
			    "%s: %s, limit=%f%s, duration=%" PRIu64
			    " ns, check_interval=%" PRIu64
			    " ns, ramp_time=%" PRIu64 " ns",
			    plan->sections[i].name,
			    steady_criterion_name(&o->criterion),
			    o->criterion.limit, o->criterion.percent ? "%" : "",
			    o->window.ns, o->interval.ns, o->ramp.ns);
	}
}

static void plan_job(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->section_count; i++) {
		const struct job_section *s = &plan->sections[i];

		say(out, "job",
		    "%s: jobs=%zu, group=%u, after the first %zu%s%s", s->name,
		    s->job_count, s->group, s->after_all_below,
		    s->after ? " and after " : "",
		    s->after ? s->after->name : "");
	}
}

static void layout_file_lines(const struct layout *l, FILE *out)
{
	for (size_t i = 0; i < l->file_count; i++) {
		const struct layout_file *f = &l->files[i];

		say(out, "file",
		    "%s: file=%s, present=%" PRIu64 ", size=%" PRIu64
		    ", offset=%" PRIu64 ", length=%" PRIu64,
		    l->job->section->name, f->path ? f->path : "", f->present,
		    f->size, f->offset, f->length);
	}
}

/* Seeds of whatever a job draws by a generator of its own: by number. */
static void layout_random(const struct layout *l, FILE *out)
{
	say(out, "random", "FIO_RAND_NR_OFFS=%d", SEEDS);
	for (unsigned i = 0; i < SEEDS; i++)
		say(out, "random", "rand_seeds[%u]=%" PRIu64, i,
		    random_mix(l->seed, i));
}

static void layout_mem(const struct layout *l, FILE *out)
{
	say(out, "mem",
	    "%s: buffers=%u of %" PRIu64 " bytes, alignment=%u, mem=%s",
	    l->job->section->name, l->depth, l->max_bs, l->buffer_alignment,
	    memory_name(l->job->section->options->mem.kind));
}

static void layout_rate(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;

	for (int d = 0; d < DIRECTION_COUNT; d++)
		if (job_moves(o, d))
			say(out, "rate",
			    "%s: %s rate=%" PRIu64 ", rate_iops=%" PRIu64,
			    l->job->section->name,
			    direction_name((enum direction)d), o->rate.of[d],
			    o->rate_iops.of[d]);
}

static void layout_time(const struct layout *l, FILE *out)
{
	const struct job_options *o = l->job->section->options;

	say(out, "time",
	    "%s: startdelay=%" PRIu64 " ns, ramp_time=%" PRIu64
	    " ns, runtime=%" PRIu64 " ns, bytes=%" PRIu64,
	    l->job->section->name, l->startdelay_ns, o->ramp_time.ns,
	    o->runtime.ns, l->io_bytes);
}

static void layout_diskutil(const struct layout *l, FILE *out)
{
	for (size_t i = 0; i < l->disk_count; i++)
		say(out, "diskutil", "%s: below its files is %s",
		    l->job->section->name, l->disks[i]);
}

/*
 * The names are those of the reference. Those without a function tell of what
 * this program has no step of its own for; `io` is told by the workers.
 */
static const struct category {
	const char *name;
	const char *help;
	void (*plan)(const struct plan *plan, FILE *out);
	void (*layout)(const struct layout *layout, FILE *out);
} categories[] = {
	{ "process", "jobs that start and end", NULL, NULL },
	{ "file", "files of each job", NULL, layout_file_lines },
	{ "io", "each I/O that is queued and completed", NULL, NULL },
	{ "mem", "I/O buffers", NULL, layout_mem },
	{ "blktrace", "nothing", NULL, NULL },
	{ "verify", "nothing", NULL, NULL },
	{ "random", "seeds of each job", NULL, layout_random },
	{ "parse", "options as they are understood", plan_parse, NULL },
	{ "diskutil", "devices below the files", NULL, layout_diskutil },
	{ "job", "order and groups", plan_job, NULL },
	{ "mutex", "nothing", NULL, NULL },
	{ "profile", "nothing", NULL, NULL },
	{ "time", "when jobs start and how long they run", NULL, layout_time },
	{ "net", "nothing", NULL, NULL },
	{ "rate", "rates that are aimed for", NULL, layout_rate },
	{ "compress", "nothing", NULL, NULL },
	{ "steadystate", "how jobs are judged", plan_steady, NULL },
	{ "helperthread", "nothing", NULL, NULL },
	{ "zbd", "nothing", NULL, NULL },
};

enum { CATEGORIES = sizeof(categories) / sizeof(categories[0]) };

static bool is_on(const struct settings *s, size_t category)
{
	return s->debug & 1u << category;
}

bool debug_has(const struct settings *s, const char *name)
{
	for (size_t i = 0; i < CATEGORIES; i++)
		if (strcmp(categories[i].name, name) == 0)
			return is_on(s, i);
	return false;
}

static unsigned find(const char *name)
{
	if (strcmp(name, "all") == 0)
		return (1u << CATEGORIES) - 1;
	for (size_t i = 0; i < CATEGORIES; i++)
		if (strcmp(categories[i].name, name) == 0)
			return 1u << i;
	return 0;
}

int debug_parse(struct settings *settings, const char *list, struct source at,
		struct diag *diag)
{
	char *copy = xstrdup(list), *rest = copy, *name;
	int status = 0;

	while ((name = strsep(&rest, ",")) && status == 0) {
		unsigned found = find(name);

		settings->debug |= found;
		if (found)
			continue;
		status = diag_error(diag, at, "debug: '%s' is not a category",
				    name);
		diag_hint(diag, at, "--debug=help lists them");
	}
	free(copy);
	return status;
}

void debug_print_categories(FILE *out)
{
	for (size_t i = 0; i < CATEGORIES; i++)
		fprintf(out, "%-12s %s\n", categories[i].name,
			categories[i].help);
	fprintf(out, "%-12s %s\n", "all", "all of them");
}

void debug_print_chosen(const struct settings *settings, FILE *out)
{
	for (size_t i = 0; i < CATEGORIES; i++)
		if (is_on(settings, i))
			fprintf(out, "fio: set debug option %s\n",
				categories[i].name);
}

FILE *debug_stream(FILE *info)
{
	return info ? info : stderr;
}

void debug_plan(const struct settings *settings, const struct plan *plan,
		FILE *out)
{
	for (size_t i = 0; i < CATEGORIES; i++)
		if (is_on(settings, i) && categories[i].plan)
			categories[i].plan(plan, out);
}

void debug_prepared(const struct settings *settings,
		    const struct prepared *prepared, FILE *out)
{
	for (size_t i = 0; i < CATEGORIES; i++) {
		if (!is_on(settings, i) || !categories[i].layout)
			continue;
		for (size_t k = 0; k < prepared->layout_count; k++)
			categories[i].layout(&prepared->layouts[k], out);
	}
}

void debug_started(const struct settings *settings, const struct job *job,
		   const struct job_page *page, FILE *out)
{
	if (!debug_has(settings, "process"))
		return;
	say(out, "process", "%s: job %zu is process %d", job->section->name,
	    job->number + 1, (int)page->pid);
	fflush(out);
}

void debug_ended(const struct settings *settings, const struct plan *plan,
		 const struct job_page *pages, FILE *out)
{
	if (!debug_has(settings, "process"))
		return;
	for (size_t i = 0; i < plan->job_count; i++)
		say(out, "process", "%s: process %d ended, error=%d, signal=%d",
		    plan->jobs[i].section->name, (int)pages[i].pid,
		    pages[i].error.code, pages[i].signal);
}
