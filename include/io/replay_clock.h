#ifndef RUNNER_IO_REPLAY_CLOCK_H
#define RUNNER_IO_REPLAY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * When what a log says is to be done: each I/O as long after the beginning of
 * the pass as the log has it, scaled. Times are absolute, so that a late I/O
 * delays none after it.
 */
struct replay_clock {
	bool active;
	uint64_t scale; /* of the speed, in %: replay_time_scale */
	uint64_t pass;  /* that base_ns is the beginning of; 0: none yet */
	uint64_t base_ns;
};

/*
 * When an I/O of a pass may start that the log has `time_us` after its
 * beginning. The first one of a pass that is asked for begins it, at `now_ns`.
 */
uint64_t replay_clock_due(struct replay_clock *c, uint64_t pass,
			  uint64_t time_us, uint64_t now_ns);

#endif
