#ifndef RUNNER_STAT_STEADY_H
#define RUNNER_STAT_STEADY_H

#include "stat/io_stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Whether a series of samples is steady: the last `size` of them, taken at
 * even intervals, are held against a limit, either by how far any of them is
 * from their mean or by the slope of the line of least squares through them,
 * in units a sample. Both may be limited to a share of the mean.
 */
enum steady_measure {
	STEADY_IOPS,
	STEADY_BW,  /* bytes a second */
	STEADY_LAT, /* mean nanoseconds */
	STEADY_MEASURES,
};

struct steady_rule {
	enum steady_measure measure;
	bool slope;   /* else the greatest deviation */
	bool percent; /* of the mean */
	double limit;
};

struct steady_sample {
	uint64_t of[STEADY_MEASURES];
};

/* The last `size` samples, in memory of its owner. */
struct steady_window {
	struct steady_sample *ring;
	size_t size;
	size_t count; /* of samples that were ever added */
};

void steady_window_add(struct steady_window *w,
		       const struct steady_sample *sample);

/* Forget them all. */
void steady_window_clear(struct steady_window *w);

/* How many there are, and the one at `i` of them, the oldest first. */
size_t steady_window_count(const struct steady_window *w);
const struct steady_sample *steady_window_at(const struct steady_window *w,
					     size_t i);

/* Of those that there are; 0 if there are none. */
double steady_window_mean(const struct steady_window *w,
			  enum steady_measure measure);

struct steady_judgement {
	bool steady;      /* the window is full, and below the limit */
	double slope;     /* units a sample, if the rule is about it; else 0 */
	double deviation; /* the same for the greatest from the mean */
	double criterion; /* what was held against the limit */
};

/* All zero for a window that isn't full. */
struct steady_judgement steady_judge(const struct steady_window *w,
				     const struct steady_rule *rule);

/*
 * What a reported unit came to: all directions together, by which the run
 * goes, and each by itself.
 */
enum { STEADY_ALL = DIRECTION_COUNT, STEADY_PARTS };

struct steady_part {
	struct steady_window window;
	struct steady_judgement judgement; /* the last one */
	bool moved;                        /* there was any I/O */
	uint64_t after_ns; /* if steady: since the unit began to be measured */
};

struct steady_verdict {
	bool wanted; /* the unit is judged */
	struct steady_rule rule;
	uint64_t window_ns;
	uint64_t interval_ns;
	struct steady_part part[STEADY_PARTS];
};

#endif
