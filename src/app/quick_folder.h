#ifndef RUNNER_APP_QUICK_FOLDER_H
#define RUNNER_APP_QUICK_FOLDER_H

#include "base/diag.h"

#include <stdbool.h>
#include <sys/types.h>

/*
 * A folder of the run's own, in the folder that is measured, that is removed
 * with all that is in it when this process ends, however it does: a process
 * beside it makes the folder, waits for that end, and removes it.
 */
struct quick_folder {
	char *path; /* NULL: there is none */
	int alive;  /* closed by whatever ends this process */
	pid_t keeper;
	bool made; /* by the keeper, who told us its name */
};

/* Returns 0, or -1 after reporting why there can't be one in `parent`. */
int quick_folder_make(const char *parent, struct quick_folder *folder,
		      struct diag *diag);

/* Returns when it is gone. */
void quick_folder_remove(struct quick_folder *folder);

#endif
