#ifndef RUNNER_RUN_CHECK_PRINT_PARTS_H
#define RUNNER_RUN_CHECK_PRINT_PARTS_H

#include "io/layout.h"

#include <stdio.h>

/* What else the job does to its files than I/O. */
void check_print_files(const struct layout *layout, FILE *out);

/* The files of its logs. */
void check_print_logs(const struct layout *layout, FILE *out);

/* Where and as whom the job's process runs, and what runs around it. */
void check_print_process(const struct layout *layout, FILE *out);

#endif
