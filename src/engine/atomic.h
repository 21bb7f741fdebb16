#ifndef RUNNER_ENGINE_ATOMIC_H
#define RUNNER_ENGINE_ATOMIC_H

#include "engine/engine.h"

/* As in the kernel (6.11 and later), whose headers may be older than that. */
enum { ATOMIC_WRITE_FLAG = 0x40 /* RWF_ATOMIC */ };

/*
 * The flag of writes that are to be done as a whole or not at all (atomic=1),
 * 0 where they needn't be. -1: the first file can't be written so; see `error`.
 */
int atomic_write_flag(const struct engine_setup *setup,
		      struct job_error *error);

#endif
