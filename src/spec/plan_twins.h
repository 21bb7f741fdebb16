#ifndef RUNNER_SPEC_PLAN_TWINS_H
#define RUNNER_SPEC_PLAN_TWINS_H

#include "spec/plan.h"

/*
 * Sections that say the same, key by key: a file that a script wrote has
 * thousands of sections of few kinds. What one of them came to holds for the
 * others, as long as [global] stays the same and there was nothing to tell the
 * user about it.
 */
struct twin {
	const struct jobfile_section *from;
	const struct job_section *made;
};

struct plan_twins {
	struct twin *slots;
	size_t slot_count; /* a power of two, or 0 */
	size_t count;
};

/* The section that says the same as `from`, as it was made; NULL: none. */
const struct job_section *plan_twins_find(const struct plan_twins *twins,
					  const struct jobfile_section *from);

/*
 * `from` came to `made`; both must outlive `twins`. One whose options have its
 * name in them has no twin.
 */
void plan_twins_add(struct plan_twins *twins,
		    const struct jobfile_section *from,
		    const struct job_section *made);

/* Forget all: [global] has changed, or the plan is made. */
void plan_twins_clear(struct plan_twins *twins);

#endif
