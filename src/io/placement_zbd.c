#include "placement.h"

#include "engine/engine.h"
#include "io/zone_map.h"
#include "spec/plan.h"

#include <math.h>

/*
 * zonemode=zbd: blocks are written one behind the other in each zone, whatever
 * the order of the zones; only what was written is read; trims empty a zone.
 * Zones are counted from the file's beginning. The job has those that lie
 * within its part of the file.
 */

static struct zone_request request_of(const struct placement *placement,
				      const struct part *part,
				      unsigned direction)
{
	const struct zbd *zbd = &placement->zbd;

	return (struct zone_request){
		.first = part->zbd->first,
		.end = part->zbd->end,
		.owner = zbd->owner,
		.max_open = zbd->max_open,
		.min = placement->draw[direction].sizes.min,
		.remainder = zbd->remainder,
		.zone = part->zbd->at[direction],
	};
}

static uint32_t zones_of(const struct part *part)
{
	return part->zbd->end - part->zbd->first;
}

/*
 * As often as there is room for blocks in each, so that all are full at the
 * end and none twice.
 */
static uint32_t zone_in_order(struct placement *placement, struct part *part)
{
	uint64_t blocks = part->order.count / zones_of(part);

	if (part->next >= part->order.count) {
		permutation_init(&part->order, part->order.count,
				 random_next(placement->source));
		part->next = 0;
	}
	return part->zbd->first +
	       (uint32_t)(permutation_at(&part->order, part->next++) / blocks);
}

static uint32_t draw_zone(struct placement *placement, struct part *part)
{
	return part->zbd->first +
	       (uint32_t)random_below(placement->source, zones_of(part));
}

/* Behind the last zone a sequence is through, unless it leaves zones out. */
static void go_on(const struct placement *placement, struct part *part,
		  unsigned direction)
{
	uint32_t *at = &part->zbd->at[direction];

	*at += 1 + placement->zbd.skip;
	part->zbd->read_to = 0;
	if (*at >= part->zbd->end && placement->zbd.skip)
		*at = part->zbd->first;
}

static bool is_through(const struct part *part, unsigned direction)
{
	return part->zbd->at[direction] >= part->zbd->end;
}

/* zone_reset_threshold, zone_reset_frequency. */
static bool wants_renewal(struct zbd *zbd, const struct zone_map *map)
{
	if (!zbd->renew_every ||
	    (double)map->data < zbd->threshold * (double)map->capacity ||
	    ++zbd->writes < zbd->renew_every)
		return false;
	zbd->writes = 0;
	return true;
}

static bool write_to_zone(struct placement *placement, struct part *part,
			  struct block *block)
{
	struct zone_map *map = part->zbd->map;
	struct zone_request r = request_of(placement, part, DIRECTION_WRITE);

	if (placement->random)
		r.zone = placement->fixed && !placement->anywhere
				 ? zone_in_order(placement, part)
				 : draw_zone(placement, part);
	else if (is_through(part, DIRECTION_WRITE))
		return false;
	r.length = placement_draw(placement, DIRECTION_WRITE);
	r.renew = wants_renewal(&placement->zbd, map);
	if (!zone_map_write(map, &r))
		return false;
	placement->zbd.resets += r.reset;
	block->direction = DIRECTION_WRITE;
	block->offset = r.offset;
	block->length = r.length;
	if (!placement->random && r.filled)
		go_on(placement, part, DIRECTION_WRITE);
	return true;
}

static bool read_anywhere(struct placement *placement, struct part *part,
			  struct block *block, struct zone_request *r)
{
	const struct block_draw *draw = &placement->draw[DIRECTION_READ];
	uint64_t align = placement->align[DIRECTION_READ];
	uint64_t length = placement_draw(placement, DIRECTION_READ);

	r->zone = placement->fixed && !placement->anywhere
			  ? zone_in_order(placement, part)
			  : draw_zone(placement, part);
	if (!zone_map_read(part->zbd->map, r, placement->zbd.reads_beyond))
		return false;
	if (length > r->length)
		length = block_draw_at_most(draw, r->length);
	block->offset =
		r->offset + random_below(placement->source,
					 (r->length - length) / align + 1) *
				    align;
	block->length = length;
	return true;
}

static bool read_on(struct placement *placement, struct part *part,
		    struct block *block, struct zone_request *r)
{
	const struct block_draw *draw = &placement->draw[DIRECTION_READ];
	uint64_t *position = &part->zbd->read_to;
	uint64_t length = placement_draw(placement, DIRECTION_READ);
	uint32_t tries = zones_of(part);

