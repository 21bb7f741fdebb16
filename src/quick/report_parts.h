#ifndef RUNNER_QUICK_REPORT_PARTS_H
#define RUNNER_QUICK_REPORT_PARTS_H

#include "out/grid.h"
#include "quick/report.h"

/*
 * What the forms of the report have in common. Each writes names in its way:
 * by text_printable() or markdown_escape().
 */

/* The table of all phases. Its first two columns may be folded. */
struct grid *quick_report_grid(const struct quick_report *report,
			       const char *(*name)(struct arena *,
						   const char *));

/* What a phase is called, with a star if it was brief. */
const char *quick_report_label(struct arena *arena, const char *name,
			       bool brief);

/* What the star means; NULL: there is none. */
const char *quick_report_brief(const struct quick_report *report);

#endif
