#ifndef RUNNER_RUN_BARRIER_H
#define RUNNER_RUN_BARRIER_H

#include <stdbool.h>

/*
 * Workers that start together. Each writes a byte to `ready` when it is set up
 * and closes it, then reads `go`; the parent waits for the end of `ready`
 * (which is there when each has written or died) and closes `go`, which ends
 * all those reads at once.
 */
struct barrier {
	int ready[2];
	int go[2];
};

/* A barrier that isn't open. */
#define BARRIER_CLOSED ((struct barrier){ { -1, -1 }, { -1, -1 } })

/* 0, or -1 with errno set. */
int barrier_open(struct barrier *barrier);

/* In a worker: keep only its own ends, ready[1] and go[0]. */
void barrier_enter(struct barrier *barrier);

/* In the parent, when the last worker is forked. */
void barrier_forked(struct barrier *barrier);

/* What to poll, or -1 when nothing is waited for. */
static inline int barrier_descriptor(const struct barrier *barrier)
{
	return barrier->ready[0];
}

/* Something can be read from it: whether that was its end. */
bool barrier_is_ready(const struct barrier *barrier);

/* Let them go; closes what is left. */
void barrier_go(struct barrier *barrier);

#endif
