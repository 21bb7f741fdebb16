#ifndef RUNNER_IO_ZONE_ENGINE_H
#define RUNNER_IO_ZONE_ENGINE_H

#include "engine/engine.h"
#include "io/layout.h"
#include "sys/zoned.h"

/*
 * zonemode=zbd: an engine around the job's own that does to zones what has to
 * be done besides reads and writes: it resets those that are trimmed or begun
 * again, and finishes those that are left before they are full, while nothing
 * of the job is in flight. Writes of the job go where the device is to be
 * written next, also after one that was chosen was not started.
 *
 * Returns the engine to use in place of `inner`, whose open() has given
 * `*state`; `*state` becomes that of the new one, whose close() ends both.
 * NULL without memory.
 */
const struct engine_ops *zone_engine(const struct engine_ops *inner,
				     void **state, const struct layout *layout,
				     unsigned depth,
				     const struct zoned_control *control);

/* Whether the job needs it. */
bool zone_engine_wanted(const struct layout *layout);

#endif
