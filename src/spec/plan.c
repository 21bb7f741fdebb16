#include "spec/plan.h"

#include "base/intern.h"
#include "plan_check.h"
#include "plan_options.h"
#include "plan_replay.h"
#include "plan_twins.h"

#include <inttypes.h>
#include <string.h>

struct builder {
	struct plan *plan;
	const struct jobfile *file;
	const struct plan_settings *settings;
	struct diag *diag;
	struct option_scope scope;
	struct job_options options; /* of the section that is being added */
	struct intern all_options;
	struct plan_twins twins;
	size_t input; /* which of them the last section came from */
	size_t stage; /* number of the first job after the last stonewall */
	bool wall;    /* before the next job: a further file begins */
};

static size_t job_limit(const struct builder *b)
{
	return b->settings->max_jobs ? b->settings->max_jobs : SIZE_MAX;
}

/* --section keeps the sections it names; without it all are kept. */
static bool is_wanted(const struct plan_settings *s, const char *name)
{
	for (size_t i = 0; i < s->section_count; i++)
		if (strcmp(s->sections[i], name) == 0)
			return true;
	return s->section_count == 0;
}

static const struct job_section *find_section(const struct builder *b,
					      const char *name)
{
	for (size_t i = b->plan->section_count; i-- > 0;)
		if (strcmp(b->plan->sections[i].name, name) == 0)
			return &b->plan->sections[i];
	return NULL;
}

#define NO_SUCH_JOB "wait_for: '%s' is not a job before this one"

static void place_in_order(struct builder *b, struct job_section *s)
{
	struct plan *plan = b->plan;
	const char *wait_for = s->options->wait_for;
	bool wall = s->options->stonewall || b->wall;

	if (plan->job_count > 0 && (wall || s->options->new_group))
		plan->group_count++;
	s->group = plan->group_count;
	s->first_job = plan->job_count;
	s->job_count = s->options->numjobs;
	if (wall)
		b->stage = plan->job_count;
	b->wall = false;
	s->after_all_below = b->stage;
	if (!wait_for)
		return;
	s->after = find_section(b, wait_for);
	if (!s->after && b->settings->parse_only)
		diag_warning(b->diag, PLAN_SOURCE(s, wait_for), NO_SUCH_JOB,
			     wait_for);
	else if (!s->after)
		diag_error(b->diag, PLAN_SOURCE(s, wait_for), NO_SUCH_JOB,
			   wait_for);
}

/* Messages so far; a hint only ever follows one of these. */
static size_t message_count(const struct diag *diag)
{
	return diag_count(diag, DIAG_ERROR) + diag_count(diag, DIAG_WARNING) +
	       diag_count(diag, DIAG_NOTE);
}

/* What `twin` says, at the lines of `from`. */
static void copy_section(const struct jobfile_section *from,
			 const struct job_section *twin, struct job_section *s)
{
	*s = *twin;
	s->name = twin->options->name ? twin->options->name : from->name;
	s->at = from->at;
	s->own.keys = from->keys;
}

static void check_section(struct builder *b, const struct job_section *s)
{
	size_t errors = diag_count(b->diag, DIAG_ERROR);
	struct check c = { s, &b->options, b->settings, b->diag };

	plan_replay_read(&c, b->plan->arena);
	if (diag_count(b->diag, DIAG_ERROR) == errors)
		plan_check_section(s, &b->options, b->settings, b->diag);
}

static void make_section(struct builder *b, const struct jobfile_section *from,
			 struct job_section *s)
{
	size_t errors = diag_count(b->diag, DIAG_ERROR);
	size_t messages = message_count(b->diag);

	*s = (struct job_section){ .name = from->name, .at = from->at };
	option_scope_apply(&b->scope, from, s, &b->options);
	if (b->options.name)
		s->name = b->options.name;
	if (diag_count(b->diag, DIAG_ERROR) == errors)
		check_section(b, s);
	s->options = intern_keep(&b->all_options, &b->options);
	/* With options of the engine, keys and sources don't go in step. */
	if (message_count(b->diag) == messages &&
	    s->own.count == from->key_count && b->settings->override_count == 0)
		plan_twins_add(&b->twins, from, s);
}

