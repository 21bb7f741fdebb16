#ifndef RUNNER_SYS_CLOCKSOURCE_H
#define RUNNER_SYS_CLOCKSOURCE_H

#include <stdbool.h>

/*
 * Whether the kernel's own clock is one that it takes when the CPU's counter
 * can't be trusted (/sys/devices/system/clocksource). `root` is "" on a live
 * system; what can't be read says nothing against the counter.
 */
bool clocksource_doubts_counter(const char *root);

#endif
