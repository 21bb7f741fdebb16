#include "plan_check.h"

#include "spec/engine_info.h"
#include "spec/job_blocks.h"

/* Rules about sizes of blocks and where they are. */

static void shares_set_the_sizes(struct check *c)
{
	struct job_options *o = c->options;

	for (int d = 0; d < DIRECTIONS; d++) {
		const struct block_share *list = o->bssplit.of[d];
		struct number_range *bs = &o->bs.of[d];

		for (size_t i = 0; i < o->bssplit.count[d]; i++) {
			if (!i || list[i].size.min < bs->min)
				bs->min = list[i].size.min;
			if (!i || list[i].size.max > bs->max)
				bs->max = list[i].size.max;
		}
	}
	o->bsrange = o->bs;
}

static void filling_is_writing_in_order(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->fill_device && o->rw.flags != RW_WRITE)
		diag_error(c->diag, SOURCE(c, fill_device),
			   "fill_device: needs rw=write: with rw=%s the space "
			   "that is left is no measure of what to do",
			   rw_name(o->rw.flags));
}

static void filling_makes_files_longer(struct check *c)
{
	if (c->options->fill_device &&
	    c->section->engine->flags & ENGINE_FIXED_SIZE)
		diag_error(c->diag, SOURCE(c, fill_device),
			   "fill_device: ioengine=%s can't make files longer",
			   c->section->engine->name);
}

static void filling_is_not_divided(struct check *c)
{
	if (c->options->fill_device && c->options->split)
		diag_error(c->diag, SOURCE(c, fill_device),
			   "fill_device: has no end to divide with split=1");
}

static void copies_begin_at_one_place(struct check *c)
{
	if (c->options->offset_increment.value && c->options->split)
		diag_error(c->diag, SOURCE(c, offset_increment),
			   "offset_increment: says where each copy begins, and "
			   "so does split=1");
}

static void a_stride_is_of_a_sequence(struct check *c)
{
	struct job_options *o = c->options;
	bool any = false;

	if (!o->random_sequence_stride)
		return;
	for (int d = 0; d < DIRECTIONS; d++) {
		struct distribution *dist = &o->random_distribution.of[d];

		dist->strided = dist->kind == DISTRIBUTION_SEQUENCE;
		any = any || dist->strided;
	}
	if (!any)
		diag_note(c->diag, SOURCE(c, random_sequence_stride),
			  "random_sequence_stride: has no effect without "
			  "random_distribution=sequence");
}

static bool draws_sizes(const struct job_options *o)
{
	for (int d = 0; d < DIRECTIONS; d++)
		if (o->bs.of[d].min < o->bs.of[d].max && !o->bssplit.count[d])
			return true;
	return false;
}

static void unaligned_blocks_need_a_range(struct check *c)
{
	if (c->options->bs_unaligned && !draws_sizes(c->options))
		diag_note(c->diag, SOURCE(c, bs_unaligned),
			  "bs_unaligned: has no effect without a range of "
			  "block sizes");
}

static void note_sequential(struct check *c, size_t field, const char *name)
{
	if (!(c->options->rw.flags & RW_RANDOM) &&
	    plan_given(c->section, field))
		diag_note(c->diag, plan_source(c->section, field),
			  "%s: has no effect on rw=%s, which is sequential",
			  name, rw_name(c->options->rw.flags));
}

static void random_options_need_random_io(struct check *c)
{
	static const struct {
		size_t field;
		const char *name;
	} options[] = {
		{ offsetof(struct job_options, ba), "ba" },
		{ offsetof(struct job_options, percentage_random),
		  "percentage_random" },
		{ offsetof(struct job_options, random_distribution),
		  "random_distribution" },
		{ offsetof(struct job_options, rw_sequencer), "rw_sequencer" },
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		note_sequential(c, options[i].field, options[i].name);
	if (c->options->rw.flags & RW_RANDOM && c->options->rw.modifier <= 1 &&
	    GIVEN(c, rw_sequencer))
		diag_note(c->diag, SOURCE(c, rw_sequencer),
			  "rw_sequencer: has no effect without a number of "
			  "I/Os, as rw=%s:8",
			  rw_name(c->options->rw.flags));
}

static void (*const rules[])(struct check *) = {
	shares_set_the_sizes,          filling_is_writing_in_order,
	filling_makes_files_longer,    filling_is_not_divided,
	copies_begin_at_one_place,     a_stride_is_of_a_sequence,
	unaligned_blocks_need_a_range, random_options_need_random_io,
};

void plan_check_blocks(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
