#ifndef RUNNER_QUICK_REPORT_H
#define RUNNER_QUICK_REPORT_H

#include "base/arena.h"
#include "out/json.h"
#include "quick/machine.h"
#include "quick/phase.h"
#include "quick/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * What `runner quick` tells: to people, to pages and to programs. All pointers
 * are borrowed.
 */
struct quick_report {
	struct arena *arena;
	const char *profile;
	const struct quick_machine *machine;
	struct quick_phases phases;
	struct quick_verdicts verdicts;
	const char *const *notes; /* sentences */
	size_t note_count;
	double share;            /* of each size that was used, at most 1 */
	bool direct;             /* the file system has direct I/O */
	const char *interrupted; /* "SIGINT", or NULL */
	bool colour;
};

/* In 80 columns: what is known before the phases, and what comes of them. */
void quick_report_head(const struct quick_report *report, FILE *out);
void quick_report_text(const struct quick_report *report, FILE *out);

void quick_report_markdown(const struct quick_report *report, FILE *out);

/* The member "quick" of a document (schemas/quick.schema.json). */
void quick_report_json(const struct quick_report *report, struct json *root);

#endif
