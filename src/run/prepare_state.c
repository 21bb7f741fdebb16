#include "prepare_parts.h"

#include "run/state_files.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* The files that say how far jobs had come: verify_state_save and _load. */

/* As the reference calls it, in the folder of such files. */
static char *path_of(const struct job_preparation *p)
{
	const char *folder = p->all->plan->aux_path;
	struct arena *arena = p->all->out->arena;
	char *name = arena_strdup(arena, p->job->section->name);

	for (char *slash = name; (slash = strchr(slash, '/'));)
		*slash = '.';
	return arena_printf(arena, "%s%slocal-%s-%zu-verify.state",
			    folder ? folder : "", folder ? "/" : "", name,
			    p->job->number);
}

static bool saves(const struct job_preparation *p)
{
	const struct job_options *o = p->options;

	return o->verify.save_state && o->verify.scheme != VERIFY_NONE &&
	       o->rw.flags & RW_WRITE &&
	       !section_only_verifies(p->job->section) &&
	       !engine_is(p, ENGINE_DISKLESS);
}

int prepare_aux_path(const struct preparation *p)
{
	const char *folder = p->plan->aux_path;
	struct stat st;

	if (!folder || (stat(folder, &st) == 0 && S_ISDIR(st.st_mode)))
		return 0;
	return diag_error(p->diag,
			  (struct source){ "command line: --aux-path", 0 },
			  "%s is not a folder", folder);
}

/*
 * What is no state of this program stays as it is. That only matters to those
 * who asked for one.
 */
static int prepare_save(const struct job_preparation *p)
{
	const char *path = path_of(p);
	struct source at = PLAN_SOURCE(p->job->section, verify.save_state);
	const char *why;

	if (state_file_can_be(path, &why)) {
		p->layout->state_path = path;
		return 0;
	}
	if (PLAN_GIVEN(p->job->section, verify.save_state))
		return diag_error(p->all->diag, at,
				  "verify_state_save: %s %s, and would be "
				  "replaced",
				  path, why);
	diag_note(p->all->diag, at,
		  "verify_state_save: %s %s, and is not replaced", path, why);
	return 0;
}

/* Of the same job, as far as can be told. */
static int check_job(const struct job_preparation *p, const char *path,
		     const struct verify_state *state)
{
	const char *scheme = verify_scheme_name(p->options->verify.scheme);
	struct source at = PLAN_SOURCE(p->job->section, verify.load_state);

	if (strcmp(state->scheme, scheme) != 0)
		return diag_error(p->all->diag, at,
				  "verify_state_load: %s is of a job with "
				  "verify=%s, and this one has verify=%s",
				  path, state->scheme, scheme);
	if (state->size != p->layout->size)
		return diag_error(p->all->diag, at,
				  "verify_state_load: %s is of a job of "
				  "%" PRIu64 " bytes, and this one has "
				  "%" PRIu64,
				  path, state->size, p->layout->size);
	return 0;
}

static int prepare_load(const struct job_preparation *p)
{
	struct arena *arena = p->all->out->arena;
	struct verify_state *state = arena_alloc(arena, sizeof(*state));
	const char *path = path_of(p);
	const char *why;

	if (state_file_read(arena, path, state, &why) < 0)
		return diag_error(
			p->all->diag,
			PLAN_SOURCE(p->job->section, verify.load_state),
			"verify_state_load: %s %s", path, why);
	if (check_job(p, path, state) < 0)
		return -1;
	/* It goes through the same I/Os, and expects the same data. */
	p->layout->seed = state->seed;
	p->layout->state = state;
	return 0;
}

int prepare_state(struct job_preparation *p)
{
	const struct verify_options *v = &p->options->verify;

	if (v->load_state && v->scheme != VERIFY_NONE)
		return prepare_load(p);
	return saves(p) ? prepare_save(p) : 0;
}
