#ifndef RUNNER_PING_INTERRUPT_H
#define RUNNER_PING_INTERRUPT_H

#include <signal.h>
#include <stdint.h>

/*
 * SIGINT, SIGTERM and SIGHUP end the run in order; the same a second time ends
 * the process at once.
 */
extern volatile sig_atomic_t interrupt_signal; /* which one came, or 0 */

void interrupt_watch(void);

/* Wait until CLOCK_MONOTONIC reads `until_ns`, or for one of them. */
void interrupt_sleep(uint64_t until_ns);

#endif
