#ifndef RUNNER_IO_VERIFY_SYNCS_H
#define RUNNER_IO_VERIFY_SYNCS_H

#include "verify/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * verify_policy=fsync: which of the blocks that a job has written are safe. One
 * is when it had ended before an fsync of its file began, and that ends well.
 */
struct verify_syncs {
	struct record *record;
	uint64_t *settled; /* by file: blocks up to this number are */
};

/* False without memory. */
bool verify_syncs_open(struct verify_syncs *syncs, struct record *record,
		       size_t file_count);
void verify_syncs_close(struct verify_syncs *syncs);

/*
 * An fsync begins, after the write with this number. Returns up to which number
 * blocks are safe if it ends well; verify_syncs_end() has to know.
 */
uint64_t verify_syncs_begin(struct verify_syncs *syncs, uint32_t file,
			    uint64_t number);
void verify_syncs_end(struct verify_syncs *syncs, uint32_t file,
		      uint64_t number, bool well);

#endif
