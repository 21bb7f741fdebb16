#include "plan_check.h"

#include "spec/engine_info.h"

#include <inttypes.h>

/* Rules of trims of several ranges: num_range. */

/* What the result of one I/O can tell. */
#define BYTES_MAX INT32_MAX

static void several_are_for_trims_only(struct check *c)
{
	const struct job_options *o = c->options;

	if ((o->rw.flags & ~(unsigned)RW_RANDOM) != RW_TRIM)
		diag_error(c->diag, SOURCE(c, num_range),
			   "num_range: needs rw=trim or rw=randtrim, and rw is "
			   "%s",
			   rw_name(o->rw.flags));
}

static void the_engine_takes_several(struct check *c)
{
	if (!(c->section->engine->flags & ENGINE_RANGES))
		diag_error(c->diag, SOURCE(c, num_range),
			   "num_range: ioengine=%s trims one range at a time; "
			   "io_uring_cmd can trim several",
			   c->section->engine->name);
}

static void all_of_them_fit_an_io(struct check *c)
{
	const struct job_options *o = c->options;
	uint64_t bs = o->bs.of[2].max;

	if (bs > BYTES_MAX / o->num_range)
		diag_error(c->diag, SOURCE(c, num_range),
			   "num_range: %" PRIu64 " ranges of %" PRIu64
			   " bytes (bs) are too much for one I/O, which has "
			   "less than 2 GiB",
			   o->num_range, bs);
}

static void they_are_of_one_file(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->nrfiles > 1 || o->filename.count > 1 || o->opendir)
		diag_error(c->diag, SOURCE(c, num_range),
			   "num_range: the ranges of a trim are of one file, "
			   "and the job may have more");
}

/* What keeps account of where each I/O is. */
static void nobody_asks_where_it_is(struct check *c)
{
	const struct job_options *o = c->options;
	struct {
		bool is_set;
		const char *name;
		struct source at;
	} others[] = {
		{ o->zone.mode == ZONES_ZBD, "zonemode", SOURCE(c, zone.mode) },
		{ o->replay.read.count > 0, "read_iolog",
		  SOURCE(c, replay.read) },
		{ o->replay.write, "write_iolog", SOURCE(c, replay.write) },
		{ o->control.serialize_overlap, "serialize_overlap",
		  SOURCE(c, control.serialize_overlap) },
		{ o->block_error_percentiles, "block_error_percentiles",
		  SOURCE(c, block_error_percentiles) },
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (others[i].is_set)
			diag_error(c->diag, others[i].at,
				   "%s: knows I/Os of one range only, and "
				   "num_range is %" PRIu64,
				   others[i].name, o->num_range);
}

static void logs_have_the_first(struct check *c)
{
	if (c->options->log.offset)
		diag_note(c->diag, SOURCE(c, log.offset),
			  "log_offset: of a trim of several ranges (num_range) "
			  "the first one's is logged");
}

static void (*const rules[])(struct check *) = {
	several_are_for_trims_only, the_engine_takes_several,
	all_of_them_fit_an_io,      they_are_of_one_file,
	nobody_asks_where_it_is,    logs_have_the_first,
};

void plan_check_ranges(struct check *c)
{
	/* [global] may ask for it, for the sake of jobs that do I/O. */
	if (c->section->engine->flags & ENGINE_TASK)
		c->options->num_range = 1;
	if (c->options->num_range == 1)
		return;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
