#include "plan_check.h"

#include <inttypes.h>

/* What options of memory and of its content mean for each other. */

static bool mixes_in_random(const struct job_options *o)
{
	return o->buffer_compress_percentage > 0 &&
	       o->buffer_compress_percentage < 100;
}

/* Whether all blocks that are written are the same. */
static bool is_uniform(const struct job_options *o)
{
	return o->buffer_compress_percentage == 100 ||
	       (o->buffer_pattern.length && !mixes_in_random(o));
}

/* All this is about each block anew: one fill would be written many times. */
static void content_means_refill(struct check *c)
{
	struct job_options *o = c->options;

	if (GIVEN(c, refill_buffers))
		return;
	if (GIVEN(c, dedupe_percentage) || GIVEN(c, buffer_compress_percentage))
		o->refill_buffers = !is_uniform(o);
}

static void dedupe_needs_refill(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->dedupe_percentage && o->dedupe_percentage < 100 &&
	    !o->refill_buffers && !is_uniform(o))
		diag_error(c->diag, SOURCE(c, refill_buffers),
			   "refill_buffers: 0 repeats every block, and "
			   "dedupe_percentage=%" PRIu64 " asks for new ones",
			   o->dedupe_percentage);
}

static void dedupe_needs_different_blocks(struct check *c)
{
	const struct job_options *o = c->options;
	const char *cause = o->buffer_compress_percentage == 100
				    ? "buffer_compress_percentage=100"
				    : "buffer_pattern";

	if (!o->dedupe_percentage || o->dedupe_percentage == 100 ||
	    !is_uniform(o))
		return;
	diag_error(c->diag, SOURCE(c, dedupe_percentage),
		   "dedupe_percentage: %" PRIu64
		   " can't be had, as %s makes all blocks alike",
		   o->dedupe_percentage, cause);
	diag_hint(c->diag, SOURCE(c, dedupe_percentage),
		  "buffer_compress_percentage below 100 mixes in random data");
}

static void a_working_set_leaves_room(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->dedupe_mode != DEDUPE_WORKING_SET || !o->dedupe_percentage ||
	    o->dedupe_percentage + o->dedupe_working_set_percentage <= 100)
		return;
	diag_error(c->diag, SOURCE(c, dedupe_percentage),
		   "dedupe_percentage: %" PRIu64 " leaves no room for the "
		   "working set, %" PRIu64 " %% of the size, which is written "
		   "without repetition (dedupe_working_set_percentage)",
		   o->dedupe_percentage, o->dedupe_working_set_percentage);
}

static void sharing_needs_a_working_set(struct check *c)
{
	const struct job_options *o = c->options;

	if (o->dedupe_global && o->dedupe_percentage &&
	    o->dedupe_mode != DEDUPE_WORKING_SET)
		diag_error(c->diag, SOURCE(c, dedupe_global),
			   "dedupe_global: needs dedupe_mode=working_set");
}

static void note_without_effect(struct check *c, struct source at,
				const char *name, const char *needed)
{
	diag_note(c->diag, at, "%s: has no effect without %s", name, needed);
}

static void dedupe_options_need_a_percentage(struct check *c)
{
	const char *needed = "dedupe_percentage";

	if (!c->options->dedupe_percentage) {
		if (GIVEN(c, dedupe_mode))
			note_without_effect(c, SOURCE(c, dedupe_mode),
					    "dedupe_mode", needed);
		if (c->options->dedupe_global)
			note_without_effect(c, SOURCE(c, dedupe_global),
					    "dedupe_global", needed);
	}
	if (GIVEN(c, dedupe_working_set_percentage) &&
	    (!c->options->dedupe_percentage ||
	     c->options->dedupe_mode != DEDUPE_WORKING_SET))
		note_without_effect(c, SOURCE(c, dedupe_working_set_percentage),
				    "dedupe_working_set_percentage",
				    "dedupe_percentage and "
				    "dedupe_mode=working_set");
}

static void chunks_need_a_percentage(struct check *c)
{
	if (GIVEN(c, buffer_compress_chunk) && !mixes_in_random(c->options))
		note_without_effect(c, SOURCE(c, buffer_compress_chunk),
				    "buffer_compress_chunk",
				    "buffer_compress_percentage");
}

static void content_goes_before_zeros(struct check *c)
{
	const struct job_options *o = c->options;
	const char *stronger = NULL;

	if (!o->zero_buffers)
		return;
	if (o->buffer_pattern.length)
		stronger = "buffer_pattern";
	else if (mixes_in_random(o))
		stronger = "buffer_compress_percentage";
	else if (o->dedupe_percentage && o->dedupe_percentage < 100)
		stronger = "dedupe_percentage";
	if (stronger)
		diag_note(c->diag, SOURCE(c, zero_buffers),
			  "zero_buffers: has no effect beside %s", stronger);
}

static void huge_pages_have_a_size(struct check *c)
{
	const struct job_options *o = c->options;
	uint64_t size = o->hugepage_size;

	if (size & (size - 1))
		diag_error(c->diag, SOURCE(c, hugepage_size),
			   "hugepage-size: %" PRIu64 " is not a power of two",
			   size);
	else if (size && o->mem.kind != MEMORY_SHMHUGE &&
		 o->mem.kind != MEMORY_MMAPHUGE)
		note_without_effect(c, SOURCE(c, hugepage_size),
				    "hugepage-size", "mem=mmaphuge or shmhuge");
}

static void (*const rules[])(struct check *) = {
	content_means_refill,          dedupe_needs_refill,
	dedupe_needs_different_blocks, a_working_set_leaves_room,
	sharing_needs_a_working_set,   dedupe_options_need_a_percentage,
	chunks_need_a_percentage,      content_goes_before_zeros,
	huge_pages_have_a_size,
};

void plan_check_buffers(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
