#ifndef RUNNER_APP_QUICK_TARGET_H
#define RUNNER_APP_QUICK_TARGET_H

#include "quick/machine.h"

#include <stdbool.h>
#include <stdint.h>

/* This machine, and what is below `folder`. */
void quick_target_read(struct quick_machine *machine, const char *folder);
void quick_target_free(struct quick_machine *machine);

/* Bytes that this user may write there. */
uint64_t quick_target_free_bytes(const char *folder);

/* Whether files in `folder`, where one is made for it, take direct I/O. */
bool quick_target_has_direct(const char *folder);

#endif
