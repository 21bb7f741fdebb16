#include "plan_check.h"

#include "spec/engine_info.h"
#include "spec/job_blocks.h"

#include <inttypes.h>

/* Rules about checking what was written. */

static bool verifies(const struct check *c)
{
	return c->options->verify.scheme != VERIFY_NONE;
}

static void a_pattern_is_verified(struct check *c)
{
	struct verify_options *v = &c->options->verify;

	if (!v->scheme && v->pattern.length && !GIVEN(c, verify.scheme))
		v->scheme = VERIFY_PATTERN_HDR;
}

static void patterns_are_given(struct check *c)
{
	const struct verify_options *v = &c->options->verify;

	if ((v->scheme == VERIFY_PATTERN || v->scheme == VERIFY_PATTERN_HDR) &&
	    !v->pattern.length)
		diag_error(c->diag, SOURCE(c, verify.scheme),
			   "verify: %s needs verify_pattern",
			   verify_scheme_name(v->scheme));
}

static void the_checksum_is_there(struct check *c)
{
	enum verify_scheme scheme = c->options->verify.scheme;
	const char *why = NULL;

	if (c->settings->verify_lack)
		why = c->settings->verify_lack(scheme);
	if (why)
		diag_error(c->diag, SOURCE(c, verify.scheme), "verify: %s %s",
			   verify_scheme_name(scheme), why);
}

/* The sizes of the I/Os that have headers. */
static const char *smallest_block(const struct check *c, uint64_t *least)
{
	const struct job_options *o = c->options;
	int direction = o->rw.flags & RW_WRITE ? 1 : 0;

	*least = job_block_sizes(o, direction).min;
	if (!o->verify.interval || o->verify.interval >= *least)
		return o->bssplit.count[direction] ? "bssplit" : "bs";
	*least = o->verify.interval;
	return "verify_interval";
}

static void headers_fit_the_blocks(struct check *c)
{
	const struct verify_options *v = &c->options->verify;
	uint64_t overhead = verify_scheme_overhead(v->scheme);
	uint64_t least;
	const char *name = smallest_block(c, &least);

	if (!overhead || overhead + v->offset <= least)
		return;
	if (v->offset && overhead <= least)
		diag_error(c->diag, SOURCE(c, verify.offset),
			   "verify_offset: %" PRIu64
			   " leaves no room for the header of verify=%s, which "
			   "has %" PRIu64 " bytes, in blocks of %" PRIu64
			   " (%s)",
			   v->offset, verify_scheme_name(v->scheme), overhead,
			   least, name);
	else
		diag_error(c->diag, SOURCE(c, verify.scheme),
			   "verify: %s needs blocks of at least %" PRIu64
			   " bytes, which is what its header has, and %s "
			   "has blocks of %" PRIu64,
			   verify_scheme_name(v->scheme), overhead, name,
			   least);
}

static void the_engine_moves_data(struct check *c)
{
	const struct engine_info *engine = c->section->engine;

	if (!verifies(c))
		return;
	if (engine->flags & (ENGINE_NO_DATA | ENGINE_NO_READ))
		diag_error(
			c->diag, SOURCE(c, verify.scheme),
			"verify: ioengine=%s %s, so that there is nothing to "
			"check",
			engine->name,
			engine->flags & ENGINE_NO_DATA
				? "moves no data"
				: "can't read back what it wrote");
	else if (engine->flags & ENGINE_DISKLESS &&
		 c->options->verify.scheme != VERIFY_NULL)
		diag_note(c->diag, SOURCE(c, verify.scheme),
			  "verify: ioengine=%s keeps no data, and what it "
			  "reads is not checked",
			  engine->name);
}

static void trims_leave_nothing_to_check(struct check *c)
{
	if (verifies(c) && !(c->options->rw.flags & (RW_READ | RW_WRITE)))
		diag_note(c->diag, SOURCE(c, verify.scheme),
			  "verify: has no effect on rw=%s, which moves no data",
			  rw_name(c->options->rw.flags));
}

static void the_end_of_time_ends_all(struct check *c)
{
	const struct job_options *o = c->options;

	if (!verifies(c) || !o->time_based || !o->verify.do_verify ||
	    !(o->rw.flags & RW_WRITE) || o->verify.only)
		return;
	diag_note(c->diag, SOURCE(c, verify.scheme),
		  "verify: time_based jobs write until their time is over, and "
		  "%s",
		  o->verify.backlog
			  ? "check only what verify_backlog reads back"
			  : "nothing is read back; verify_backlog does that "
			    "meanwhile");
}

