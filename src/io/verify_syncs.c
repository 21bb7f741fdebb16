#include "verify_syncs.h"

#include <stdlib.h>

bool verify_syncs_open(struct verify_syncs *syncs, struct record *record,
		       size_t file_count)
{
	*syncs = (struct verify_syncs){
		.record = record,
		.settled = calloc(file_count ? file_count : 1,
				  sizeof(syncs->settled[0])),
	};
	return syncs->settled;
}

void verify_syncs_close(struct verify_syncs *syncs)
{
	free(syncs->settled);
}

/* Blocks are gone through from the newest to the last that was settled. */
uint64_t verify_syncs_begin(struct verify_syncs *syncs, uint32_t file,
			    uint64_t number)
{
	struct record *r = syncs->record;
	uint64_t lowest = number + 1;

	for (uint32_t i = record_newest(r); i; i = record_at(r, i)->older) {
		const struct record_block *b = record_at(r, i);

		if (b->number <= syncs->settled[file])
			break;
		if (b->file != file)
			continue;
		if (b->state == RECORD_WRITING)
			lowest = b->number;
		else if (b->state == RECORD_WRITTEN)
			record_set_state(r, i, RECORD_SYNCING);
	}
	return lowest - 1;
}

void verify_syncs_end(struct verify_syncs *syncs, uint32_t file,
		      uint64_t number, bool well)
{
	struct record *r = syncs->record;

	for (uint32_t i = record_newest(r); i; i = record_at(r, i)->older) {
		const struct record_block *b = record_at(r, i);

		if (b->number <= syncs->settled[file])
			break;
		if (b->file == file && b->state == RECORD_SYNCING)
			record_set_state(r, i,
					 well ? RECORD_SYNCED : RECORD_WRITTEN);
	}
	if (well)
		syncs->settled[file] = number;
}
