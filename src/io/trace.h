#ifndef RUNNER_IO_TRACE_H
#define RUNNER_IO_TRACE_H

#include "engine/engine.h"
#include "io/layout.h"

/*
 * --debug=io: an engine around another one, that writes a line to
 * layout->trace_fd for each I/O that is queued and completed. Where it isn't
 * asked for it isn't there, and costs nothing.
 *
 * Returns the engine to use in place of `inner`, whose open() has given
 * `*state`; `*state` becomes that of the new one, whose close() ends both.
 * NULL without memory.
 */
const struct engine_ops *trace_engine(const struct engine_ops *inner,
				      void **state, const struct layout *layout,
				      unsigned depth);

#endif
