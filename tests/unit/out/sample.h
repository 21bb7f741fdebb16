#ifndef RUNNER_TESTS_SAMPLE_H
#define RUNNER_TESTS_SAMPLE_H

#include "base/clock.h"
#include "out/result.h"

#include <stdlib.h>
#include <string.h>

/*
 * A run made by hand: a plan, the pages of its jobs and what else a result is
 * made from. Sections are added one by one, each with its jobs and units.
 */
enum { SAMPLE_SECTIONS = 4, SAMPLE_JOBS = 8 };

struct sample {
	struct plan plan;
	struct job_section sections[SAMPLE_SECTIONS];
	struct job_options options[SAMPLE_SECTIONS];
	struct job jobs[SAMPLE_JOBS];
	struct report_unit units[SAMPLE_JOBS];
	struct job_page *pages;
	struct settings settings;
	struct host host;
	struct diag *diag;
	struct result_input input;
	struct result *result;
};

static const struct engine_info sample_engine = { .name = "null" };

static inline void sample_start(struct sample *s)
{
	static char text[][16] = { "box",   "6.1.0", "x86_64", "Linux",
				   "a CPU", "fast",  "kvm" };

	setenv("TZ", "UTC", 1);
	memset(s, 0, sizeof(*s));
	s->plan = (struct plan){ .arena = arena_new(),
				 .sections = s->sections,
				 .jobs = s->jobs,
				 .units = s->units,
				 .group_count = 1 };
	s->pages = calloc(SAMPLE_JOBS, sizeof(s->pages[0]));
	s->diag = diag_new();
	s->settings = (struct settings){ .command = "runner t.fio" };
	s->host = (struct host){
		.hostname = text[0],
		.kernel = text[1],
		.architecture = text[2],
		.os = text[3],
		.cpu_model = text[4],
		.cpu_count = 2,
		.cpu_usable = 2,
		.cpu_governor = text[5],
		.memory_bytes = UINT64_C(1) << 33,
		.virtualization = text[6],
	};
	s->input = (struct result_input){
		.plan = &s->plan,
		.settings = &s->settings,
		.pages = s->pages,
		.host = &s->host,
		.diag = s->diag,
		.started_ns = 5 * NSEC_PER_SEC,
		.now_ns = 7 * NSEC_PER_SEC + 1,
	};
}

/* A section with `count` jobs, in one unit if `grouped`. */
static inline struct job_section *
sample_add_jobs(struct sample *s, const char *name, size_t count, bool grouped)
{
	size_t n = s->plan.section_count++;
	struct job_section *section = &s->sections[n];

	option_table_defaults(&job_option_table, &s->options[n], s->plan.arena);
	s->options[n].rw.flags = RW_READ;
	*section = (struct job_section){
		.name = name,
		.at = { "t.fio", 3 },
		.options = &s->options[n],
		.engine = &sample_engine,
		.first_job = s->plan.job_count,
		.job_count = count,
	};
	for (size_t i = 0; i < count; i++) {
		size_t number = s->plan.job_count++;

		s->jobs[number] = (struct job){ .section = section,
						.number = number,
						.clone = i };
		s->pages[number].pid = (pid_t)(1000 + number);
		if (i == 0 || !grouped)
			s->units[s->plan.unit_count++] =
				(struct report_unit){ .first = &s->jobs[number],
						      .grouped = grouped };
		s->units[s->plan.unit_count - 1].job_count++;
	}
	return section;
}

static inline struct job_options *sample_add(struct sample *s, const char *name)
{
	sample_add_jobs(s, name, 1, false);
	return &s->options[s->plan.section_count - 1];
}

/* `ios` I/Os of `bytes` and `clat_ns` each, in `ms` milliseconds. */
static inline void sample_io(struct job_page *page, enum direction d,
			     unsigned ios, uint64_t bytes, uint64_t clat_ns,
			     uint64_t ms)
{
	struct direction_stats *stats = &page->stats.direction[d];

	counter_add(&stats->issued, ios);
	counter_add(&stats->completed, ios);
	counter_add(&stats->bytes, ios * bytes);
	counter_set(&stats->runtime_ns, ms * NSEC_PER_MSEC);
	counter_add(&page->stats.depth_level[0], ios);
	for (unsigned i = 0; i < ios && clat_ns; i++) {
		latency_add(&stats->clat, clat_ns);
		latency_add(&stats->lat, clat_ns + 100);
	}
}

/* The job ran from `from_ms` to `to_ms` after the start of the run. */
static inline void sample_time(struct job_page *page, uint64_t from_ms,
			       uint64_t to_ms)
{
	const uint64_t start_ns = 5 * NSEC_PER_SEC;
	const uint64_t start_epoch_ms = UINT64_C(1700000000000);

	counter_set(&page->begun_ns, start_ns + from_ms * NSEC_PER_MSEC);
	counter_set(&page->ended_ns, start_ns + to_ms * NSEC_PER_MSEC);
	counter_set(&page->begun_epoch_ms, start_epoch_ms + from_ms);
}

/* In place of the result before, if there was one. */
static inline struct result *sample_result(struct sample *s)
{
	result_free(s->result);
	s->result = result_new(&s->input);
	s->result->made =
		(struct timespec){ .tv_sec = 1700000002, .tv_nsec = 345678901 };
	return s->result;
}

static inline void sample_end(struct sample *s)
{
	result_free(s->result);
	diag_free(s->diag);
	free(s->pages);
	arena_free(s->plan.arena);
}

#endif
