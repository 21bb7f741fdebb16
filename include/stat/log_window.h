#ifndef RUNNER_STAT_LOG_WINDOW_H
#define RUNNER_STAT_LOG_WINDOW_H

#include "stat/io_stats.h"
#include "stat/log_row.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Windows of a log: they follow each other without a gap, from the start of
 * the measurement on, and each I/O belongs to the one in which it ended. All
 * times are nanoseconds since that start.
 *
 * What ends within a millisecond after the end of the runtime, the time that
 * it takes to notice, belongs to the window that ends there: TIME couldn't
 * tell it apart, and nobody asked for a window after the end.
 */
struct log_clock {
	uint64_t width_ns;
	uint64_t start_ns;  /* of the window */
	uint64_t end_ns;    /* of the runtime, UINT64_MAX: none */
	uint64_t latest_ns; /* at which an I/O ended */
};

void log_clock_start(struct log_clock *c, uint64_t width_ns, uint64_t end_ns);

/* An I/O ended at `now_ns`: the time at which it is counted. */
uint64_t log_clock_place(struct log_clock *c, uint64_t now_ns);

/*
 * When the job ended, if that is now: with the runtime, where nothing ended
 * afterwards.
 */
uint64_t log_clock_place_end(const struct log_clock *c, uint64_t now_ns);

/* Whether the window is over by then. */
static inline bool log_clock_is_over(const struct log_clock *c, uint64_t now_ns)
{
	return now_ns - c->start_ns >= c->width_ns;
}

/* The TIME of the window: its end, or `now_ns` rounded up if that is less. */
uint64_t log_clock_time_ms(const struct log_clock *c, uint64_t now_ns);

/* On to the window of `now_ns`. */
void log_clock_move(struct log_clock *c, uint64_t now_ns);

/* What of a window is logged. */
enum log_value {
	LOG_VALUE_AVG,
	LOG_VALUE_MAX,
	LOG_VALUE_BOTH,
};

/*
 * A log of bandwidth, rate or latency by windows: of each direction in which
 * something ended, a row. Means of latencies are rounded half up; bandwidth is
 * in KiB/s and the rate in I/Os a second, both by the length of the window,
 * and their maximum is the value itself.
 */
struct log_window {
	struct log_clock clock;
	enum log_kind kind;
	enum log_value value;
	struct {
		uint64_t count;
		uint64_t sum;
		uint64_t max;
	} of[DIRECTION_COUNT];
};

void log_window_start(struct log_window *w, uint64_t width_ns, uint64_t end_ns);

/*
 * An I/O that ended at `now_ns`: its latency in nanoseconds, bytes, or 1, by
 * the kind of the log. Fills `rows` with those of the window before, if this
 * one begins another, and returns how many.
 */
unsigned log_window_add(struct log_window *w, unsigned direction,
			uint64_t value, uint64_t now_ns,
			struct log_row rows[DIRECTION_COUNT]);

/* The job ended at `now_ns`: the rows of the window that was not over. */
unsigned log_window_finish(struct log_window *w, uint64_t now_ns,
			   struct log_row rows[DIRECTION_COUNT]);

#endif
