#include "plan_options.h"

#include "spec/options_refused.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TABLE (&job_option_table)

/* A section's values on their way in, and where each came from. */
struct filling {
	struct option_scope *scope;
	struct option_context context;
	struct job_options *options;
	struct option_sources *sources;
	size_t first_source; /* of this very section */
	bool replacing;      /* by --set: what is given again is meant to be */
	struct given_list *given;
	bool grows;                    /* both lists do: no room is reserved */
	const struct option *gathered; /* a list that was added to, and where */
	struct source gathered_at;
	const struct jobfile_key **other; /* that may be the engine's */
	size_t other_count;
	bool engine_listed; /* one of several */
};

/*
 * Enough for all that a section gives, so that neither list has to grow. Those
 * of [global] do grow: nobody knows how much of it there will be.
 */
static void reserve(const struct filling *f, struct job_section *section,
		    size_t key_count)
{
	struct arena *arena = f->scope->arena;

	section->own.items =
		arena_calloc(arena, key_count, sizeof(section->own.items[0]));
	section->given.items =
		arena_calloc(arena, key_count, sizeof(section->given.items[0]));
}

/* The canonical name with its last value, where the name first stood. */
static void note_given(const struct filling *f, const char *name,
		       const char *value, bool joins)
{
	struct given_list *list = f->given;
	struct arena *arena = f->scope->arena;

	for (size_t i = 0; i < list->count; i++) {
		struct given_option *g = &list->items[i];

		if (g->name != name && strcmp(g->name, name) != 0)
			continue;
		g->value = joins ? arena_printf(arena, "%s:%s", g->value, value)
				 : value;
		return;
	}
	if (f->grows)
		list->items = arena_grow(arena, list->items, list->count,
					 sizeof(*list->items));
	list->items[list->count++] = (struct given_option){ name, value };
}

/* bs repeats bsrange, too, which says the same in more words. */
static bool is_repeated(const struct filling *f, const struct option *o)
{
	bool is_bs = o->offset == offsetof(struct job_options, bs);

	for (size_t i = f->first_source; i < f->sources->count; i++) {
		const struct option *given = f->sources->items[i].option;

		if (given == o ||
		    (is_bs &&
		     given->offset == offsetof(struct job_options, bsrange)))
			return true;
	}
	return false;
}

/* Whether a list that gathers has something already. */
static bool has_items(const struct filling *f, const struct option *o)
{
	const void *field = (const char *)f->options + o->offset;

	return o->gathers && ((const struct text_list *)field)->count > 0;
}

static void note_repeated(struct filling *f, const struct option *o,
			  const struct jobfile_key *key)
{
	if (o->gathers) {
		f->gathered = o;
		f->gathered_at = key->at;
	} else {
		diag_note(f->scope->diag, key->at,
			  "%s: given again, the last one holds", o->name);
	}
}

/* Once for all that was added, or the warnings would outgrow the list. */
static void warn_of_gathered(const struct filling *f)
{
	char *all;

	if (!f->gathered)
		return;
	all = option_value_text(f->gathered, f->options);
	diag_warning(f->scope->diag, f->gathered_at,
		     "%s: given again, it adds to the list: %s",
		     f->gathered->name, all);
	free(all);
}

static void hint_unset(struct diag *diag, const struct jobfile_key *key)
{
	if (key->unset)
		diag_hint(diag, key->at, "environment variable '%s' is not set",
			  key->unset);
}

/* Whether the value just given says what is written, stamps not included. */
static bool sets_content(const struct job_options *options,
			 const struct option *o)
{
	switch (o->offset) {
	case offsetof(struct job_options, zero_buffers):
		return options->zero_buffers;
	case offsetof(struct job_options, buffer_pattern):
		return true;
	case offsetof(struct job_options, buffer_compress_percentage):
		return options->buffer_compress_percentage > 0;
	case offsetof(struct job_options, dedupe_percentage):
		return options->dedupe_percentage > 0;
	default:
		return false;
	}
}

/* The later of two options that say the same thing in two ways holds. */
static void settle_pair(struct job_options *options, const struct option *o)
{
	if (sets_content(options, o))
		options->scramble_buffers = false;
	if (o->offset == offsetof(struct job_options, direct))
		options->buffered = !options->direct;
	else if (o->offset == offsetof(struct job_options, buffered))
		options->direct = !options->buffered;
	else if (o->offset == offsetof(struct job_options, rwmixread))
		options->rwmixwrite = 100 - options->rwmixread;
	else if (o->offset == offsetof(struct job_options, rwmixwrite))
		options->rwmixread = 100 - options->rwmixwrite;
	else if (o->offset == offsetof(struct job_options, cpus_allowed))
		options->cpumask = options->cpus_allowed;
	else if (o->offset == offsetof(struct job_options, cpumask))
		options->cpus_allowed = options->cpumask;
	else if (o->offset == offsetof(struct job_options, bs))
		options->bsrange = options->bs;
	else if (o->offset == offsetof(struct job_options, bsrange))
		options->bs = options->bsrange;
}

