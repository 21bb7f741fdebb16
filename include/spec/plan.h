#ifndef RUNNER_SPEC_PLAN_H
#define RUNNER_SPEC_PLAN_H

#include "base/arena.h"
#include "base/diag.h"
#include "spec/engine_info.h"
#include "spec/job_options.h"
#include "spec/jobfile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Everything that is to be run, as the user asked for it: which jobs, with
 * which options, in which order and groups. The plan has not looked at the
 * machine: what its sizes and files come to there is in struct layout.
 * Immutable once it is built; it all lives in one arena.
 */

/* An option that the user gave: canonical name, text as given ("": bare). */
struct given_option {
	const char *name;
	const char *value;
};

struct given_list {
	struct given_option *items;
	size_t count;
};

/* Where options of the table were given; of the same one, the last holds. */
struct option_source {
	const struct option *option;
	struct source at;
};

struct option_sources {
	struct option_source *items;
	const struct jobfile_key *keys; /* where they stand instead, or NULL:
					   the items are those of a section
					   that says the same elsewhere */
	size_t count;
	uint64_t fields; /* a bit for each, which some share: see plan.c */
};

/* A section of a job file: what its clones (numjobs) have in common. */
struct job_section {
	const char *name;
	struct source at;
	const struct job_options *options;
	struct option_sources own;              /* in the section, by --set */
	const struct option_sources *inherited; /* in [global], or NULL */
	const struct engine_info *engine;
	const void *engine_options;
	struct given_list given; /* [global] not included */
	unsigned group;
	size_t first_job;
	size_t job_count;
	size_t after_all_below; /* starts after all jobs numbered below this */
	const struct job_section *after; /* wait_for: and after this one */
};

/* One process. */
struct job {
	const struct job_section *section;
	size_t number; /* place in plan->jobs */
	size_t clone;  /* place among its section's jobs */
	size_t unit;   /* place in plan->units */
};

/* What is reported as one: a job, or a group's neighbours together. */
struct report_unit {
	const struct job *first;
	size_t job_count; /* consecutive */
	bool grouped;     /* by group_reporting */
};

struct plan {
	struct arena *arena;
	struct job_section *sections;
	size_t section_count;
	struct job *jobs;
	size_t job_count;
	struct report_unit *units; /* stats=0 jobs are in none: unit SIZE_MAX */
	size_t unit_count;
	unsigned group_count;
	const char *aux_path; /* folder of verify's files; NULL: this one */
	struct given_list
		global; /* all options of [global], --opt before --name */
};

struct plan_settings {
	const struct engine_list *engines;
	const char **sections; /* --section: only these, if count > 0 */
	size_t section_count;
	struct jobfile_key *overrides; /* --set, applied to every job */
	size_t override_count;
	size_t max_jobs;
	const char *aux_path; /* see struct plan */
	bool parse_only;      /* a wait_for without its job is only warned of */
	bool readonly;        /* refuse jobs that write or trim */

	/*
	 * Why this build can't do a verify= (reads well after its name), or
	 * NULL. NULL itself: it can do all.
	 */
	const char *(*verify_lack)(enum verify_scheme scheme);
};

/*
 * Turn sections into jobs. `file` and its arena must outlive the plan. All
 * errors are reported; returns NULL when there was one.
 */
struct plan *plan_build(const struct jobfile *file,
			const struct plan_settings *settings,
			struct diag *diag);
void plan_free(struct plan *plan);

/*
 * Note where an option was given. There is room for it, or `arena` is where
 * the list grows.
 */
void option_sources_add(struct option_sources *sources, struct arena *arena,
			const struct option *option, struct source at);

/* Where the option whose field is at `offset` was given, else the section. */
struct source plan_source(const struct job_section *section, size_t offset);
#define PLAN_SOURCE(section, field)                                            \
	plan_source((section), offsetof(struct job_options, field))

/* Whether the user gave it (in the section, [global] or by --set). */
bool plan_given(const struct job_section *section, size_t offset);
#define PLAN_GIVEN(section, field)                                             \
	plan_given((section), offsetof(struct job_options, field))

/* Whether it writes nothing, and reads what it would have written. */
bool section_only_verifies(const struct job_section *section);

/* Whether it reads back what it has written, once a pass of it is over. */
bool section_reads_back(const struct job_section *section);

/* Whether which I/O comes next depends on more than the seed: on when it is. */
bool section_order_depends_on_time(const struct job_section *section);

/* Whether the job changes its files: by rw, or by what its engine is. */
bool section_changes_files(const struct job_section *section);

/*
 * Whether it has one I/O in flight, however many iodepth asks for: by its
 * engine, unless threads submit.
 */
bool section_has_no_depth(const struct job_section *section);

/* Whether its files are opened for direct I/O. */
bool section_is_direct(const struct job_section *section);

/*
 * Of a job that reads and writes, the share of reads in %: rwmixread, or what
 * rwmixwrite leaves. Of two that don't add up to 100 the later holds.
 */
uint64_t section_share_of_reads(const struct job_section *section);

/* "randrw" and the like, as the report prints it. */
const char *rw_name(unsigned flags);

#endif
