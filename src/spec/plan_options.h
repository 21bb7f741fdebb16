#ifndef RUNNER_SPEC_PLAN_OPTIONS_H
#define RUNNER_SPEC_PLAN_OPTIONS_H

#include "spec/plan.h"

/*
 * From the keys of a section to the values of its options: what [global] says
 * up to this point, then the section itself, then --set.
 */
enum { KNOWN_NAMES = 256 };

/*
 * What names were found to mean, by their address: most are kept once, and met
 * in many sections.
 */
struct known_names {
	struct {
		const char *name;
		const struct option *option; /* NULL: none of the table */
	} options[KNOWN_NAMES];
	const char *engine_name;
	const struct engine_info *engine;
};

struct option_scope {
	struct arena *arena;
	const struct plan_settings *settings;
	struct diag *diag;
	struct known_names *known;

	/* What [global] sections have said so far. */
	struct job_options globals;
	struct option_sources sources;
	const struct option_sources *inherited; /* as they are; NULL: changed */
	const struct jobfile_key **global_keys;
	size_t global_key_count;
	struct given_list given;          /* of all files */
	const struct engine_info *usable; /* the last that was found to be so */

	/* What the command line has said before its first --name. */
	bool in_file;
	struct job_options before;
	size_t before_source_count;
	size_t before_key_count;
};

void option_scope_init(struct option_scope *scope, struct arena *arena,
		       const struct plan_settings *settings, struct diag *diag);

/*
 * A job file begins: what the command line says globally holds in it, what
 * another job file says does not.
 */
void option_scope_begin_file(struct option_scope *scope);

/* Add the keys of a [global] section to what the jobs after it inherit. */
void option_scope_add_global(struct option_scope *scope,
			     const struct jobfile_section *section);

/*
 * Fill in `options`, and their sources, the engine and the list of what was
 * given of `out`, from the job section `section`. Errors are reported; what is
 * filled in after one is only good for finding more of them.
 */
void option_scope_apply(struct option_scope *scope,
			const struct jobfile_section *section,
			struct job_section *out, struct job_options *options);

/* plan_engine.c */

/*
 * The engine that the job asks for; of a list, the first that can be used,
 * whose name stands alone in `options` then. NULL: reported.
 */
const struct engine_info *plan_engine_find(struct option_scope *scope,
					   const struct job_section *section,
					   struct job_options *options);

#endif