static void set_job_option(struct filling *f, const struct option *o,
			   const struct jobfile_key *key)
{
	const struct option_scope *scope = f->scope;
	bool again = has_items(f, o) || (!f->replacing && is_repeated(f, o));

	/* A list that doesn't gather is replaced as a whole. */
	if (o->type == &option_text_list && !o->gathers)
		memset((char *)f->options + o->offset, 0,
		       sizeof(struct text_list));
	if (option_set(o, f->options, key->value, &f->context, key->at,
		       scope->diag) < 0) {
		hint_unset(scope->diag, key);
		return;
	}
	if (again)
		note_repeated(f, o, key);
	settle_pair(f->options, o);
	option_sources_add(f->sources, f->grows ? scope->arena : NULL, o,
			   key->at);
	note_given(f, o->name, key->value ? key->value : "", o->gathers);
}

static bool any_engine_has(const struct engine_list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct option_table *t = list->engines[i]->options;

		if (t && option_find(t, name))
			return true;
	}
	return false;
}

static void refuse_unknown(const struct option_scope *scope,
			   const struct engine_info *engine,
			   const struct jobfile_key *key)
{
	const struct option_table *tables[3] = { TABLE };
	const char *refusal = option_refusal(key->name);
	const char *near;

	if (refusal) {
		diag_error(scope->diag, key->at, "%s: is not supported: %s",
			   key->name, refusal);
		return;
	}
	diag_error(scope->diag, key->at, "unknown option '%s'", key->name);
	if (engine && engine->options)
		tables[1] = engine->options;
	near = option_nearest(tables, key->name);
	if (near)
		diag_hint(scope->diag, key->at, "did you mean '%s'?", near);
}

static const struct option *find_option(const struct option_scope *scope,
					const char *name)
{
	size_t i = (uintptr_t)name / sizeof(max_align_t) % KNOWN_NAMES;
	struct known_names *known = scope->known;

	if (known->options[i].name != name) {
		known->options[i].name = name;
		known->options[i].option = option_find(TABLE, name);
	}
	return known->options[i].option;
}

static void set_keys(struct filling *f, const struct jobfile_key *keys,
		     size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct option *o = find_option(f->scope, keys[i].name);

		if (o) {
			set_job_option(f, o, &keys[i]);
			continue;
		}
		f->other = arena_grow(f->scope->arena, f->other, f->other_count,
				      sizeof(const void *));
		f->other[f->other_count++] = &keys[i];
	}
	warn_of_gathered(f);
	f->gathered = NULL;
}

/* Sizes depend on kb_base, wherever in the section that stands. */
static unsigned find_kb_base(const struct jobfile_key *keys, size_t count,
			     unsigned inherited)
{
	for (size_t i = count; i-- > 0;)
		if (strcmp(keys[i].name, "kb_base") == 0 && keys[i].value)
			return strcmp(keys[i].value, "1000") == 0 ? 1000 : 1024;
	return inherited;
}

void option_scope_init(struct option_scope *scope, struct arena *arena,
		       const struct plan_settings *settings, struct diag *diag)
{
	*scope = (struct option_scope){
		.arena = arena,
		.settings = settings,
		.diag = diag,
	};
	scope->known = arena_alloc(arena, sizeof(*scope->known));
	option_table_defaults(TABLE, &scope->globals, arena);
}

void option_scope_begin_file(struct option_scope *scope)
{
	struct option_sources sources = { 0 };

	if (!scope->in_file) {
		scope->in_file = true;
		scope->before = scope->globals;
		scope->before_source_count = scope->sources.count;
		scope->before_key_count = scope->global_key_count;
		return;
	}
	scope->globals = scope->before;
	scope->inherited = NULL;
	/* A new array: the jobs of the files before hold on to the old one. */
	for (size_t i = 0; i < scope->before_source_count; i++)
		option_sources_add(&sources, scope->arena,
				   scope->sources.items[i].option,
				   scope->sources.items[i].at);
	scope->sources = sources;
	scope->global_key_count = scope->before_key_count;
}

static struct filling filling_new(struct option_scope *scope, unsigned kb_base)
{
	return (struct filling){
		.scope = scope,
		.context = { .arena = scope->arena, .kb_base = kb_base },
	};
}

void option_scope_add_global(struct option_scope *scope,
			     const struct jobfile_section *section)
{
	unsigned kb_base = find_kb_base(section->keys, section->key_count,
					(unsigned)scope->globals.kb_base);
	struct filling f = filling_new(scope, kb_base);

	scope->inherited = NULL;
	f.options = &scope->globals;
	f.sources = &scope->sources;
	f.first_source = scope->sources.count;
	f.given = &scope->given;
	f.grows = true;
	set_keys(&f, section->keys, section->key_count);
	for (size_t i = 0; i < section->key_count; i++) {
		scope->global_keys = arena_grow(
			scope->arena, scope->global_keys,
			scope->global_key_count, sizeof(const void *));
		scope->global_keys[scope->global_key_count++] =
			&section->keys[i];
	}
	/* Which engine they belong to is known with each job. */
	for (size_t i = 0; i < f.other_count; i++) {
		const struct jobfile_key *key = f.other[i];

		if (!any_engine_has(scope->settings->engines, key->name))
			refuse_unknown(scope, NULL, key);
		else
			note_given(&f, key->name, key->value ? key->value : "",
				   false);
	}
}

