#ifndef RUNNER_APP_METRICS_FILE_H
#define RUNNER_APP_METRICS_FILE_H

#include "base/diag.h"
#include "out/interval.h"

/*
 * The file of --openmetrics. Each text replaces the one before at once, by
 * rename(2), so that readers see one or the other and nothing between.
 */

/*
 * Where the file is, behind links; the caller frees it. NULL where it can't be
 * replaced, since it is a device, a folder or the like, or its folder can't be
 * written: reported.
 */
char *metrics_file_find(const char *path, struct diag *diag);

/* Write it anew. 0, or -1 with errno, and the one before stays. */
int metrics_file_replace(const char *path, const struct intervals *intervals);

#endif
