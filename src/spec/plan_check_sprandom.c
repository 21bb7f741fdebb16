#include "plan_check.h"

#include "spec/engine_info.h"

#include <inttypes.h>

/* Rules of sprandom=1, which has a say in all that comes next. */

#define WANTED(c) ((c)->options->sprandom.wanted)

static void the_rest_needs_sprandom(struct check *c)
{
	/* [global] may ask for it, for the sake of jobs that do I/O. */
	if (c->section->engine->flags & ENGINE_TASK)
		WANTED(c) = false;
	if (WANTED(c))
		return;
	NOTE_PART_WITHOUT(c, sprandom.over_provisioning, "spr_op", "sprandom");
	NOTE_PART_WITHOUT(c, sprandom.regions, "spr_num_regions", "sprandom");
	NOTE_PART_WITHOUT(c, sprandom.cache, "spr_cs", "sprandom");
}

static void it_writes_at_random(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->rw.flags != (RW_WRITE | RW_RANDOM))
		diag_error(c->diag, SOURCE(c, sprandom.wanted),
			   "sprandom: needs rw=randwrite, and rw is %s",
			   rw_name(o->rw.flags));
	else if (o->rw.modifier > 1)
		diag_error(c->diag, SOURCE(c, rw),
			   "rw: sprandom places each write by itself, and not "
			   "%" PRId64 " in a row",
			   o->rw.modifier);
	else if (c->section->engine->flags & ENGINE_ACTIVITY)
		diag_error(c->diag, SOURCE(c, sprandom.wanted),
			   "sprandom: ioengine=%s writes nothing",
			   c->section->engine->name);
}

static void its_blocks_are_alike(struct check *c)
{
	const struct job_options *o = c->options;
	const struct number_range *bs = &o->bs.of[1];

	if (bs->min != bs->max)
		diag_error(c->diag,
			   o->bssplit.count[1] ? SOURCE(c, bssplit)
					       : SOURCE(c, bs),
			   "%s: sprandom needs one size of blocks",
			   o->bssplit.count[1] ? "bssplit" : "bs");
	else if (o->ba.of[1] && o->ba.of[1] != bs->min)
		diag_error(c->diag, SOURCE(c, ba),
			   "ba: with sprandom blocks are aligned to their own "
			   "size, bs=%" PRIu64,
			   bs->min);
}

static void spares_are_a_share(struct check *c)
{
	if (!(c->options->sprandom.over_provisioning > 0))
		diag_error(c->diag, SOURCE(c, sprandom.over_provisioning),
			   "spr_op: a device without spare capacity has no "
			   "steady state: it has to be above 0");
	else if (c->options->sprandom.over_provisioning > 1)
		diag_note(c->diag, SOURCE(c, sprandom.over_provisioning),
			  "spr_op: is a share of the capacity that the device "
			  "offers: %g means that it has %g times as much "
			  "flash",
			  c->options->sprandom.over_provisioning,
			  1 + c->options->sprandom.over_provisioning);
}

static void it_alone_says_which_block(struct check *c)
{
	const struct job_options *o = c->options;
	struct {
		bool is_set;
		const char *name;
		struct source at;
	} others[] = {
		{ o->percentage_random.of[1] < 100, "percentage_random",
		  SOURCE(c, percentage_random) },
		{ o->random_distribution.of[1].kind != DISTRIBUTION_UNIFORM,
		  "random_distribution", SOURCE(c, random_distribution) },
		{ o->zone.mode != ZONES_NONE, "zonemode",
		  SOURCE(c, zone.mode) },
		{ o->file_service_type.kind == SERVICE_SKEWED,
		  "file_service_type", SOURCE(c, file_service_type) },
		{ o->replay.read.count > 0, "read_iolog",
		  SOURCE(c, replay.read) },
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (others[i].is_set)
			diag_error(c->diag, others[i].at,
				   "%s: has another order of blocks than "
				   "sprandom, which is given, too",
				   others[i].name);
}

static void it_alone_says_how_much(struct check *c)
{
	if (c->options->io_size.value)
		diag_error(c->diag, SOURCE(c, io_size),
			   "io_size: sprandom writes size and spr_op of it, no "
			   "more and no less");
}

/* What comes on top of the pass undoes it. */
static void it_writes_once(struct check *c)
{
	const struct job_options *o = c->options;
	bool shares = o->numjobs > 1 && !o->split && !o->offset_increment.value;

	if (o->ramp_time.ns || o->control.ramp_size)
		diag_warning(
			c->diag,
			o->ramp_time.ns ? SOURCE(c, ramp_time)
					: SOURCE(c, control.ramp_size),
			"%s: what is written in it comes on top of the one "
			"pass of sprandom",
			o->ramp_time.ns ? "ramp_time" : "ramp_size");
	if (shares && o->filename.count)
		diag_warning(c->diag, SOURCE(c, numjobs),
			     "numjobs: each copy has a pass of sprandom of its "
			     "own; over the same file they undo each other "
			     "(split=1 divides it)");
	if (o->loops > 1 || o->time_based)
		diag_warning(c->diag,
			     o->loops > 1 ? SOURCE(c, loops)
					  : SOURCE(c, time_based),
			     "%s: each pass of sprandom after the first comes "
			     "on top of it",
			     o->loops > 1 ? "loops" : "time_based");
}

static void (*const rules[])(struct check *) = {
	it_writes_at_random,       its_blocks_are_alike,   spares_are_a_share,
	it_alone_says_which_block, it_alone_says_how_much, it_writes_once,
};

void plan_check_sprandom(struct check *c)
{
	the_rest_needs_sprandom(c);
	if (!WANTED(c))
		return;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
