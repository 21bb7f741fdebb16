#include "placement.h"

#include "spec/plan.h"

#include <stdlib.h>

/* sprandom=1: the blocks that the regions of each file say. */

static bool place_sprandom(struct placement *placement, struct part *part,
			   struct block *block)
{
	uint64_t number = sprandom_next(part->sprandom);

	if (number == UINT64_MAX)
		return false;
	block->offset = part->offset + number * placement->unit;
	block->length = placement->unit;
	return true;
}

bool placement_sprandom(struct placement *placement,
			const struct layout *layout)
{
	placement->sprandom = &layout->job->section->options->sprandom;
	placement->sprandom_count = layout->file_count;
	placement->sprandoms =
		calloc(layout->file_count ? layout->file_count : 1,
		       sizeof(placement->sprandoms[0]));
	placement->place = place_sprandom;
	placement->plain = false;
	return placement->sprandoms;
}

/* A file without room for a block has no turn. */
bool placement_sprandom_part(struct placement *placement, struct part *part,
			     size_t file)
{
	const struct sprandom_request request = sprandom_of_job(
		placement->sprandom, part->places, placement->unit);

	if (!part->places)
		return true;
	part->sprandom = &placement->sprandoms[file];
	return sprandom_init(part->sprandom, &request) == SPRANDOM_WORKS;
}

void placement_sprandom_free(struct placement *placement)
{
	for (size_t i = 0;
	     placement->sprandoms && i < placement->sprandom_count; i++)
		sprandom_free(&placement->sprandoms[i]);
	free(placement->sprandoms);
}

void placement_sprandom_start(const struct placement *placement,
			      struct part *part, uint64_t seed)
{
	placement_begin(placement, part, seed);
	part->left = part->sprandom->writes * placement->unit;
	sprandom_start(part->sprandom, seed);
}
