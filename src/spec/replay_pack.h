#ifndef RUNNER_SPEC_REPLAY_PACK_H
#define RUNNER_SPEC_REPLAY_PACK_H

#include "spec/replay_log.h"

/*
 * I/Os in as few bytes as they need: what is as in the one before is not said,
 * and numbers take a byte for each 7 bits (LEB128, DWARF 5, 7.6).
 */
enum { REPLAY_PACKED_MAX = 1 + 10 + 5 + 5 + 10 };

/* Write `io`, which follows `last`. Returns the end of what was written. */
unsigned char *replay_pack(unsigned char *to, const struct replay_io *last,
			   const struct replay_io *io);

/* Turn the I/O that comes before into the one at `from`; returns its end. */
const unsigned char *replay_unpack(const unsigned char *from,
				   struct replay_io *io);

#endif