/* It may be one of another engine of a list. */
static void not_of_engine(const struct filling *f,
			  const struct engine_info *engine,
			  const struct jobfile_key *key)
{
	struct diag *diag = f->scope->diag;

	if (f->engine_listed)
		diag_note(diag, key->at,
			  "%s: has no effect, as ioengine=%s is used",
			  key->name, engine->name);
	else
		diag_warning(diag, key->at,
			     "%s: is not an option of ioengine=%s", key->name,
			     engine->name);
}

/* Give `key` to the engine, if it has such an option. */
static void set_engine_option(struct filling *f, struct job_section *out,
			      void *values, const struct jobfile_key *key,
			      bool inherited)
{
	const struct option_scope *scope = f->scope;
	const struct option_table *table = out->engine->options;
	const struct option *o = table ? option_find(table, key->name) : NULL;

	if (o) {
		if (option_set(o, values, key->value, &f->context, key->at,
			       scope->diag) < 0)
			hint_unset(scope->diag, key);
		else if (!inherited)
			note_given(f, o->name, key->value ? key->value : "",
				   false);
	} else if (any_engine_has(scope->settings->engines, key->name)) {
		if (!inherited)
			not_of_engine(f, out->engine, key);
	} else if (!inherited) {
		refuse_unknown(scope, out->engine, key);
	}
}

static void fill_engine(struct filling *f, struct job_section *out)
{
	struct option_scope *scope = f->scope;
	void *values;

	f->engine_listed = strchr(f->options->ioengine, ',') != NULL;
	out->engine = plan_engine_find(scope, out, f->options);
	if (!out->engine) {
		for (size_t i = 0; i < f->other_count; i++)
			if (!any_engine_has(scope->settings->engines,
					    f->other[i]->name))
				refuse_unknown(scope, NULL, f->other[i]);
		return;
	}
	values = arena_alloc(scope->arena, out->engine->options_size);
	if (out->engine->options)
		option_table_defaults(out->engine->options, values,
				      scope->arena);
	for (size_t i = 0; i < scope->global_key_count; i++)
		if (!find_option(scope, scope->global_keys[i]->name))
			set_engine_option(f, out, values, scope->global_keys[i],
					  true);
	for (size_t i = 0; i < f->other_count; i++)
		set_engine_option(f, out, values, f->other[i], false);
	out->engine_options = values;
}

/* Start from [global], read again if its sizes mean something else here. */
static void inherit(struct filling *f, struct job_options *options)
{
	const struct option_scope *scope = f->scope;

	f->options = options;
	*options = scope->globals;
	/* A name in [global] names none of its jobs. */
	options->name = NULL;
	if (f->context.kb_base == (unsigned)scope->globals.kb_base)
		return;
	for (size_t i = 0; i < scope->global_key_count; i++) {
		const struct jobfile_key *key = scope->global_keys[i];
		const struct option *o = option_find(TABLE, key->name);

		if (!o || o->gathers || o->type == &option_text_list)
			continue;
		if (option_set(o, options, key->value, &f->context, key->at,
			       scope->diag) == 0)
			settle_pair(options, o);
	}
}

/* Sections share what they inherit, until [global] says more. */
static const struct option_sources *
inherited_sources(struct option_scope *scope)
{
	struct option_sources *kept;

	if (!scope->inherited) {
		kept = arena_alloc(scope->arena, sizeof(*kept));
		*kept = scope->sources;
		scope->inherited = kept;
	}
	return scope->inherited;
}

void option_scope_apply(struct option_scope *scope,
			const struct jobfile_section *section,
			struct job_section *out, struct job_options *options)
{
	const struct plan_settings *settings = scope->settings;
	unsigned kb_base = (unsigned)scope->globals.kb_base;
	struct filling f;

	kb_base = find_kb_base(section->keys, section->key_count, kb_base);
	kb_base = find_kb_base(settings->overrides, settings->override_count,
			       kb_base);
	f = filling_new(scope, kb_base);
	f.given = &out->given;
	f.sources = &out->own;
	reserve(&f, out, section->key_count + settings->override_count);
	out->inherited = inherited_sources(scope);
	out->options = options;
	inherit(&f, options);
	set_keys(&f, section->keys, section->key_count);
	/* --set is meant to replace what the file says: no notes of that. */
	f.replacing = true;
	for (size_t i = 0; i < settings->override_count; i++) {
		const struct option *o =
			option_find(TABLE, settings->overrides[i].name);

		if (o && o->gathers)
			memset((char *)options + o->offset, 0,
			       sizeof(struct text_list));
	}
	set_keys(&f, settings->overrides, settings->override_count);
	fill_engine(&f, out);
}
