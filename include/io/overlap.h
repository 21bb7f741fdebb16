#ifndef RUNNER_IO_OVERLAP_H
#define RUNNER_IO_OVERLAP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * serialize_overlap: which bytes of which files are in flight, so that no I/O
 * starts while another that touches some of the same is. A list of at most
 * `depth` ranges.
 */
struct overlap_range {
	uint64_t begin, end; /* bytes; of an I/O of none they are the same */
	uint32_t file;
	uint16_t slot; /* whose it is */
};

struct overlap {
	struct overlap_range *ranges; /* in flight, in no order */
	unsigned count;
};

/* 0, or -1 with errno set: no memory. */
int overlap_open(struct overlap *o, unsigned depth);
void overlap_close(struct overlap *o);

/* Whether the range has bytes in common with one that is in flight. */
bool overlap_has(const struct overlap *o, const struct overlap_range *range);

/* It starts; what is in its slot has ended, if there is anything. */
void overlap_add(struct overlap *o, const struct overlap_range *range);
void overlap_remove(struct overlap *o, uint16_t slot);

#endif
