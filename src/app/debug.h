#ifndef RUNNER_APP_DEBUG_H
#define RUNNER_APP_DEBUG_H

#include "base/diag.h"
#include "run/prepare.h"
#include "spec/plan.h"
#include "spec/settings.h"
#include "stat/job_page.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * --debug=CATEGORY[,CATEGORY]: what the program knows of a run, said as it
 * comes. A line is "CATEGORY PROCESS TEXT", in columns of 8 and 5.
 */

/* Add the categories of a list ("all": every one) to settings->debug. */
int debug_parse(struct settings *settings, const char *list, struct source at,
		struct diag *diag);

/* The names, one a line with what it tells; and which of them are on. */
void debug_print_categories(FILE *out);
void debug_print_chosen(const struct settings *settings, FILE *out);

/* Where lines go: among the text if there is one, else standard error, so
 * that a document stays one. */
FILE *debug_stream(FILE *info);

/* What is known of the plan; of the layouts, before the jobs start; of a job
 * that starts; of all of them at the end. */
void debug_plan(const struct settings *settings, const struct plan *plan,
		FILE *out);
void debug_prepared(const struct settings *settings,
		    const struct prepared *prepared, FILE *out);
void debug_started(const struct settings *settings, const struct job *job,
		   const struct job_page *page, FILE *out);
void debug_ended(const struct settings *settings, const struct plan *plan,
		 const struct job_page *pages, FILE *out);

/* Whether `name` is on. */
bool debug_has(const struct settings *settings, const char *name);

#endif
