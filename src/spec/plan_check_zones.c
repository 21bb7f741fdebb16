#include "plan_check.h"

#include "spec/engine_info.h"
#include "spec/job_blocks.h"

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

/* A sequence may run over the end of its zone, but what is random stays in. */
static void random_blocks_fit_their_zones(struct check *c)
{
	const struct job_options *o = c->options;
	const struct zone_options *z = &o->zone;
	uint64_t range = z->range ? z->range : z->size;
	uint64_t least = 0;

	if (z->mode != ZONES_STRIDED || !(o->rw.flags & RW_RANDOM))
		return;
	for (int d = 0; d < DIRECTIONS; d++) {
		uint64_t min = job_block_sizes(o, d).min;

		if (o->rw.flags & (unsigned)RW_READ << d && min > least)
			least = min;
	}
	if (range && least > range)
		diag_error(c->diag,
			   z->range ? SOURCE(c, zone.range)
				    : SOURCE(c, zone.size),
			   "%s: %" PRIu64
			   " has no room for random blocks of %" PRIu64 " (bs)",
			   z->range ? "zonerange" : "zonesize", range, least);
}

/* What the order of a zoned device leaves no room for. */
static void zoned_devices_have_their_order(struct check *c)
{
	const struct job_options *o = c->options;
	bool plain = true;

	if (o->zone.mode != ZONES_ZBD)
		return;
	for (int d = 0; d < DIRECTIONS; d++)
		if (o->random_distribution.of[d].kind != DISTRIBUTION_UNIFORM ||
		    o->percentage_random.of[d] < 100)
			plain = false;
	if (o->rw.flags & RW_RANDOM && !plain)
		diag_error(c->diag, SOURCE(c, zone.mode),
			   "zonemode: zbd chooses each zone as likely, without "
			   "random_distribution or percentage_random");
	if (o->rw.flags & RW_RANDOM ? o->rw.modifier > 1 : o->rw.modifier != 0)
		diag_error(c->diag, SOURCE(c, rw),
			   "rw: zonemode=zbd has no other order of blocks than "
			   "one behind the other");
	if (o->rw.flags & RW_TRIM_FIRST)
		diag_error(c->diag, SOURCE(c, rw),
			   "rw: a trim empties a zone with zonemode=zbd, and "
			   "can't go before each write");
	if (o->replay.read.count)
		diag_error(c->diag, SOURCE(c, replay.read),
			   "read_iolog: has its own offsets, which aren't "
			   "those of zonemode=zbd");
	if (o->split || o->fill_device || o->file_append)
		diag_error(c->diag, SOURCE(c, zone.mode),
			   "zonemode: zbd goes with none of split, fill_device "
			   "and file_append");
	if (c->section->engine->flags & ENGINE_ACTIVITY)
		diag_error(c->diag, SOURCE(c, zone.mode),
			   "zonemode: ioengine=%s has no offsets",
			   c->section->engine->name);
}

static void capacities_are_within_zones(struct check *c)
{
	const struct zone_options *z = &c->options->zone;

	if (z->mode == ZONES_ZBD && z->size && z->size < 512)
		diag_error(c->diag, SOURCE(c, zone.size),
			   "zonesize: needs to be 512 at least with "
			   "zonemode=zbd");
	if (z->size && z->capacity > z->size)
		diag_error(c->diag, SOURCE(c, zone.capacity),
			   "zonecapacity: is more than zonesize");
	if (z->job_max_open && z->max_open && z->job_max_open > z->max_open)
		diag_error(c->diag, SOURCE(c, zone.job_max_open),
			   "job_max_open_zones: is more than max_open_zones");
}

static void recovery_goes_on(struct check *c)
{
	if (c->options->zone.recover_write_error &&
	    !(c->options->continue_on_error & CONTINUE_WRITE))
		diag_error(c->diag, SOURCE(c, zone.recover_write_error),
			   "recover_zbd_write_error: needs "
			   "continue_on_error=write");
}

/* What only zonemode=zbd has a use for. */
static void options_of_zbd_have_it(struct check *c)
{
	const struct zone_options *z = &c->options->zone;
	const struct {
		bool set;
		const char *name;
		struct source at;
	} list[] = {
		{ z->capacity, "zonecapacity", SOURCE(c, zone.capacity) },
		{ z->read_beyond_wp, "read_beyond_wp",
		  SOURCE(c, zone.read_beyond_wp) },
		{ z->max_open, "max_open_zones", SOURCE(c, zone.max_open) },
		{ z->job_max_open, "job_max_open_zones",
		  SOURCE(c, zone.job_max_open) },
		{ z->ignore_limits, "ignore_zone_limits",
		  SOURCE(c, zone.ignore_limits) },
		{ z->reset_frequency > 0, "zone_reset_frequency",
		  SOURCE(c, zone.reset_frequency) },
		{ z->reset_threshold > 0, "zone_reset_threshold",
		  SOURCE(c, zone.reset_threshold) },
		{ z->write_remainder, "write_zone_remainder",
		  SOURCE(c, zone.write_remainder) },
		{ z->recover_write_error, "recover_zbd_write_error",
		  SOURCE(c, zone.recover_write_error) },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i].set && z->mode != ZONES_ZBD)
			diag_note(c->diag, list[i].at,
				  "%s: has no effect without zonemode=zbd",
				  list[i].name);
	if (z->mode == ZONES_ZBD && z->range)
		diag_note(c->diag, SOURCE(c, zone.range),
			  "zonerange: has no effect with zonemode=zbd");
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
	if (z->mode == ZONES_ZBD)
		return;
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
	random_blocks_fit_their_zones(c);
	zoned_devices_have_their_order(c);
	capacities_are_within_zones(c);
	recovery_goes_on(c);
	options_of_zbd_have_it(c);
	zones_are_not_shares(c);
	sizes_in_zones_have_zones(c);
}
