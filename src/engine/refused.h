#ifndef RUNNER_ENGINE_REFUSED_H
#define RUNNER_ENGINE_REFUSED_H

#include "spec/engine_info.h"

/* Sorted by name, ends with a null one. */
extern const struct engine_refused engines_refused[];

#endif
