#ifndef RUNNER_SPEC_OPTIONS_REFUSED_H
#define RUNNER_SPEC_OPTIONS_REFUSED_H

/*
 * Options of the reference that this program refuses on purpose, and why. A job
 * that uses one is refused with that reason.
 */
struct option_refused {
	const char *name;
	const char *reason; /* reads well after "NAME is not supported: " */
};

/* Sorted by name; a null name ends them. */
extern const struct option_refused options_refused[];

/* Why the option called so is refused, or NULL. */
const char *option_refusal(const char *name);

#endif
