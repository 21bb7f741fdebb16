#ifndef RUNNER_IO_BLOCK_LIFE_H
#define RUNNER_IO_BLOCK_LIFE_H

#include "engine/engine.h"
#include "io/layout.h"
#include "stat/job_page.h"

/*
 * block_error_percentiles: an engine around the job's own that follows each
 * block of the size of a trim through its trims and writes, until one fails.
 * What became of the blocks is in page->blocks when it is closed. Where the
 * option is off it isn't there, and costs nothing.
 *
 * Returns the engine to use in place of `inner`, whose open() has given
 * `*state`; `*state` becomes that of the new one, whose close() ends both.
 * NULL without memory.
 */
const struct engine_ops *block_life_engine(const struct engine_ops *inner,
					   void **state,
					   const struct layout *layout,
					   unsigned depth,
					   struct job_page *page);

#endif
