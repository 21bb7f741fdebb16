#include "placement.h"

#include "spec/plan.h"

/*
 * zonemode=strided: in each zone of a file, so many bytes in the order that
 * the job has anyway, then on to the next one; behind the last the first
 * follows. As in the reference,
 * - zones reach over all of the file from the part's beginning on, and size=
 *   only says how much is moved;
 * - one count of bytes serves all files of the job, and the file whose turn it
 *   is when it is full goes on;
 * - another pass (loops, time_based) goes on in the same zone;
 * - a sequence begins again in its zone at the zone's end, which a last block
 *   may overlap; at the end of the file the file is done.
 */

static void enter_zone(const struct placement *placement, struct part *part,
		       uint64_t start, uint64_t seed)
{
	struct part_stride *zone = part->stride;
	uint64_t rest = zone->whole - start;

	zone->start = start;
	part->offset = zone->base + start;
	part->length = rest;
	if (placement->random && placement->stride.range < rest)
		part->length = placement->stride.range;
	part->places = part->length / placement->unit;
	part->whole = part->places * placement->unit;
	placement_begin(placement, part, seed);
	part->left = UINT64_MAX;
}

void placement_stride_start(const struct placement *placement,
			    struct part *part, uint64_t seed)
{
	enter_zone(placement, part,
		   placement->stride.goes_on ? part->stride->start : 0, seed);
}

/*
 * The last one may be too short for a block. A sequence ends with it, and what
 * is random has no end in a file.
 */
static bool is_over(const struct placement *placement, const struct part *part,
		    uint64_t start)
{
	uint64_t whole = part->stride->whole;

	if (start >= whole)
		return true;
	return placement->random && whole - start < placement->unit;
}

static void next_zone(struct placement *placement, struct part *part)
{
	const struct stride *stride = &placement->stride;
	uint64_t next;

	if (__builtin_add_overflow(part->stride->start, stride->step, &next) ||
	    is_over(placement, part, next))
		next = 0;
	enter_zone(placement, part, next, random_next(placement->source));
	placement->stride.bytes = 0;
}

/* The order in the zone is through: once more, or in the next one. */
static bool place_once_more(struct placement *placement, struct part *part,
			    struct block *block)
{
	if (part->length < placement->unit)
		next_zone(placement, part);
	else
		enter_zone(placement, part, part->stride->start,
			   random_next(placement->source));
	return placement->stride.place(placement, part, block);
}

bool place_strided(struct placement *placement, struct part *part,
		   struct block *block)
{
	struct stride *stride = &placement->stride;
	uint64_t *position = &part->position[block->direction];

	if (stride->bytes >= stride->size)
		next_zone(placement, part);
	if (!placement->random && *position >= stride->range)
		*position = 0;
	if (!stride->place(placement, part, block) &&
	    (!placement->random || !place_once_more(placement, part, block))) {
		part->stride->start = 0;
		stride->bytes = 0;
		return false;
	}
	stride->bytes += block->length * stride->factor;
	return true;
}

/* Zones reach over all of the file, if it isn't divided among copies. */
void placement_stride_part(struct part *part, struct part_stride *stride,
			   const struct layout *layout, size_t file)
{
	const struct layout_file *f = &layout->files[file];
	bool divided = layout->job->section->options->split;
	uint64_t whole = f->size - f->offset;

	stride->base = f->offset;
	stride->whole = divided || whole < f->length ? f->length : whole;
	part->stride = stride;
}

void placement_stride(struct placement *placement, const struct job_options *o)
{
	const struct zone_options *z = &o->zone;
	uint64_t range = z->range ? z->range : z->size;
	uint64_t skip = z->skip.unit == SIZE_ZONES ? z->skip.value * z->size
						   : z->skip.value;

	placement->stride = (struct stride){
		.place = placement->place,
		.size = z->size,
		.range = range,
		.step = range + skip,
		/* What is trimmed is written, too. */
		.factor = o->rw.flags & RW_TRIM_FIRST ? 2 : 1,
	};
	placement->place = place_strided;
	placement->plain = false;
}