static void add_section(struct builder *b, const struct jobfile_section *from)
{
	struct plan *plan = b->plan;
	struct job_section *s = &plan->sections[plan->section_count];
	const struct job_section *twin = plan_twins_find(&b->twins, from);

	if (twin)
		copy_section(from, twin, s);
	else
		make_section(b, from, s);
	place_in_order(b, s);
	plan->section_count++;
	plan->job_count += s->job_count;
	if (plan->job_count > job_limit(b) &&
	    plan->job_count - s->job_count <= job_limit(b))
		diag_error(b->diag, PLAN_SOURCE(s, numjobs),
			   "this is job %zu and above, and --max-jobs=%zu is "
			   "the limit",
			   job_limit(b) + 1, job_limit(b));
}

/* Several job files are one run: each waits for the one before it. */
static void begin_file(struct builder *b, size_t input)
{
	option_scope_begin_file(&b->scope);
	plan_twins_clear(&b->twins);
	b->input = input;
	b->wall = input > 1;
}

static void add_sections(struct builder *b)
{
	const struct jobfile *file = b->file;
	bool any = false;

	for (size_t i = 0; i < file->section_count; i++) {
		const struct jobfile_section *s = &file->sections[i];

		if (s->input != b->input)
			begin_file(b, s->input);
		if (s->global) {
			option_scope_add_global(&b->scope, s);
			plan_twins_clear(&b->twins);
		} else if (is_wanted(b->settings, s->name)) {
			add_section(b, s);
			any = true;
		}
	}
	if (any)
		b->plan->group_count++;
}

static void add_jobs(struct plan *plan)
{
	size_t number = 0;

	plan->jobs =
		arena_calloc(plan->arena, plan->job_count, sizeof(*plan->jobs));
	for (size_t i = 0; i < plan->section_count; i++) {
		const struct job_section *s = &plan->sections[i];

		for (size_t clone = 0; clone < s->job_count; clone++) {
			plan->jobs[number] =
				(struct job){ s, number, clone, SIZE_MAX };
			number++;
		}
	}
}

/* Whether `job` is reported together with the unit that was made last. */
static bool joins_last(const struct plan *plan, const struct job *job)
{
	const struct report_unit *last;

	if (plan->unit_count == 0 || !job->section->options->group_reporting)
		return false;
	last = &plan->units[plan->unit_count - 1];
	return last->grouped &&
	       last->first->section->group == job->section->group &&
	       last->first->number + last->job_count == job->number;
}

static void add_units(struct plan *plan)
{
	plan->units = arena_calloc(plan->arena, plan->job_count,
				   sizeof(*plan->units));
	for (size_t i = 0; i < plan->job_count; i++) {
		struct job *job = &plan->jobs[i];

		if (!job->section->options->stats)
			continue;
		if (joins_last(plan, job))
			plan->units[plan->unit_count - 1].job_count++;
		else
			plan->units[plan->unit_count++] = (struct report_unit){
				.first = job,
				.job_count = 1,
				.grouped =
					job->section->options->group_reporting,
			};
		job->unit = plan->unit_count - 1;
	}
}

struct plan *plan_build(const struct jobfile *file,
			const struct plan_settings *settings, struct diag *diag)
{
	size_t errors = diag_count(diag, DIAG_ERROR);
	struct arena *arena = arena_new();
	struct builder b = { .file = file, .settings = settings, .diag = diag };

	b.plan = arena_alloc(arena, sizeof(*b.plan));
	b.plan->arena = arena;
	b.plan->aux_path = settings->aux_path;
	b.plan->sections = arena_calloc(arena, file->section_count,
					sizeof(*b.plan->sections));
	option_scope_init(&b.scope, arena, settings, diag);
	intern_init(&b.all_options, arena, sizeof(b.options));
	add_sections(&b);
	intern_free(&b.all_options);
	plan_twins_clear(&b.twins);
	b.plan->global = b.scope.given;
	plan_check_steady_groups(b.plan, diag);
	if (diag_count(diag, DIAG_ERROR) > errors) {
		plan_free(b.plan);
		return NULL;
	}
	add_jobs(b.plan);
	add_units(b.plan);
	return b.plan;
}