	for (;; go_on(placement, part, DIRECTION_READ)) {
		if (is_through(part, DIRECTION_READ) || !tries--)
			return false;
		r->zone = part->zbd->at[DIRECTION_READ];
		r->end = r->zone + 1;
		r->first = r->zone;
		if (zone_map_read(part->zbd->map, r,
				  placement->zbd.reads_beyond) &&
		    r->length >= *position + r->min)
			break;
	}
	if (length > r->length - *position)
		length = block_draw_at_most(draw, r->length - *position);
	block->offset = r->offset + *position;
	block->length = length;
	*position += length;
	return true;
}

static bool read_zone(struct placement *placement, struct part *part,
		      struct block *block)
{
	struct zone_request r = request_of(placement, part, DIRECTION_READ);

	return placement->random ? read_anywhere(placement, part, block, &r)
				 : read_on(placement, part, block, &r);
}

static bool trim_zone(struct placement *placement, struct part *part,
		      struct block *block)
{
	struct zone_request r = request_of(placement, part, DIRECTION_TRIM);

	if (placement->random)
		r.zone = draw_zone(placement, part);
	if (!zone_map_trim(part->zbd->map, &r))
		return false;
	part->zbd->at[DIRECTION_TRIM] = r.zone;
	placement->zbd.resets++;
	block->offset = r.offset;
	block->length = r.length;
	return true;
}

bool place_zbd(struct placement *placement, struct part *part,
	       struct block *block)
{
	if (block->direction == DIRECTION_TRIM)
		return trim_zone(placement, part, block);
	if (block->direction == DIRECTION_READ &&
	    read_zone(placement, part, block))
		return true;
	/* A mix begins with what there is to read. */
	if (!placement->draw[DIRECTION_WRITE].sizes.max)
		return false;
	return write_to_zone(placement, part, block);
}

void placement_zbd_take_back(struct placement *placement,
			     const struct part *part, const struct io *io)
{
	struct zone_map *map = part->zbd->map;
	struct zone_request r = request_of(placement, part, DIRECTION_WRITE);

	r.zone = (uint32_t)(io->offset / map->zone_size);
	r.offset = io->offset;
	r.length = io->length;
	placement->zbd.resets -=
		zone_map_take_back(map, &r, io->kind == IO_TRIM);
}

void placement_zbd_leave(const struct placement *placement,
			 const struct part *part)
{
	zone_map_leave(part->zbd->map, placement->zbd.owner);
}

void placement_zbd(struct placement *placement, const struct layout *layout)
{
	const struct job_options *o = layout->job->section->options;
	const struct zone_options *z = &o->zone;

	placement->zbd = (struct zbd){
		.owner = (uint32_t)layout->job->number + 1,
		.max_open = (uint32_t)z->job_max_open,
		.remainder = z->write_remainder,
		.reads_beyond = z->read_beyond_wp,
		.threshold = z->reset_threshold,
	};
	if (z->reset_frequency > 0)
		placement->zbd.renew_every =
			(uint64_t)llround(1 / z->reset_frequency);
	placement->place = place_zbd;
	placement->plain = false;
}

void placement_zbd_part(struct placement *placement, struct part *part,
			struct part_zbd *zbd, const struct layout *layout,
			size_t file)
{
	const struct layout_file *f = &layout->files[file];
	const struct zone_options *z = &layout->job->section->options->zone;

	zbd->map = f->zones;
	layout_file_zones(f, &zbd->first, &zbd->end);
	placement->zbd.skip =
		(uint32_t)(z->skip.unit == SIZE_ZONES
				   ? z->skip.value
				   : z->skip.value / f->zones->zone_size);
	part->zbd = zbd;
	part->places = zbd->end > zbd->first;
}

void placement_zbd_start(const struct placement *placement, struct part *part,
			 uint64_t seed)
{
	struct part_zbd *zbd = part->zbd;
	uint64_t blocks =
		zbd->map->zones[zbd->first].capacity / placement->unit;

	part->left = UINT64_MAX;
	part->next = 0;
	zbd->read_to = 0;
	for (unsigned d = 0; d < DIRECTION_COUNT; d++)
		zbd->at[d] = zbd->first;
	permutation_init(&part->order, blocks * zones_of(part), seed);
}