static void only_verifying_has_an_end(struct check *c)
{
	const struct job_options *o = c->options;

	if (!o->verify.only || !(o->rw.flags & RW_WRITE))
		return;
	if (!verifies(c))
		diag_error(c->diag, SOURCE(c, verify.only),
			   "verify_only: needs verify, which says how");
	else if (o->time_based)
		diag_error(c->diag, SOURCE(c, verify.only),
			   "verify_only: how much a time_based job has written "
			   "can't be known");
	else if (o->fill_device)
		diag_error(c->diag, SOURCE(c, verify.only),
			   "verify_only: how much fill_device has written "
			   "can't be known");
}

/* Whether a pass writes every byte, wherever it begins. */
static bool passes_are_whole(const struct job_options *o)
{
	bool any_order =
		(o->sprandom.wanted || !job_draws_offsets(o)) &&
		o->random_distribution.of[1].kind == DISTRIBUTION_UNIFORM &&
		o->percentage_random.of[1] == 100;

	return !(o->rw.flags & (RW_READ | RW_TRIM)) && !o->number_ios &&
	       !o->io_size.value && o->zone.mode == ZONES_NONE &&
	       (any_order || !(o->rw.flags & RW_RANDOM));
}

static void what_a_ramp_wrote_is_known(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->verify.only && o->rw.flags & RW_WRITE && o->ramp_time.ns &&
	    !passes_are_whole(o))
		diag_error(c->diag, SOURCE(c, verify.only),
			   "verify_only: how much a job has written in its "
			   "ramp_time can't be known, unless it writes all of "
			   "its files in each pass");
}

static void a_backlog_needs_a_record(struct check *c)
{
	const struct verify_options *v = &c->options->verify;

	if (v->experimental && v->backlog)
		diag_error(c->diag, SOURCE(c, verify.experimental),
			   "experimental_verify: keeps no record of what was "
			   "written, which verify_backlog needs");
}

static void a_workload_is_gone_through_again(struct check *c)
{
	const struct job_options *o = c->options;
	bool ramps = o->ramp_time.ns || o->control.ramp_size;

	if (verifies(c) && o->verify.experimental &&
	    section_order_depends_on_time(c->section))
		diag_error(c->diag, SOURCE(c, verify.experimental),
			   "experimental_verify: which I/O comes when depends "
			   "on %s, and can't be gone through again",
			   ramps ? "the ramp" : "the rates");
}

static void parts_need_the_whole(struct check *c)
{
	const struct verify_options *v = &c->options->verify;

	if (!verifies(c)) {
		NOTE_PART_WITHOUT(c, verify.threads, "verify_async", "verify");
		NOTE_PART_WITHOUT(c, verify.backlog, "verify_backlog",
				  "verify");
		NOTE_PART_WITHOUT(c, verify.interval, "verify_interval",
				  "verify");
		NOTE_PART_WITHOUT(c, verify.offset, "verify_offset", "verify");
		NOTE_PART_WITHOUT(c, verify.pattern, "verify_pattern",
				  "verify");
		NOTE_PART_WITHOUT(c, verify.dump, "verify_dump", "verify");
		return;
	}
	if (!v->threads)
		NOTE_PART_WITHOUT(c, verify.threads_cpus, "verify_async_cpus",
				  "verify_async");
	if (!v->backlog)
		NOTE_PART_WITHOUT(c, verify.backlog_batch,
				  "verify_backlog_batch", "verify_backlog");
	if (!v->pattern.length)
		NOTE_PART_WITHOUT(c, verify.pattern_interval,
				  "verify_pattern_interval", "verify_pattern");
	if (!verify_scheme_overhead(v->scheme))
		NOTE_PART_WITHOUT(c, verify.interval, "verify_interval",
				  "a scheme that has headers");
}

static void (*const rules[])(struct check *) = {
	a_pattern_is_verified,
	patterns_are_given,
	the_checksum_is_there,
	headers_fit_the_blocks,
	the_engine_moves_data,
	trims_leave_nothing_to_check,
	the_end_of_time_ends_all,
	only_verifying_has_an_end,
	what_a_ramp_wrote_is_known,
	a_backlog_needs_a_record,
	a_workload_is_gone_through_again,
	parts_need_the_whole,
};

void plan_check_verify(struct check *c)
{
	/* [global] may ask for it, for the sake of jobs that do I/O. */
	if (c->section->engine->flags & ENGINE_TASK)
		c->options->verify.scheme = VERIFY_NONE;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