void plan_free(struct plan *plan)
{
	if (plan)
		arena_free(plan->arena);
}

/*
 * Rules ask for many options, of which a section gives few: one of 64 bits
 * tells of most that they were not given.
 */
static uint64_t field_bit(size_t offset)
{
	const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);

	return UINT64_C(1) << (offset * odd >> 58);
}

/* Who looks for the place of bs finds that of bsrange, too. */
static size_t twin_of(size_t offset)
{
	return offset == offsetof(struct job_options, bsrange)
		       ? offsetof(struct job_options, bs)
		       : offset;
}

void option_sources_add(struct option_sources *sources, struct arena *arena,
			const struct option *option, struct source at)
{
	if (arena)
		sources->items =
			arena_grow(arena, sources->items, sources->count,
				   sizeof(sources->items[0]));
	sources->items[sources->count++] = (struct option_source){ option, at };
	sources->fields |=
		field_bit(option->offset) | field_bit(twin_of(option->offset));
}

static const struct source *find_source(const struct option_sources *sources,
					size_t offset)
{
	if (!sources || !(sources->fields & field_bit(offset)))
		return NULL;
	for (size_t i = sources->count; i-- > 0;) {
		size_t given = sources->items[i].option->offset;

		if (given == offset || twin_of(given) == offset)
			return sources->keys ? &sources->keys[i].at
					     : &sources->items[i].at;
	}
	return NULL;
}

static const struct source *find_any_source(const struct job_section *section,
					    size_t offset)
{
	const struct source *own = find_source(&section->own, offset);

	return own ? own : find_source(section->inherited, offset);
}

struct source plan_source(const struct job_section *section, size_t offset)
{
	const struct source *at = find_any_source(section, offset);

	return at ? *at : section->at;
}

bool plan_given(const struct job_section *section, size_t offset)
{
	return find_any_source(section, offset) != NULL;
}

bool section_only_verifies(const struct job_section *section)
{
	const struct job_options *o = section->options;

	return o->verify.only && o->verify.scheme && o->rw.flags & RW_WRITE;
}

bool section_reads_back(const struct job_section *section)
{
	const struct job_options *o = section->options;
	bool endless = o->time_based && o->runtime.ns;

	return o->verify.scheme && o->verify.do_verify && !o->verify.only &&
	       o->rw.flags & RW_WRITE && !endless;
}

bool section_order_depends_on_time(const struct job_section *section)
{
	const struct job_options *o = section->options;
	bool rated = false;

	for (int d = 0; d < DIRECTIONS; d++)
		rated = rated || o->rate.of[d] || o->rate_iops.of[d];
	return o->ramp_time.ns || o->control.ramp_size ||
	       (rated && o->rw.flags & RW_READ);
}

bool section_changes_files(const struct job_section *section)
{
	if (section_only_verifies(section))
		return false;
	return section->options->rw.flags & (RW_WRITE | RW_TRIM) ||
	       section->engine->flags & ENGINE_CHANGES;
}

bool section_has_no_depth(const struct job_section *section)
{
	return engine_has_no_depth(section->engine) &&
	       section->options->control.submit_mode == SUBMIT_INLINE;
}

bool section_is_direct(const struct job_section *section)
{
	return section->options->direct &&
	       !(section->engine->flags &
		 (ENGINE_BUFFERED_ONLY | ENGINE_NO_DATA));
}

uint64_t section_share_of_reads(const struct job_section *s)
{
	bool later = PLAN_SOURCE(s, rwmixwrite).line >
		     PLAN_SOURCE(s, rwmixread).line;

	if (PLAN_GIVEN(s, rwmixwrite) && (!PLAN_GIVEN(s, rwmixread) || later))
		return 100 - s->options->rwmixwrite;
	return s->options->rwmixread;
}

const char *rw_name(unsigned flags)
{
	for (const struct option_choice *w = option_rw.words; w->name; w++)
		if ((unsigned)w->value == flags)
			return w->name;
	return "?";
}
