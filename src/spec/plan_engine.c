#include "plan_options.h"

#include "option_parse.h"

#include <string.h>

/*
 * Which engine a job has: the one that it names, or the first of a list that
 * can be used.
 */
struct candidate {
	const char *name;
	const struct engine_info *engine; /* NULL: none that we have */
	const char *reason;               /* why it can't be used, or NULL */
	bool unknown;
};

/* NULL: it can. */
static const char *why_not(struct option_scope *scope,
			   const struct engine_info *engine)
{
	const struct engine_list *list = scope->settings->engines;
	char reason[ENGINE_REASON_MAX] = "";

	if (scope->settings->parse_only || !list->can_use ||
	    scope->usable == engine)
		return NULL;
	if (!list->can_use(engine, reason))
		return arena_printf(scope->arena, "%s", reason);
	scope->usable = engine;
	return NULL;
}

static struct candidate look_up(const struct option_scope *scope,
				const char *name)
{
	const struct engine_list *list = scope->settings->engines;
	struct candidate c = { .name = name };

	if (scope->known->engine_name != name) {
		scope->known->engine_name = name;
		scope->known->engine = engine_list_find(list, name);
	}
	c.engine = scope->known->engine;
	if (c.engine)
		return c;
	for (const struct engine_refused *r = list->refused; r->name; r++)
		if (strcmp(r->name, name) == 0)
			c.reason = r->reason;
	c.unknown = !c.reason;
	return c;
}

static void refuse_name(struct diag *diag, struct source at,
			const struct candidate *c)
{
	if (!c->unknown) {
		diag_error(diag, at, "ioengine: '%s' is not supported: %s",
			   c->name, c->reason);
		return;
	}
	diag_error(diag, at, "ioengine: '%s' is not an engine", c->name);
	diag_hint(diag, at, "runner --enghelp lists the engines");
}

static const struct engine_info *find_one(struct option_scope *scope,
					  struct source at, const char *name)
{
	struct candidate c = look_up(scope, name);

	if (!c.engine) {
		refuse_name(scope->diag, at, &c);
		return NULL;
	}
	c.reason = why_not(scope, c.engine);
	if (!c.reason)
		return c.engine;
	diag_error(scope->diag, at, "ioengine: '%s' can't be used here: %s",
		   name, c.reason);
	return NULL;
}

/* What came before the engine that is used, or why there is none. */
static void explain(struct diag *diag, struct source at,
		    const struct candidate *list, size_t count, bool found)
{
	if (!found)
		diag_error(diag, at, "ioengine: none of them can be used here");
	for (size_t i = 0; i < count; i++) {
		if (found)
			diag_note(diag, at,
				  "ioengine: '%s' can't be used here: %s",
				  list[i].name, list[i].reason);
		else
			diag_hint(diag, at, "%s: %s", list[i].name,
				  list[i].reason);
	}
}

/* All names have to make sense, those after the one that is used, too. */
static const struct engine_info *find_first(struct option_scope *scope,
					    struct source at, char **names,
					    size_t count)
{
	struct candidate *list =
		arena_calloc(scope->arena, count, sizeof(list[0]));
	const struct engine_info *found = NULL;
	size_t passed = 0;

	for (size_t i = 0; i < count; i++) {
		struct candidate c = look_up(scope, names[i]);

		if (c.unknown) {
			refuse_name(scope->diag, at, &c);
			return NULL;
		}
		if (found)
			continue;
		if (c.engine)
			c.reason = why_not(scope, c.engine);
		if (c.reason)
			list[passed++] = c;
		else
			found = c.engine;
	}
	explain(scope->diag, at, list, passed, found != NULL);
	return found;
}

const struct engine_info *plan_engine_find(struct option_scope *scope,
					   const struct job_section *section,
					   struct job_options *options)
{
	struct source at = PLAN_SOURCE(section, ioengine);
	const struct engine_info *engine;
	char **names;
	size_t count;

	if (!strchr(options->ioengine, ','))
		return find_one(scope, at, options->ioengine);
	count = option_split(scope->arena, options->ioengine, ',', &names);
	engine = find_first(scope, at, names, count);
	if (engine)
		options->ioengine = engine->name;
	return engine;
}
