#include "placement.h"

#include "spec/plan.h"

#include <assert.h>

enum {
	/*
	 * Segments that are cut by turns, so that blocks that follow each
	 * other in time do not in the file.
	 */
	OPEN_SEGMENTS = 16,
	/* Longest segment in the largest blocks, for sizes that fit badly. */
	SEGMENT_BLOCKS_MAX = 64,
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * Where a sequence goes on after a block that ended at `end`. With a hole it
 * begins again when that leads out of the part; a part whose last byte was hit
 * is done.
 */
static uint64_t position_after(const struct placement *placement,
			       const struct part *part, uint64_t end)
{
	int64_t next;

	if (!placement->hole || end >= part->length)
		return end;
	if (__builtin_add_overflow((int64_t)end, placement->hole, &next) ||
	    next >= (int64_t)part->length)
		return 0;
	if (next >= 0)
		return (uint64_t)next;
	next = (int64_t)part->length + placement->hole;
	return next > 0 ? (uint64_t)next : 0;
}

static bool place_sequential(struct placement *placement, struct part *part,
			     struct block *block)
{
	const struct block_draw *draw = &placement->draw[block->direction];
	uint64_t *position = &part->position[block->direction];
	uint64_t rest = part->length - *position;
	uint64_t length = placement_draw(placement, block->direction);

	if (rest < draw->min)
		return false;
	if (length > rest)
		length = rest - rest % draw->min;
	block->offset = part->offset + *position;
	block->length = length;
	*position = position_after(placement, part, *position + length);
	return true;
}

static bool place_in_order(struct placement *placement, struct part *part,
			   struct block *block)
{
	if (part->next >= part->order.count)
		return false;
	block->offset =
		part->offset +
		permutation_at(&part->order, part->next++) * placement->unit;
	block->length = placement->unit;
	return true;
}

static bool place_anywhere_fixed(struct placement *placement, struct part *part,
				 struct block *block)
{
	if (!part->places)
		return false;
	block->offset =
		part->offset +
		random_below(placement->source, part->places) * placement->unit;
	block->length = placement->unit;
	return true;
}

static bool place_anywhere(struct placement *placement, struct part *part,
			   struct block *block)
{
	const struct block_draw *draw = &placement->draw[block->direction];
	uint64_t length = placement_draw(placement, block->direction);
	uint64_t places;

	if (part->whole < draw->min)
		return false;
	if (length > part->whole)
		length = part->whole - part->whole % draw->min;
	places = (part->whole - length) / draw->min + 1;
	block->offset = part->offset +
			random_below(placement->source, places) * draw->min;
	block->length = length;
	return true;
}

static bool open_segment(const struct placement *placement, struct part *part,
			 struct segment *segment)
{
	uint64_t at;

	if (placement->anywhere) {
		at = random_below(placement->source, part->places) *
		     placement->unit;
	} else {
		if (part->next >= part->order.count)
			return false;
		at = permutation_at(&part->order, part->next++) *
		     placement->segment;
	}
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

/* The length of the next block, such that no rest is too small for one. */
static uint64_t cut(struct placement *placement, enum direction direction,
		    uint64_t rest)
{
	const struct block_draw *draw = &placement->draw[direction];
	uint64_t length = placement_draw(placement, direction);

	if (length >= rest)
		return rest;
	if (rest - length >= draw->min)
		return length;
	if (rest <= draw->max)
		return rest;
	return rest >= 2 * draw->min ? rest - draw->min : length;
}

static bool place_in_segment(struct placement *placement, struct part *part,
			     struct block *block)
{
	unsigned sets = placement->set_count;
	unsigned wanted = block->direction;
	struct segment *s = NULL;

