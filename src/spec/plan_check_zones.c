#include "plan_check.h"

#include "spec/engine_info.h"

#include <inttypes.h>

/* Rules about zones. */

/* What the reference took for strides before it had zonemode. */
static void sizes_alone_make_strides(struct check *c)
{
	struct zone_options *z = &c->options->zone;

	if (z->mode != ZONES_NONE || !z->size)
		return;
	if (GIVEN(c, zone.mode)) {
		diag_error(c->diag, SOURCE(c, zone.size),
			   "zonesize: has no meaning with zonemode=none");
		return;
	}
	z->mode = ZONES_STRIDED;
	diag_note(c->diag, SOURCE(c, zone.size),
		  "zonesize: without zonemode, which is taken for strided");
}

static void strides_have_a_size(struct check *c)
{
	const struct zone_options *z = &c->options->zone;

	if (z->mode == ZONES_STRIDED && !z->size)
		diag_error(c->diag, SOURCE(c, zone.mode),
			   "zonemode: strided needs zonesize");
}

static void ranges_are_of_strides(struct check *c)
{
	const struct zone_options *z = &c->options->zone;

	if (z->mode == ZONES_NONE && (z->range || z->skip.value))
		diag_note(c->diag,
			  z->range ? SOURCE(c, zone.range)
				   : SOURCE(c, zone.skip),
			  "%s: has no effect without zonesize",
			  z->range ? "zonerange" : "zoneskip");
}

static void strides_go_forward(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->zone.mode != ZONES_STRIDED)
		return;
	if (!(o->rw.flags & RW_RANDOM) && o->rw.modifier < 0)
		diag_error(c->diag, SOURCE(c, rw),
			   "rw: a step back after each block leads out of the "
			   "zones of zonemode=strided");
	if (c->section->engine->flags & ENGINE_ACTIVITY)
		diag_error(c->diag, SOURCE(c, zone.mode),
			   "zonemode: ioengine=%s has no offsets",
			   c->section->engine->name);
	if (o->block_error_percentiles)
		diag_error(c->diag, SOURCE(c, block_error_percentiles),
			   "block_error_percentiles: follows the blocks of "
			   "size, and zonemode=strided goes beyond them");
}

static void zones_are_not_shares(struct check *c)
{
	const struct zone_options *z = &c->options->zone;
	uint64_t step = z->range ? z->range : z->size;
	uint64_t skip = z->skip.value;

	if (z->skip.unit == SIZE_PERCENT) {
		diag_error(c->diag, SOURCE(c, zone.skip),
			   "zoneskip: needs bytes or zones, not a share");
		return;
	}
	if (z->skip.unit == SIZE_ZONES &&
	    __builtin_mul_overflow(skip, z->size, &skip))
		skip = UINT64_MAX;
	if (__builtin_add_overflow(step, skip, &step) || step > INT64_MAX)
		diag_error(c->diag, SOURCE(c, zone.skip),
			   "zoneskip: leads beyond what a file can have");
}

static void zones_are_known(const struct check *c, struct size size,
			    const char *name, struct source at)
{
	if (size.unit != SIZE_ZONES || !size.value ||
	    c->options->zone.mode != ZONES_NONE)
		return;
	diag_error(c->diag, at,
		   "%s: %" PRIu64
		   "z is in zones, which zonemode and zonesize define",
		   name, size.value);
}

static void sizes_in_zones_have_zones(struct check *c)
{
	const struct job_options *o = c->options;

	zones_are_known(c, o->size, "size", SOURCE(c, size));
	zones_are_known(c, o->io_size, "io_size", SOURCE(c, io_size));
	zones_are_known(c, o->offset, "offset", SOURCE(c, offset));
	zones_are_known(c, o->offset_increment, "offset_increment",
			SOURCE(c, offset_increment));
}

void plan_check_zones(struct check *c)
{
	sizes_alone_make_strides(c);
	strides_have_a_size(c);
	ranges_are_of_strides(c);
	strides_go_forward(c);
	zones_are_not_shares(c);
	sizes_in_zones_have_zones(c);
}
