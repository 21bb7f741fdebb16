#ifndef RUNNER_RUN_TELLING_H
#define RUNNER_RUN_TELLING_H

#include "run/scheduler.h"
#include "run/status.h"

/*
 * What the scheduler tells while jobs run: the live line and the reports that
 * its caller makes, each when its time has come.
 */
struct telling {
	const struct run_settings *settings;
	struct status *status; /* NULL: there is no live line */
	uint64_t draw_ns;      /* when it is next drawn */
	uint64_t report_ns;    /* when a report is due; UINT64_MAX: never */
};

/* Times count from `start_ns`. The live line is for the caller to make. */
void telling_start(struct telling *telling, const struct run_settings *settings,
		   uint64_t start_ns);
void telling_end(struct telling *telling);

/* A tick: ask the caller what it wants; a report is made at once. */
enum run_wish telling_tick(struct telling *telling);

/* Draw the line if it is time. */
void telling_draw(struct telling *telling);

/* A report that was asked for, and one that the time asks for. */
void telling_report(struct telling *telling);
void telling_report_if_due(struct telling *telling);

#endif
