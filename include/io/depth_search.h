#ifndef RUNNER_IO_DEPTH_SEARCH_H
#define RUNNER_IO_DEPTH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/*
 * latency_target: the greatest depth at which a share of the I/Os of a window
 * of time takes no longer than a target. From depth 1 on it is doubled until
 * one fails or the job's own is reached, and then found by bisection between
 * the last that held and the first that didn't. Times are nanoseconds.
 *
 * A search that runs on (latency_run) then follows the device: one deeper
 * after each window that held, an eighth less after one that failed ("additive
 * increase, multiplicative decrease": Chiu and Jain, 1989).
 */
struct depth_search {
	uint64_t target_ns;
	uint64_t window_ns;
	double percent; /* of the I/Os of a window */
	bool runs_on;
	unsigned max;

	unsigned depth;    /* at present */
	unsigned low;      /* the greatest that held, 0: none yet */
	unsigned high;     /* the least that didn't, max + 1: none yet */
	bool settled;      /* runs on after the search, or looks once more */
	uint64_t begin_ns; /* of the window */
	uint64_t end_ns;
	uint64_t good, bad; /* I/Os of the window */
};

enum depth_step {
	DEPTH_STAYS,
	DEPTH_CHANGED,
	DEPTH_FOUND,  /* the search is over, at `depth` */
	DEPTH_FAILED, /* not even 1 holds, and none may be late */
};

/* Begin at depth 1. The first five fields are set. */
void depth_search_start(struct depth_search *s, uint64_t now_ns);

/*
 * An I/O that took `ns`. Those that began before the window are none of it.
 * Returns whether depth_search_judge() is due before the end of the window.
 */
static inline bool depth_search_add(struct depth_search *s, uint64_t start_ns,
				    uint64_t ns)
{
	if (start_ns < s->begin_ns)
		return false;
	if (ns <= s->target_ns) {
		s->good++;
		return false;
	}
	s->bad++;
	return s->percent >= 100;
}

/* The window is over, or can't hold any more: what follows. */
enum depth_step depth_search_judge(struct depth_search *s, uint64_t now_ns);

#endif
