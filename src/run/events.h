#ifndef RUNNER_RUN_EVENTS_H
#define RUNNER_RUN_EVENTS_H

#include "base/clock.h"

#include <signal.h>
#include <stdint.h>

/*
 * What the parent waits for, all in one poll(): children that end, SIGINT,
 * SIGTERM, SIGHUP and SIGUSR1, a regular tick, and one more descriptor.
 */
enum event {
	EVENT_CHILD = 1 << 0,
	EVENT_INTERRUPT = 1 << 1,
	EVENT_TICK = 1 << 2, /* four times a second */
	EVENT_DESCRIPTOR = 1 << 3,
	EVENT_REPORT = 1 << 4, /* SIGUSR1 */
};

#define EVENT_TICK_NS (NSEC_PER_SEC / 4)

struct events {
	int signal_fd;
	int timer_fd;
	sigset_t old_mask;
	int signal; /* the first that is to end the run, or 0 */
	unsigned interrupts;
};

/* 0, or -1 with errno set. Until it is closed the signals are blocked. */
int events_open(struct events *events);
void events_close(struct events *events);

/*
 * Wait for something, at the longest until CLOCK_MONOTONIC reads `until_ns`
 * (UINT64_MAX: for ever). `fd` is looked at, too, unless it is negative.
 * Returns which of enum event have come, 0 after the time.
 */
unsigned events_wait(struct events *events, int fd, uint64_t until_ns);

/* In a child, after the fork: none of this is for it. */
void events_forget(const struct events *events);

#endif
