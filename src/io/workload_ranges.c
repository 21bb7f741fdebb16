#include "workload_state.h"

/* Trims of several ranges: num_range. */

/* As many as there are, up to range_max. Returns whether there is any. */
static bool take_ranges(struct workload *w, struct io *io)
{
	struct io_range *ranges = &w->ranges[(size_t)io->slot * w->range_max];
	struct io one = *io;
	struct io *only = &one;
	uint32_t length = 0, count = 0;

	while (count < w->range_max && w->fill_range(w, &only, 1) == 1) {
		ranges[count++] = (struct io_range){ one.offset, one.length };
		length += one.length;
	}
	if (!count)
		return false;
	io->kind = one.kind;
	io->file_index = one.file_index;
	io->offset = ranges[0].offset;
	io->length = length;
	io->ranges = ranges;
	io->range_count = (uint16_t)count;
	return true;
}

unsigned workload_fill_ranges(struct workload *w, struct io *const *ios,
			      unsigned n)
{
	unsigned i = 0;

	while (i < n && take_ranges(w, ios[i]))
		i++;
	return i;
}
