#ifndef RUNNER_RUN_STATE_FILES_H
#define RUNNER_RUN_STATE_FILES_H

#include "base/arena.h"
#include "base/diag.h"
#include "run/prepare.h"
#include "verify/state.h"

#include <stdbool.h>

/*
 * The files that tell one run how far another had come with what is to be
 * verified. They are written by the parent, from what jobs share with it, so
 * that they are right for jobs that died, too.
 */

/*
 * Whether a file of that name may be written: nothing is there, or such a file.
 * If not, `*why` is a phrase that reads well after the name.
 */
bool state_file_can_be(const char *path, const char **why);

/* 0, or -1 with `*why` a phrase that reads well after the name. */
int state_file_read(struct arena *arena, const char *path,
		    struct verify_state *state, const char **why);

/* Give jobs that are to have one the memory. 0, or -1: reported. */
int state_files_open(struct prepared *prepared, struct diag *diag);

/*
 * Write those of all jobs that have begun to write. With `running` they go on
 * meanwhile, and what is in the files is safe from a loss of power. What can't
 * be written is warned of.
 */
void state_files_save(const struct prepared *prepared, bool running,
		      struct diag *diag);
void state_files_close(struct prepared *prepared);

#endif
