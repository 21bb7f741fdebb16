#ifndef RUNNER_BASE_HUMAN_H
#define RUNNER_BASE_HUMAN_H

#include <stdint.h>

/*
 * Numbers with their units, the way ioping(1) prints them: "4 KiB", "612.5 us",
 * "3.89 k". The unit is the largest that the value reaches; a whole number of
 * it has no decimals, less than ten two, anything else one.
 */
#define HUMAN_TEXT_MAX 32

/* Each writes into `buf` and returns it. */
char *human_bytes(uint64_t bytes, char buf[HUMAN_TEXT_MAX]);
char *human_time(uint64_t ns, char buf[HUMAN_TEXT_MAX]);

/* Below a thousand there is no unit: "83". */
char *human_count(uint64_t count, char buf[HUMAN_TEXT_MAX]);

#endif
