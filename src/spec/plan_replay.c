#include "plan_replay.h"

#include "base/file_identity.h"
#include "spec/replay_log.h"

#include <inttypes.h>
#include <string.h>

static struct replay_rules rules_of(const struct replay_options *o)
{
	return (struct replay_rules){
		.skips = {
			[IOLOG_READ] = o->skip.reads,
			[IOLOG_WRITE] = o->skip.writes,
			[IOLOG_TRIM] = o->skip.trims,
			[IOLOG_SYNC] = o->skip.syncs,
			[IOLOG_DATASYNC] = o->skip.syncs,
		},
		.scale = o->scale,
		.align = o->align,
		.redirect = o->redirect,
	};
}

/* A log that was read for an earlier place in the list, or NULL. */
static const struct replay_log *find_read(const struct text_list *list,
					  const struct replay_log *const *logs,
					  size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list->items[i], list->items[count]) == 0)
			return logs[i];
	return NULL;
}

static bool read_logs(struct check *c, struct arena *arena)
{
	struct replay_options *o = &c->options->replay;
	struct source at = SOURCE(c, replay.read);
	struct replay_rules rules = rules_of(o);
	const struct replay_log **logs;

	logs = arena_calloc(arena, o->read.count,
			    sizeof(const struct replay_log *));
	for (size_t i = 0; i < o->read.count; i++) {
		/* Copies of the job are fewer than there are logs. */
		if (i >= c->options->numjobs)
			break;
		logs[i] = find_read(&o->read, logs, i);
		if (!logs[i])
			logs[i] =
				replay_log_load(arena, o->read.items[i], &rules,
						o->chunked, at, c->diag);
		if (!logs[i])
			return false;
	}
	o->logs = logs;
	return true;
}

/* What all copies of the job do together. */
static void set_pattern(struct job_options *o)
{
	static const unsigned flags[] = {
		[IOLOG_READ] = RW_READ,
		[IOLOG_WRITE] = RW_WRITE,
		[IOLOG_TRIM] = RW_TRIM,
	};
	bool seen[DIRECTIONS] = { false };

	o->rw.flags = 0;
	memset(&o->bssplit, 0, sizeof(o->bssplit));
	for (size_t i = 0; i < o->replay.read.count; i++) {
		const struct replay_log *log = o->replay.logs[i];

		for (int d = 0; log && d < DIRECTIONS; d++) {
			struct number_range *bs = &o->bs.of[d];

			if (!log->count[d])
				continue;
			o->rw.flags |= flags[d];
			if (!seen[d] || log->least[d] < bs->min)
				bs->min = log->least[d];
			if (!seen[d] || log->most[d] > bs->max)
				bs->max = log->most[d];
			seen[d] = true;
		}
	}
	o->bsrange = o->bs;
}

static void note_overruled(struct check *c)
{
#define OVERRULED(field)                                                       \
	{                                                                      \
#field, offsetof(struct job_options, field)                    \
	}
	static const struct {
		const char *name;
		size_t offset;
	} overruled[] = {
		OVERRULED(rw),       OVERRULED(bs),        OVERRULED(size),
		OVERRULED(filesize), OVERRULED(filename),  OVERRULED(nrfiles),
		OVERRULED(offset),   OVERRULED(directory), OVERRULED(opendir),
	};
	const struct job_section *s = c->section;

	for (size_t i = 0; i < sizeof(overruled) / sizeof(overruled[0]); i++)
		if (plan_given(s, overruled[i].offset))
			diag_note(c->diag, plan_source(s, overruled[i].offset),
				  "%s: has no effect with read_iolog: the log "
				  "says which files and what is done to them",
				  overruled[i].name);
}

/* Whether what would be written to is one of the logs. */
static bool is_own_log(const struct replay_options *o, const char *path)
{
	for (size_t i = 0; path && i < o->read.count; i++)
		if (file_is_same(path, o->read.items[i]))
			return true;
	return false;
}

/* What has no meaning where the log says what is done. Returns whether so. */
static bool refuse_others(struct check *c)
{
	const struct job_options *o = c->options;
	struct source at = SOURCE(c, replay.read);
	size_t errors = diag_count(c->diag, DIAG_ERROR);

	if (c->section->engine->flags & ENGINE_ACTIVITY)
		diag_error(c->diag, at,
			   "read_iolog: ioengine=%s does no I/O that could be "
			   "done again",
			   c->section->engine->name);
	if (o->split)
		diag_error(c->diag, SOURCE(c, split),
			   "split: what a log says can't be divided among "
			   "copies of the job");
	if (o->fill_device)
		diag_error(c->diag, SOURCE(c, fill_device),
			   "fill_device: has no meaning with read_iolog");
	if (o->block_error_percentiles)
		diag_error(c->diag, SOURCE(c, block_error_percentiles),
			   "block_error_percentiles: the I/Os of a log are no "
			   "blocks of one size");
	if (o->zone.mode != ZONES_NONE || o->zone.size)
		diag_error(c->diag,
			   o->zone.size ? SOURCE(c, zone.size)
					: SOURCE(c, zone.mode),
			   "%s: has no meaning with read_iolog, whose log says "
			   "where each I/O is",
			   o->zone.size ? "zonesize" : "zonemode");
	if (o->replay.align & (o->replay.align - 1))
		diag_error(c->diag, SOURCE(c, replay.align),
			   "replay_align: %" PRIu64 " is not a power of two",
			   o->replay.align);
	if (is_own_log(&o->replay, o->replay.redirect))
		diag_error(c->diag, SOURCE(c, replay.redirect),
			   "replay_redirect: %s is what read_iolog reads",
			   o->replay.redirect);
	if (is_own_log(&o->replay, o->replay.write))
		diag_error(c->diag, SOURCE(c, replay.write),
			   "write_iolog: %s is what read_iolog reads",
			   o->replay.write);
	return diag_count(c->diag, DIAG_ERROR) > errors;
}

void plan_replay_read(struct check *c, struct arena *arena)
{
	struct job_options *o = c->options;

	if (!o->replay.read.count || refuse_others(c) ||
	    c->settings->parse_only)
		return;
	if (!read_logs(c, arena))
		return;
	note_overruled(c);
	set_pattern(o);
}
