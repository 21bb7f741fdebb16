#include "spec/job_blocks.h"

#include <stddef.h>

bool job_is_random(const struct job_options *o, int direction)
{
	return o->rw.flags & RW_RANDOM && o->percentage_random.of[direction];
}

bool job_is_sequential(const struct job_options *o, int direction)
{
	return !(o->rw.flags & RW_RANDOM) ||
	       o->percentage_random.of[direction] < 100;
}

int job_sizes_of(const struct job_options *o, int direction, bool random)
{
	return o->bs_is_seq_rand ? random : direction;
}

struct number_range job_block_sizes(const struct job_options *o, int direction)
{
	bool random = job_is_random(o, direction);
	struct number_range a = o->bs.of[job_sizes_of(o, direction, random)];
	struct number_range b;

	if (!random || !job_is_sequential(o, direction))
		return a;
	b = o->bs.of[job_sizes_of(o, direction, false)];
	return (struct number_range){
		.min = a.min < b.min ? a.min : b.min,
		.max = a.max > b.max ? a.max : b.max,
	};
}

static bool moves(const struct job_options *o, int direction)
{
	return o->rw.flags & ((unsigned)RW_READ << direction);
}

bool job_draws_offsets(const struct job_options *o)
{
	return o->norandommap && o->random_generator != GENERATOR_LFSR;
}

const char *job_repeats_blocks(const struct job_options *o)
{
	if (o->sprandom.wanted)
		return "sprandom";
	if (job_draws_offsets(o))
		return "norandommap";
	for (int d = 0; d < DIRECTIONS; d++) {
		if (!moves(o, d))
			continue;
		if (o->ba.of[d])
			return "ba";
		if (o->random_distribution.of[d].kind != DISTRIBUTION_UNIFORM)
			return "random_distribution";
		if (o->percentage_random.of[d] < 100)
			return "percentage_random";
	}
	if (o->rw_sequencer == SEQUENCER_IDENTICAL && o->rw.modifier > 1)
		return "rw_sequencer";
	if (o->file_service_type.kind == SERVICE_SKEWED)
		return "file_service_type";
	return NULL;
}
