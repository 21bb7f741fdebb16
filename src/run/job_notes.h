#ifndef RUNNER_RUN_JOB_NOTES_H
#define RUNNER_RUN_JOB_NOTES_H

#include "base/diag.h"
#include "spec/plan.h"
#include "stat/job_page.h"

/*
 * What a job that is over has to say besides that it failed: its notes, and
 * each block that was not as it was written. Copies of a job that say the same
 * one after the other say it once.
 */
struct job_notes {
	const struct job_section *section; /* of the last note */
	char text[JOB_ERROR_TEXT_MAX];
};

void job_notes_report(struct job_notes *notes, const struct job *job,
		      const struct job_page *page, struct diag *diag);

#endif
