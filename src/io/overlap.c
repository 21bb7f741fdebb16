#include "io/overlap.h"

#include <stdlib.h>

int overlap_open(struct overlap *o, unsigned depth)
{
	o->ranges = calloc(depth, sizeof(o->ranges[0]));
	o->count = 0;
	return o->ranges ? 0 : -1;
}

void overlap_close(struct overlap *o)
{
	free(o->ranges);
	o->ranges = NULL;
}

bool overlap_has(const struct overlap *o, const struct overlap_range *range)
{
	for (unsigned i = 0; i < o->count; i++) {
		const struct overlap_range *r = &o->ranges[i];

		if (r->file == range->file && r->begin < range->end &&
		    range->begin < r->end)
			return true;
	}
	return false;
}

void overlap_add(struct overlap *o, const struct overlap_range *range)
{
	o->ranges[o->count++] = *range;
}

void overlap_remove(struct overlap *o, uint16_t slot)
{
	for (unsigned i = 0; i < o->count; i++) {
		if (o->ranges[i].slot != slot)
			continue;
		o->ranges[i] = o->ranges[--o->count];
		return;
	}
}
