#include "plan_check.h"

#include "spec/engine_info.h"

/* Rules about states of verify that are kept, and about trims in between. */

static bool writes(const struct check *c)
{
	return c->options->rw.flags & RW_WRITE && !c->options->verify.only;
}

static bool verifies(const struct check *c)
{
	return c->options->verify.scheme != VERIFY_NONE;
}

static void a_state_is_loaded_to_verify(struct check *c)
{
	const struct verify_options *v = &c->options->verify;

	if (!v->load_state)
		return;
	if (!verifies(c))
		diag_error(c->diag, SOURCE(c, verify.load_state),
			   "verify_state_load: needs verify, which says how");
	else if (writes(c))
		diag_error(c->diag, SOURCE(c, verify.load_state),
			   "verify_state_load: a job with rw=%s would write "
			   "over what is to be checked; with verify_only it "
			   "checks that",
			   rw_name(c->options->rw.flags));
}

static void trims_are_of_what_is_recorded(struct check *c)
{
	const struct verify_options *v = &c->options->verify;
	struct source at = SOURCE(c, verify.trim_percentage);

	if (!v->trim_percentage)
		return;
	if (!verifies(c) || !(c->options->rw.flags & RW_WRITE))
		diag_error(c->diag, at,
			   "trim_percentage: trims what a job has written that "
			   "is to be verified, and this one %s",
			   verifies(c) ? "writes nothing" : "has no verify");
	else if (v->only)
		diag_error(c->diag, at,
			   "trim_percentage: which blocks another run has "
			   "trimmed is not known, so that verify_only can't "
			   "check them");
	else if (v->experimental)
		diag_error(c->diag, at,
			   "trim_percentage: needs the record of what was "
			   "written, which experimental_verify does without");
	else if (c->section->engine->flags & ENGINE_NO_TRIM)
		diag_error(c->diag, at,
			   "trim_percentage: ioengine=%s can't trim",
			   c->section->engine->name);
}

static void parts_need_the_whole(struct check *c)
{
	const struct verify_options *v = &c->options->verify;

	if (!v->trim_percentage) {
		NOTE_PART_WITHOUT(c, verify.trim_zero, "trim_verify_zero",
				  "trim_percentage");
		NOTE_PART_WITHOUT(c, verify.trim_backlog, "trim_backlog",
				  "trim_percentage");
	}
	if (!v->trim_backlog)
		NOTE_PART_WITHOUT(c, verify.trim_batch, "trim_backlog_batch",
				  "trim_backlog");
	if (!verifies(c))
		NOTE_PART_WITHOUT(c, verify.save_state, "verify_state_save",
				  "verify");
}

static void (*const rules[])(struct check *) = {
	a_state_is_loaded_to_verify,
	trims_are_of_what_is_recorded,
	parts_need_the_whole,
};

void plan_check_verify_state(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
