#include "plan_check.h"

#include "spec/engine_info.h"

/* Rules between what a job asks for and what its engine can do. */

static void engines_do_only_what_they_can(struct check *c)
{
	unsigned flags = c->section->engine->flags;
	unsigned rw = c->options->rw.flags;
	const char *what = rw & RW_READ && flags & ENGINE_NO_READ   ? "reads"
			   : rw & RW_TRIM && flags & ENGINE_NO_TRIM ? "trims"
								    : NULL;

	if (what)
		diag_error(c->diag, SOURCE(c, rw),
			   "rw: '%s' has %s, which ioengine=%s can't do",
			   rw_name(rw), what, c->section->engine->name);
}

static void atomic_writes_are_direct(struct check *c)
{
	struct job_options *o = c->options;

	if (!o->atomic)
		return;
	if (!(c->section->engine->flags & ENGINE_ATOMIC)) {
		diag_error(c->diag, SOURCE(c, atomic),
			   "atomic: ioengine=%s can't write atomically; "
			   "io_uring, libaio and pvsync2 can",
			   c->section->engine->name);
		return;
	}
	if (!o->direct && (GIVEN(c, direct) || GIVEN(c, buffered)))
		diag_error(c->diag, SOURCE(c, atomic),
			   "atomic: needs direct I/O, and direct=0 is given");
	o->direct = true;
	o->buffered = false;
}

static void some_engines_are_never_direct(struct check *c)
{
	unsigned flags = c->section->engine->flags;

	if (!c->options->direct)
		return;
	if (flags & ENGINE_BUFFERED_ONLY)
		diag_note(c->diag, SOURCE(c, direct),
			  "direct: ioengine=%s works through the page cache; "
			  "each write is synced (msync) in place of it",
			  c->section->engine->name);
	else if (flags & ENGINE_NO_DATA)
		diag_note(c->diag, SOURCE(c, direct),
			  "direct: has no effect: ioengine=%s moves no data",
			  c->section->engine->name);
}

/* They have no descriptors to sync, and some nothing to do a second time. */
static void activities_are_simple(struct check *c)
{
	const struct job_options *o = c->options;
	const struct engine_info *engine = c->section->engine;

	if (!(engine->flags & ENGINE_ACTIVITY))
		return;
	if (o->fsync || o->fdatasync || o->end_fsync || o->end_syncfs ||
	    o->fsync_on_close)
		diag_error(c->diag,
			   o->fsync        ? SOURCE(c, fsync)
			   : o->fdatasync  ? SOURCE(c, fdatasync)
			   : o->end_fsync  ? SOURCE(c, end_fsync)
			   : o->end_syncfs ? SOURCE(c, end_syncfs)
					   : SOURCE(c, fsync_on_close),
			   "ioengine=%s opens no file that could be synced",
			   engine->name);
	if (engine->flags & ENGINE_ONCE && (o->loops > 1 || o->time_based))
		diag_error(c->diag,
			   o->loops > 1 ? SOURCE(c, loops)
					: SOURCE(c, time_based),
			   "ioengine=%s can do what it does to each file only "
			   "once",
			   engine->name);
}

static void activities_work_on_whole_files(struct check *c)
{
	if (c->options->split && c->section->engine->flags & ENGINE_ACTIVITY)
		diag_error(c->diag, SOURCE(c, split),
			   "split: ioengine=%s works on whole files",
			   c->section->engine->name);
}

static void engine_options_agree(struct check *c)
{
	const struct engine_info *engine = c->section->engine;
	const char *conflict = NULL;

	if (engine->find_conflict)
		conflict = engine->find_conflict(c->section->engine_options);
	if (conflict)
		diag_error(c->diag, SOURCE(c, ioengine), "ioengine=%s: %s",
			   engine->name, conflict);
}

static void (*const rules[])(struct check *) = {
	engines_do_only_what_they_can,  atomic_writes_are_direct,
	some_engines_are_never_direct,  activities_are_simple,
	activities_work_on_whole_files, engine_options_agree,
};

void plan_check_engine(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
