#ifndef RUNNER_ENGINE_BLOCKING_H
#define RUNNER_ENGINE_BLOCKING_H

#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What the kernel does only while the caller waits, for all engines that move
 * data in ways of their own: trims and syncs.
 */
static inline bool io_is_blocking(const struct io *io)
{
	return io->kind >= IO_TRIM;
}

/*
 * Do it now: a trim discards blocks of a device and makes a hole in a regular
 * file. Returns what a completion carries: bytes done (0 of a sync) or -errno.
 */
int32_t blocking_perform(const struct io *io);

#endif
