#include "placement.h"

#include "base/divisor.h"
#include <assert.h>

/*
 * A random pass over blocks of different sizes: stretches of the file in random
 * order, each of which is cut into blocks, so that every byte is hit once.
 */

/* Longest segment in the largest blocks, and that for uneven sizes. */
enum {
	SEGMENT_BLOCKS_MAX = 64,
	UNEVEN_SEGMENT_BLOCKS = 8,
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static bool open_segment(const struct placement *placement, struct part *part,
			 struct segment *segment)
{
	uint64_t at;

	if (part->next >= part->order.count)
		return false;
	at = permutation_at(&part->order, part->next++) * placement->segment;
	segment->at = at;
	segment->end = at + smaller(placement->segment, part->whole - at);
	return true;
}

/* A segment with something left, or NULL. */
static struct segment *pick_segment(struct placement *placement,
				    struct part *part, unsigned set)
{
	unsigned count = placement->open_count;
	struct segment *open = &part->open[(size_t)set * count];
	struct segment *s = open;

	if (count > 1)
		s += random_below(placement->source, count);
	if (s->at < s->end || open_segment(placement, part, s))
		return s;
	for (unsigned i = 0; i < count; i++)
		if (open[i].at < open[i].end)
			return &open[i];
	return NULL;
}

/*
 * A segment for a block of one of a few sizes: one that has room for it, or a
 * new one. As long as few are begun a new one is as good, so that blocks that
 * follow each other in time don't in the file. NULL: none has room, and no new
 * one can be begun.
 */
static struct segment *pick_with_room(struct placement *placement,
				      struct part *part, unsigned set,
				      uint64_t length)
{
	unsigned count = placement->open_count;
	struct segment *open = &part->open[(size_t)set * count];
	unsigned start = (unsigned)random_below(placement->source, count);
	struct segment *fits = NULL, *empty = NULL;
	unsigned begun = 0;

	for (unsigned i = 0; i < count; i++) {
		unsigned at = start + i < count ? start + i : start + i - count;
		struct segment *s = &open[at];

		if (s->at == s->end) {
			empty = s;
			continue;
		}
		begun++;
		if (!fits && s->end - s->at >= length)
			fits = s;
	}
	if (empty && (!fits || begun < count / 2) &&
	    open_segment(placement, part, empty))
		return empty;
	return fits;
}

/* The one with most left, or NULL. */
static struct segment *pick_largest(const struct placement *placement,
				    struct part *part, unsigned set)
{
	unsigned count = placement->open_count;
	struct segment *open = &part->open[(size_t)set * count];
	struct segment *best = open;

	for (unsigned i = 1; i < count; i++)
		if (open[i].end - open[i].at > best->end - best->at)
			best = &open[i];
	return best->at < best->end ? best : NULL;
}

/*
 * `length`, or what fits into `rest`, such that no rest is too small for a
 * block.
 */
static uint64_t cut(const struct block_draw *draw, uint64_t rest,
		    uint64_t length)
{
	uint64_t min = draw->sizes.min;

	if (length >= rest)
		return rest;
	if (rest - length >= min)
		return length;
	if (rest <= draw->sizes.max)
		return rest;
	return rest >= 2 * min ? rest - min : length;
}

/* The same where only some sizes are wanted, as long as they can be had. */
static uint64_t cut_classes(const struct block_draw *draw, uint64_t rest,
			    uint64_t length)
{
	uint64_t fits =
		length <= rest ? length : block_draw_at_most(draw, rest);

	return fits ? cut(draw, rest, fits) : rest;
}

/* From any segment of the set, cut as it comes. */
static bool place_range(struct placement *placement, struct part *part,
			struct block *block, unsigned set)
{
	struct segment *s = pick_segment(placement, part, set);
	unsigned d = block->direction;

	if (!s)
		return false;
	block->offset = part->offset + s->at;
	block->length = cut(&placement->draw[d], s->end - s->at,
			    placement_draw(placement, d));
	s->at += block->length;
	return true;
}

/* From one that has room for the size that is drawn, if there is one. */
static bool place_class(struct placement *placement, struct part *part,
			struct block *block, unsigned set)
{
	unsigned d = block->direction;
	uint64_t length = placement_draw(placement, d);
	struct segment *s = pick_with_room(placement, part, set, length);

	if (!s)
		s = pick_largest(placement, part, set);
	if (!s)
		return false;
	block->offset = part->offset + s->at;
	block->length =
		cut_classes(&placement->draw[d], s->end - s->at, length);
	s->at += block->length;
	return true;
}

/* A direction of its own sizes cuts segments of its own. */
static inline bool
place_in_sets(struct placement *placement, struct part *part,
	      struct block *block,
	      bool (*place)(struct placement *placement, struct part *part,
			    struct block *block, unsigned set))
{
	unsigned sets = placement->set_count;
	unsigned wanted = block->direction;

	for (unsigned i = 0; i < sets; i++) {
		unsigned d = (wanted + i) % DIRECTION_COUNT;

		if (!placement->draw[d].sizes.max)
			continue;
		block->direction = d;
		if (place(placement, part, block, sets > 1 ? d : 0))
			return true;
	}
	return false;
}

bool place_in_segment(struct placement *placement, struct part *part,
		      struct block *block)
{
	return place_in_sets(placement, part, block, place_range);
}

bool place_in_shares(struct placement *placement, struct part *part,
		     struct block *block)
{
	return place_in_sets(placement, part, block, place_class);
}

/* The least size of which every direction's least is a part; 0: too large. */
static uint64_t common_size(const struct placement *placement)
{
	uint64_t size = placement->unit;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		uint64_t min = placement->draw[d].sizes.min;

		if (!min || !size)
			continue;
		min /= common_divisor(size, min);
		if (__builtin_mul_overflow(size, min, &size))
			return 0;
	}
	return size;
}

/* Whether each size that has a share fills `segment` without a rest. */
static bool classes_fill(const struct placement *placement, uint64_t segment)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		const struct block_draw *draw = &placement->draw[d];

		for (size_t i = 0; i < draw->class_count; i++)
			if (segment % draw->classes[i].sizes.min ||
			    segment % draw->classes[i].sizes.max)
				return false;
	}
	return true;
}

/*
 * A segment is made of whole blocks of the least size of every direction, if
 * that doesn't make it much longer than the largest block.
 */
uint64_t placement_segment_size(const struct placement *placement, uint64_t run)
{
	uint64_t step = common_size(placement);
	uint64_t max = 0;
	uint64_t size;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (placement->draw[d].sizes.max > max)
			max = placement->draw[d].sizes.max;
	if (!step || step > SEGMENT_BLOCKS_MAX * max)
		step = placement->unit;
	assert(step > 0);
	size = (max + step - 1) / step * step;
	/* Room for a smallest block after a largest one of an odd size. */
	if (max % step)
		size += step;
	/* The longer it is, the less is left that no size fits. */
	if (!classes_fill(placement, size))
		size *= UNEVEN_SEGMENT_BLOCKS;
	return run < INT64_MAX / size ? run * size : INT64_MAX;
}
