#include "placement.h"

#include "spec/job_blocks.h"
#include "spec/plan.h"

#include <assert.h>
#include <stdlib.h>

/*
 * Segments that are cut by turns, so that blocks that follow each other in time
 * do not in the file.
 */
enum { OPEN_SEGMENTS = 16 };

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

	if (rest < draw->sizes.min)
		return false;
	if (length > rest)
		length = block_draw_at_most(draw, rest);
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
	uint64_t align = placement->align[block->direction];
	uint64_t length = placement_draw(placement, block->direction);
	uint64_t places;

	if (part->length < draw->sizes.min)
		return false;
	if (length > part->length)
		length = block_draw_at_most(draw, part->length);
	places = (part->length - length) / align + 1;
	block->offset =
		part->offset + random_below(placement->source, places) * align;
	block->length = length;
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

/* Of the direction, or of what bs_is_seq_rand makes of it. */
static struct block_draw placement_sizes(struct placement *placement,
					 const struct job_options *o,
					 unsigned direction, bool random)
{
	int index = job_sizes_of(o, (int)direction, random);
	struct block_class *classes = placement->classes;
	struct block_draw draw;

	for (int i = 0; i < index; i++)
		classes += o->bssplit.count[i];
	block_draw_init(&draw, o, index, classes);
	return draw;
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
		*draw = placement_sizes(placement, o, d, placement->random);
		if (!first)
			first = draw;
		if (!block_draw_equal(draw, first))
			alike = false;
		if (!placement->unit || draw->sizes.min < placement->unit)
			placement->unit = draw->sizes.min;
		placement->align[d] =
			o->ba.of[d] ? o->ba.of[d] : draw->sizes.min;
	}
	assert(first && placement->unit > 0);
	placement->fixed = alike && first->sizes.steps == 1;
	return alike;
}

/* Whether random I/O of some direction is drawn from a distribution. */
static bool take_distributions(struct placement *placement,
			       const struct job_options *o, unsigned placed)
{
	bool any = false;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		placement->distribution[d] = &o->random_distribution.of[d];
		if (placed & 1u << d &&
		    placement->distribution[d]->kind != DISTRIBUTION_UNIFORM)
			any = true;
	}
	return any;
}

/* Whether some direction is not random all the time. */
static bool take_percentages(struct placement *placement,
			     const struct job_options *o, unsigned placed)
{
	bool any = false;

	for (unsigned d = 0; d < DIRECTION_COUNT; d++) {
		uint64_t percent = o->percentage_random.of[d];

		if (!(placed & 1u << d))
			continue;
		placement->random_below[d] =
			percent < 100 ? UINT64_MAX / 100 * percent : UINT64_MAX;
		placement->following[d] =
			placement_sizes(placement, o, d, false);
		if (percent == 100)
			placement->following[d] = placement->draw[d];
		else
			any = true;
	}
	return any;
}

static bool is_aligned_as_blocks(const struct placement *placement)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (placement->align[d] &&
		    placement->align[d] != placement->unit)
			return false;
	return true;
}

/* The order of single blocks, or of the first of each run. */
static void choose_first(struct placement *placement, uint64_t run)
{
	placement->segment = placement_segment_size(placement, run);
	if (placement->spreads) {
		placement->place = place_spread;
	} else if (!placement->anywhere && (run > 1 || !placement->fixed)) {
		placement->place =
			placement->classes ? place_in_shares : place_in_segment;
		placement->open_count = run > 1 ? 1 : OPEN_SEGMENTS;
	} else if (!placement->anywhere) {
		placement->place = place_in_order;
	} else if (placement->fixed && is_aligned_as_blocks(placement)) {
		placement->place = place_anywhere_fixed;
	} else {
		placement->place = place_anywhere;
	}
}

static void choose_random(struct placement *placement,
			  const struct job_options *o, unsigned placed)
{
	uint64_t run = o->rw.modifier > 1 ? (uint64_t)o->rw.modifier : 1;
	bool partly;

	placement->spreads = take_distributions(placement, o, placed);
	partly = take_percentages(placement, o, placed);
	placement->run = run;
	if (partly || (run > 1 && (placement->spreads || placement->anywhere)))
		placement->anywhere = partly = true;
	if (o->rw_sequencer == SEQUENCER_IDENTICAL && run > 1) {
		choose_first(placement, 1);
		placement->place_first = placement->place;
		placement->place = place_again;
	} else if (partly) {
		choose_first(placement, 1);
		placement->place_first = placement->place;
		placement->place = place_partly;
	} else {
		choose_first(placement, run);
	}
}

static bool has_alignment(const struct job_options *o, unsigned placed)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		if (placed & 1u << d && o->ba.of[d])
			return true;
	return false;
}

