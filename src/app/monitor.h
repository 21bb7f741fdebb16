#ifndef RUNNER_APP_MONITOR_H
#define RUNNER_APP_MONITOR_H

#include "base/diag.h"
#include "out/interval.h"
#include "run/scheduler.h"
#include "spec/settings.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What the program does beside running jobs, while they run: it writes the
 * figures of each interval (--status-file, --openmetrics), looks for the file
 * that asks for a report, and for the trigger (--trigger-file,
 * --trigger-timeout), before which it saves the states of verify.
 */
struct monitor {
	const struct settings *settings;
	const struct prepared *prepared;
	struct diag *diag;
	struct intervals *intervals; /* NULL: nobody asks for them */
	FILE *status;                /* of --status-file, or NULL */
	char *metrics_path;          /* of --openmetrics, or NULL */
	char *dump_path;             /* a file that asks for a report */
	uint64_t start_ns;           /* CLOCK_MONOTONIC; 0: not yet */
	bool triggered;
	bool failed; /* something could not be written: it is reported */
};

/* 0, or -1 when a file can't be written, which is reported. */
int monitor_open(struct monitor *monitor, const struct settings *settings,
		 const struct prepared *prepared, struct diag *diag);

/* The jobs are about to start. */
void monitor_start(struct monitor *monitor, const struct plan *plan,
		   const struct job_page *pages, uint64_t start_ns);

/* At a tick: whether a report is asked for, or the end. */
enum run_wish monitor_tick(struct monitor *monitor, uint64_t now_ns);

/* The interval is over; and all is. */
void monitor_interval(struct monitor *monitor, uint64_t now_ns);

/* -1 when something could not be written at some time. */
int monitor_close(struct monitor *monitor);

#endif
