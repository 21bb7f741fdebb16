#include "placement.h"

/* Orders in which blocks may be hit again. */

bool place_spread(struct placement *placement, struct part *part,
		  struct block *block)
{
	unsigned d = block->direction;
	const struct block_draw *draw = &placement->draw[d];
	uint64_t align = placement->align[d];
	uint64_t length = placement_draw(placement, d);
	uint64_t at;

	if (part->length < draw->sizes.min)
		return false;
	if (length > part->length)
		length = block_draw_at_most(draw, part->length);
	at = spread_next(&part->mix->spread[d], placement->source) * align;
	/* A large block at the end begins where it just has room. */
	if (at > part->length - length)
		at = (part->length - length) / align * align;
	block->offset = part->offset + at;
	block->length = length;
	return true;
}

/* Behind the last block of its direction, or at the beginning. */
static bool place_behind(struct placement *placement, struct part *part,
			 struct block *block)
{
	const struct block_draw *draw = &placement->following[block->direction];
	uint64_t *position = &part->position[block->direction];
	uint64_t length = block_draw_next(draw, placement->source);

	if (part->length - *position < draw->sizes.min)
		*position = 0;
	if (part->length - *position < draw->sizes.min)
		return false;
	if (length > part->length - *position)
		length = block_draw_at_most(draw, part->length - *position);
	block->offset = part->offset + *position;
	block->length = length;
	return true;
}

/*
 * Runs of blocks that follow each other, of which some begin at a place that
 * place_first() gives, and the others behind the one before.
 */
bool place_partly(struct placement *placement, struct part *part,
		  struct block *block)
{
	struct part_mix *mix = part->mix;
	unsigned d = block->direction;
	bool jumps = false;

	if (!mix->run_left) {
		mix->run_left = placement->run;
		jumps = random_next(placement->source) <=
			placement->random_below[d];
	}
	mix->run_left--;
	/* With 0 % the first number that could be drawn is none too. */
	if (!placement->random_below[d])
		jumps = false;
	if (jumps ? !placement->place_first(placement, part, block)
		  : !place_behind(placement, part, block))
		return false;
	part->position[d] = block->offset + block->length - part->offset;
	return true;
}

/* The same block so many times. */
bool place_again(struct placement *placement, struct part *part,
		 struct block *block)
{
	const struct block_draw *draw = &placement->draw[block->direction];
	struct part_mix *mix = part->mix;
	uint64_t room = mix->last.end - mix->last.at;

	if (!mix->run_left || room < draw->sizes.min) {
		if (!placement->place_first(placement, part, block))
			return false;
		mix->run_left = placement->run - 1;
		mix->last.at = block->offset;
		mix->last.end = block->offset + block->length;
		return true;
	}
	mix->run_left--;
	block->offset = mix->last.at;
	block->length = block_draw_at_most(draw, room);
	return true;
}
