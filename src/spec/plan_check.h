#ifndef RUNNER_SPEC_PLAN_CHECK_H
#define RUNNER_SPEC_PLAN_CHECK_H

#include "spec/plan.h"

/*
 * The rules between the options of one section: settle what depends on what,
 * and report what doesn't go together, at the line of the culprit.
 */
void plan_check_section(const struct job_section *section,
			struct job_options *options,
			const struct plan_settings *settings,
			struct diag *diag);

/* Those of them about processes and what they do with files. */
void plan_check_process(const struct job_section *section,
			struct job_options *options, struct diag *diag);

/* The part of it that is about I/O buffers and their content. */
void plan_check_buffers(const struct job_section *section,
			struct job_options *options, struct diag *diag);

/* Those of them that are about what its engine can do. */
void plan_check_engine(const struct job_section *section,
		       struct job_options *options, struct diag *diag);

#endif