static void choose(struct placement *placement, const struct job_options *o)
{
	unsigned placed = placed_directions(o->rw.flags);
	bool alike = take_sizes(placement, o, placed);

	placement->set_count = alike ? 1 : DIRECTION_COUNT;
	if (has_alignment(o, placed))
		placement->anywhere = true;
	if (placement->random) {
		choose_random(placement, o, placed);
	} else {
		placement->hole = o->rw.modifier;
		placement->place = place_sequential;
	}
	placement->plain =
		placement->fixed && !placement->hole &&
		(!placement->random || placement->place == place_in_order ||
		 placement->place == place_anywhere_fixed ||
		 (placement->place == place_spread &&
		  is_aligned_as_blocks(placement)));
	/* What was trimmed is written in blocks of the writes' own sizes. */
	if (o->rw.flags & RW_TRIM_FIRST)
		placement->draw[DIRECTION_WRITE] = placement_sizes(
			placement, o, DIRECTION_WRITE, placement->random);
}

/* Zones around, or in place of, the order that was chosen. */
static bool choose_zones(struct placement *placement,
			 const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;
	size_t files = layout->file_count ? layout->file_count : 1;

	switch (o->zone.mode) {
	case ZONES_STRIDED:
		placement_stride(placement, o);
		placement->zones = calloc(files, sizeof(struct part_stride));
		return placement->zones;
	case ZONES_ZBD:
		placement_zbd(placement, layout);
		placement->zones = calloc(files, sizeof(struct part_zbd));
		return placement->zones;
	default:
		return true;
	}
}

static void set_zones(struct placement *placement, struct part *part,
		      const struct layout *layout, size_t file)
{
	if (!placement->zones)
		return;
	if (placement->stride.size)
		placement_stride_part(
			part, (struct part_stride *)placement->zones + file,
			layout, file);
	else
		placement_zbd_part(placement, part,
				   (struct part_zbd *)placement->zones + file,
				   layout, file);
}

bool placement_set_part(struct placement *placement, struct part *part,
			const struct layout *layout, size_t file)
{
	set_zones(placement, part, layout, file);
	return !placement->sprandoms ||
	       placement_sprandom_part(placement, part, file);
}

bool placement_init(struct placement *placement, const struct layout *layout,
		    struct random *source)
{
	const struct job_options *o = layout->job->section->options;
	size_t classes = 0;

	*placement = (struct placement){
		.random = o->rw.flags & RW_RANDOM,
		.anywhere = job_draws_offsets(o),
		.source = source,
	};
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		classes += o->bssplit.count[d];
	if (classes) {
		placement->classes =
			calloc(classes, sizeof(struct block_class));
		if (!placement->classes)
			return false;
	}
	choose(placement, o);
	if (o->sprandom.wanted)
		return placement_sprandom(placement, layout);
	return choose_zones(placement, layout);
}

void placement_free(struct placement *placement)
{
	free(placement->classes);
	free(placement->zones);
	placement_sprandom_free(placement);
}

bool placement_mixes(const struct placement *placement)
{
	return placement->spreads || placement->place_first;
}

unsigned placement_open_total(const struct placement *placement)
{
	return placement->open_count * placement->set_count;
}

/* Blocks are counted by where they may begin. */
bool placement_spread(struct placement *placement, struct part *part,
		      uint64_t seed)
{
	for (unsigned d = 0; placement->spreads && d < DIRECTION_COUNT; d++) {
		uint64_t align = placement->align[d];
		struct spread_request request = {
			.distribution = placement->distribution[d],
			.unit = align,
			.seed = seed,
		};

		if (!align)
			continue;
		request.n = part->length / align;
		if (part->stride && placement->stride.range / align < request.n)
			request.n = placement->stride.range / align;
		if (!spread_init(&part->mix->spread[d], &request,
				 placement->spread))
			return false;
		placement->spread = &part->mix->spread[d];
	}
	return true;
}

void part_mix_free(struct part_mix *mix)
{
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		spread_free(&mix->spread[d]);
}

void placement_start(const struct placement *placement, struct part *part,
		     uint64_t seed)
{
	if (part->zbd)
		placement_zbd_start(placement, part, seed);
	else if (part->stride)
		placement_stride_start(placement, part, seed);
	else if (part->sprandom)
		placement_sprandom_start(placement, part, seed);
	else
		placement_begin(placement, part, seed);
}

void placement_begin(const struct placement *placement, struct part *part,
		     uint64_t seed)
{
	unsigned open = placement_open_total(placement);
	uint64_t count;

	part->left = part->length;
	part->next = 0;
	if (part->mix)
		part->mix->run_left = 0;
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