	/* A direction of its own sizes cuts segments of its own. */
	for (unsigned i = 0; i < sets && !s; i++) {
		unsigned d = (wanted + i) % DIRECTION_COUNT;

		if (!placement->draw[d].max)
			continue;
		s = pick_segment(placement, part, sets > 1 ? d : 0);
		block->direction = d;
	}
	if (!s)
		return false;
	block->offset = part->offset + s->at;
	block->length = cut(placement, block->direction, s->end - s->at);
	s->at += block->length;
	return true;
}

/* Directions whose blocks have a place of their own. */
static unsigned placed_directions(unsigned flags)
{
	unsigned set = 0;

	if (flags & RW_TRIM_FIRST)
		return 1u << DIRECTION_TRIM;
	if (flags & RW_READ)
		set |= 1u << DIRECTION_READ;
	if (flags & RW_WRITE)
		set |= 1u << DIRECTION_WRITE;
	if (flags & RW_TRIM)
		set |= 1u << DIRECTION_TRIM;
	return set;
}

static struct block_draw draw_of(struct number_range range)
{
	return (struct block_draw){
		.min = range.min,
		.max = range.max,
		.steps = range.min < range.max
				 ? (range.max + range.min - 1) / range.min
				 : 1,
	};
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	assert(a > 0);
	return a;
}

/* The least size of which every direction's least is a part; 0: too large. */
static uint64_t common_size(const struct placement *placement)
{
	uint64_t size = placement->unit;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		uint64_t min = placement->draw[d].min;

		if (!min || !size)
			continue;
		min /= common_divisor(size, min);
		if (__builtin_mul_overflow(size, min, &size))
			return 0;
	}
	return size;
}

/*
 * A segment is made of whole blocks of the least size of every direction, if
 * that doesn't make it much longer than the largest block.
 */
static uint64_t segment_size(const struct placement *placement, uint64_t run)
{
	uint64_t step = common_size(placement);
	uint64_t max = 0;
	uint64_t size;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (placement->draw[d].max > max)
			max = placement->draw[d].max;
	if (!step || step > SEGMENT_BLOCKS_MAX * max)
		step = placement->unit;
	assert(step > 0);
	size = (max + step - 1) / step * step;
	/* Room for a smallest block after a largest one of an odd size. */
	if (max % step)
		size += step;
	return run < INT64_MAX / size ? run * size : INT64_MAX;
}

/* The sizes of the directions in use; whether they all are alike. */
static bool take_sizes(struct placement *placement, const struct job_options *o,
		       unsigned placed)
{
	const struct block_draw *first = NULL;
	bool alike = true;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		struct block_draw *draw = &placement->draw[d];

		if (!(placed & 1u << d))
			continue;
		*draw = draw_of(o->bs.of[d]);
		if (!first)
			first = draw;
		if (draw->min != first->min || draw->max != first->max)
			alike = false;
		if (!placement->unit || draw->min < placement->unit)
			placement->unit = draw->min;
	}
	assert(first && placement->unit > 0);
	placement->fixed = alike && first->steps == 1;
	return alike;
}

static void choose_random(struct placement *placement,
			  const struct job_options *o)
{
	uint64_t run = o->rw.modifier > 1 ? (uint64_t)o->rw.modifier : 1;

	placement->segment = segment_size(placement, run);
	if (run > 1 || (!placement->fixed && !placement->anywhere)) {
		placement->place = place_in_segment;
		placement->open_count = run > 1 ? 1 : OPEN_SEGMENTS;
	} else if (!placement->anywhere) {
		placement->place = place_in_order;
	} else if (placement->fixed) {
		placement->place = place_anywhere_fixed;
	} else {
		placement->place = place_anywhere;
	}
}

void placement_init(struct placement *placement, const struct layout *layout,
		    struct random *source)
{
	const struct job_options *o = layout->job->section->options;
	bool alike;

	*placement = (struct placement){
		.random = o->rw.flags & RW_RANDOM,
		.anywhere = o->norandommap,
		.source = source,
	};
	alike = take_sizes(placement, o, placed_directions(o->rw.flags));
	placement->set_count = alike ? 1 : DIRECTION_COUNT;
	if (placement->random) {
		choose_random(placement, o);
	} else {
		placement->hole = o->rw.modifier;
		placement->place = place_sequential;
	}
	/* What was trimmed is written in blocks of the writes' own sizes. */
	if (o->rw.flags & RW_TRIM_FIRST)
		placement->draw[DIRECTION_WRITE] =
			draw_of(o->bs.of[DIRECTION_WRITE]);
}

unsigned placement_open_total(const struct placement *placement)
{
	return placement->open_count * placement->set_count;
}

void placement_start(const struct placement *placement, struct part *part,
		     uint64_t seed)
{
	unsigned open = placement_open_total(placement);
	uint64_t count;

	part->left = part->length;
	part->next = 0;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		part->position[d] = 0;
	for (unsigned i = 0; i < open; i++)
		part->open[i] = (struct segment){ 0 };
	if (!placement->random || placement->anywhere)
		return;
	count = part->whole / placement->segment +
		(part->whole % placement->segment != 0);
	permutation_init(&part->order, count, seed);
}
