#ifndef RUNNER_PING_THRESHOLD_H
#define RUNNER_PING_THRESHOLD_H

#include "base/diag.h"
#include "ping/figures.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * Conditions that raise an alarm, "p99>10ms": a figure, one of < <= > >=, and a
 * limit with a suffix as amount.h has it.
 *
 * Figures are pNN (a percentile: p50, p99.9), min, avg, max, mdev (times), iops
 * and speed (bytes a second).
 */
enum { THRESHOLDS_MAX = 16 }; /* of each kind */

struct threshold {
	const char *text; /* all of it, borrowed */
	const struct threshold_figure *figure;
	double percent; /* of a percentile */
	bool below;     /* the alarm is of less, else of more */
	bool or_equal;
	uint64_t limit;
};

struct thresholds {
	struct threshold list[THRESHOLDS_MAX];
	unsigned count;
};

/*
 * Add those of `text`, joined by commas, which is cut up and kept. 0, or -1:
 * reported at `at`.
 */
int thresholds_add(struct thresholds *t, char *text, struct source at,
		   struct diag *diag);

/* What a monitoring plugin ends with. */
enum alarm {
	ALARM_OK,
	ALARM_WARNING,
	ALARM_CRITICAL,
	ALARM_UNKNOWN, /* there is nothing to tell from */
};

/* "OK", "WARNING" and so on. */
const char *alarm_name(enum alarm alarm);

/* What is judged: the figures, and the times of the requests in them. */
struct judged {
	const struct figures *figures;
	const struct histogram *times;
	bool failed; /* a request did: critical, whatever the figures are */
};

/* Whether the condition holds; `value` is its figure. */
bool threshold_holds(const struct threshold *t, const struct judged *judged,
		     double *value);

/* The most severe of all conditions. */
enum alarm thresholds_judge(const struct thresholds *warn,
			    const struct thresholds *crit,
			    const struct judged *judged);

/*
 * The line that a plugin prints first: "IOPING OK - p99 235.1 us |
 * p99=235us;..." with each figure that is judged once, in words and for
 * machines.
 */
void thresholds_print(const struct thresholds *warn,
		      const struct thresholds *crit,
		      const struct judged *judged, FILE *out);

/* The same where nothing was measured: "IOPING UNKNOWN - " and the error. */
void thresholds_print_unknown(const struct diag *diag, FILE *out);

#endif
