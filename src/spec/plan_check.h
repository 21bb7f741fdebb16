#ifndef RUNNER_SPEC_PLAN_CHECK_H
#define RUNNER_SPEC_PLAN_CHECK_H

#include "spec/plan.h"

/* A section while the rules look at it. */
struct check {
	const struct job_section *section;
	struct job_options *options;
	const struct plan_settings *settings;
	struct diag *diag;
};

#define SOURCE(c, field) PLAN_SOURCE((c)->section, field)
#define GIVEN(c, field) PLAN_GIVEN((c)->section, field)

/*
 * What was given and means nothing without what is `needed` is noted. `name` is
 * the option's; NOTE_WITHOUT() is for those whose fields are called as they
 * are.
 */
void plan_note_without(struct check *c, size_t offset, const char *name,
		       const char *needed);
#define NOTE_PART_WITHOUT(c, field, name, needed)                              \
	plan_note_without(c, offsetof(struct job_options, field), name, needed)
#define NOTE_WITHOUT(c, field, needed)                                         \
	NOTE_PART_WITHOUT(c, field, #field, needed)

/*
 * The rules between the options of one section: settle what depends on what,
 * and report what doesn't go together, at the line of the culprit.
 */
void plan_check_section(const struct job_section *section,
			struct job_options *options,
			const struct plan_settings *settings,
			struct diag *diag);

/* Those about what the job's engine can do. */
void plan_check_engine(struct check *c);

/* Those about sizes of blocks and where they are. */
void plan_check_blocks(struct check *c);

/* Those about processes and what they do with files. */
void plan_check_process(struct check *c);

/* Those about I/O buffers and their content. */
void plan_check_buffers(struct check *c);

/* Those about zones. */
void plan_check_zones(struct check *c);

/* Those about checking what was written. */
void plan_check_verify(struct check *c);

/* Those about states of verify that are kept, and trims in between. */
void plan_check_verify_state(struct check *c);

/* Those about where on a device what is written goes. */
void plan_check_placement(struct check *c);

/* Those about bringing a device into a steady state. */
void plan_check_sprandom(struct check *c);

/* Those about trims of several ranges. */
void plan_check_ranges(struct check *c);

/* Those about logs. */
void plan_check_logs(struct check *c);

/* Those about what is controlled by what is measured. */
void plan_check_control(struct check *c);

/* Jobs that are reported as one are judged as one. */
void plan_check_steady_groups(const struct plan *plan, struct diag *diag);

#endif
