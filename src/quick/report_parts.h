#ifndef RUNNER_QUICK_REPORT_PARTS_H
#define RUNNER_QUICK_REPORT_PARTS_H

#include "out/grid.h"
#include "quick/report.h"

/* Where the text has an indent: what is there has a brief run. */
#define QUICK_BRIEF_MARK "* "

/*
 * The table of all phases; brief ones are marked. Each form of the report
 * writes names in its way, by text_printable() or markdown_escape(). The first
 * two columns may be folded.
 */
struct grid *quick_report_grid(const struct quick_report *report,
			       const char *(*name)(struct arena *,
						   const char *));
enum { QUICK_GRID_NAME, QUICK_GRID_FLAVOUR };

/* Which phase failed, and how; NULL: that run didn't. */
const char *quick_report_error(struct arena *arena,
			       const struct quick_phase *phase, size_t run);

/* What the mark means; NULL: there is none. */
const char *quick_report_brief(const struct quick_report *report);

#endif
