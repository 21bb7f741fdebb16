#ifndef RUNNER_QUICK_REPORT_PARTS_H
#define RUNNER_QUICK_REPORT_PARTS_H

#include "out/grid.h"
#include "quick/report.h"

/* The table of all phases: for people and pages. */
struct grid *quick_report_grid(const struct quick_report *report);

#endif
